// How the text of each field of a link is read. A reader returns undefined for a faulty text.
import { placeOf } from "../host-place.js";
import { FIELDS } from "./link.js";

/** What makes a reader, for each kind of field. */
const KINDS = {
  address: () => webAddress,
  digest: () => hexDigest,
  text: ({ most }) => plainText(most),
  number: ({ least, most }) => number(least, most),
  count: ({ least, most }) => whole(least, most),
  word: ({ words }) => oneOf(...words),
  handle: ({ least, most, marks }) => matching(new RegExp(`^[A-Za-z0-9${marks}]{${least},${most}}$`)),
  order: ({ words, most }) => orderOf(words, plainText(most)),
};
export const READERS = Object.fromEntries(FIELDS.map((field) => [field.name, KINDS[field.kind](field)]));
/** The same for terms in a kit, where a public file may lie beside them. */
export const READERS_IN_KIT = {
  ...READERS,
  ...Object.fromEntries(
    ["source", "baseFile", "model"].map((name) => [name, (text) => addressInKit(text) ?? webAddress(text)]),
  ),
};

/** The address as the browser will use it, so that what is shown is what is fetched. */
function webAddress(text) {
  // The URL parser removes tabs and line breaks, reads \ as / and adds missing slashes: such addresses hide their
  // target. So do addresses with a user name before the @.
  if (text.length > 2000 || !/^https?:\/\/[^@/?#\s\\\p{C}]+([/?][^#\s\\\p{C}]*)?$/iu.test(text)) return undefined;
  let url;
  try {
    url = new URL(text);
  } catch {
    return undefined;
  }
  return url.protocol === "https:" || placeOf(url.hostname) === "loopback" ? url.href : undefined;
}

/** The address of a file that is in the kit alone, as kit/format.js writes it. */
const addressInKit = (text) => (text.length <= 2000 && /^kit:[\w.!~*'()%-]+$/.test(text) ? text : undefined);

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

/** `dmy:column`, the name without outer spaces. */
function orderOf(words, name) {
  return (text) => {
    const [order, ...rest] = text.split(":");
    const column = name(rest.join(":"));
    return words.includes(order) && column !== undefined ? `${order}:${column}` : undefined;
  };
}

function matching(pattern) {
  return (text) => (pattern.test(text) ? text : undefined);
}
