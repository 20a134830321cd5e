// Keeps the ledger in a browser: one IndexedDB record per entry, under the number of the entry.
//
// Two mechanisms separate tabs. Every operation holds one exclusive Web Lock, so that tabs take turns and a written
// entry is read back before another tab may write. And add(), which writes an entry, fails if the number is taken: two
// tabs that read the same last entry cannot both append to it, even in a browser whose locks do not work.
//
// An entry counts once its transaction is complete with durability "strict": the browser has then asked the system to
// write it to the disk. If a page is killed in between, a run may be charged without a result, but there is no result
// without a charge.
import { LedgerError } from "./rules.js";

const DATABASE = "privadapt-ledger"; // and the name of the lock
const ENTRIES = "entries";
// Longer than any operation takes. It limits only the wait for other tabs and for a database that never answers.
const PATIENCE = 15_000; // milliseconds

/** The store of this browser profile and origin, for a window or a worker. */
export function openStore() {
  let asked = false; // whether the browser was asked to keep the data
  return {
    /** Resolves with the texts of all entries in their order. */
    async read() {
      const records = await exclusively(readAll);
      const strange = records.findIndex(([number], i) => number !== i + 1);
      if (strange >= 0)
        throw new LedgerError("ledger-corrupt", `entry ${strange + 1} of the privacy ledger is missing`);
      return records.map(([, text]) => text);
    },

    /** Resolves with [number, text] of every record, for a copy of a ledger that cannot be read. */
    readDamaged: () => exclusively(readAll),

    /** Resolves with true once the entry is on the disk, with false if its number is taken. */
    async append(text, number) {
      if (!asked) {
        asked = true;
        // Without this request, browsers may delete data of a site when the disk is full. It is not awaited, because a
        // browser may ask its user.
        globalThis.navigator.storage?.persist?.().catch(() => {});
      }
      return exclusively(async (database) => {
        if (!(await add(database, text, number))) return false;
        if ((await readOne(database, number)) !== text) throw unavailable("the browser did not keep what was written");
        return true;
      });
    },

    /**
     * Replaces all entries by others in one transaction, if they are still equal to `damaged`, which readDamaged()
     * returned, so that no entry is lost that another tab has written since. Resolves with whether it did. Only for a
     * damaged ledger, and only if its owner wants it.
     */
    replace: (texts, damaged) =>
      exclusively(async (database) => {
        let same = false;
        await finished(database, "readwrite", (entries) => {
          const numbers = entries.getAllKeys();
          const records = entries.getAll();
          records.onsuccess = () => {
            const found = records.result.map((text, i) => [numbers.result[i], text]);
            same = JSON.stringify(found) === JSON.stringify(damaged);
            if (!same) return;
            entries.clear();
            texts.forEach((text, i) => entries.add(text, i + 1));
          };
          return records;
        });
        return same;
      }),
  };
}

/** Runs an operation on the open database while no other tab or worker does. */
async function exclusively(operation) {
  const locks = globalThis.navigator?.locks;
  if (!locks) throw unavailable("this browser has no locks (Web Locks), or the page is not opened over https", UPDATE);
  const impatient = AbortSignal.timeout(PATIENCE);
  try {
    return await locks.request(DATABASE, { signal: impatient }, async () => {
      const database = await open();
      try {
        return await operation(database);
      } finally {
        database.close();
      }
    });
  } catch (error) {
    if (error instanceof LedgerError) throw error;
    if (impatient.aborted && error === impatient.reason) throw unavailable("another tab holds it", CLOSE_TABS, error);
    const [why, whatToDo] = REASONS[error?.name] ?? FAILED;
    throw unavailable(why, whatToDo, error);
  }
}

function open() {
  return new Promise((resolve, reject) => {
    const request = globalThis.indexedDB?.open(DATABASE, 1);
    if (!request) throw unavailable("this browser has no database for pages (IndexedDB)", UPDATE);
    let late = false;
    const fail = (error) => {
      clearTimeout(timer);
      late = true;
      reject(error);
    };
    const timer = setTimeout(() => fail(unavailable("the browser's database does not answer", CLOSE_TABS)), PATIENCE);
    request.onupgradeneeded = () => request.result.createObjectStore(ENTRIES);
    request.onblocked = () => fail(unavailable("another tab holds an older version of it", CLOSE_TABS));
    request.onerror = (event) => {
      event.preventDefault(); // Firefox would report it as an uncaught error as well
      fail(request.error);
    };
    request.onsuccess = () => {
      clearTimeout(timer);
      const database = request.result;
      // Another tab deletes or upgrades the database: keeping it open would block that tab and every later one.
      database.onversionchange = () => database.close();
      if (late) database.close();
      else resolve(database);
    };
  });
}

/** Resolves with the request's result when the whole transaction is complete. */
function finished(database, mode, ask) {
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(ENTRIES, mode, { durability: "strict" });
    const request = ask(transaction.objectStore(ENTRIES));
    transaction.oncomplete = () => resolve(request.result);
    transaction.onabort = () => reject(transaction.error ?? request.error ?? new DOMException("aborted", "AbortError"));
  });
}

/** Resolves with false if the number is taken. */
async function add(database, text, number) {
  try {
    await finished(database, "readwrite", (entries) => entries.add(text, number));
    return true;
  } catch (error) {
    if (error?.name === "ConstraintError") return false;
    throw error;
  }
}

const readOne = (database, number) => finished(database, "readonly", (entries) => entries.get(number));

/** Resolves with [number, text] of every record, valid or not. */
async function readAll(database) {
  let numbers;
  const texts = await finished(database, "readonly", (entries) => {
    numbers = entries.getAllKeys();
    return entries.getAll();
  });
  return texts.map((text, i) => [numbers.result[i], text]);
}

const UPDATE = "use a current browser, and open the page over https";
const CLOSE_TABS = "close the other tabs with this page, then try again";

const DENIED = [
  "the browser lets this page store nothing",
  "leave the private window, or allow this site to store data in the browser's settings",
];
/** Why the browser failed, and advice for the owner, by the name of its error. */
const REASONS = {
  QuotaExceededError: [
    "there is no room left for it",
    "free some space on the disk, or delete data of other sites in the browser's settings",
  ],
  SecurityError: DENIED,
  InvalidStateError: DENIED, // Firefox, in private windows of older versions
  NotAllowedError: DENIED,
  VersionError: ["a newer version of this page has written it", "reload the page"],
};
const FAILED = ["the browser's database failed", "reload the page and, if that does not help, restart the browser"];

function unavailable(why, whatToDo = "try again", cause) {
  const message = `the privacy ledger of this browser cannot be used: ${why}; ${whatToDo}. Without it nothing is released`;
  return new LedgerError("ledger-unavailable", message, { cause });
}
