import { parseArgs } from "node:util";
import { PrivadaptError } from "../errors.js";
import { ask, sayOurs } from "./print.js";
import { SETTINGS } from "../terms/settings.gen.js";

/** The command was used wrongly: exit status 2. */
export class UsageError extends Error {}

/**
 * Parses the arguments of one command strictly. Of positionals, "FILE…" stands for any number, one at least. `spec` is
 * as for node:util parseArgs, with a further type "number", which with `auto` may also be that word. Every command
 * knows --help, which makes this return null after printing `help`, and --json.
 */
/** @returns {{values: Record<string, any>, positionals: string[]} | null} */
export function parse(args, { options, positionals = [], required = [], help }) {
  const all = { ...options, json: { type: "boolean" }, help: { type: "boolean", short: "h" } };
  const isNumber = (name) => all[name]?.type === "number";
  const forNode = Object.fromEntries(
    Object.entries(all).map(([name, { auto, ...option }]) => [
      name,
      isNumber(name) ? { ...option, type: "string" } : option,
    ]),
  );
  let parsed;
  try {
    parsed = parseArgs({
      args: joinNegativeNumbers(args, isNumber),
      options: forNode,
      allowPositionals: positionals.length > 0,
    });
  } catch (error) {
    throw new UsageError(sentenceOf(error, Object.keys(all)));
  }
  /** @type {Record<string, any>} */
  const values = parsed.values;
  if (values.help) {
    sayOurs(help);
    return null;
  }
  for (const name of required) {
    if (values[name] === undefined) throw new UsageError(`--${name} is missing`);
  }
  const many = positionals.length === 1 && positionals[0].endsWith("…");
  if (many ? parsed.positionals.length === 0 : parsed.positionals.length !== positionals.length) {
    throw new UsageError(`expected ${positionals.length === 0 ? "options only" : positionals.join(" ")}`);
  }
  for (const name of Object.keys(values)) {
    if (isNumber(name) && !(all[name].auto && values[name] === "auto")) values[name] = toNumber(name, values[name]);
  }
  return { values, positionals: parsed.positionals };
}

/** What is wrong with an option, and the one that was probably meant. */
function sentenceOf({ code, message }, names) {
  const [, option] = /'(--?[^' ]+)/.exec(message) ?? [];
  if (code === "ERR_PARSE_ARGS_UNKNOWN_OPTION")
    return `there is no option ${option}${nearest(option.replace(/^-+/, ""), names, "--")}`;
  if (code === "ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL") return message.split(".")[0];
  return message.split("\n")[0];
}

/** Joins `--epsilon -1`, which parseArgs reads as two options, so that the number is refused with a reason. */
function joinNegativeNumbers(args, isNumber) {
  const joined = [];
  for (const arg of args) {
    const before = joined.at(-1);
    if (/^-[\d.]/.test(arg) && before?.startsWith("--") && isNumber(before.slice(2)))
      joined[joined.length - 1] = `${before}=${arg}`;
    else joined.push(arg);
  }
  return joined;
}

/** Checks only that the text is a number, NaN included; the engine decides whether the number makes sense. */
function toNumber(name, text) {
  const number = Number(text);
  if (text.trim() === "" || (Number.isNaN(number) && text !== "NaN")) {
    throw new UsageError(`--${name} needs a number, not "${text}"`);
  }
  return number;
}

/** Whether a person can be asked. */
export const canAsk = () => Boolean(process.stdin.isTTY);

/**
 * Continues only after the word "yes". `needed` is the error without a terminal, `refused` the error after any other
 * word.
 */
export async function askForYes(question, needed, refused) {
  if (!canAsk()) throw new UsageError(needed);
  if ((await ask(question)) !== "yes") throw new PrivadaptError("cancelled", refused);
}

// Words that a command does not know: the one that was probably meant, and the option of the command line for a
// setting's name.
/** ", did you mean …?" for the word of a list that is nearest to one that is not in it; "" if none is near. */
export function nearest(word, words, mark = "") {
  const far = Math.max(1, Math.floor(word.length / 3));
  const [best] = words
    .map((one) => ({ one, steps: one.startsWith(word) ? 0.5 : distance(word, one) }))
    .sort((a, b) => a.steps - b.steps);
  return best && best.steps <= far ? `; did you mean ${mark}${best.one}?` : "";
}

/** How many letters have to be changed, added, left out or swapped with the next. */
function distance(a, b) {
  let [before, last] = [[], Array.from({ length: b.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      next[j] = Math.min(last[j] + 1, next[j - 1] + 1, last[j - 1] + Number(!same));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        next[j] = Math.min(next[j], before[j - 2] + 1);
    }
    [before, last] = [last, next];
  }
  return last[b.length];
}

export const kebab = (name) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

const inTwoWords = [...new Set(Object.values(SETTINGS).flat())].filter((name) => /[A-Z]/.test(name));
const named = new RegExp(`(?<!["“.\\w-])(${inTwoWords.join("|")})(?!\\w)`, "g");

/**
 * A message of the engine with the options of the command line in place of its settings: --date-order for dateOrder.
 */
export const inOptions = (message) => message.replace(named, (name) => `--${kebab(name)}`);
