// Everything that the command line prints. What a document, a server, a table or the name of a file says may hold
// characters that move the cursor, hide a line or write another one. So no line leaves here but as plain text, and a
// test sees to it that no other file of the command line prints.
import { createInterface } from "node:readline/promises";
import { cancelled } from "../errors.js";
import { escapedJSON, plain } from "../reading/plain-text.js";

// A closed output (`| head`) must not cause a stack trace.
let whole = 0; // texts for which the caller hears whether they were written
let unheard = ""; // what is then said on standard error
process.stdout.on("error", () => {
  if (whole > 0) return;
  if (unheard) tell(unheard);
  process.exit(1);
});

/** Says what is to be said on standard error where standard output turns out to be closed. */
export const whereClosed = (sentence) => void (unheard = sentence);

const LONGEST = 8000; // characters: a line must not push those before it off the screen

/**
 * A line of ours with words of others in it. Many blanks in a row could fill up a line of the screen, so that the next
 * began with a stranger's words.
 */
function lineOf(text, longest = LONGEST) {
  const [indent] = /^ */.exec(text);
  const line = indent + plain(text.slice(indent.length)).replace(/\s{3,}/gu, "  ");
  return line.length > longest
    ? `${line.slice(0, longest)}… (${line.length - longest} characters more; --json prints all)`
    : line;
}

const write = (stream, lines) => void stream.write(lines.map((line) => `${lineOf(line)}\n`).join(""));

/** Prints lines of the result on standard output. */
export const say = (...lines) => write(process.stdout, lines);

/** Prints lines beside the result on standard error. */
export const tell = (...lines) => write(process.stderr, lines);

/** Prints a value as JSON on standard output, exactly. */
export const sayJSON = (value, indent) =>
  void process.stdout.write(`${escapedJSON(JSON.stringify(value, null, indent))}\n`);

/** Prints a text of this program. */
export const sayOurs = (text) => void process.stdout.write(`${text}\n`);

/**
 * Prints a file on standard output: to a file or a pipe as it is, since a query or a table with other names would be
 * another one; to a terminal line by line as plain text.
 */
export const sayFile = (text, stream = process.stdout) =>
  void stream.write(stream.isTTY ? text.replace(/[^\n]+/g, (line) => lineOf(line, Infinity)) : text);

/** Prints a file on standard output as it is, and fails where that is closed. */
export async function sayWhole(text) {
  whole++;
  await new Promise((resolve, reject) =>
    process.stdout.write(text, (error) => (error ? reject(error) : resolve(undefined))),
  );
  whole--;
}

/** Asks on the terminal and resolves with the answer; standard output is left to results. */
export async function ask(question) {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  // While a terminal is read, Ctrl-C is a key and no signal.
  const stopped = new Promise((_, reject) => terminal.once("SIGINT", () => reject(cancelled())));
  try {
    return (await Promise.race([terminal.question(lineOf(question)), stopped])).trim();
  } finally {
    terminal.close();
  }
}

/** Draws a line over the last one that was drawn, on a terminal; "" removes it. */
export const draw = (line, stream = process.stderr) => void stream.write(`\r\x1b[K${plain(line)}`);
