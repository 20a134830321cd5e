// What each of several public samples has contributed, in words; `sources` of a release's provenance has it.
import { grouped, list, percent } from "./numbers.js";

const LONGEST = 60; // characters of a name, which its owner chose
const words = {
  united: (parts) => `Public samples united: ${list(parts)}.`,
  part: (name, rows) => `${name} (${grouped(rows)} rows)`,
  weighted: (name, rows, weight, effective) =>
    `${name} (${grouped(rows)} rows with ${percent(weight)} of the weight, worth ${grouped(Math.round(effective))} rows)`,
  leftOut: (parts) => ` Left out, because no model predicts their labels: ${list(parts)}.`,
  unnamed: (sha256) => `the one with the SHA-256 ${sha256.slice(0, 12)}…`,
};

/** A sentence or two; undefined where there is one sample. */
export function sharesOf({ sources }) {
  if (!sources) return undefined;
  const called = ({ name, sha256 }) => name?.replace(/\p{C}/gu, "").slice(0, LONGEST) || words.unnamed(sha256);
  const part = (s) =>
    s.weight === undefined
      ? words.part(called(s), s.rows)
      : words.weighted(called(s), s.rows, s.weight, s.effectiveRows);
  const out = sources.filter(({ leftOut }) => leftOut);
  return (
    words.united(sources.filter(({ leftOut }) => !leftOut).map(part)) +
    (out.length > 0 ? words.leftOut(out.map(part)) : "")
  );
}
