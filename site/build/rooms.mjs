// The contents of the site's rooms: pages, and files that go to the site unchanged.
import { readFile, readdir } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";

const site = fileURLToPath(new URL("..", import.meta.url));

/**
 * The folders with the parts of the pages; "" is the front door. Folders within a room, such as vault/inside, belong to
 * it.
 */
const ROOMS = ["", "owner", "vault", "analyst", "operator", "paper", "embed", "plots", "shared"];
/**
 * Rooms with a page of their name. On the site their folders have another name, because some hosts look for the folder
 * paper/ before the page paper.html when they are asked for /paper.
 */
const PAGED = ["vault", "analyst", "operator", "paper", "embed"];
const PAGED_FOLDER = new RegExp(`(["'](?:\\.\\.?/)*(?:${PAGED.join("|")}))/`, "g");
const SHIPPED = /\.(js|css|svg|png|webmanifest)$/;

/**
 * Resolves with {files, pages}, each name → content. A file's name has the folder of its room on the site. A page,
 * which may be beside its script in a room, has its own name alone, so that its address does not depend on the room.
 */
export async function readRooms() {
  const files = {};
  const pages = {};
  for (const room of ROOMS) {
    const entries = await readdir(path.join(site, room), { withFileTypes: true });
    for (const name of entries
      .filter((entry) => entry.isFile())
      .map((entry) => entry.name)
      .sort()) {
      const content = async () => {
        const bytes = await readFile(path.join(site, room, name));
        return /\.(js|html)$/.test(name) ? String(bytes).replace(PAGED_FOLDER, "$1-files/") : bytes;
      };
      if (SHIPPED.test(name))
        files[path.posix.join(PAGED.includes(room) ? `${room}-files` : room, name)] = await content();
      if (!name.endsWith(".html")) continue;
      if (name in pages) throw new Error(`build: two pages are called ${name}`);
      pages[name] = await content();
    }
  }
  return { files, pages };
}
