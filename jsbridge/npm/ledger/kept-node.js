// Releases that were paid for and are not yet where their owner wanted them: files beside the ledger, in the folder
// releases.
//
// A run has files of its name. RUN.begun.json says, before the charge, what it is about to make, and RUN.room takes the
// space for it, so that a full disk is found before anything is spent. Once the release is made it replaces the room
// and is named RUN.release.json, with RUN.csv for weights; where it has been written for its owner, RUN.begun.json is
// renamed to RUN.written.json and the copies go; where none was made after the charge, to RUN.none.json. The charge in
// the ledger names the run. So whenever a program dies, each charged run has its release here or where it was to be, or
// it is known that none was made.
import { open, readFile, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { PrivadaptError } from "../errors.js";
import { LedgerError } from "./rules.js";
import { makeFolder, reasons, reporting, stateFolder, syncFolder, writeDurably } from "./store-node.js";

const ENOUGH = 4 << 20; // bytes for a release and its certificate
const PER_ROW = 64; // bytes for a weight of the public sample

const folderOf = () => join(stateFolder(), "releases");

/**
 * Takes the place of the release of a run, in `count` files, before its charge; `files` is where it is to be, and `about`
 * names what it reads.
 */
export async function reserve({ run, account, kind, files, about, count, rows }) {
  const folder = folderOf();
  const at = (ending) => join(folder, `${run}.${ending}`);
  const rooms = Array.from({ length: count }, (_, k) => at(`${k}.room`));
  const begun = { run, begun: new Date().toISOString(), process: process.pid, account, kind, files, about };
  const remove = () => removeAll([...rooms, at("begun.json")]);
  await reporting(folder, () => makeFolder(folder));
  try {
    await writeDurably(at("begun.json"), `${JSON.stringify(begun)}\n`);
    for (const room of rooms) await writeDurably(room, Buffer.alloc(ENOUGH + PER_ROW * rows));
    await syncFolder(folder);
  } catch (cause) {
    await remove();
    throw new LedgerError(
      "ledger-unavailable",
      `there is no room in ${folder} to keep a release until it is written: ${reasons[cause.code] ?? cause.message}. Nothing was spent`,
      { cause },
    );
  }
  const copies = [...(count > 1 ? [at("csv")] : []), at("release.json")];
  return {
    run,
    copies,
    /** Keeps the texts, the release's last. */
    async keep(texts) {
      for (const [k, room] of rooms.entries()) {
        await overwrite(room, texts[k]);
        await rename(room, copies[k]);
      }
      await syncFolder(folder);
    },
    async written({ keep = false } = {}) {
      await rename(at("begun.json"), at("written.json"));
      await removeAll(keep ? rooms : [...rooms, ...copies]);
    },
    async none() {
      await rename(at("begun.json"), at("none.json"));
      await removeAll(rooms);
    },
    cancel: remove,
  };
}

const removeAll = (paths) => Promise.all(paths.map((path) => rm(path, { force: true })));

/** The room was written in full, so what replaces it needs no more of the disk. */
async function overwrite(path, text) {
  const bytes = Buffer.from(text);
  const file = await open(path, "r+");
  try {
    for (let done = 0; done < bytes.length; )
      done += (await file.write(bytes, done, bytes.length - done, done)).bytesWritten;
    await file.truncate(bytes.length);
    await file.sync();
  } finally {
    await file.close();
  }
}

/**
 * Every run that has files or that a charge in the ledger names, oldest first: {run, state, begun, account, kind,
 * files, kept?}. The state is "kept", "written", "none" (charged, and no release was made), "running", or "unpaid"
 * (ended before its charge). `kept` are the paths of the copies.
 */
export async function keptReleases(ledger) {
  const folder = folderOf();
  const names = await readdir(folder).catch((error) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  const { accounts } = await ledger.state();
  const charges = new Map(
    accounts.flatMap(({ name, history }) =>
      history
        .filter(({ kind, about }) => kind === "charge" && about.run)
        .map(({ time, about }) => [about.run, { run: about.run, begun: time, account: name, kind: about.release }]),
    ),
  );
  const runs = new Set([...charges.keys(), ...names.map((name) => name.split(".")[0]).filter((name) => name !== "")]);
  const list = [];
  for (const run of runs) {
    const has = (ending) => names.includes(`${run}.${ending}`);
    const record = ["begun.json", "written.json", "none.json"].find(has);
    const said = record ? await readRecord(join(folder, `${run}.${record}`)) : {};
    const kept = has("release.json")
      ? ["csv", "release.json"].filter(has).map((end) => join(folder, `${run}.${end}`))
      : undefined;
    const ended = !(record === "begun.json" && isRunning(said.process));
    const state = kept
      ? "kept"
      : record === "written.json"
        ? "written"
        : !ended
          ? "running"
          : charges.has(run)
            ? "none"
            : "unpaid";
    const remains = state === "unpaid" || (state === "none" && record !== "none.json");
    if (remains && !(await clear(folder, run, state))) return keptReleases(ledger);
    const { process, ...facts } = { ...charges.get(run), ...said };
    list.push({ ...facts, run, state, kept });
  }
  return list.sort((a, b) => (a.begun < b.begun ? -1 : 1));
}

/**
 * Removes what a program that has died left of a run without a release. Returns false, and removes nothing, where the
 * run came to its end after the folder was listed.
 */
async function clear(folder, run, state) {
  const left = (await readdir(folder)).filter((name) => name.startsWith(run) && name !== `${run}.begun.json`);
  if (left.some((name) => name.endsWith(".json"))) return false;
  await removeAll(left.map((name) => join(folder, name)));
  const begun = join(folder, `${run}.begun.json`);
  if (state === "unpaid") await rm(begun, { force: true });
  else await rename(begun, join(folder, `${run}.none.json`)).catch(() => {}); // there is none
  return true;
}

const readRecord = async (path) => {
  try {
    return JSON.parse(await readFile(path, "utf8"));
  } catch {
    return {}; // it was cut off by a crash; the name says enough
  }
};

function isRunning(id) {
  try {
    return id !== undefined && process.kill(id, 0);
  } catch (error) {
    return error.code === "EPERM";
  }
}

/** The run that a word names, by its beginning too. */
export async function findKept(ledger, word) {
  const found = (await keptReleases(ledger)).filter(({ run }) => run.startsWith(word));
  if (found.length === 1 && found[0].kept) return found[0];
  throw new PrivadaptError(
    "no-file",
    found.length > 1
      ? `several runs begin with "${word}"; give more of its name`
      : `no release of a run "${word}" is kept; privadapt ledger releases lists those that are`,
  );
}

/** Removes what is kept of a run. */
export async function dropKept({ run, kept }) {
  const begun = join(folderOf(), `${run}.begun.json`);
  await rename(begun, begun.replace(/begun\.json$/, "written.json")).catch(() => {}); // it is so named already
  await removeAll(kept);
}
