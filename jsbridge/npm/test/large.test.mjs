// tier: 2
// A large private file in constant memory. 40 MB by default, 200 MB with PRIVADAPT_LARGE=1.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { openAsBlob } from "node:fs";
import { open, writeFile } from "node:fs/promises";
import { join } from "node:path";
import test from "node:test";
import { cli, folderFor, ready, rows, sourceCSV } from "./support.mjs";

const MEGABYTES = process.env.PRIVADAPT_LARGE === "1" ? 200 : 40;
const LIMIT = 260; // MB resident; 130 of them are there with a file of 1 MB

async function writeTarget(path, megabytes) {
  const block = rows(5000, { warm: 0.95, seed: 3 })
    .map(({ temp, wind, colour }) => `${temp},${wind},${colour}\n`)
    .join("");
  const file = await open(path, "w");
  await file.write("temp,wind,colour\n");
  let count = 0;
  for (let written = 0; written < megabytes * 1e6; written += block.length) {
    await file.write(block);
    count += 5000;
  }
  await file.close();
  return count;
}

/** Runs the command line with a hook that reports the peak of the process's resident memory, its worker included. */
async function runMeasured(cwd, args) {
  const hook =
    'process.on("exit", () => require("node:fs").writeSync(2, `peak ${process.resourceUsage().maxRSS}\\n`));';
  await writeFile(join(cwd, "peak.cjs"), hook);
  const child = spawn(process.execPath, ["--require", join(cwd, "peak.cjs"), cli, ...args], { cwd });
  let stdout = "";
  let stderr = "";
  child.stdout.on("data", (text) => (stdout += text));
  child.stderr.on("data", (text) => (stderr += text));
  const status = await new Promise((resolve) => child.on("close", resolve));
  return { status, stdout, stderr, peak: Number(/peak (\d+)/.exec(stderr)[1]) / 1024 };
}

test(`${MEGABYTES} MB of private rows by the command line`, { timeout: 600_000 }, async (t) => {
  const cwd = await folderFor(t);
  await writeFile(join(cwd, "source.csv"), sourceCSV);
  const settings = ["--label", "y", "--epsilon", "1", "--delta", "1e-9", "--json", "--force"];
  const adapt = async (megabytes) => {
    const count = await writeTarget(join(cwd, "target.csv"), megabytes);
    const start = performance.now();
    const files = ["--source", "source.csv", "--target", "target.csv"];
    const { status, stdout, stderr, peak } = await runMeasured(cwd, ["adapt", ...files, ...settings]);
    assert.equal(status, 0, stderr);
    assert.equal(JSON.parse(stdout).certificate.n, count);
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    t.diagnostic(`${megabytes} MB, ${count} rows: peak resident memory ${peak.toFixed(0)} MB, ${seconds} s`);
    return peak;
  };
  const small = await adapt(1);
  const large = await adapt(MEGABYTES);
  assert.ok(large < LIMIT, `peak ${large} MB`);
  assert.ok(large - small < 100, `memory grew by ${large - small} MB with the file`);
});

test(`${MEGABYTES} MB of private rows in the engine's linear memory`, { timeout: 600_000 }, async (t) => {
  const cwd = await folderFor(t);
  const path = join(cwd, "target.csv");
  await writeTarget(path, MEGABYTES);
  // An engine in this thread, to see its memory being made. It never shrinks: its size at the end is its peak.
  let memory;
  const { instantiate } = WebAssembly;
  t.mock.method(WebAssembly, "instantiate", async (...args) => {
    const made = await instantiate(...args);
    memory ??= made.exports?.mem; // Go's module comes first; the loops of the kernel have no memory of their own
    return made;
  });
  const { engine, source } = await ready(t, { worker: false });
  const target = await engine.loadTarget(await openAsBlob(path));
  await engine.adapt({ source, target, epsilon: 1, delta: 1e-9 });
  const megabytes = memory.buffer.byteLength / 1e6;
  t.diagnostic(`linear memory ${megabytes.toFixed(1)} MB`);
  assert.ok(megabytes < 64, `${megabytes} MB`);
});
