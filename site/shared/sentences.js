// Makes sentences and functions of a module of texts, as the build makes it of an .ftl file.
import { FluentBundle } from "../fluent.js";
import { language } from "./language.js";

const bundle = new FluentBundle(language, { useIsolating: false });

/** A text, or a function of the values that the sentence takes, by name, or of the only one. A missing value throws. */
const sentence = (pattern, names) =>
  names.length === 0
    ? bundle.formatPattern(pattern)
    : (values) => bundle.formatPattern(pattern, typeof values === "object" ? values : { [names[0]]: values });

/**
 * All sentences by the parts of their keys: budget-limit-title is said.budget.limit.title. Whole numbers are given as
 * they are, and come out with their digits grouped; other values are given as shared/numbers.js writes them.
 */
export function sentencesIn(entries) {
  bundle.addResource({ body: entries.map(([id, value]) => ({ id, value, attributes: {} })) });
  const said = /** @type {any} */ ({});
  for (const [id, pattern, values] of entries.filter(([id]) => !id.startsWith("-"))) {
    const names = id.split("-").map((name) => name.replaceAll("_", "-"));
    const place = names.slice(0, -1).reduce((at, name, i) => (at[name] ??= /^\d/.test(names[i + 1]) ? [] : {}), said);
    place[names.at(-1)] = sentence(pattern, values);
  }
  return said;
}

/** A sentence of several that take different values. */
export const told = (one, values) => (typeof one === "string" ? one : one(values));
/** Such sentences as functions of what they take. */
export const called = (sentences) =>
  Object.fromEntries(Object.entries(sentences).map(([name, one]) => [name, (values) => told(one, values)]));
