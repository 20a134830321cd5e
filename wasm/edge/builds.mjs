// Builds are side by side in builds/, and build is a link to the newest. The name of a build begins with the number of
// the process that builds it, and a process that runs one leaves a mark with its number in it. Builds leave it in place
// for as long as one of these lives, so that several can run at once.
import { readdir, readlink, realpath, rename, rm, rmdir, lstat, symlink, writeFile } from "node:fs/promises";
import path from "node:path";

const MARK = "used-by-";

/** Marks the newest build as used by this process and resolves with its own folder, which later builds leave alone. */
export async function useCurrent(edge) {
  for (;;) {
    const folder = await current(edge);
    if (!folder) throw new Error("edge: there is no build; run make edge-build");
    await writeFile(path.join(folder, MARK + process.pid), "").catch((error) => {
      if (error.code !== "ENOENT") throw error;
    });
    // A build that has come in between may not have seen the mark, and removes this one.
    if ((await current(edge)) === folder) return folder;
  }
}

/**
 * The folder of the newest build; undefined if there is none. Another build may point the link elsewhere while it is
 * followed.
 */
async function current(edge) {
  const link = path.join(edge, "build");
  for (let before; ; ) {
    const folder = await realpath(link).catch(() => undefined);
    const place = folder ?? (await readlink(link).catch(() => undefined));
    if (folder || place === undefined || place === before) return folder;
    before = place;
  }
}

/** Points the link to a finished build, in one step, and removes the builds that no process uses. */
export async function makeCurrent(edge, folder) {
  const link = path.join(edge, "build");
  await replaceFolder(edge, link);
  const made = path.join(folder, "link"); // here no other build makes one
  await symlink(path.relative(edge, folder), made);
  await rename(made, link);
  const builds = await realpath(path.dirname(folder));
  for (const name of await readdir(builds)) {
    const other = path.join(builds, name);
    // In this order: whoever built it is gone, so it is current by now or never.
    if ((await isUsed(other)) || [other, undefined].includes(await current(edge))) continue;
    await rm(other, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Before there were links, build was the folder itself, with the campaigns inside it: they are kept. */
async function replaceFolder(edge, link) {
  const present = await lstat(link).catch(() => undefined);
  if (!present?.isDirectory()) return;
  const state = path.join(edge, "state");
  await rmdir(state).catch(() => {}); // stays if there is anything in it
  await rename(path.join(link, "state"), state).catch((error) => {
    if (error.code !== "ENOENT")
      throw new Error(`edge: the campaigns in ${link}/state could not be moved to ${state}: ${error.message}`);
  });
  await rm(link, { recursive: true });
}

async function isUsed(folder) {
  const builder = path.basename(folder).match(/^(\d+)-/)?.[1];
  const names = await readdir(folder).catch(() => []); // another build has just removed it
  const users = names.filter((name) => name.startsWith(MARK)).map((name) => name.slice(MARK.length));
  return [builder, ...users].filter(Boolean).some((number) => isAlive(Number(number)));
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}
