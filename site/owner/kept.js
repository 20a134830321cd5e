// Results that are paid for and not yet saved are kept in this browser, so that a reload, a link or a crash loses none.
// They hold what the vault has handed out, and nothing else.
import { el } from "../shared/dom.js";
import { kept as texts } from "./texts.js";

const STORE = "results";
const here = new Map(); // where the browser stores nothing, as long as the page is open

const opened = () =>
  new Promise((resolve, reject) => {
    const opening = indexedDB.open("privadapt-results", 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(STORE, { keyPath: "id" });
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });

/**
 * Does `act` with the store in a transaction of its own; resolves with what its request gives once that is on the disk.
 */
async function inStore(mode, act) {
  const database = await opened();
  try {
    return await new Promise((resolve, reject) => {
      const transaction = database.transaction(STORE, mode);
      const request = act(transaction.objectStore(STORE));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = transaction.onerror = () => reject(transaction.error);
    });
  } finally {
    database.close();
  }
}

/** Keeps a result {id, time, name, message, reply, asked}. */
export async function keepResult(result) {
  here.set(result.id, result);
  await inStore("readwrite", (store) => store.put(result)).catch(() => {}); // kept in `here`
}

export async function dropResult(id) {
  here.delete(id);
  await inStore("readwrite", (store) => store.delete(id)).catch(() => {});
}

/** All that are kept, the latest first. */
async function results() {
  const stored = await inStore("readonly", (store) => store.getAll()).catch(() => []);
  const all = new Map([...stored.map((one) => [one.id, one]), ...here]);
  return [...all.values()].sort((a, b) => b.time - a.time);
}

/** Offers in `place` what is kept, but for the result `shown`. `onShow` gets the one that the owner wants to see. */
export async function offerResults(place, onShow, shown) {
  const offered = (await results()).filter(({ id }) => id !== shown);
  place.hidden = offered.length === 0;
  place.replaceChildren(
    ...offered.map((one) => {
      const name = texts.name(one);
      const drop = el("button", { type: "button", class: "quiet", click: () => ask() }, texts.drop);
      const ask = async () => {
        if (drop.textContent !== texts.sure(name)) drop.textContent = texts.sure(name);
        else {
          await dropResult(one.id);
          await offerResults(place, onShow, shown);
        }
      };
      return el(
        "p",
        {},
        `${texts.waits(name)} `,
        el("button", { type: "button", click: () => onShow(one) }, texts.show),
        " ",
        drop,
      );
    }),
  );
}
