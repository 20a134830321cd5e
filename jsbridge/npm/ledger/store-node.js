// The ledger's entries as files 000001.json, 000002.json, … in one folder.
//
// An entry is written and synchronised under a temporary name, then linked to its number. link() fails if that number
// exists, so an entry appears completely or not at all and is never overwritten. The folder is synchronised before the
// charge counts as recorded. A crash can leave a temporary file, which is never read.
import { randomUUID } from "node:crypto";
import { link, mkdir, open, readFile, readdir, rm, stat } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, isAbsolute, join } from "node:path";
import { LedgerError } from "./rules.js";

/** The ledger of this machine account. */
export const openStore = () => folderStore(join(stateFolder(), "ledger"));

/** A ledger in this folder; the first entry creates the folder. */
export function folderStore(folder) {
  return {
    read: () => reporting(folder, () => readEntries(folder)),
    append: (text, number) => reporting(folder, () => appendEntry(folder, text, number)),
  };
}

/** Where this machine account keeps what is to last. Throws "ledger-unavailable". */
export function stateFolder() {
  const { XDG_STATE_HOME = "", LOCALAPPDATA } = process.env;
  // The specification of that variable has a relative path ignored; but the budget would then be counted in another
  // place than was meant.
  if (XDG_STATE_HOME !== "" && !isAbsolute(XDG_STATE_HOME)) {
    throw new LedgerError(
      "ledger-unavailable",
      `the environment variable XDG_STATE_HOME, where the privacy ledger is kept, is ${JSON.stringify(XDG_STATE_HOME)}, ` +
        "which depends on the folder in which a program is started; set it to an absolute path, or unset it. Nothing was spent",
    );
  }
  let base;
  if (XDG_STATE_HOME !== "") base = XDG_STATE_HOME;
  else if (process.platform === "win32" && LOCALAPPDATA) base = LOCALAPPDATA;
  else if (process.platform === "darwin") base = join(homedir(), "Library", "Application Support");
  else base = join(homedir(), ".local", "state");
  return join(base, "privadapt");
}

const fileName = (number) => `${String(number).padStart(6, "0")}.json`;

async function readEntries(folder) {
  const names = await readdir(folder).catch((error) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  const numbers = names.map((name) => parseInt(name, 10)).filter((number, i) => fileName(number) === names[i]);
  const last = numbers.reduce((a, b) => Math.max(a, b), 0);
  // Opens every entry up to the last by its number: a listing during a write may show entry N+1 and not entry N.
  const texts = [];
  for (let number = 1; number <= last; number++) {
    const path = join(folder, fileName(number));
    texts.push(
      await readFile(path, "utf8").catch((error) => {
        if (error.code !== "ENOENT") throw error;
        throw new LedgerError(
          "ledger-corrupt",
          `entry ${number} of the privacy ledger is missing: there is no ${path}, although there are later ones. ` +
            "Nothing is released from a damaged ledger; restore the file from a copy, or move the folder away and count " +
            "what was spent so far by other means",
        );
      }),
    );
  }
  return texts;
}

async function appendEntry(folder, text, number) {
  await makeFolder(folder);
  const temporary = join(folder, `.${randomUUID()}.partial`);
  try {
    await writeDurably(temporary, text);
    await link(temporary, join(folder, fileName(number)));
  } catch (error) {
    if (error.code === "EEXIST") return false;
    throw error;
  } finally {
    await rm(temporary, { force: true });
  }
  await syncFolder(folder);
  if (number === 1) await syncAbove(folder);
  return true;
}

/**
 * Makes a folder and those above it, for this user alone. Not by mkdir's own recursion, which tries for ever where a
 * file system takes no folders and says that the one above is missing, as /proc does.
 */
export async function makeFolder(folder) {
  const make = (path) =>
    mkdir(path, { mode: 0o700 }).catch(async (error) => {
      if (error.code !== "EEXIST" || !(await stat(path)).isDirectory()) throw error;
    });
  const missing = [];
  let path = folder;
  while (!(await stat(path).catch(() => null)) && path !== dirname(path)) {
    missing.push(path);
    path = dirname(path);
  }
  if (missing.length === 0) await make(folder);
  for (const one of missing.reverse()) await make(one);
}

export async function writeDurably(path, text) {
  const file = await open(path, "wx", 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

/**
 * Synchronises the folders above, because a power failure could remove a new folder together with the ledger in it. A
 * folder that this user may not open, or that the system cannot write to, has no new entries.
 */
async function syncAbove(folder) {
  for (let path = folder; path !== dirname(path); path = dirname(path)) {
    await syncFolder(dirname(path)).catch((error) => {
      if (!["EACCES", "EPERM", "EROFS", "EINVAL"].includes(error.code)) throw error;
    });
  }
}

export async function syncFolder(folder) {
  if (process.platform === "win32") return; // Windows has no such call; NTFS journals its names
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

export const reasons = {
  ENOSPC: "the disk is full; make room",
  EDQUOT: "the disk quota is used up; make room",
  EACCES: "access is not permitted; correct the permissions",
  EPERM: "the system does not permit it, or the file system there has no hard links",
  EROFS: "the file system is read-only",
  ENOENT: "its folder cannot be made, as on a read-only file system", // what Node's mkdir says for EROFS
  EEXIST: "there is a file where a folder is needed; move it away",
  ENOTDIR: "there is a file where a folder is needed; move it away",
  EIO: "the disk reports an error",
};

export async function reporting(folder, work) {
  try {
    return await work();
  } catch (error) {
    if (error instanceof LedgerError) throw error;
    throw new LedgerError(
      "ledger-unavailable",
      `the privacy ledger in ${folder} cannot be used: ${reasons[error.code] ?? error.message}. Without it nothing is ` +
        "released; where that cannot be repaired, name another place by the environment variable XDG_STATE_HOME and move the ledger " +
        "there, or its count would begin anew",
      { cause: error },
    );
  }
}
