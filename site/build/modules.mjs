// The modules that a script imports, directly or not. The site must have them all, and a page requests its script's
// modules at once instead of one level after the other.

const IMPORT = /^\s*(?:import|export)\b[^;]*?\bfrom "(\.[^"]+)"|^import "(\.[^"]+)"/gm;

const TEXTS = /\bimport\("(\.[^"]*\btexts\/([a-z]+)\/index\.js)"\)/g;
const at = (name, address) => new URL(address, `file:///${name}`).pathname.slice(1);

/** The names of the modules that `name`, with this text, imports. */
const importsOf = (name, text) => [...String(text).matchAll(IMPORT)].map((match) => at(name, match[1] ?? match[2]));

/** The names of the texts that it loads on a page in this language. */
const textsOf = (name, text, language) =>
  [...String(text).matchAll(TEXTS)].filter((match) => match[2] === language).map((match) => at(name, match[1]));

/** The names of `entry` and of all that it imports at its start on a page in this language, among `files` by name. */
export function modulesOf(entry, files, language = "en") {
  const found = new Set();
  const visit = (name) => {
    if (found.has(name)) return;
    if (!(name in files)) throw new Error(`build: ${entry} needs ${name}, which is not on the site`);
    found.add(name);
    importsOf(name, files[name]).forEach(visit);
    textsOf(name, files[name], language).forEach(visit);
  };
  visit(entry);
  return [...found];
}

/**
 * Adds to `files` the modules that these import and that are not among them; `read(name)` resolves with such a module.
 */
export async function addImported(files, read) {
  const names = Object.keys(files).filter((name) => name.endsWith(".js"));
  for (const name of names) {
    for (const wanted of importsOf(name, files[name])) {
      if (wanted in files) continue;
      files[wanted] = await read(wanted).catch(() => {
        throw new Error(`build: ${name} needs ${wanted}, which is not there`);
      });
      names.push(wanted);
    }
  }
}
