// What the attributes of <private-adapt> ask for, as the fields of a link.
import { ATTRIBUTES } from "./attributes.gen.js";

/** The fields as the text of a link; `base` is the address of the page, by which addresses are read. */
export function askedBy(element, base) {
  const fields = new URLSearchParams();
  for (const [name, attribute] of Object.entries(ATTRIBUTES)) {
    const value = element.getAttribute(name);
    if (value === null) continue;
    for (const text of textsOf(value, attribute))
      fields.append(attribute.field, attribute.kind === "address" ? absolute(text, base) : text);
  }
  return String(fields);
}

/** Of columns a value has their names. */
function textsOf(value, /** @type {Record<string, any>} */ { kind, listed }) {
  if (!listed) return [value];
  return kind === "order" ? columnNames([value]).map(ofColumn) : columnNames([value]);
}

/** `sold=dmy` is the field `dmy:sold`. */
function ofColumn(pair) {
  const at = pair.lastIndexOf("=");
  return `${pair.slice(at + 1)}:${pair.slice(0, Math.max(0, at))}`;
}

function absolute(address, base) {
  try {
    return new URL(address, base).href;
  } catch {
    return address; // the host reports that it is not an address
  }
}

// Lists of columns, as the command line and the attributes of <private-adapt> have them.

/** A name up to a comma, or one with commas in quotes, as in a line of CSV. */
const NAME = /\s*(?:"((?:[^"]|"")*)"\s*|([^,]*))(?:,|$)/gy;

/** `a,b` and repeated options alike, as a list of column names. */
export const columnNames = (texts) =>
  texts
    ?.flatMap((text) => Array.from(text.matchAll(NAME), ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain))
    .map((name) => name.trim())
    .filter((name) => name !== "");
