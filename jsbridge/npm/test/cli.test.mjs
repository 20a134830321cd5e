import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import test from "node:test";
import { inShort } from "../in-short.js";
import { serverOf } from "./tools.mjs";
import {
  cli,
  csv,
  files,
  privacy,
  relativeError,
  setUp,
  settings,
  sourceCSV,
  sourceRows,
  targetCSV,
  targetRows,
  words,
} from "./support.mjs";

test("adapt, predict, verify", async (t) => {
  const { names, read, started: privadapt } = await setUp(t);
  const adapted = await privadapt("adapt", ...files, ...settings);
  assert.equal(adapted.status, 0, adapted.stderr);
  assert.match(adapted.stdout, /^wrote release\.json\n/);
  assert.match(adapted.stdout, /\n {2}model, ε = 1, δ = 0\.000001/);
  assert.match(adapted.stderr, /owner of the private file only[\s\S]*1200 rows read/);
  assert.doesNotMatch(adapted.stderr, /\r|\x1b/, "no progress bar in a pipe");
  assert.deepEqual(await names(), ["release.json", "source.csv", "target.csv"]);
  const release = JSON.parse(await read("release.json"));
  assert.equal(release.format, "privadapt-release");
  const short = inShort(release);
  assert.match(short.at(-1), /labels that are known can decide|from the public sample alone/);
  assert.deepEqual(
    adapted.stdout.split("\n").slice(1, 1 + short.length),
    short.map((line) => `  ${line}`),
    "as on the owner's page",
  );

  const predicted = await privadapt("predict", "--model", "release.json", "--data", "target.csv", "--out", "p.csv");
  assert.equal(predicted.status, 0, predicted.stderr);
  const [header, ...lines] = (await read("p.csv")).trimEnd().split("\n");
  assert.equal(header, "prediction");
  const error = relativeError(
    lines.map(Number),
    targetRows.map((row) => Number(row.y)),
  );
  assert.ok(error < 0.5, `relative error ${error}`);
  const printed = await privadapt("predict", "--model", "release.json", "--data", "target.csv");
  assert.equal(printed.stdout, await read("p.csv"));

  const verified = await privadapt("verify", "release.json");
  assert.equal(verified.status, 0, verified.stderr);
  assert.match(verified.stdout, /the certificate holds/);
});

test("--json everywhere", async (t) => {
  const { names, privadapt } = await setUp(t);
  const json = async (...args) => {
    const { stdout, stderr } = await privadapt(...args, "--json");
    assert.doesNotThrow(() => JSON.parse(stdout), `${args[0]}: ${stdout}${stderr}`);
    return JSON.parse(stdout);
  };
  const adapted = await json("adapt", ...files, ...privacy, "--release", "weights", "--out", "w.json");
  assert.deepEqual(Object.keys(adapted), ["ok", "out", "files", "kind", "certificate", "warnings", "account"]);
  assert.deepEqual(
    [adapted.ok, adapted.out, adapted.files, adapted.kind],
    [true, "w.json", ["w.csv", "w.json"], "weights"],
  );
  assert.deepEqual(await names(), ["source.csv", "target.csv", "w.csv", "w.json"]);

  await json("adapt", ...files, ...privacy, "--out", "m.json");
  const predicted = await json("predict", "--model", "m.json", "--data", "target.csv");
  assert.equal(predicted.predictions.length, targetRows.length);
  const written = await json(...words("predict --model m.json --data target.csv --out p.csv"));
  assert.equal(written.rows, targetRows.length);
  assert.equal((await json("verify", "m.json")).ok, true);

  const failed = await json("adapt", ...files, "--label", "z", "--epsilon", "1", "--delta", "1e-6");
  assert.equal(failed.ok, false);
  assert.equal(failed.error.code, "no-label");
  assert.equal((await json("adapt", "--no-such-flag")).error.code, "usage");
});

test("weights come with a CSV beside, moments under their own name", async (t) => {
  const { names, read, privadapt } = await setUp(t);
  assert.equal((await privadapt("adapt", ...files, ...privacy, "--release", "weights")).status, 0);
  assert.equal((await privadapt("adapt", ...files, ...privacy, "--release", "moments")).status, 0);
  assert.deepEqual(await names(), ["moments.json", "source.csv", "target.csv", "weights.csv", "weights.json"]);
  assert.equal((await read("weights.csv")).trimEnd().split("\n").length, sourceRows.length + 1);
  for (const name of ["weights.json", "moments.json"]) {
    assert.equal((await privadapt("verify", name)).status, 0);
    assert.equal((await privadapt("predict", "--model", name, "--data", "target.csv")).status, 1);
  }
});

