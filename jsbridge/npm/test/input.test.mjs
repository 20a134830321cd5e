// How bytes come to the engine: in pieces, at the reader's pace, however many there are.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import test from "node:test";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { feed } from "../feed.js";
import "../input.js";
import { folderFor, sourceCSV, targetCSV } from "./support.mjs";

const open = globalThis.privadaptOpen;

test("a file of more than 4 GB is read to its last byte", async () => {
  const piece = new ArrayBuffer(1 << 20);
  const cuts = [];
  class Huge extends Blob {
    get size() {
      return 2 ** 32 + 2 ** 20 + 5;
    }
    slice(from, to) {
      cuts.push([from, to]);
      return { arrayBuffer: async () => (to - from === piece.byteLength ? piece : new ArrayBuffer(to - from)) };
    }
  }
  const input = open(new Huge());
  let bytes = 0;
  for (let next = await input.next(); next; next = await input.next()) bytes += next.length;
  assert.equal(bytes, 2 ** 32 + 2 ** 20 + 5);
  assert.equal(input.done, bytes);
  assert.ok(cuts.every(([from], i) => from === i * 2 ** 20), "without a gap");
});

test("at most one piece is read ahead", async () => {
  let reads = 0;
  class Counted extends Blob {
    get size() {
      return 100 << 20;
    }
    slice(from, to) {
      reads++;
      return { arrayBuffer: async () => new ArrayBuffer(to - from) };
    }
  }
  const input = open(new Counted());
  for (let taken = 1; taken <= 5; taken++) {
    await input.next();
    await new Promise((resolve) => setTimeout(resolve, 5));
    assert.ok(reads <= taken + 1, `${reads} reads for ${taken} pieces`);
  }
});

// 300 MB of zeros are 0.3 MB of gzip: whatever comes out at once has to be small.
test("gzip that expands a thousandfold is unpacked in steps", async () => {
  const zeros = 300e6;
  const input = open(new Blob([gzipSync(Buffer.alloc(zeros))]));
  let bytes = 0;
  let longest = 0;
  for (let next = await input.next(); next; next = await input.next()) {
    bytes += next.length;
    longest = Math.max(longest, next.length);
  }
  assert.equal(bytes, zeros);
  assert.ok(longest <= 1 << 22, `${longest} bytes at once`);
});

test("a port is asked for each piece, and told of a cancel", async () => {
  const { port1, port2 } = new MessageChannel();
  let given = 0;
  let cancelled = false;
  const source = {
    next: async () => new Uint8Array(10).fill(++given),
    cancel: () => (cancelled = true),
  };
  feed(port1, source);
  const input = open({ port: port2, size: 0 });
  assert.equal((await input.next())[0], 1);
  assert.equal((await input.next())[0], 2);
  assert.ok(given <= 3, `${given} pieces were made for two`);
  input.cancel();
  for (let waited = 0; !cancelled && waited < 100; waited++) await new Promise((resolve) => setTimeout(resolve, 10));
  assert.ok(cancelled);
  assert.ok(given <= 3);
});

test("what fails says so, by a code, and a file that changed meanwhile has none", async () => {
  const failing = (error) => ({ next: () => Promise.reject(error), cancel() {} });
  for (const [error, code] of [
    [Object.assign(new Error("secret"), { code: "bad-parquet" }), "bad-parquet"],
    [Object.assign(new Error("secret"), { code: "ENOENT" }), "unreadable"],
  ]) {
    const { port1, port2 } = new MessageChannel();
    feed(port1, failing(error));
    await assert.rejects(open({ port: port2 }).next(), (reason) => {
      assert.equal(reason.code, code);
      assert.doesNotMatch(reason.message, /secret/);
      return true;
    });
  }
});

// A port that is listened to keeps a program alive, so a call that never gets to its file has to let go of it.
test("a program ends after a call that was refused before its file was read", async (t) => {
  const folder = await folderFor(t);
  const path = join(folder, "target.csv");
  await writeFile(path, targetCSV);
  await writeFile(`${path}.source`, sourceCSV);
  const program = `
    import { openAsBlob } from "node:fs";
    import { load } from ${JSON.stringify(new URL("../index.js", import.meta.url).href)};
    const engine = await load();
    const source = await engine.loadSource(await openAsBlob(${JSON.stringify(`${path}.source`)}), { label: "y" });
    const target = await engine.loadTarget(await openAsBlob(${JSON.stringify(path)}));
    await engine.adapt({ source, target, epsilon: -1, delta: 1e-6 }).catch(({ code }) => console.log(code));`;
  const args = ["--input-type=module", "--eval", program];
  const { stdout } = await promisify(execFile)(process.execPath, args, { timeout: 60_000 });
  assert.equal(stdout, "bad-epsilon\n");
});
