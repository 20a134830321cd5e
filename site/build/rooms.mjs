// The contents of the site's rooms: pages, and files that go to the site unchanged.
import { readFile, readdir } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";

const site = fileURLToPath(new URL("..", import.meta.url));

/** The folders with the parts of the pages; "" is the front door. Folders within a room, such as vault/inside, belong to it. */
const ROOMS = ["", "owner", "vault", "analyst", "operator", "paper", "embed", "shared"];
const SHIPPED = /\.(js|css|svg|png|webmanifest)$/;

/**
 * Resolves with {files, pages}, each name → content. A file's name has its room. A page, which may be beside its
 * script in a room, has its own name alone, so that its address does not depend on the room.
 */
export async function readRooms() {
  const files = {};
  const pages = {};
  for (const room of ROOMS) {
    const entries = await readdir(path.join(site, room), { withFileTypes: true });
    for (const name of entries.filter((entry) => entry.isFile()).map((entry) => entry.name).sort()) {
      const content = () => readFile(path.join(site, room, name));
      if (SHIPPED.test(name)) files[path.posix.join(room, name)] = await content();
      if (!name.endsWith(".html")) continue;
      if (name in pages) throw new Error(`build: two pages are called ${name}`);
      pages[name] = String(await content());
    }
  }
  return { files, pages };
}
