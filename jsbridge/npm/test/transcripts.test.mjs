// What the command line says, call by call: each file of transcripts/ is a script with its answers. UPDATE=1 writes the
// answers anew; make golden does so for all.
//
//   > privadapt verify r.json    a call; words may stand in "…" or '…'
//   | …                          what it says on standard output
//   ! …                          what it says on standard error
//   = 1                          its exit status, where that is not 0
//   > done verify r.json         a call that has to succeed, and of which nothing is shown
//   > write NAME                 makes a file of the lines that follow, each after "< "
//   > change NAME "a" "b"        replaces a text in a file, wherever it stands
//   > append NAME "column" "v"   appends a column to a table, the same value in each row, or one after the other: "v" "w"
//   > rows NAME COUNT FILE       makes a file of the header and the first COUNT rows of another
//   > print NAME                 shows a file
//   > ls                         lists the files, but for those that are there at the beginning
//   > serve                      starts a server of the folder's files; $SERVER is its address
//   > receive JSON               what the server says of the invitations at $SERVER/campaigns/, where it takes releases
//   > sent                       how many releases the server has got; "> asked" how often it was asked for anything
//
// All other lines are comments. Each script has a folder and a ledger of its own; the folder holds source.csv,
// target.csv, the same rows with their label in labelled.csv, and boosted.json, a model. "> file" at the end of a call
// writes its standard output to a file.
//
// The random bits of a call are fixed. golden.mjs says what stands for numbers that come from noise, digests, times and
// the like; the folder is FOLDER and the ledger's STATE. JSON that is long is written one key a line.
import assert from "node:assert/strict";
import { copyFile, readFile, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import test from "node:test";
import { callsIn } from "./cli-calls.mjs";
import { NUMBER, UPDATE, agreed, golden, tidied } from "./golden.mjs";
import { csv, rows } from "./support.mjs";
import { folderFor, serverOf } from "./tools.mjs";

process.env.NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ""} --import=${new URL("fixed-random.mjs", import.meta.url)}`;

const SCRIPTS = new URL("transcripts/", import.meta.url);
const STUMP = new URL("../../../core/model/trees/testdata/stump.json", import.meta.url);

const labelled = rows(600, { warm: 0.95, seed: 2 });
const SAMPLES = {
  "source.csv": csv(rows(600, { warm: 0.3, seed: 1 })),
  "target.csv": csv(labelled, ["temp", "wind", "colour"]),
  "labelled.csv": csv(labelled),
};

/** The calls of a script: [{call, given: lines of a file, before: comments, said: the answer}]. */
function callsOf(text) {
  const calls = [];
  let before = [];
  for (const line of text.split("\n")) {
    if (line.startsWith("> ")) {
      calls.push({ call: line.slice(2), before, given: [], said: [] });
      before = [];
    } else if (/^[|!=<]( |$)/.test(line)) calls.at(-1)[line[0] === "<" ? "given" : "said"].push(line);
    else before.push(line);
  }
  return { calls, rest: before };
}

const splitWords = (line) =>
  [...line.matchAll(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g)].map(([word]) => word.replace(/"([^"]*)"|'([^']*)'/g, "$1$2"));

/** A value as JSON; what is long has a line for each part. A number counts as one character, because it may be noise. */
function inLines(value, indent = "") {
  if (Object(value) !== value) return JSON.stringify(value);
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  const parts = Object.entries(value).map(
    ([key, part]) => `${open === "{" ? `${JSON.stringify(key)}: ` : ""}${inLines(part, `${indent} `)}`,
  );
  const line = `${open}${parts.join(", ")}${close}`;
  if (!line.includes("\n") && line.replace(NUMBER, "#").length < 100) return line;
  return `${open}\n${parts.map((part) => `${indent} ${part}`).join(",\n")}\n${indent}${close}`;
}

const marked = (mark, text) => {
  if (text === "") return [];
  if (/^\{.*\}\n$/.test(text)) text = inLines(JSON.parse(text));
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  return lines.map((line) => `${mark} ${line}`.trimEnd());
};

/** A folder in which the calls of one script are made, one after the other. */
async function stage(t, seed) {
  const folder = await folderFor(t);
  const state = await folderFor(t, { quick: true });
  const at = (name) => join(folder, name);
  for (const [name, text] of Object.entries(SAMPLES)) await writeFile(at(name), text);
  await copyFile(STUMP, at("boosted.json"));
  const first = await readdir(folder);
  const privadapt = callsIn(folder);
  let calls = 0;
  const received = { said: "{}", posts: 0, requests: 0 };
  let server;

  const builtins = {
    write: async ([name], given) => writeFile(at(name), given.map((line) => `${line.slice(2)}\n`).join("")),
    async change([name, from, to]) {
      const text = await readFile(at(name), "utf8");
      assert.ok(text.includes(from), `${name} has no ${from}`);
      await writeFile(at(name), text.replaceAll(from, to));
    },
    async append([name, column, ...values]) {
      const [header, ...lines] = (await readFile(at(name), "utf8")).trimEnd().split("\n");
      const more = lines.map((line, i) => `${line},${values[i % values.length]}\n`);
      await writeFile(at(name), `${header},${column}\n${more.join("")}`);
    },
    async rows([name, count, from]) {
      const lines = (await readFile(at(from), "utf8")).split("\n");
      await writeFile(at(name), `${lines.slice(0, Number(count) + 1).join("\n")}\n`);
    },
    print: ([name]) => readFile(at(name), "utf8"),
    ls: async () =>
      (await readdir(folder))
        .filter((name) => !first.includes(name))
        .sort()
        .join("\n"),
    async serve() {
      server = await serverOf(async (request, answer) => {
        received.requests++;
        if (request.method === "POST") {
          received.posts++;
          return request.resume().on("end", () => answer.writeHead(200).end("{}"));
        }
        if (request.url.startsWith("/campaigns/"))
          return answer.writeHead(200, { "content-type": "application/json" }).end(received.said);
        const file = await readFile(at(request.url.slice(1))).catch(() => undefined);
        if (file) answer.writeHead(200, { "content-type": "text/csv" }).end(file);
        else answer.writeHead(404).end();
      });
      t.after(server.close);
    },
    receive: ([text]) => void (received.said = text),
    sent: () => String(received.posts),
    asked: () => String(received.requests),
  };

  const tidy = (text) =>
    tidied(text)
      .replaceAll(folder, "FOLDER")
      .replaceAll(state, "STATE")
      .replaceAll(server?.at ?? folder, "$SERVER")
      .replaceAll(server ? new URL(server.at).host : folder, "$HOST")
      .replace(/^[0-9a-f]{8}(?= {2}TIME)/gm, "RUN")
      .replace(/(?<="bytes": ?)\d+/g, "0");

  return async ({ call, given }) => {
    const [, line, into] = /^(.*?)(?: > (\S+))?$/.exec(call.replaceAll("$SERVER", server?.at ?? "$SERVER"));
    const [name, ...args] = splitWords(line);
    if (name !== "privadapt" && name !== "done") return marked("|", tidy((await builtins[name](args, given)) ?? ""));
    // Other random bits for each call, or two releases would have one name.
    const env = { XDG_STATE_HOME: state, PRIVADAPT_SEED: String(1000 * seed + calls++) };
    const { status, stdout, stderr } = await privadapt(args, env);
    if (name === "done") return assert.equal(status, 0, `${call}: ${stderr}`) ?? [];
    if (into) await writeFile(at(into), stdout);
    return [
      ...(into ? [] : marked("|", tidy(stdout))),
      ...marked("!", tidy(stderr)),
      ...(status === 0 ? [] : [`= ${status}`]),
    ];
  };
}

for (const name of (await readdir(SCRIPTS)).filter((name) => name.endsWith(".txt"))) {
  test(name, async (t) => {
    const file = new URL(name, SCRIPTS);
    const before = await readFile(file, "utf8");
    const { calls, rest } = callsOf(before);
    const stages = await Promise.all((UPDATE ? [1, 2, 3] : [1]).map((seed) => stage(t, seed)));
    const lines = [];
    for (const call of calls) {
      const answers = [];
      for (const one of stages) answers.push(await one(call));
      lines.push(...call.before, `> ${call.call}`, ...call.given, ...agreed(answers, call.said, call.call));
    }
    const text = [...lines, ...rest].join("\n");
    assert.doesNotMatch(text, /\[internal\]/, "a fault of the engine is no answer to write down");
    await golden(file, text);
  });
}
