// Which runs were charged and have released nothing, by the time of their entry in the ledger: they are interrupted, or
// still going on.
const KEY = "privadapt-unfinished";
let here = []; // where the browser stores nothing, as long as the page is open

export function all() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "null") ?? here;
  } catch {
    return here;
  }
}

export const add = (time) => write([...all(), time]);
export const remove = (time) => write(all().filter((one) => one !== time));

function write(times) {
  here = times.slice(-100);
  try {
    localStorage.setItem(KEY, JSON.stringify(here));
  } catch {
    // kept in `here`
  }
}
