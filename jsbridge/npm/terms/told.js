// Tells what is asked for: one list of facts for the command line, kits, the owner's page, frames and the operator's
// page, in the order of the fields. Only the words differ.
import { listed, textOf } from "../invitation.js";
import { FIELDS } from "./link.gen.js";

/**
 * The facts of an invitation, or of a campaign's settings: each [term, value, …more], of which the last are texts about
 * the value or undefined. `words` are
 *
 *   terms     what stands before the value of each field; a field that has none is not told by itself
 *   digest    what is said of a file's SHA-256, of which the link has one or not
 *   as        by name, how a field is told in other words: [value, …more] of its value and of all that is asked, or []
 */
export const told = (asked, { terms, digest: ofFile, as = {} }) =>
  FIELDS.filter(({ name }) => terms[name]).flatMap(({ name, digest, silent }) => {
    const value = asked[name] === silent ? undefined : asked[name];
    const [fact, ...more] = as[name]?.(value, asked) ?? [
      value && listedIn(name, value),
      value && digest && ofFile(asked[digest]),
    ];
    return fact ? [[terms[name], fact, ...more]] : [];
  });

const listedIn = (name, value) => {
  const text = textOf(name, value);
  return Array.isArray(text) ? listed(text) : text;
};
