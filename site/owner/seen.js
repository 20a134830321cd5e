// What the vaults of this tab have to remember for the ones that follow them, for a vault has no storage of its own:
// with which settings a private file was opened for a sample (jsbridge/vaultui/answers/session.go). Settings alone, and
// nothing of a file.
const key = (sha256) => `privadapt-seen-${sha256}`;
const here = new Map(); // where the browser grants no storage, as long as the page is open

/** What was kept for a sample, or undefined. */
export function recall(sha256) {
  try {
    return JSON.parse(sessionStorage.getItem(key(sha256)) ?? "null") ?? here.get(sha256);
  } catch {
    return here.get(sha256);
  }
}

export function keep(sha256, { settings, changed }) {
  // Checked, since it comes from a frame and goes to later ones.
  const seen = { settings: String(settings).slice(0, 100_000), changed: changed === true };
  here.set(sha256, seen);
  try {
    sessionStorage.setItem(key(sha256), JSON.stringify(seen));
  } catch {
    // kept in `here`
  }
}
