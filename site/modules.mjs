// The modules that a page's script imports, directly or not, so that the page can ask for all of them at once and not one
// level after the other.

const IMPORT = /^\s*(?:import|export)\b[^;]*?\bfrom "(\.[^"]+)"|^import "(\.[^"]+)"/gm;

/** The names of `entry` and of all that it imports at its start, among `files` by name. */
export function modulesOf(entry, files) {
  const found = new Set();
  const visit = (name) => {
    if (found.has(name)) return;
    if (!(name in files)) throw new Error(`build: ${entry} needs ${name}, which is not on the site`);
    found.add(name);
    for (const match of String(files[name]).matchAll(IMPORT)) {
      visit(new URL(match[1] ?? match[2], `file:///${name}`).pathname.slice(1));
    }
  };
  visit(entry);
  return [...found];
}
