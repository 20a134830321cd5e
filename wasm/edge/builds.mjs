// Builds are side by side in builds/, and build is a link to the newest. A process that runs one leaves a mark with its number in
// it, so that later builds leave it in place for as long as the process lives.
import { readdir, realpath, rename, rm, rmdir, lstat, symlink, writeFile } from "node:fs/promises";
import path from "node:path";

const MARK = "used-by-";

/** Marks the newest build as used by this process and resolves with its own folder, which later builds leave alone. */
export async function useCurrent(edge) {
  const folder = await realpath(path.join(edge, "build")).catch(() => {
    throw new Error("edge: there is no build; run make edge-build");
  });
  await writeFile(path.join(folder, MARK + process.pid), "");
  return folder;
}

/** Points the link to a finished build, in one step, and removes the builds that no process uses. */
export async function makeCurrent(edge, folder) {
  const link = path.join(edge, "build");
  await replaceFolder(edge, link);
  await symlink(path.relative(edge, folder), `${link}.new`);
  await rename(`${link}.new`, link);
  const builds = path.dirname(folder);
  for (const name of await readdir(builds)) {
    const other = path.join(builds, name);
    if (other !== folder && !(await isUsed(other))) await rm(other, { recursive: true, force: true });
  }
}

/** Before there were links, build was the folder itself, with the campaigns inside it: they are kept. */
async function replaceFolder(edge, link) {
  await rm(`${link}.new`, { force: true });
  const present = await lstat(link).catch(() => undefined);
  if (!present?.isDirectory()) return;
  const state = path.join(edge, "state");
  await rmdir(state).catch(() => {}); // stays if there is anything in it
  await rename(path.join(link, "state"), state).catch((error) => {
    if (error.code !== "ENOENT") throw new Error(`edge: the campaigns in ${link}/state could not be moved to ${state}: ${error.message}`);
  });
  await rm(link, { recursive: true });
}

async function isUsed(folder) {
  const marks = (await readdir(folder)).filter((name) => name.startsWith(MARK));
  return marks.some((name) => isAlive(Number(name.slice(MARK.length))));
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}
