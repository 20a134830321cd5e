// An invitation: an analyst's request to the owner of a private file, in the part of a link after #, which browsers
// never send to a server. `source=https%3A%2F%2F…&label=price&epsilonMax=1`, in the encoding of URLSearchParams.
//
// A link is untrusted. So it is either accepted or refused as a whole, parsing never throws, and the result is safe to
// be shown as text. Nothing in it may take effect before the owner has agreed.

import { mayAsk, placeOf } from "./host-place.js";
import { BASED, FIELDS, LIMITS, RULES, TWO_ORDERS } from "./terms/link.gen.js";

// Reads the text of one field of a link, as Field.Accepts of core/terms does: both run its testdata.

/** What makes the function that reads a field's text, for each kind. It returns undefined for a faulty text. */
const KINDS = {
  address: () => webAddress,
  digest: () => (text) => (/^[0-9a-f]{64}$/i.test(text) ? text.toLowerCase() : undefined),
  text: ({ most }) => plainText(most),
  column: ({ most }) => columnName(most),
  // Decimal only: Number() would read "", "0x1" and "Infinity" as well.
  number: numberOf(/^\d{1,9}(\.\d{1,20})?(e[+-]?\d{1,3})?$/i),
  count: numberOf(/^\d{1,10}$/),
  word:
    ({ words }) =>
    (text) =>
      words.includes(text) ? text : undefined,
  handle: ({ least, most, marks }) => {
    const pattern = new RegExp(`^[A-Za-z0-9${marks}]{${least},${most}}$`);
    return (text) => (pattern.test(text) ? text : undefined);
  },
  order: ({ words, most }) => orderOf(words, plainText(most)),
};

