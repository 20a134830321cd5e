// What the ledger's store asks of the disk, seen and disturbed from outside.
import fs from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";

/**
 * Calls `around(name, work)` for each step in which the store writes; it has to do the work, or throw what a disk
 * would. Returns the function that ends this.
 */
export function watchDisk(around) {
  const real = { open: fs.open, link: fs.link, rm: fs.rm };
  fs.open = async (path, ...args) => {
    const what = String(path).endsWith(".partial") ? "entry" : "folder";
    const handle = await around(`open ${what}`, () => real.open(path, ...args));
    const { writeFile, sync } = handle;
    handle.writeFile = (text) => around(`write ${what}`, () => writeFile.call(handle, text));
    handle.sync = () => around(`sync ${what}`, () => sync.call(handle));
    return handle;
  };
  fs.link = (...args) => around("link", () => real.link(...args));
  fs.rm = (...args) => around("remove temporary name", () => real.rm(...args));
  syncBuiltinESMExports();
  return () => {
    Object.assign(fs, real);
    syncBuiltinESMExports();
  };
}
