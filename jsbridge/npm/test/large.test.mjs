// tier: 2
// A large private file in constant memory: 40 MB by default, 200 MB with PRIVADAPT_LARGE=1. That JavaScript reads no further
// ahead is in input.test.mjs.
import assert from "node:assert/strict";
import { openAsBlob } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import test from "node:test";
import { folderFor, ready, rows } from "./support.mjs";

const MEGABYTES = process.env.PRIVADAPT_LARGE === "1" ? 200 : 40;

async function writeTarget(path, megabytes) {
  const block = rows(5000, { warm: 0.95, seed: 3 })
    .map(({ temp, wind, colour }) => `${temp},${wind},${colour}\n`)
    .join("");
  const file = await open(path, "w");
  await file.write("temp,wind,colour\n");
  for (let written = 0; written < megabytes * 1e6; written += block.length) await file.write(block);
  await file.close();
}

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