test("several targets are one population; a pipe can be the target; --quiet keeps the report back", async (t) => {
  const { cwd, read, privadapt } = await setUp(t);
  const [header, ...lines] = targetCSV.trimEnd().split("\n");
  await writeFile(join(cwd, "a.csv"), [header, ...lines.slice(0, 700)].join("\n"));
  await writeFile(join(cwd, "b.csv"), [header, ...lines.slice(700)].join("\n"));
  const adapt = (other, ...more) =>
    privadapt(...words(`adapt --source source.csv --target a.csv --target ${other}`), ...privacy, ...more);
  const several = await adapt("b.csv", "--quiet");
  assert.equal(several.status, 0, several.stderr);
  assert.equal(several.stderr, "");
  assert.equal(JSON.parse(await read("release.json")).certificate.n, targetRows.length);

  await writeFile(join(cwd, "page.csv"), "<html><body></body></html>\n");
  const second = await adapt("page.csv", "--out", "second.json");
  assert.equal(second.status, 1);
  assert.match(
    second.stderr,
    /^privadapt: page\.csv: this is a web page, not a table; give the CSV file itself \[html\]\n$/m,
  );

  // Through a shell, because Node itself connects a socket to a child's standard input, and a socket has no path.
  const args = ["adapt", "--source", "source.csv", "--target", "/dev/stdin", ...privacy, "--out", "piped.json"];
  const piped = `cat target.csv | "${process.execPath}" "${cli}" ${args.join(" ")}`;
  const child = spawn("sh", ["-c", piped], { cwd, stdio: "ignore" });
  assert.equal(await new Promise((resolve) => child.on("exit", resolve)), 0);
  assert.equal(JSON.parse(await read("piped.json")).certificate.n, targetRows.length);
});

test("--campaign is stated in the release, and refused where it is no plain name", async (t) => {
  const { read, privadapt } = await setUp(t);
  assert.equal((await privadapt("adapt", ...files, ...privacy, "--campaign", "spring-2027")).status, 0);
  assert.equal(JSON.parse(await read("release.json")).campaignId, "spring-2027");
  for (const name of ["a b", "a/b", "\u202Ea", "a".repeat(65)]) {
    const { status, stderr } = await privadapt("adapt", ...files, ...privacy, "--force", "--campaign", name);
    assert.deepEqual([status, /the campaign is .*\[bad-option\]/.test(stderr)], [1, true], stderr);
  }
});

test("--categorical and --ignore", async (t) => {
  const { read, privadapt } = await setUp(t);
  const columns = ["--ignore", "temp, wind", "--categorical", "colour"];
  const { status, stderr } = await privadapt("adapt", ...files, ...privacy, ...columns);
  assert.equal(status, 0, stderr);
  const { coefficients } = JSON.parse(await read("release.json")).values;
  assert.deepEqual([...new Set(coefficients.map(({ column }) => column))], ["colour"]);
});

test("a source from an address, with integrity", async (t) => {
  const { privadapt } = await setUp(t);
  const { at: origin, close } = await serverOf((request, response) =>
    request.url === "/s.csv" ? response.end(sourceCSV) : response.writeHead(404).end(),
  );
  t.after(close);
  const from = (url, ...more) =>
    privadapt("adapt", "--source", url, "--target", "target.csv", "--force", ...privacy, ...more);
  assert.equal((await from(`${origin}/s.csv`)).status, 0);
  const missing = await from(`${origin}/no.csv`);
  assert.equal(missing.status, 1);
  assert.match(missing.stderr, /^privadapt: .*404.*\[http-status\]\n$/);
  assert.match((await from(`${origin}/s.csv`, "--integrity", "0".repeat(64))).stderr, /\[integrity\]/);
});

test("a tampered certificate is refused", async (t) => {
  const { cwd, read, privadapt } = await setUp(t);
  await privadapt("adapt", ...files, ...privacy);
  const genuine = await read("release.json");
  const release = JSON.parse(genuine);
  release.certificate.epsilon /= 2;
  await writeFile(join(cwd, "tampered.json"), JSON.stringify(release));
  const { status, stderr } = await privadapt("verify", "tampered.json");
  assert.equal(status, 1);
  assert.match(stderr, /^privadapt: .+\n$/);
  await writeFile(join(cwd, "half.json"), genuine.slice(0, genuine.length / 2));
  assert.match((await privadapt("verify", "half.json")).stderr, /\[bad-release\]/);
  assert.match((await privadapt("predict", "--model", "half.json", "--data", "target.csv")).stderr, /\[bad-release\]/);
});

