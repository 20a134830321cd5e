// The exact sum of the private rows is gone from the memory of the vault's worker when the owner stops or has the
// result. jsbridge/npm/test/wiped.test.mjs tests the other ways of ending a reading.
import assert from "node:assert/strict";
import test from "node:test";
import { load } from "../../jsbridge/npm/index.js";
import { skip } from "./support/browser.mjs";
import { SAMPLE, owner } from "./support/owner.mjs";

/**
 * Rows that are not clipped, each column about its mean, and the lowest word of Σx², in squared grid steps, of the
 * first number.
 */
async function rowsAndSecret() {
  const engine = await load({ ledger: false });
  const { columns, radius, label } = await engine.loadSource(new Blob([SAMPLE["source.csv"]]), { label: "price" });
  await engine.dispose();
  const used = columns.filter(({ name, kind }) => name !== label && kind !== "ignored");
  const first = used.find(({ kind }) => kind === "numeric");
  const common = ({ levels }) => levels.reduce((a, b) => (b.mean > a.mean ? b : a)).name;
  const lines = [used.map(({ name }) => name)];
  let sum = 0n;
  for (let i = 0; i < 60; i++) {
    const value = first.mean + first.scale * 0.02 * (i - 20.5);
    lines.push(
      used.map((column) => (column === first ? value : column.kind === "numeric" ? column.mean : common(column))),
    );
    const steps = BigInt(Math.trunc(((value - first.mean) / first.scale) * (2 ** 30 / radius)));
    sum += steps * steps;
  }
  return { csv: `${lines.join("\n")}\n`, secret: `${BigInt.asUintN(64, sum)}` };
}

test("no sum is left in the vault's worker when its owner stops or has the result", {
  skip,
  timeout: 600_000,
}, async (t) => {
  const { csv, secret } = await rowsAndSecret();
  const me = await owner(t, { base: "linear" });
  await me.loadSample();
  const worker = me.page.workers().at(-1);
  // Go looks up its memory whenever it takes something from JavaScript.
  await worker.evaluate(() => {
    const { get } = Object.getOwnPropertyDescriptor(WebAssembly.Memory.prototype, "buffer");
    Object.defineProperty(WebAssembly.Memory.prototype, "buffer", {
      get() {
        globalThis.memory = this;
        return Reflect.apply(get, this, []);
      },
    });
  });
  const copies = () =>
    worker.evaluate((secret) => {
      const bytes = new Uint8Array(globalThis.memory.buffer);
      const word = new Uint8Array(BigUint64Array.of(BigInt(secret)).buffer);
      let found = 0;
      for (let at = bytes.indexOf(word[0]); at >= 0; at = bytes.indexOf(word[0], at + 1))
        if (word.every((byte, k) => bytes[at + k] === byte)) found++;
      return found;
    }, secret);
  const file = await me.write("private.csv", csv);
  const fixed = me.vault.locator("label.button");
  for (const [way, after, end] of [
    ["stopped", fixed, () => me.press("Stop, costs nothing")],
    ["released", undefined, () => me.run()],
  ]) {
    await me.fix();
    await me.pick(file);
    await me.preview();
    assert.equal(await copies(), 1, `${way}: the worker holds what the test looks for`);
    await end();
    await after?.waitFor();
    assert.equal(me.page.workers().at(-1), worker, "it is the same worker");
    while ((await copies()) > 0); // the worker hears of it after the form has changed
  }
});
