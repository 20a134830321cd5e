// What golden files of texts have in common. Random bits are fixed when such a text is made, and three streams of them
// are tried when it is written: a number that differs between them comes from noise and is written as #, which stands for
// any number; where words differ, the rest of the line is written as …, which stands for anything.
import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";

/** Whether golden files are written anew, as make golden does. */
export const UPDATE = process.env.UPDATE === "1";

// In English and in German.
export const NUMBER = /-?\d+(?:[.,]\d+)*(?:e[-+]?\d+)?/g;

/** Compares a text with that of a golden file, or writes it. */
export async function golden(file, text) {
  if (UPDATE) return writeFile(file, text);
  const [lines, before] = [text, await readFile(file, "utf8")].map((one) => one.split("\n"));
  const at = lines.findIndex((line, i) => line !== before[i]);
  if (at < 0 && lines.length === before.length) return;
  const some = (mark, all) => all.slice(at, at + 5).map((line) => `${mark} ${line}`);
  assert.fail(
    [
      `${file.pathname}, line ${at + 1}:`,
      ...some("-", before),
      ...some("+", lines),
      "If this is right, run make golden.",
    ].join("\n"),
  );
}

/** A text without what is another in each run or with each build: names of runs, digests, times, sizes, durations. */
export const tidied = (text) =>
  text
    .replace(/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g, "RUN")
    .replace(/\bsha256-[A-Za-z0-9+/=]{44}/g, "DIGEST")
    .replace(/\b[0-9a-f]{64}\b/g, "DIGEST")
    .replace(/\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z| UTC)?/g, "TIME")
    .replace(/\b[\d.,]+ (s|ms|bytes|kB|MB)\b/g, "# $1");

/**
 * The lines of several answers as those of one, in which what they do not agree on is # or …, and where they agree with
 * what is `expected`, as it is written there.
 */
export function agreed(answers, expected, what) {
  for (const lines of answers)
    assert.equal(lines.length, answers[0].length, `how much is said depends on the noise: ${what}`);
  return answers[0].map((_, i) => asExpected(common(answers.map((lines) => lines[i])), expected[i]));
}

/** One line for several: # where numbers differ, and … from where the words differ. */
function common(lines) {
  const [line, ...others] = lines;
  const shapes = lines.map((one) => one.replace(NUMBER, "#"));
  if (shapes.some((shape) => shape !== shapes[0])) {
    let same = 0;
    while (shapes.every((shape) => same < shape.length && shape[same] === shapes[0][same])) same++;
    return `${shapes[0].slice(0, shapes[0].lastIndexOf(" ", same) + 1)}…`;
  }
  const numbers = others.map((one) => one.match(NUMBER) ?? []);
  let i = -1;
  return line.replace(NUMBER, (number) => (i++, numbers.every((other) => other[i] === number) ? number : "#"));
}

/** The line as it is expected where the two differ only in what is expected to be anything. */
function asExpected(line, expected = "") {
  if (line === expected || !/#|…$/.test(expected)) return line;
  const pattern = expected
    .replace(/…$/, "")
    .split("#")
    .map((part) => part.replace(/[$()*+.?[\\\]^{|}]/g, "\\$&"))
    .join(`(?:#|${NUMBER.source})`);
  return new RegExp(`^${pattern}${expected.endsWith("…") ? ".*" : ""}$`).test(line) ? expected : line;
}
