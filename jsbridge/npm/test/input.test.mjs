// tier: 2
// Bytes come to the engine in pieces, at the reader's pace, for files of any size.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import test from "node:test";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { feed } from "../reading/feed.js";
import { open } from "../reading/input.js";
import { folderFor, sourceCSV, targetCSV } from "./support.mjs";

/** A file of `size` bytes. None of them is there, as browsers with and without streams into given memory have it. */
const forms = {
  "a stream": (size, read) =>
    class extends Blob {
      size = size;
      stream() {
        let at = 0;
        const pull = ({ byobRequest }) => {
          const length = Math.min(byobRequest.view.byteLength, size - at, 300_000);
          read(at, (at += length));
          byobRequest.respond(length);
        };
        return new ReadableStream({ type: "bytes", pull });
      }
    },
  slices: (size, read) =>
    class extends Blob {
      size = size;
      stream() {
        throw new TypeError("no stream of bytes");
      }
      slice(from, to) {
        read(from, to);
        return { arrayBuffer: async () => new ArrayBuffer(to - from) };
      }
    },
};

for (const [form, made] of Object.entries(forms)) {
  test(`a file of more than 4 GB is read to its last byte, by ${form}`, async () => {
    const size = 2 ** 32 + 2 ** 20 + 5;
    let end = 0;
    const Huge = made(size, (from, to) => {
      assert.equal(from, end, "without a gap");
      end = to;
    });
    const input = open(new Huge());
    let bytes = 0;
    for (let piece = await input.next(); piece; piece = await input.next(piece)) bytes += piece.length;
    assert.equal(bytes, size);
    assert.equal(input.done, bytes);
  });

  test(`at most one piece is read ahead, by ${form}`, async () => {
    let bytes = 0;
    let taken = 0;
    const Counted = made(100 << 20, (from, to) => (bytes += to - from));
    const input = open(new Counted());
    for (let piece, i = 0; i < 5; i++) {
      piece = await input.next(piece);
      taken += piece.length;
      await new Promise((resolve) => setTimeout(resolve, 5));
      assert.ok(bytes <= taken + 2 ** 20, `${bytes} bytes read for ${taken}`);
    }
  });
}

// Whether or not its memory is reused, each piece has the bytes of its place in the file, and a piece that was not
// given back does not change.
test("pieces are the file's bytes, with and without their memory being given back", async () => {
  const bytes = Uint8Array.from({ length: 3_500_001 }, (_, i) => (i * 2654435761) >>> 24);
  for (const data of [new Blob([bytes]), new Blob([gzipSync(bytes)]), bytes, { stream: new Blob([bytes]).stream() }]) {
    for (const gives of data.stream instanceof ReadableStream ? [true] : [true, false]) {
      const input = open(data);
      const kept = [];
      for (let piece = await input.next(); piece; piece = await input.next(gives ? piece : undefined))
        kept.push(gives ? piece.slice() : piece);
      assert.ok(Buffer.concat(kept).equals(bytes), `${data.constructor.name}, ${gives ? "given back" : "kept"}`);
      assert.equal(await input.next(), undefined);
    }
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

test("a port is asked for each piece, and receives a cancel", { timeout: 60_000 }, async () => {
  const { port1, port2 } = new MessageChannel();
  let given = 0;
  let heard;
  const cancelled = new Promise((resolve) => (heard = resolve));
  const source = {
    next: async () => new Uint8Array(10).fill(++given),
    cancel: heard,
  };
  feed(port1, source);
  const input = open({ port: port2, size: 0 });
  assert.equal((await input.next())[0], 1);
  assert.equal((await input.next())[0], 2);
  assert.ok(given <= 3, `${given} pieces were made for two`);
  input.cancel();
  await cancelled; // or the test times out
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

// A port with a listener keeps a program alive, so a call that never reads its file has to release it.
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