test("verify states δ·n and refuses δ ≥ 1/n unless it is accepted by name", async (t) => {
  const { privadapt } = await setUp(t);
  assert.equal((await privadapt("adapt", ...files, ...privacy)).status, 0);
  assert.match(
    (await privadapt("verify", "release.json")).stdout,
    /times the number of private rows: 0\.0012\n {2}remark: δ times n/,
  );
  const of = (delta, out) => ["adapt", ...files, ...privacy.with(5, delta), "--out", out];
  await privadapt(...of("1e-7", "small.json"));
  assert.doesNotMatch((await privadapt("verify", "small.json")).stdout, /remark/);

  const large = of("0.001", "large.json");
  const spent = (await privadapt("ledger", "--json")).stdout;
  assert.match((await privadapt(...large)).stderr, /one over the number of private rows, 1\/1200 .*\[bad-delta\]/);
  assert.equal((await privadapt("ledger", "--json")).stdout, spent, "nothing is charged");
  const made = await privadapt(...large, "--accept-large-delta", "--json");
  assert.match(made.stderr, /warning: /);
  assert.equal(JSON.parse(made.stdout).warnings.length, 1);
  const refused = await privadapt("verify", "large.json");
  assert.equal(refused.status, 1);
  assert.match(refused.stderr, /δ = 0\.001 is not below one over n/);
  const accepted = await privadapt("verify", "large.json", "--accept-large-delta");
  assert.equal(accepted.status, 0, accepted.stderr);
  assert.match(accepted.stdout, /remark: δ times n is 1\.2/);
});

test("called wrongly: exit status 2 and a sentence", async (t) => {
  const { names, privadapt } = await setUp(t);
  const wrong = [
    [],
    ["adopt"],
    ["adapt"],
    ["adapt", ...files],
    ["adapt", ...files, ...privacy, "--smoothness", "1"],
    ["adapt", ...files, ...privacy, "more"],
    ["adapt", ...files, ...privacy, "--release", "rows"],
    ["adapt", ...files, "--label", "y", "--epsilon", "one", "--delta", "1e-6"],
    ["adapt", ...files, "--label", "y", "--epsilon", "", "--delta", "1e-6"],
    ["adapt", ...files, ...privacy, "--quiet=yes"],
    ["predict"],
    ["predict", "--model", "release.json"],
    ["verify"],
    ["verify", "a.json", "b.json"],
    ["verify", "--fast", "a.json"],
  ];
  for (const args of wrong) {
    const { status, stdout, stderr } = await privadapt(...args);
    assert.equal(status, 2, args.join(" "));
    assert.match(stderr, /^privadapt: .+ \(see "privadapt --help"\)\n$/, args.join(" "));
    assert.equal(stdout, "");
  }
  assert.deepEqual(await names(), ["source.csv", "target.csv"]);
});

test("help and version", async (t) => {
  const { privadapt } = await setUp(t);
  const commands = words("adapt verify submit forecast sql combine report ledger");
  for (const args of [["--help"], ["help"], ["predict", "-h"], ...commands.map((name) => [name, "--help"])]) {
    const { status, stdout } = await privadapt(...args);
    assert.equal(status, 0);
    assert.match(stdout, /^privadapt/);
    for (const line of stdout.split("\n")) assert.ok(line.length <= 120, line);
  }
  assert.match((await privadapt("--version")).stdout, /^\d+\.\d+\.\d+\n$/);
});

test("columns in another order, delimiter and line ending give the same predictions", async (t) => {
  const { cwd, privadapt } = await setUp(t);
  await privadapt("adapt", ...files, ...privacy);
  await writeFile(
    join(cwd, "turned.csv"),
    `\ufeff${csv(targetRows, ["colour", "y", "wind", "temp"]).replaceAll(",", ";").replaceAll("\n", "\r\n")}`,
  );
  const predict = async (data) => (await privadapt("predict", "--model", "release.json", "--data", data)).stdout;
  assert.equal(await predict("turned.csv"), await predict("target.csv"));
});

test("a budget that is too small to show anything is reported, and does no harm", async (t) => {
  const { read, privadapt } = await setUp(t);
  // About one draw in a hundred exceeds the noise threshold and counts as evidence; then nothing need be reported.
  const budget = words("--label y --epsilon 0.0001 --delta 1e-9 --release weights --out w.json");
  const adapted = await privadapt("adapt", ...files, ...budget);
  assert.equal(adapted.status, 0, adapted.stderr);
  const { values, certificate } = JSON.parse(await read("w.json"));
  const aside = certificate.tolerance === certificate.discrepancy.uniform;
  assert.equal(/no evidence of a difference/.test(adapted.stdout), aside, adapted.stdout);
  if (aside) for (const weight of values.weights) assert.ok(Math.abs(weight * values.weights.length - 1) < 1e-9);
});
