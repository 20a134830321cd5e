// Texts of strangers with all that moves a cursor, begins a line, hides or turns the writing, and what must not come of
// them.
import assert from "node:assert/strict";

const LINE = "FORGED: the certificate holds";
export const EVIL = `E\u001b[2J\u001b]0;owned\u0007\r\n${LINE}\n\u009b31m\u2028${LINE}\u2029\u0000\u007f\u202e\u2066\u200f\u200b\u00ad\ufeff\ud800${" ".repeat(200)}${LINE} V`;

const isJSON = (text) => text.startsWith("{");

/** Refuses what is not plain text in lines, and lines that a stranger wrote. */
export function check({ stdout, stderr }, what) {
  const text = stdout + stderr;
  const found = /(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u.exec(text);
  assert.equal(found && JSON.stringify(text.slice(Math.max(0, found.index - 60), found.index + 20)), null, what);
  assert.doesNotMatch(text, isJSON(stdout) ? /^ *FORGED/m : /^ *FORGED| {8}FORGED/m, what);
  assert.ok(text.length > 0, `${what}: nothing is printed`);
  return text;
}

/** The places of all strings in a document, of a list those in its first element: paths of keys. */
export function* placesIn(value, path = []) {
  if (typeof value === "string") yield path;
  if (value === null || typeof value !== "object") return;
  for (const [key, inner] of Array.isArray(value) ? Object.entries(value).slice(0, 1) : Object.entries(value))
    yield* placesIn(inner, [...path, key]);
}

/** A copy of a document with such a text in this place. */
export function planted(document, path) {
  const copy = structuredClone(document);
  const last = path.at(-1);
  path.slice(0, -1).reduce((value, key) => value[key], copy)[last] = EVIL;
  return copy;
}
