// The table that `make run` prints after the main job: the default and the paper's algorithm, on data with a made-up
// private side.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { openLedger } from "../index.js";
import { csv, setUp, targetRows } from "./support.mjs";

const compare = fileURLToPath(new URL("../lab/compare.mjs", import.meta.url));

test("two mechanisms on one sample: discrepancy before and after, error, seconds; two charges", async (t) => {
  const { cwd } = await setUp(t);
  const at = (name) => join(cwd, name);
  await writeFile(at("labels.csv"), csv(targetRows, ["y"]));
  const before = await (await openLedger()).account();
  const { stdout } = await promisify(execFile)(process.execPath, [
    compare,
    at("source.csv"),
    at("target.csv"),
    at("labels.csv"),
    "y",
  ]);
  const figures = (name) => {
    const line = stdout.split("\n").find((line) => line.trim().startsWith(name));
    assert.ok(line, `${name} in\n${stdout}`);
    return line.trim().slice(54).trim().split(/\s+/).map(Number);
  };
  const [uniform, byDefault, error, seconds] = figures("moment, projected-gradient");
  const [again, byPaper, , secondsOfPaper] = figures("selection, frank-wolfe");
  const [, without, errorWithout] = figures("without privacy");
  const [, , errorOfAll] = figures("all public rows alike");
  assert.equal(again, uniform, "one sample, one discrepancy before");
  assert.ok(seconds > 0 && secondsOfPaper > 0);
  // Of the default's noise: the spectral norm is 0.1 to 0.25 here, and one of a quarter of the mismatch, 0.78, would
  // take an entry of the matrix beyond eight standard deviations.
  assert.ok(byDefault < uniform / 4, stdout);
  // Weights cannot be far below the optimum without privacy.
  assert.ok(without < 2 * Math.min(byDefault, byPaper), stdout);
  assert.ok(Number.isFinite(error) && errorWithout < errorOfAll, stdout);
  assert.match(stdout, /no release may state them[\s\S]*private rows are made up/);
  const { spent } = await (await openLedger()).account();
  assert.equal(spent.runs, before.spent.runs + 2, "each run is charged");
});

test("compare.mjs without the three files and the label says how to call it", async () => {
  await assert.rejects(
    promisify(execFile)(process.execPath, [compare, "a.csv"]),
    (error) => error.code === 2 && /^usage: /.test(error.stderr),
  );
});
