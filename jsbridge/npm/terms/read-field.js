// Reads the text of one field of a link, as Field.Accepts of core/terms/invitation does: both run its testdata.
import { placeOf } from "../host-place.js";
import { LIMITS } from "./link.js";

/** What makes the function that reads a field's text, for each kind. It returns undefined for a faulty text. */
const KINDS = {
  address: () => webAddress,
  digest: () => hexDigest,
  text: ({ most }) => plainText(most),
  column: ({ most }) => columnName(most),
  number: ({ least, most }) => number(least, most),
  count: ({ least, most }) => whole(least, most),
  word: ({ words }) => oneOf(...words),
  handle: ({ least, most, marks }) => matching(new RegExp(`^[A-Za-z0-9${marks}]{${least},${most}}$`)),
};

/** The function that reads a field's text; it returns undefined for a faulty one. */
export const readerOf = (field) => KINDS[field.kind](field);

/** The address as the browser will use it, so that what is shown is what is fetched. */
function webAddress(text) {
  // The URL parser removes tabs and line breaks, reads \ as / and adds missing slashes: such addresses hide their
  // target. So do addresses with a user name before the @.
  if (text.length > LIMITS.address) return undefined;
  if (!/^https?:\/\/[^@/?#\s\\\p{C}]+([/?][^#\s\\\p{C}]*)?$/iu.test(text)) return undefined;
  let url;
  try {
    url = new URL(text);
  } catch {
    return undefined;
  }
  return url.protocol === "https:" || placeOf(url.hostname) === "loopback" ? url.href : undefined;
}

function hexDigest(text) {
  return /^[0-9a-f]{64}$/i.test(text) ? text.toLowerCase() : undefined;
}

function plainText(longest) {
  // C: control, bidirectional and other invisible characters, lone surrogates, private use. Many marks in a row climb
  // out of their line.
  return (text) => {
    const trimmed = text.trim();
    return trimmed === "" || [...trimmed].length > longest || /[\p{C}\p{Zl}\p{Zp}]|\p{M}{4}/u.test(text)
      ? undefined
      : trimmed;
  };
}

/** A column of private files, as release.IsColumnName in core has it: the engine names people by no other. */
function columnName(mostBytes) {
  return (text) => {
    const name = plainText(mostBytes)(text);
    const isName = name !== undefined && /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]+$/u.test(name);
    return isName && new TextEncoder().encode(name).length <= mostBytes ? name : undefined;
  };
}

function number(least, most) {
  // Decimal only: Number() would read "", "0x1" and "Infinity" as well.
  return (text) => {
    const value = /^\d{1,9}(\.\d{1,20})?(e[+-]?\d{1,3})?$/i.test(text) ? Number(text) : NaN;
    return value >= least && value <= most ? value : undefined;
  };
}

function whole(least, most) {
  return (text) => {
    const value = /^\d{1,10}$/.test(text) ? Number(text) : NaN;
    return value >= least && value <= most ? value : undefined;
  };
}

function oneOf(...words) {
  return (text) => (words.includes(text) ? text : undefined);
}

function matching(pattern) {
  return (text) => (pattern.test(text) ? text : undefined);
}
