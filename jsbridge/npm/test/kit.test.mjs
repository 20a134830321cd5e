// tier: 2
// privadapt kit: one file of the same bytes from the same sample and terms, which says what is in it, and in which no
// byte can change without being noticed.
import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import test from "node:test";
import { MOST_BYTES, PARTS, bytesOf, textOf } from "../kit/format.js";
import { makeKit } from "../kit/make.js";
import { readKit } from "../kit/read.js";
import { callsIn } from "./cli-calls.mjs";
import { folderFor, sourceCSV, targetCSV } from "./support.mjs";
import { digestOf } from "./tools.mjs";
const TERMS = ["--title", "Heat", "--asker", "A university", "--epsilon", "1", "--delta", "1e-6", "--release", "model"];

/** A folder with a sample in it and the command line there. */
async function desk(t) {
  const folder = await folderFor(t);
  await writeFile(join(folder, "sample.csv"), sourceCSV);
  const call = callsIn(folder);
  return {
    at: (name) => join(folder, name),
    kit: (...args) => call(["kit", ...args]),
    call: (...args) => call(args),
  };
}

/** The text with another character at a place. */
function changed(text, place) {
  const other = text[place] === "A" ? "B" : "A";
  return text.slice(0, place) + other + text.slice(place + 1);
}

test("the same sample and terms give the same bytes, whose digest is printed, and --check says what is in them", async (t) => {
  const { at, kit } = await desk(t);
  const made = await kit("--source", "sample.csv", "--label", "y", ...TERMS, "--out", "one.html");
  assert.equal(made.status, 0, made.stderr);
  await kit("--source", "sample.csv", "--label", "y", ...TERMS, "--out", "two.html");
  const bytes = await readFile(at("one.html"));
  assert.ok(bytes.equals(await readFile(at("two.html"))));
  assert.ok(made.stdout.includes(`SHA-256  ${digestOf(bytes)}`));
  const checked = await kit("--check", "one.html", "--json");
  assert.equal(checked.status, 0, checked.stdout);
  const said = JSON.parse(checked.stdout);
  assert.deepEqual([said.ok, said.version, said.sha256], [true, "0.1.0", digestOf(bytes)]);
  assert.deepEqual([said.terms.source, said.terms.sha256], ["kit:sample.csv", digestOf(sourceCSV)]);
  assert.equal(said.terms.title, "Heat");
  const others = await kit("--source", "sample.csv", "--label", "y", "--epsilon", "2", "--out", "other.html", "--json");
  assert.notEqual(JSON.parse(others.stdout).sha256, said.sha256, "other terms, other bytes");
  const sample = new RegExp(`id="kit-${Object.keys(PARTS).length}">([^<]+)<`).exec(String(bytes))[1];
  const size = bytes.length - sample.length;
  t.diagnostic(`${size} bytes beside the packed sample`);
  assert.ok(size <= 1_895_000, `${size} bytes`);
});

test("a kit says how the columns of its sample are read, and is read so", async (t) => {
  const { at, kit } = await desk(t);
  const rows = Array.from({ length: 99 }, (_, i) => `p${i},${(i % 12) + 1}/${(i % 11) + 1}/2020,${i % 9},${i % 7}\n`);
  await writeFile(at("named.csv"), `who,day,"a, b",y\n${rows.join("")}`);
  const make = (...args) => kit("--source", "named.csv", "--label", "y", "--out", "k.html", "--force", ...args);
  assert.match((await make()).stderr, /more than 64 levels; ignore it/);
  const reading = ["--ignore", '"a, b",who', "--date-order", "day=dmy"];
  const { status, stdout, stderr } = await make(...reading);
  assert.equal(status, 0, stderr);
  assert.match(stdout, /columns left out {2}"a, b", who\n {2}order of dates {2}dmy:day\n/);
  const { terms } = JSON.parse((await kit("--check", "k.html", "--json")).stdout);
  assert.deepEqual([terms.ignore, terms.dateOrder], [["a, b", "who"], { day: "dmy" }]);
  assert.equal((await kit("--check", "k.html")).status, 0, "the same bytes are made of its terms");
});

test("bytes of every length are the same after they were text, and other texts are refused", () => {
  for (let length = 0; length < 300; length++) {
    const bytes = Uint8Array.from({ length }, (_, i) => (length % 3 === 0 ? 255 : (i * 89 + length * 31) % 256));
    const text = textOf(bytes);
    assert.match(text, /^[^<>&\s]*$/);
    assert.deepEqual(bytesOf(text), bytes);
  }
  for (const text of ["!", "~~~~~", "~~", "!~", "!!!!<", "!! !!"]) assert.throws(() => bytesOf(text), text);
});

