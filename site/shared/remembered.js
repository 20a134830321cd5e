// Values that a browser keeps for this site, or for a tab of it, and where it stores nothing as long as the page is open.
const here = new Map();

/** What was kept last under a key of "localStorage" or "sessionStorage"; undefined if nothing was. */
export function recall(storage, key) {
  try {
    return JSON.parse(globalThis[storage].getItem(key) ?? "null") ?? here.get(key);
  } catch {
    return here.get(key);
  }
}

export function remember(storage, key, value) {
  here.set(key, value);
  try {
    globalThis[storage].setItem(key, JSON.stringify(value));
  } catch {
    // kept in `here`
  }
}
