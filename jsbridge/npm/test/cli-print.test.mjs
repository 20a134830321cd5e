// What the command line prints, where every text of every document, server and table holds what moves a cursor, begins
// a line, hides or turns the writing: each command prints plain text and no line of a stranger's.
import assert from "node:assert/strict";
import { readFile, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import test from "node:test";
import { load, openLedger } from "../index.js";
import { callsIn } from "./cli-calls.mjs";
import { EVIL, MARKS, check, placesIn, planted } from "./strangers.mjs";
import { csv, files, folderFor, settings, sourceRows, targetRows, words } from "./support.mjs";

/** A model of the columns of the small sample. */
const STUMP = new URL("../../../core/model/xgboost/testdata/stump.json", import.meta.url);
const SMALL = `a,b,y\n${Array.from({ length: 60 }, (_, i) => `${i % 7},${i % 5},${i % 9}\n`).join("")}`;

/** Texts saved in a folder, and calls of the command line in it. */
async function calls(t) {
  const cwd = await folderFor(t);
  return { call: callsIn(cwd, { terminal: true }), save: (name, text) => writeFile(join(cwd, name), text) };
}

/** Releases of every kind, parsed. */
async function releases() {
  const engine = await load({ ledger: false });
  const named = (text, name) => new File([text], name);
  const [public1, public2] = [sourceRows.slice(0, 800), sourceRows.slice(800)].map((rows) => csv(rows));
  const budget = { epsilon: 1, delta: 1e-6, base: "linear" };
  try {
    const source = await engine.loadSource(new Blob([public1]), { label: "y" });
    const united = await engine.loadSource([named(public1, "a.csv"), named(public2, "b.csv")], { label: "y" });
    const classes = await engine.loadSource(new Blob([public1]), { label: "colour" });
    const target = await engine.loadTarget(new Blob([csv(targetRows)]));
    const unlabelled = await engine.loadTarget(new Blob([csv(targetRows, ["temp", "wind", "y"])]));
    const small = await engine.loadSource(new Blob([SMALL]), { label: "y", baseFile: await readFile(STUMP) });
    const few = await engine.loadTarget(new Blob([`a,b\n${"1,2\n".repeat(200)}`]));
    const run = (from, rows, settings) => engine.adapt({ source: from, target: rows, ...budget, ...settings });
    const moments = await run(source, target, { release: "moments" });
    return Object.entries({
      model: await run(source, target, { campaign: "campaign" }),
      "model of trees": await run(source, target, { base: "trees" }),
      "model of classes": await run(classes, unlabelled),
      "model corrected by labels": await run(source, target, { useLabels: true }),
      "model in a file": await run(small, few, { base: "file" }),
      weights: await run(united, target, { release: "weights" }),
      moments,
      "moments with labels": await run(source, target, { release: "moments", useLabels: true }),
      "combined moments": await engine.combine([moments], { release: "moments" }),
      report: await run(source, target, { release: "report", groupBy: "colour" }),
    }).map(([name, release]) => [name, release.toJSON()]);
  } finally {
    await engine.dispose();
  }
}

test("a release with any text forged: verify, predict, report, combine and adapt print plain text", async (t) => {
  const { save, call } = await calls(t);
  await save("source.csv", csv(sourceRows.slice(0, 800)));
  await save("target.csv", csv(targetRows.slice(0, 200)));
  const source = ["--source", "source.csv", "--label", "y"];
  const further = {
    model: [
      ["predict", "--model", "r.json", "--data", "target.csv"],
      ["adapt", ...files, ...settings, ...words("--release report --model r.json --out o.json")],
    ],
    weights: [],
    moments: [["combine", ...source, "r.json", "--base", "linear", "--out", "o.json"]],
    report: [["report", "r.json"]],
  };
  let read = 0;
  const forged = new Set();
  for (const [name, document] of await releases()) {
    for (const path of placesIn(document)) {
      // What several releases of a kind have is forged in the first of them.
      const place = `${document.kind}: ${path.join(".")}`;
      if (forged.has(place)) continue;
      forged.add(place);
      const what = `${name}: ${path.join(".")}`;
      await save("r.json", JSON.stringify(planted(document, path)));
      const verified = await call(["verify", "r.json"]);
      check(verified, what);
      if (verified.stdout === "") continue; // it is no release, which the others find as well
      read++;
      const [again, ...others] = further[document.kind];
      for (const args of name === "model" ? [again, ...others, ["verify", "r.json", "--json"]] : again ? [again] : [])
        check(await call(args), `${what}: ${args[0]}`);
    }
    await save("r.json", JSON.stringify({ ...document, [EVIL]: 1 }));
    check(await call(["verify", "r.json"]), `${name}: the name of a field`);
  }
  t.diagnostic(`${forged.size} texts, ${read} of them in documents that are read`);
  assert.ok(forged.size > 90 && read > 5, `${forged.size} ${read}`);
});

test("tables whose names, levels, classes and cells are forged: adapt, forecast, sql, predict, verify and combine print plain text", async (t) => {
  const { save, call } = await calls(t);
  const cell = (text) => `"${text.replaceAll('"', '""')}"`;
  // A header is one line, a cell may have several. An argument holds no NUL.
  const inLine = EVIL.replace(/[\0\r\n]/g, "").toWellFormed();
  const [column, label] = ["c", "y"].map((name) => cell(`${name}${inLine}`));
  const [level, one, other] = ["l", "k", "m"].map((name) => cell(`${name}${EVIL.replace("\u0000", "")}`));
  const rows = (labelled) =>
    Array.from({ length: 120 }, (_, i) =>
      [i % 7, i % 3 ? level : "red", ...(labelled ? [(i * 7) % 11, i % 2 ? one : other] : [])].join(","),
    ).join("\n");
  await save("source.csv", `a,${column},${label},class\n${rows(true)}\n`);
  await save("classes.csv", `a,${column},other,${label}\n${rows(true)}\n`);
  await save("target.csv", `a,${column},${cell(`surplus${inLine}`)}\n${rows(false)}\n${cell(EVIL)},${cell(EVIL)}\n`);
  await save(
    "query.csv",
    `a,${column},y\n${Array.from({ length: 120 }, (_, i) => `${i % 7},${i % 3 ? cell(`l${inLine}`) : "red"},${(i * 7) % 11}`).join("\n")}\n`,
  );
  const name = label.slice(1, -1).replaceAll('""', '"');
  const numbers = ["--source", "source.csv", "--label", name, "--ignore", "class"];
  const classes = ["--source", "classes.csv", "--label", name, "--ignore", "other"];
  const run = ["--target", "target.csv", "--epsilon", "1", "--delta", "1e-6"];
  const outcomes = [];
  for (const args of [
    ["adapt", ...numbers, ...run, "--base", "linear", "--out", "r.json"],
    ["verify", "r.json", ...numbers],
    ["predict", "--model", "r.json", "--data", "target.csv", "--score"],
    ["adapt", ...classes, ...run, "--out", "k.json"],
    ["predict", "--model", "k.json", "--data", "target.csv"],
    ["predict", "--model", "k.json", "--data", "classes.csv", "--score"],
    ["predict", "--model", "k.json", "--data", "target.csv", "--json"],
    ["adapt", ...numbers, ...run, "--release", "moments", "--out", "m.json"],
    ["combine", ...numbers, "--base", "linear", "--out", "o.json", "m.json"],
    ["forecast", ...numbers, "--rows", "1000", "--epsilon", "1", "--delta", "1e-6"],
    // A query is a file: on a terminal the lines of its quoted texts remain lines.
    ["sql", "--source", "query.csv", "--label", "y", "--dialect", "duckdb", "--table", inLine],
  ]) {
    const outcome = await call(args);
    check(outcome, args.join(" ").slice(0, 60));
    outcomes.push(`${args[0]} ${outcome.status}`);
  }
  t.diagnostic(outcomes.join(", "));
  assert.ok(outcomes.filter((outcome) => outcome.endsWith(" 0")).length >= 6, outcomes.join(", "));

  // What is refused is quoted in the refusal.
  const faults = {
    "a number": `a,b,y\n1,2,3\n1,${cell(EVIL)},4\n1,2,5\n`.replace(/^/, "") + "1,2,3\n".repeat(1200),
    "a header": `a,${column},${column},y\n1,2,3,4\n`,
    "a date": `a,y\n${"2024-01-02,1\n2024-02-03,2\n".repeat(600)}${cell(EVIL)},3\n`,
    "a web page": `<html>${EVIL}`,
    "no table": EVIL,
  };
  for (const [what, text] of Object.entries(faults)) {
    await save("fault.csv", text);
    for (const args of [
      ["adapt", "--source", "fault.csv", "--label", "y", ...run],
      [
        ...words("forecast --source fault.csv --label"),
        EVIL.replaceAll("\u0000", ""),
        ...words("--rows 9 --epsilon 1 --delta 1e-6"),
      ],
    ])
      check(await call(args), what);
    check(
      await call(["adapt", ...numbers, "--target", "fault.csv", "--epsilon", "1", "--delta", "1e-6"]),
      `${what}, private`,
    );
    for (const command of [
      ["verify", "fault.csv"],
      ["report", "fault.csv"],
      ["combine", "fault.csv", "--release", "moments"],
      ["predict", "--model", "fault.csv", "--data", "target.csv"],
    ])
      check(await call(command), `${what} as a release`);
    check(
      await call(["adapt", ...numbers, "--target-sums", "fault.csv", "--epsilon", "1", "--delta", "1e-6"]),
      `${what} as sums`,
    );
    check(await call(["adapt", ...numbers, "--base-file", "fault.csv", ...run]), `${what} as a model's file`);
  }
});

test("the fields of a model's file, forged", async (t) => {
  const { save, call } = await calls(t);
  await save("source.csv", SMALL);
  await save("target.csv", `a,b\n${"1,2\n".repeat(60)}`);
  const document = JSON.parse(await readFile(STUMP, "utf8"));
  const places = [...placesIn(document)];
  assert.ok(places.length > 5);
  for (const path of places) {
    await save("model.json", JSON.stringify(planted(document, path)));
    const run = ["adapt", ...files, ...settings, ...words("--base-file model.json --out o.json")];
    check(await call(run), path.join("."));
  }
});

test("words of the caller and of the ledger: options, paths, accounts, damaged entries", async (t) => {
  const { call } = await calls(t);
  const word = EVIL.replaceAll("\u0000", "").toWellFormed(); // as an argument can be
  for (const args of [
    [word],
    [`--${word}`],
    ["adapt", `--${word}`],
    ["adapt", "--epsilon", word],
    ["verify", word],
    ["report", word],
    ["combine", word, "--release", "moments"],
    ["combine", word, "--release", word],
    ["predict", "--model", word, "--data", word],
    ["ledger", word],
    ["ledger", "cap", word, word],
    ["ledger", "open", word, "--other-people"],
    ["ledger", "rename", "default", word],
    ["ledger", "reset", "--reason", word, "--yes"],
    ["ledger", "show", "--account", word],
    ["submit", word, "--target", "x"],
    ["submit", `#source=${encodeURIComponent(word)}&label=y`, "--target", "x"],
    ["submit", `#${encodeURIComponent(word)}=1`, "--target", "x", "--json"],
    [
      "submit",
      `https://example.org/#source=https://example.org/a.csv&label=${encodeURIComponent(word)}`,
      "--target",
      "x",
    ],
  ])
    check(await call(args, { PRIVADAPT_TOKEN: "secret" }), args[0]);

  const { XDG_STATE_HOME } = process.env;
  const state = await folderFor(t);
  try {
    process.env.XDG_STATE_HOME = state;
    const ledger = await openLedger();
    await ledger.charge({
      epsilon: 1,
      delta: 1e-6,
      rho: 0.02,
      about: { from: "a city", mechanism: "moment", release: "model" },
    });
    await ledger.rename({ account: "default", name: "mine" });
    await ledger.reset({ account: "default", reason: "made up" });
  } finally {
    process.env.XDG_STATE_HOME = XDG_STATE_HOME;
  }
  const folder = join(state, "privadapt", "ledger");
  for (const name of (await readdir(folder)).sort()) {
    const text = await readFile(join(folder, name), "utf8");
    for (const path of placesIn(JSON.parse(text))) {
      await writeFile(join(folder, name), `${JSON.stringify(planted(JSON.parse(text), path))}\n`);
      for (const args of [["ledger"], ["ledger", "export"], ["ledger", "--json"]])
        check(await call(args, { XDG_STATE_HOME: state }), `${name}: ${path}`);
    }
    await writeFile(join(folder, name), text);
  }
  check(await call(["ledger"], { XDG_STATE_HOME: state }), "the ledger as it was");
});