/** The address as the browser will use it, so that what is shown is what is fetched. */
function webAddress(text) {
  // The URL parser removes tabs and line breaks, reads \ as / and adds missing slashes: such addresses hide their
  // target. So do addresses with a user name before the @.
  if (text.length > LIMITS.address) return undefined;
  if (!/^https?:\/\/[^@/?#\s\\\p{C}]+([/?][^#\s\\\p{C}]*)?$/iu.test(text)) return undefined;
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  return url.protocol === "https:" || placeOf(url.hostname) === "loopback" ? url.href : undefined;
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

/** Numbers that are written so and lie within the field's bounds. */
function numberOf(pattern) {
  return ({ least, most }) =>
    (text) => {
      const value = pattern.test(text) ? Number(text) : NaN;
      return value >= least && value <= most ? value : undefined;
    };
}

/** `dmy:column`, the name without outer spaces. */
function orderOf(words, name) {
  return (text) => {
    const [order, ...rest] = text.split(":");
    const column = name(rest.join(":"));
    return words.includes(order) && column !== undefined ? `${order}:${column}` : undefined;
  };
}

const READERS = Object.fromEntries(FIELDS.map((field) => [field.name, KINDS[field.kind](field)]));

/** The address of a file that is in the kit alone, as kit/format.js writes it. */
const addressInKit = (text) => (text.length <= LIMITS.address && /^kit:[\w.!~*'()%-]+$/.test(text) ? text : undefined);

/** The same for terms in a kit, where a public file may lie beside them. */
const READERS_IN_KIT = {
  ...READERS,
  ...Object.fromEntries(
    FIELDS.filter(({ digest }) => digest).map(({ name }) => [
      name,
      (text) => addressInKit(text) ?? READERS[name](text),
    ]),
  ),
};

/** The fields that say how the sample's columns are read: they may be repeated. */
export const READING = FIELDS.filter(({ listed }) => listed).map(({ name }) => name);

/** The fields with the address of a public file beside the sample, each with the `digest` field of its SHA-256. */
export const FILES = FIELDS.filter(({ name, digest }) => digest && name !== "source");

/**
 * Reads `location.hash`. Returns {invitation}, or {problems}: sentences, at least one. Returns neither if there is
 * nothing to read, as in an empty fragment or the name of a place in the page. `from` is the host of whoever asks, as
 * URL.hostname writes it: the link's host, "" if it has none. An address on the owner's machine or in a private
 * network is refused unless that host is in one too; names are not looked up here. Without `from` this is not checked.
 * With `inKit` they are the terms of a kit, whose public files may have addresses such as kit:sample.csv. The
 * invitation is frozen. It has the fields of terms/link.gen.js by their names, each undefined that is left out, but
 *
 *   epsilon    {min, max, suggested}, each may be undefined
 *   ignore     a list of columns, and
 *   dateOrder  an object of orders by column: how the sample is read, as loadSource has it
 */
/** @returns {{invitation?: any, problems?: string[]}} */
export function parseInvitation(fragment, from, { inKit = false } = {}) {
  const text = String(typeof fragment === "string" ? fragment : "").replace(/^#/, "");
  if (!text.includes("=")) return {};
  if (text.length > LIMITS.link) return { problems: [link.tooLong] };
  const fields = new Map();
  for (const pair of text.split("&")) {
    const [name, value] = decoded(pair);
    if (name === undefined) return { problems: [link.encoding] };
    if (!Object.hasOwn(READERS, name)) return { problems: [link.unknown(name)] };
    const before = fields.get(name);
    if (before && !READING.includes(name)) return { problems: [link.repeated(name)] };
    fields.set(name, [...(before ?? []), value]);
  }
  const { invitation, faulty } = read(fields, inKit);
  if (!invitation) return { problems: faulty.map((fault) => fault.text) };
  if (from !== undefined && !hostsOf(invitation).every((host) => mayAsk(placeOf(from), placeOf(host))))
    return { problems: [link.within] };
  return { invitation };
}

/**
 * Reads a whole link: {invitation}, or {problems}, as parseInvitation() has them.
 *
 * @returns {{invitation?: any, problems?: string[]}}
 */
export function parseLink(text) {
  const at = text.indexOf("#");
  const host = at > 0 && URL.canParse(text) ? new URL(text).hostname : "";
  const { invitation, problems = [link.none] } = parseInvitation(at < 0 ? text : text.slice(at), host);
  return invitation ? { invitation } : { problems };
}

/**
 * Makes the fragment, without #, from texts as a form has them: an object by the names in the link, where "" or
 * undefined means left out. Returns {fragment, invitation}, the latter
 * as the owner's page will read it, or {faults}: a list of {field, text}.
 */
export function formatInvitation(texts, { inKit = false } = {}) {
  const fields = new Map();
  for (const { name } of FIELDS) {
    const given = [texts[name] ?? []]
      .flat()
      .map((text) => text.trim())
      .filter((text) => text !== "");
    if (given.length > 0) fields.set(name, given);
  }
  const { invitation, faulty } = read(fields, inKit);
  if (!invitation) return { faults: faulty };
  const fragment = new URLSearchParams(
    [...fields].flatMap(([name, list]) => list.map((text) => [name, text])),
  ).toString();
  return fragment.length > LIMITS.link
    ? { faults: [{ field: "source", text: link.tooLong }] }
    : { fragment, invitation };
}

/** What formatInvitation() makes an invitation of. */
export const textsOf = ({ epsilon, ...rest }) =>
  Object.fromEntries(
    Object.entries({ ...rest, epsilon: epsilon.suggested, epsilonMin: epsilon.min, epsilonMax: epsilon.max }).map(
      ([field, value]) => [field, textOf(field, value)],
    ),
  );

/** A field's text or texts, as formatInvitation() takes them. */
export function textOf(field, value) {
  if (ORDERS.includes(field)) return value && Object.entries(value).map(([column, order]) => `${order}:${column}`);
  return Array.isArray(value) ? value : value?.toString();
}

const ORDERS = FIELDS.filter(({ kind }) => kind === "order").map(({ name }) => name);

/** What says how the columns of the sample are read, as formatInvitation() takes them, from an invitation or from options of loadSource(). */
export const readingTexts = (reading) =>
  Object.fromEntries(
    Object.entries(reading)
      .filter(([field]) => READING.includes(field))
      .map(([field, value]) => [field, textOf(field, value)]),
  );

/** Names of columns in a line; one that has a comma in quotes. */
export const listed = (names) => names.map((name) => (name.includes(",") ? JSON.stringify(name) : name)).join(", ");

/**
 * How the public sample of an invitation is read: what loadSource() takes beside its files.
 *
 * @returns {any}
 */
export const readingOf = (/** @type {Record<string, any>} */ invitation) =>
  Object.fromEntries(["label", "task", ...READING].map((field) => [field, invitation[field]]));

/** What a rule asks of a field's values, as core/terms has it; a faulty value is undefined. */
const RELATIONS = {
  stated: (own) => own.length > 0,
  missing: (own) => own.length === 0,
  is: (own, words) => own.some((value) => words.includes(value)),
  isNot: (own, words) => !own.some((value) => words.includes(value)),
  same: (own, _, other) => own.some((value) => value !== undefined && other.includes(value)),
  above: ([own], _, [other]) => own > other,
};

/**
 * Turns a Map of lists of texts into {invitation}, or {faulty}: a list of {field, text}. Only the fields of columns have
 * several.
 */
function read(fields, inKit) {
  const readers = inKit ? READERS_IN_KIT : READERS;
  const values = {};
  const lists = {};
  const faulty = [];
  for (const { name, fault, missing } of FIELDS) {
    const list = (lists[name] = (fields.get(name) ?? []).map(readers[name]));
    values[name] = list[0];
    if (list.includes(undefined)) faulty.push({ field: name, text: fault });
    else if (values[name] === undefined && missing) faulty.push({ field: name, text: missing });
  }
  const { epsilon, epsilonMin, epsilonMax, ...rest } = values;
  for (const field of READING) delete rest[field];
  const complain = (field, text) =>
    faulty.some((fault) => fault.field === field && fault.text === text) || faulty.push({ field, text });
  const orders = lists.dateOrder.filter(Boolean).map((text) => [text.slice(4), text.slice(0, 3)]);
  if (new Set(orders.map(([column]) => column)).size < orders.length) complain("dateOrder", TWO_ORDERS);
  for (const { field, when, text } of RULES) {
    if (when.every(([name, relation, ...of]) => RELATIONS[relation](lists[name], of, lists[of[0]])))
      complain(field, text);
  }
  if (faulty.length > 0) return { faulty };
  return {
    invitation: Object.freeze({
      ...rest,
      ...(lists.ignore.length > 0 && { ignore: Object.freeze([...new Set(lists.ignore)]) }),
      ...(orders.length > 0 && { dateOrder: Object.freeze(Object.fromEntries(orders)) }),
      epsilon: Object.freeze({ min: epsilonMin, max: epsilonMax, suggested: epsilon }),
    }),
  };
}

/** The terms as a receiver's, which the engine compares with a release. What the link leaves open is open. */
export const termsOf = ({ source, epsilon, reply, token, ...terms }) => ({ ...terms, epsilonMax: epsilon.max });

/** The addresses that an invitation names, each once; all but the reply's are for public files. */
export const addressesOf = (invitation) => [...new Set(ADDRESSES.map((name) => invitation[name]).filter(Boolean))];

const ADDRESSES = FIELDS.filter(({ kind }) => kind === "address").map(({ name }) => name);

const hostsOf = (invitation) => addressesOf(invitation).map((address) => new URL(address).hostname);

/**
 * Whether a public model belongs to a result of this kind: what is released, what a report is about or an estimate is
 * made by, or what labels in moments are compared with.
 */
export const hasBase = (release, labels) => BASED.includes(release) || (release === "moments" && labels);

/** [name, value] of one part of the fragment; [] if it is no pair in sound percent-encoding of UTF-8. Decoded once. */
function decoded(pair) {
  const equals = pair.indexOf("=");
  if (equals < 0) return [];
  try {
    return [pair.slice(0, equals), pair.slice(equals + 1)].map((part) => decodeURIComponent(part.replaceAll("+", " ")));
  } catch {
    return [];
  }
}

// The problems of an invitation, in English. The sentences never repeat text from the link, because it is untrusted;
// they repeat the name of an unknown field only if it is a plain word.

/** Problems of a link as a whole. */
const link = {
  none: "There is no invitation in it; copy the link whole, with all that follows the #.",
  tooLong: "It is longer than any invitation.",
  within:
    "It names an address on your own device or in its network, and it does not come from there. Nothing was asked of that address.",
  encoding: "It is damaged: part of it cannot be read. Ask for the link again, and copy it whole.",
  repeated: (field) => `It states “${field}” more than once.`,
  unknown: (name) =>
    /^[A-Za-z0-9-]{1,30}$/.test(name)
      ? `It asks for “${name}”, which this page does not know. It may come from another version of this page.`
      : "It asks for something that this page does not know. It may come from another version of this page.",
};
