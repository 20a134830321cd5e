// The owner's check on the command line: shown before the charge, asked about on a terminal, and a stop where the run
// would be of no use.
import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import test from "node:test";
import { csv, files, privacy, setUp, sourceRows, targetRows, words } from "./support.mjs";
import { noTerminal, talk } from "./terminal.mjs";

async function accountOf(t, privadapt) {
  const name = t.name.slice(0, 60).trim();
  assert.equal((await privadapt("ledger", "open", name, "--other-people")).status, 0);
  const spent = async () => {
    const { accounts } = JSON.parse((await privadapt("ledger", "--json")).stdout);
    return accounts.find((account) => account.name === name).spent.runs;
  };
  return { account: ["--account", name], spent };
}

test("the check shows columns, repairs, what would leave and what it costs, before the charge", async (t) => {
  const { cwd, names, privadapt } = await setUp(t);
  const { account, spent } = await accountOf(t, privadapt);
  const other = targetRows.map(({ temp, wind, colour }, k) => ({ Temp: k < 9 ? "?" : temp, wind, colour }));
  await writeFile(join(cwd, "target.csv"), csv(other));
  const { status, stdout, stderr } = await privadapt("adapt", ...files, ...privacy, ...account, "--dry-run");
  assert.equal(status, 0, stderr);
  assert.equal(stdout, "");
  for (const line of [
    /1200 rows read/,
    /3 of the sample's 3 columns found/,
    /read under another name: "Temp" is temp/,
    /9 unreadable cells took the source's mean: temp 9/,
    /would leave: a model that predicts the label, and the number of rows; none of the rows/,
    /would cost: ε = 1 at δ = 0\.000001, charged to the account ".*": nothing spent of the cap ε = 3/,
    /nothing was spent: --dry-run ends here/,
  ])
    assert.match(stderr, line);
  assert.equal(await spent(), 0);
  assert.deepEqual(await names(), ["source.csv", "target.csv"]);
  const { stdout: json } = await privadapt("adapt", ...files, ...privacy, ...account, "--dry-run", "--json");
  assert.deepEqual(JSON.parse(json), { ok: true, dryRun: true, charged: false });
});

test("the notes on the public sample come before the charge, once, in a dry run too", async (t) => {
  const { cwd, privadapt } = await setUp(t);
  const { account, spent } = await accountOf(t, privadapt);
  const sample = sourceRows.map((row) => ({ ...row, hall: "7" }));
  await writeFile(join(cwd, "source.csv"), csv(sample));
  for (const more of [["--dry-run"], ["--dry-run", "--quiet"], ["--yes"]]) {
    const { status, stderr } = await privadapt("adapt", ...files, ...privacy, ...account, ...more);
    assert.equal(status, 0, stderr);
    assert.equal(stderr.match(/^note: .*hall/gm)?.length, 1, stderr);
    if (!more.includes("--quiet")) assert.match(stderr, /^note: [\s\S]*would cost/m);
  }
  assert.equal(await spent(), 1);
});

test("a stop ends the run, also a quiet one and with --yes, until --accept names it", async (t) => {
  const { cwd, names, privadapt } = await setUp(t);
  const { account, spent } = await accountOf(t, privadapt);
  const cases = {
    "missing-columns": targetRows.map(({ temp, colour }) => ({ temp, colour })),
    "unreadable-column": targetRows.map(({ temp, wind, colour }) => ({ temp, wind: `${wind} m/s`, colour })),
    "clipped-rows": targetRows.map(({ temp, wind, colour }) => ({ temp: temp * 1e6, wind, colour })),
    "repeated-identifier": targetRows.map((row, k) => ({ ...row, who: `p${k >> 2}` })),
  };
  for (const [name, rows] of Object.entries(cases)) {
    await writeFile(
      join(cwd, "target.csv"),
      csv(rows, name === "repeated-identifier" ? ["temp", "wind", "colour", "who"] : undefined),
    );
    const stopped = await privadapt("adapt", ...files, ...privacy, ...account, "--quiet", "--yes", "--json");
    assert.equal(stopped.status, 1, name);
    assert.match(
      stopped.stderr,
      new RegExp(`^stop ${name}: .*\nprivadapt: .*Nothing was spent.*--accept ${name} \\[${name}\\]\n$`),
    );
    if (name === "repeated-identifier") assert.match(stopped.stderr, /the column "who" repeat.*--unit/);
    const { code, charged } = JSON.parse(stopped.stdout).error;
    assert.deepEqual([code, charged], [name, false]);
    assert.deepEqual(await names(), ["source.csv", "target.csv"]);
    const other = name === "missing-columns" ? "clipped-rows" : "missing-columns";
    const others = await privadapt("adapt", ...files, ...privacy, ...account, "--quiet", "--accept", other);
    assert.equal(others.status, 1);
    const on = await privadapt("adapt", ...files, ...privacy, ...account, "--quiet", "--accept", name, "--dry-run");
    assert.equal(on.status, 0, on.stderr);
    assert.match(on.stderr, new RegExp(`^accepted ${name}: `));
  }
  assert.equal(await spent(), 0);
  const unknown = await privadapt("adapt", ...files, ...privacy, "--accept", "everything");
  assert.deepEqual(
    [unknown.status, /no stop "everything"; the stops are missing-columns/.test(unknown.stderr)],
    [2, true],
  );
});

