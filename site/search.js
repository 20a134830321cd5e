// Finds sections of the documentation by their words. Their texts come in a script, which a page on a disk may load too, and
// come once somebody searches.
const element = (tag, more, ...children) => {
  const made = Object.assign(document.createElement(tag), more);
  made.append(...children);
  return made;
};
const MOST = 12; // results
const AROUND = 60; // characters of a text on each side of what was found

const field = element("input", { type: "text", id: "search", autocomplete: "off" });
const status = element("p", { className: "help", role: "status" });
const found = element("ol");
document
  .getElementById("contents")
  .prepend(element("label", { htmlFor: "search" }, "Search the documentation"), field, status, found);

/** Resolves with the sections, [address, document, heading, text]. */
let loading;
const load = () =>
  (loading ??= new Promise((resolve, reject) => {
    const script = element("script", { src: "search-index.js" });
    script.addEventListener("load", () => resolve(globalThis.sections));
    script.addEventListener("error", reject);
    document.head.append(script);
  }));

/** Sections with all words, those first that have them in their heading. */
function search(sections, words) {
  const has = (text) => words.every((word) => text.toLowerCase().includes(word));
  const all = sections.filter(([, , heading, text]) => has(`${heading} ${text}`));
  return [...all.filter(([, , heading]) => has(heading)), ...all.filter(([, , heading]) => !has(heading))];
}

function result([address, title, heading, text], word) {
  const at = Math.max(0, text.toLowerCase().indexOf(word, heading.length));
  const link = element("a", { href: address }, heading === title ? title : `${title}: ${heading}`);
  return element(
    "li",
    {},
    link,
    element(
      "p",
      { className: "help" },
      `… ${text.slice(Math.max(0, at - AROUND), at + AROUND).replace(/^\S* | \S*$/g, "")} …`,
    ),
  );
}

field.addEventListener("input", async () => {
  const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
  const sections = await load().catch(() => undefined);
  const all = sections && words.length > 0 ? search(sections, words) : [];
  found.replaceChildren(...all.slice(0, MOST).map((one) => result(one, words[0])));
  const count = all.length === 1 ? "1 section" : `${all.length} sections`;
  status.textContent = !sections ? "The texts could not be loaded." : words.length === 0 ? "" : count;
});
