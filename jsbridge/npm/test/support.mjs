// Shared by several tests: a deterministic sample, a temporary folder, the command line as a child process, and a
// privacy ledger that is not the machine's.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { readFile, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { load, openLedger } from "../index.js";
import { callsIn } from "./cli-calls.mjs";
import { folderFor, quickPlace, words } from "./tools.mjs";

export { folderFor, words };

// For this process and its children. The people in the data are made up, so the budget is large.
const state = mkdtempSync(join(quickPlace, "privadapt-state-"));
process.on("exit", () => rmSync(state, { recursive: true, force: true }));
process.env.XDG_STATE_HOME = state;
await (await openLedger()).setCap({ epsilon: 1e6, delta: 1e-6 });

export const cli = fileURLToPath(new URL("../cli.mjs", import.meta.url));

/** mulberry32: the samples below are the same in every run. */
export function randomFrom(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/**
 * One domain of a made-up task. The warm domain has other temperatures and colours than the cold one, and the response
 * is not linear, so that a model fitted to the right mixture of rows is better than one fitted to all of them.
 */
export function rows(count, { warm, seed }) {
  const random = randomFrom(seed);
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  return Array.from({ length: count }, () => {
    const isWarm = random() < warm;
    const temp = (isWarm ? 22 : 12) + 4 * normal();
    const wind = (isWarm ? 2 : 5) + Math.abs(normal());
    const colour = random() < (isWarm ? 0.8 : 0.3) ? "red" : random() < 0.5 ? "green" : "blue";
    const y = 3 * Math.max(temp, 15) - 2 * wind + (colour === "red" ? 4 : 0) + normal();
    return { temp: temp.toFixed(3), wind: wind.toFixed(3), colour, y: y.toFixed(3) };
  });
}

export function csv(table, columns = Object.keys(table[0])) {
  const lines = [columns, ...table.map((row) => columns.map((name) => row[name]))];
  return lines.map((cells) => `${cells.join(",")}\n`).join("");
}

const features = ["temp", "wind", "colour"];
export const sourceRows = rows(1500, { warm: 0.3, seed: 1 });
export const targetRows = rows(1200, { warm: 0.95, seed: 2 });
export const sourceCSV = csv(sourceRows);
export const targetCSV = csv(targetRows, features);

/** An engine that ends with the test. */
export async function engineFor(t, options) {
  const engine = await load(options);
  t.after(() => engine.dispose());
  return engine;
}

/** An engine with both samples. */
export async function ready(t, options) {
  const engine = await engineFor(t, options);
  const source = await engine.loadSource(new Blob([sourceCSV]), { label: "y" });
  return { engine, source, target: await engine.loadTarget(new Blob([targetCSV])) };
}

// A JavaScript program cannot bring these about: Node or V8 has a fault. One run of continuous integration ended by a
// signal that it did not name.
const FAULTS_OF_NODE = ["SIGSEGV", "SIGBUS", "SIGILL", "SIGTRAP"];

/**
 * Runs the command line to its end and returns {status, stdout, stderr}. The status is the name of a signal where one
 * ended it. After a fault of Node itself it is run once more, and the output says so.
 */
export async function run(args, { cwd, env = {}, nodeOptions = [] }) {
  const options = { cwd, env: { ...process.env, ...env }, maxBuffer: 1 << 28 };
  const once = () =>
    new Promise((resolve) => {
      execFile(process.execPath, [...nodeOptions, cli, ...args], options, (error, stdout, stderr) =>
        resolve({ status: error ? (error.code ?? error.signal) : 0, stdout, stderr }),
      );
    });
  const ended = await once();
  if (!FAULTS_OF_NODE.includes(ended.status)) return ended;
  console.error(`Node ${process.version} crashed by ${ended.status} in ${args.join(" ")}: ${ended.stderr}`);
  return once();
}

// What most calls of `privadapt adapt` in the tests begin with. A linear model takes a quarter of the time of the
// default, a choice among several kinds.
export const files = ["--source", "source.csv", "--target", "target.csv"];
export const settings = ["--label", "y", "--epsilon", "1", "--delta", "1e-6"];
export const privacy = [...settings, "--base", "linear"];

/**
 * A folder with the two samples, the command line called in it, and what it holds afterwards. `started(…)` is a call in
 * a process of its own.
 */
export async function setUp(t, { source = sourceCSV, target = targetCSV } = {}) {
  const cwd = await folderFor(t);
  await writeFile(join(cwd, "source.csv"), source);
  await writeFile(join(cwd, "target.csv"), target);
  const names = async () => (await readdir(cwd)).sort();
  const read = (name) => readFile(join(cwd, name), "utf8");
  const call = callsIn(cwd);
  return { cwd, names, read, privadapt: (...args) => call(args), started: (...args) => run(args, { cwd }) };
}

/** Reads a private sample as far as the owner's report, without a release. */
export async function reportOf(engine, source, target, settings) {
  let report;
  const stop = new Error("seen enough");
  const onReport = (seen) => {
    report = seen;
    throw stop;
  };
  const run = engine.adapt({ source, target, epsilon: 1, delta: 1e-6, ...settings, onReport });
  await assert.rejects(run, (error) => {
    if (error !== stop) throw error;
    return true;
  });
  return report;
}

/** The same for data that are not loaded yet. */
export const reportOn = async (engine, source, data, settings) =>
  reportOf(engine, source, await engine.loadTarget(data), settings);

/** The mean squared error divided by the variance of the labels. */
export function relativeError(predictions, labels) {
  const mean = labels.reduce((sum, y) => sum + y, 0) / labels.length;
  const squares = (f) => labels.reduce((sum, y, i) => sum + f(y, i) ** 2, 0);
  return squares((y, i) => y - predictions[i]) / squares((y) => y - mean);
}

/**
 * Resolves with the error of a download whose server falls silent half-way. A busy machine may need longer than the
 * download waits to see the first bytes; it is then given more.
 */
export async function errorOfSilence(download) {
  for (let stallMilliseconds = 100; ; stallMilliseconds *= 2) {
    const error = await download({ stallMilliseconds }).then(
      () => undefined,
      (error) => error,
    );
    if (error?.code !== "unreachable" || stallMilliseconds > 10_000) return error;
  }
}
