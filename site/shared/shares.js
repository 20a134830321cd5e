// What each of several public samples has contributed, in words; `sources` of a release's provenance has it.
import { shares as texts } from "./texts.js";

const LONGEST = 60; // characters of a name, which its owner chose
/** A sentence; undefined where there is one sample. */
export function sharesOf({ sources }) {
  if (!sources) return undefined;
  const called = ({ name, sha256 }) => name?.replace(/\p{C}/gu, "").slice(0, LONGEST) || texts.unnamed(sha256);
  const part = (s) =>
    s.weight === undefined
      ? texts.part(called(s), s.rows)
      : texts.weighted(called(s), s.rows, s.weight, s.effectiveRows);
  return texts.united(sources.map(part));
}