test("on a terminal the owner is asked after the file is read, and nothing is spent without a yes", {
  skip: noTerminal,
}, async (t) => {
  const { cwd, names, privadapt } = await setUp(t);
  const { account, spent } = await accountOf(t, privadapt);
  const args = ["adapt", ...files, ...privacy, ...account];
  const answered = (answer, ...more) => talk([...args, ...more], [{ question: 'Type "yes"', answer }], { cwd });
  for (const answer of ["no", "\x03"]) {
    const refused = await answered(answer);
    assert.equal(refused.status, 130, refused.said);
    assert.match(
      refused.said,
      /1200 rows read[\s\S]*would cost[\s\S]*Type "yes" to spend this and write release\.json/,
    );
    assert.equal(await spent(), 0);
    assert.deepEqual(await names(), ["source.csv", "target.csv"]);
  }
  const made = await answered("yes");
  assert.equal(made.status, 0, made.said);
  assert.equal(await spent(), 1);
  assert.deepEqual(await names(), ["release.json", "source.csv", "target.csv"]);
  const unasked = await answered("", "--yes", "--out", "two.json");
  assert.equal(unasked.status, 0, unasked.said);
  assert.doesNotMatch(unasked.said, /Type "yes"/);
});

test("an ε that no cap admits is refused before the private file is read", async (t) => {
  const { privadapt } = await setUp(t);
  const { account, spent } = await accountOf(t, privadapt);
  const run = (epsilon) =>
    privadapt(
      "adapt",
      ...files,
      ...words("--label y --epsilon"),
      epsilon,
      ...words("--delta 1e-6 --base linear"),
      ...account,
    );
  const { status, stderr } = await run("100");
  assert.deepEqual([status, /does not admit this run.*\[budget-exhausted\]/.test(stderr)], [1, true], stderr);
  assert.doesNotMatch(stderr, /rows read/);
  assert.equal(await spent(), 0);
  assert.equal((await run("2.5")).status, 0);
  assert.doesNotMatch((await run("2.5")).stderr, /rows read/);
});

test("words that a command does not know get the one that was probably meant, and messages name the command's options", async (t) => {
  const { cwd, privadapt } = await setUp(t);
  for (const [args, words] of [
    [["adapt", "--epsilonn", "1"], /there is no option --epsilonn; did you mean --epsilon\?/],
    [["adapt", "--use-label"], /there is no option --use-label; did you mean --use-labels\?/],
    [["adapt", "--zzzzz"], /there is no option --zzzzz \(see/],
    [["adpat"], /there is no command "adpat"; did you mean adapt\?/],
    [["ledger", "release"], /ledger has no command "release"; did you mean releases\?/],
  ]) {
    const { status, stderr } = await privadapt(...args);
    assert.deepEqual([status, words.test(stderr)], [2, true], stderr);
  }
  const large = ["--label", "y", "--epsilon", "1", "--delta", "0.1", "--base", "linear"];
  const refused = await privadapt("adapt", ...files, ...large);
  assert.match(refused.stderr, /--accept-large-delta/);
  assert.doesNotMatch(refused.stderr, /acceptLargeDelta/);
  await writeFile(join(cwd, "target.csv"), "a,b\n1,2\n");
  assert.match(
    (await privadapt("adapt", ...files, ...privacy)).stderr,
    /^privadapt: target\.csv: .*\[no-common-columns\]\n$/,
  );
});