test("a changed byte is noticed in every content, in the terms, in the page and in its script", async (t) => {
  const { at, kit } = await desk(t);
  await kit("--source", "sample.csv", "--label", "y", ...TERMS, "--out", "kit.html");
  const text = await readFile(at("kit.html"), "utf8");
  const inside = (mark, by = 200) => text.indexOf(mark) + mark.length + by;
  const places = {
    ...Object.fromEntries([...Object.keys(PARTS), "sample"].map((name, i) => [name, inside(`id="kit-${i}">`)])),
    terms: text.indexOf("epsilon=1") + 2,
    "digest of the list": inside('name="privadapt-kit" content="', 3),
    page: inside("<h1>", 3),
    script: inside("<script>"),
    policy: inside("default-src", 3),
    end: text.length - 3,
  };
  for (const [name, place] of Object.entries(places)) {
    await writeFile(at("changed.html"), changed(text, place));
    const { status, stdout, stderr } = await kit("--check", "changed.html");
    assert.equal(status, 1, name);
    if (name in PARTS || ["sample", "terms", "digest of the list"].includes(name))
      assert.match(stderr, /was changed on its way/, name);
    else assert.match(stdout, /WARNING: its bytes are not those that this version makes/, name);
  }
});

test("a kit of another version, and samples that do not fit are refused in words", async (t) => {
  const { at, kit } = await desk(t);
  await kit("--source", "sample.csv", "--label", "y", "--out", "kit.html");
  const text = await readFile(at("kit.html"), "utf8");
  const manifest = /id="kit-manifest">([^<]*)</.exec(text)[1];
  const manifests = {
    "the same terms": manifest.replace('"privadapt":"0.1.0"', '"privadapt":"0.0.9"'),
    "terms that are not known here": manifest
      .replace('"privadapt":"0.1.0"', '"privadapt":"0.2.0"')
      .replace("label=y", "label=y&weather=fair"),
    "another form": manifest
      .replace('"privadapt":"0.1.0"', '"privadapt":"0.2.0"')
      .replace('"version":1', '"version":2'),
  };
  for (const [what, other] of Object.entries(manifests)) {
    const changed = text.replace(manifest, () => other).replace(digestOf(manifest), digestOf(other));
    await writeFile(at("other.html"), changed);
    const { stderr } = await kit("--check", "other.html");
    assert.match(stderr, /made by privadapt 0\.[02]\.[09], and this is 0\.1\.0.*\[kit-version\]/, what);
    assert.ok(stderr.includes(digestOf(changed)), what);
  }

  // Terms that no owner could follow on this sample.
  const asked = async (...terms) => (await kit("--source", "sample.csv", ...terms, "--out", "no.html")).stderr;
  assert.match(
    await asked("--label", "y", "--release", "report", "--group-by", "wind"),
    /"wind" cannot divide a report.*choose one of "colour"/,
  );
  assert.match(await asked("--label", "colour", "--base", "smooth"), /smooth predicts numbers.*\[base-of-numbers\]/);
  await assert.rejects(makeKit({ sample: { data: { length: MOST_BYTES + 1 }, name: "large.csv" } }), {
    code: "too-large",
    message: /a kit holds at most 100 MB, which browsers open well/,
  });
});

test("a kit holds the model that a report is about, under its digest", async (t) => {
  const { at, kit, call } = await desk(t);
  await writeFile(at("more.csv"), sourceCSV.split("\n").slice(0, 400).join("\n"));
  await writeFile(at("private.csv"), targetCSV);
  const source = ["--source", "sample.csv", "--label", "y"];
  const spent = ["--target", "private.csv", "--epsilon", "1", "--delta", "1e-6", "--base", "linear"];
  const run = await call("adapt", ...source, ...spent, "--out", "model.json");
  assert.equal(run.status, 0, run.stderr);
  const args = [...source, "--release", "report", "--model", "model.json"];
  const made = await kit(...args, "--out", "kit.html", "--json");
  assert.equal(made.status, 0, made.stdout);
  const { invitation, files } = await readKit(await readFile(at("kit.html"), "utf8"));
  assert.deepEqual(
    files.map(({ name }) => name),
    ["kit:sample.csv", "kit:model.json"],
  );
  assert.equal(invitation.modelSHA256, digestOf(await readFile(at("model.json"))));
  assert.equal(files[0].sha256, digestOf(sourceCSV));
  assert.equal((await kit("--check", "kit.html")).status, 0);

  // A model with which no owner could make a report.
  const refused = async (...given) => (await kit(...given, "--release", "report", "--out", "refused.html")).stderr;
  await writeFile(at("table.json"), sourceCSV);
  assert.match(await refused(...source, "--model", "table.json"), /\[bad-release\]/);
  assert.match(
    await refused("--source", "more.csv", "--label", "y", "--model", "model.json"),
    /released with another public sample.*\[integrity\]/,
  );
});
