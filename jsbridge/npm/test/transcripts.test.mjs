// What the command line says, call by call: each file of transcripts/ is a script with its answers. UPDATE=1 writes the
// answers anew; make golden does so for all.
//
//   > privadapt verify r.json    a call; words may stand in "…" or '…'
//   | …                          what it says on standard output
//   ! …                          what it says on standard error
//   = 1                          its exit status, where that is not 0
//   > write NAME                 makes a file of the lines that follow, each after "< "
//   > change NAME "a" "b"        replaces a text in a file, wherever it stands
//   > append NAME "column" "v"   appends a column to a table, the same value in each row, or one after the other: "v" "w"
//   > rows NAME COUNT FILE       makes a file of the header and the first COUNT rows of another
//   > print NAME                 shows a file
//   > ls                         lists the files
//   > serve                      starts a server of the folder's files; $SERVER is its address
//   > receive JSON               what the server says of the invitations at $SERVER/campaigns/, where it takes releases
//   > sent                       how many releases the server has got
//
// All other lines are comments. Each script has a folder and a ledger of its own; the folder holds source.csv,
// target.csv, the same rows with their label in labelled.csv, and boosted.json, a model. "> file" at the end of a call
// writes its standard output to a file.
//
// The random bits of a call are fixed, and three streams of them are tried when answers are written: a number that
// differs between them comes from noise and is written as #, which stands for any number; where words differ, the rest of
// the line is written as …, which stands for anything. Also replaced are digests (DIGEST), names of runs (RUN), times
// (TIME), sizes and durations (# or 0), the folder (FOLDER) and the ledger's (STATE). JSON is written one key a line.
import assert from "node:assert/strict";
import { copyFile, readFile, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";
import { callsIn } from "./cli-calls.mjs";
import { csv, rows } from "./support.mjs";
import { folderFor, serverOf } from "./tools.mjs";

process.env.NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ""} --import=${new URL("fixed-random.mjs", import.meta.url)}`;

const UPDATE = process.env.UPDATE === "1";
const SCRIPTS = new URL("transcripts/", import.meta.url);
const STUMP = new URL("../../../core/model/xgboost/testdata/stump.json", import.meta.url);

const labelled = rows(600, { warm: 0.95, seed: 2 });
const SAMPLES = {
  "source.csv": csv(rows(600, { warm: 0.3, seed: 1 })),
  "target.csv": csv(labelled, ["temp", "wind", "colour"]),
  "labelled.csv": csv(labelled),
};

const NUMBER = /-?\d+(?:,\d{3})*(?:\.\d+)?(?:e[-+]?\d+)?/g;

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

const marked = (mark, text) => {
  if (text === "") return [];
  if (/^\{.*\}\n$/.test(text)) text = JSON.stringify(JSON.parse(text), null, 1);
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
  const privadapt = callsIn(folder);
  const env = { XDG_STATE_HOME: state, PRIVADAPT_SEED: String(seed) };
  const received = { said: "{}", posts: 0 };
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
    ls: async () => (await readdir(folder)).sort().join("\n"),
    async serve() {
      server = await serverOf(async (request, answer) => {
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
  };

  const tidy = (text) =>
    text
      .replaceAll(folder, "FOLDER")
      .replaceAll(state, "STATE")
      .replaceAll(server?.at ?? folder, "$SERVER")
      .replaceAll(server ? new URL(server.at).host : folder, "$HOST")
      .replace(/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g, "RUN")
      .replace(/\bsha256-[A-Za-z0-9+/=]{44}/g, "DIGEST")
      .replace(/\b[0-9a-f]{64}\b/g, "DIGEST")
      .replace(/\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z| UTC)?/g, "TIME")
      .replace(/^[0-9a-f]{8}(?= {2}TIME)/gm, "RUN")
      .replace(/\b[\d.,]+ (s|ms|bytes|kB|MB)\b/g, "# $1")
      .replace(/(?<="bytes": ?)\d+/g, "0");

  return async ({ call, given }) => {
    const [, line, into] = /^(.*?)(?: > (\S+))?$/.exec(call.replaceAll("$SERVER", server?.at ?? "$SERVER"));
    const [name, ...args] = splitWords(line);
    if (name !== "privadapt") return marked("|", tidy((await builtins[name](args, given)) ?? ""));
    const { status, stdout, stderr } = await privadapt(args, env);
    if (into) await writeFile(at(into), stdout);
    return [
      ...(into ? [] : marked("|", tidy(stdout))),
      ...marked("!", tidy(stderr)),
      ...(status === 0 ? [] : [`= ${status}`]),
    ];
  };
}

/** One line for several answers: # where numbers differ, and … from where the words differ. */
function withoutNoise(lines) {
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
      for (const answer of answers)
        assert.equal(answer.length, answers[0].length, `how much "${call.call}" says depends on the noise`);
      const said = answers[0].map((_, i) => withoutNoise(answers.map((answer) => answer[i])));
      lines.push(...call.before, `> ${call.call}`, ...call.given);
      lines.push(...said.map((line, i) => asExpected(line, call.said[i])));
    }
    const text = [...lines, ...rest].join("\n");
    if (UPDATE) await writeFile(file, text);
    else assert.equal(text, before, `${fileURLToPath(file)}: if it is right so, run make golden`);
  });
}
