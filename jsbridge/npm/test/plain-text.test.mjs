// tier: 2
// The one file that prints for the command line: plain text on a terminal, JSON of any text, a file in a pipe as it is.
// Whatever texts a stranger has put into documents, tables and answers, no line is theirs.
import assert from "node:assert/strict";
import { readFile, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import test from "node:test";
import { escapedJSON, isPlain, plain } from "../reading/plain-text.js";
import { draw, sayFile } from "../terminal/print.js";
import { callsIn } from "./cli-calls.mjs";
import { files, folderFor, settings, words } from "./support.mjs";
import { serverOf } from "./tools.mjs";

const LINE = "FORGED: the certificate holds";
const EVIL = `E\u001b[2J\u001b]0;owned\u0007\r\n${LINE}\n\u009b31m\u2028${LINE}\u2029\u0000\u007f\u202e\u2066\u200f\u200b\u00ad\ufeff\ud800${" ".repeat(200)}${LINE} V`;

const isJSON = (text) => text.startsWith("{");

/** Refuses what is not plain text in lines, and lines that a stranger wrote. */
function check({ stdout, stderr }, what) {
  const text = stdout + stderr;
  const found = /(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u.exec(text);
  assert.equal(found && JSON.stringify(text.slice(Math.max(0, found.index - 60), found.index + 20)), null, what);
  assert.doesNotMatch(text, isJSON(stdout) ? /^ *FORGED/m : /^ *FORGED| {8}FORGED/m, what);
  assert.ok(text.length > 0, `${what}: nothing is printed`);
  return text;
}

/** The places of all strings in a document, of a list those in its first element: paths of keys. */
function* placesIn(value, path = []) {
  if (typeof value === "string") yield path;
  if (value === null || typeof value !== "object") return;
  for (const [key, inner] of Array.isArray(value) ? Object.entries(value).slice(0, 1) : Object.entries(value))
    yield* placesIn(inner, [...path, key]);
}

/** A copy of a document with such a text in this place. */
function planted(document, path) {
  const copy = structuredClone(document);
  const last = path.at(-1);
  path.slice(0, -1).reduce((value, key) => value[key], copy)[last] = EVIL;
  return copy;
}

test("no other file of the command line prints", async () => {
  const root = new URL("..", import.meta.url);
  const folders = ["cli", "terminal"].map(async (folder) =>
    (await readdir(new URL(folder, root))).map((name) => `${folder}/${name}`),
  );
  const names = (await Promise.all(folders)).flat().filter((name) => name !== "terminal/print.js");
  assert.ok(names.length > 15);
  for (const name of [...names, "cli.mjs"]) {
    const text = await readFile(new URL(name, root), "utf8");
    // progress.js names the stream on which it has print.js draw.
    assert.doesNotMatch(
      text,
      name === "terminal/progress.js"
        ? /\bconsole\b|\.write\(/
        : /\bconsole\b|process\.std(out|err)|\bcreateInterface\b|\.writeSync\(|writeFileSync/,
      name,
    );
  }
});

test("plain text, and JSON of any text", () => {
  assert.equal(plain("a\u001b[2J\r\n\tb\u202ec"), "a [2J b c");
  assert.equal(plain(`Z${"\u0301".repeat(40)}`), `Z${"\u0301".repeat(3)}`);
  for (const kept of ["é 漢字 العربية עברית Ελ", "🙂 a b", ""]) assert.ok(isPlain(kept) && plain(kept) === kept, kept);
  for (let code = 0; code < 0x110000; code += code < 0x3000 || (code > 0xd7f0 && code < 0x10200) ? 1 : 31) {
    const text = String.fromCodePoint(code);
    const json = escapedJSON(JSON.stringify({ [text]: [text] }, null, 1));
    if (!/(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u.test(json) && isPlain(plain(text))) continue;
    assert.fail(`U+${code.toString(16)}`);
  }
  assert.deepEqual(JSON.parse(escapedJSON(JSON.stringify({ [EVIL]: [EVIL, "\u{e0041}"] }, null, 1))), {
    [EVIL]: [EVIL, "\u{e0041}"],
  });
});

test("a file goes to a pipe as it is and to a terminal as plain text; a drawn line is plain", () => {
  const printed = (isTTY, act) => {
    const stream = Object.assign(new PassThrough(), { isTTY });
    act(stream);
    return String(stream.read());
  };
  const file = `a\t${EVIL}\n`;
  assert.equal(
    printed(false, (stream) => sayFile(file, stream)),
    Buffer.from(file).toString(),
  );
  assert.equal(
    printed(true, (stream) => sayFile(file, stream))
      .split("\n")
      .filter((line) => !isPlain(line)).length,
    0,
  );
  const drawn = printed(true, (stream) => draw(EVIL, stream));
  assert.ok(drawn.startsWith("\r\x1b[K") && isPlain(drawn.slice(4)));
});

const GOLDEN = new URL("../../../core/adapt/testdata/golden/", import.meta.url);

test("documents with any text forged, tables with forged names, and a receiver's answers: each command prints plain text", async (t) => {
  const cwd = await folderFor(t);
  const call = callsIn(cwd, { terminal: true });
  const save = (name, text) => writeFile(join(cwd, name), text);
  let read = 0;
  for (const [name, ...commands] of [
    [
      "model-labels",
      ["verify", "r.json"],
      ["verify", "r.json", "--json"],
      words("predict --model r.json --data r.json"),
    ],
    ["model-blend", ["verify", "r.json"]],
    ["moments", ["combine", "r.json", "--release", "moments", "--out", "o.json"]],
    ["report", ["report", "r.json"]],
  ]) {
    const document = JSON.parse(await readFile(new URL(`${name}.json`, GOLDEN), "utf8"));
    for (const path of placesIn(document)) {
      await save("r.json", JSON.stringify(planted(document, path)));
      for (const args of commands) {
        const said = await call(args);
        check(said, `${name}: ${path.join(".")}: ${args[0]}`);
        if (said.stdout !== "") read++;
      }
    }
  }
  assert.ok(read > 5, "some are read");

  // A header is one line, a cell may have several. An argument holds no NUL.
  const inLine = EVIL.replace(/[\0\r\n]/g, "").toWellFormed();
  const cell = (text) => `"${text.replaceAll('"', '""')}"`;
  const rows = (labelled) =>
    Array.from({ length: 120 }, (_, i) =>
      [i % 7, i % 3 ? cell(EVIL.replace("\0", "")) : "red", ...(labelled ? [(i * 7) % 11] : [])].join(","),
    ).join("\n");
  await save("source.csv", `a,${cell(`c${inLine}`)},${cell(inLine)}\n${rows(true)}\n`);
  await save(
    "target.csv",
    `a,${cell(`c${inLine}`)},${cell(`s${inLine}`)}\n${rows(false)}\n${cell(EVIL)},${cell(EVIL)}\n`,
  );
  await save("fault.csv", `a,b,y\n1,2,3\n1,${cell(EVIL)},4\n${"1,2,3\n".repeat(1200)}`);
  const run = [...files, "--label", inLine, ...words("--epsilon 1 --delta 1e-6 --base linear")];
  const made = await call(["adapt", ...run]);
  assert.equal(made.status, 0, made.stderr);
  for (const [what, said] of [
    ["adapt", made],
    ["predict", await call(words("predict --model release.json --data target.csv"))],
    ["a public fault", await call(["adapt", "--source", "fault.csv", "--target", "target.csv", ...settings])],
    ["a private fault", await call(["adapt", ...run.with(4, "fault.csv"), "--force"])],
    ["no option", await call([`--${inLine}`])],
    ["no file", await call(["verify", inLine])],
    ["no account", await call(["ledger", "rename", "nobody", inLine])],
    ["no link", await call(["submit", `#source=${encodeURIComponent(inLine)}&label=y`, "--target", "x"])],
  ])
    check(said, what);

  const answer = JSON.stringify({ state: "open", release: EVIL, base: EVIL, labels: EVIL, code: EVIL, message: EVIL });
  const { at, close } = await serverOf((_, response) =>
    response.writeHead(200, { "content-type": "application/json" }).end(answer),
  );
  t.after(close);
  const fields = {
    source: `${at}/s.csv`,
    label: "y",
    reply: `${at}/campaigns/1/releases`,
    title: EVIL.trim(),
    release: "model",
  };
  const link = `http://127.0.0.1/#${new URLSearchParams({ ...fields, epsilon: "1", delta: "1e-6" })}`;
  check(await call(["submit", link, "--target", "target.csv", "--yes"]), "a receiver's answer");
});
