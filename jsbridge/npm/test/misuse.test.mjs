// Calls as programs mistake them: each is refused for what it is, before anything is charged, and repeats nothing private.
import assert from "node:assert/strict";
import test from "node:test";
import { load } from "../index.js";
import { sourceCSV, targetCSV } from "./support.mjs";

/** An engine with both samples, and what it was asked to charge. */
async function ready(t) {
  const charges = [];
  const engine = await load({ ledger: false, onCharge: (cost) => void charges.push(cost) });
  t.after(() => engine.dispose());
  const source = await engine.loadSource(new Blob([sourceCSV]), { label: "y" });
  const target = await engine.loadTarget(new Blob([targetCSV]));
  return { engine, charges, run: { source, target, epsilon: 1, delta: 1e-6, base: "linear" } };
}

test("the text of a private file in place of a path stands in no message", async (t) => {
  const { engine } = await ready(t);
  const row = targetCSV.split("\n")[1];
  for (const given of [targetCSV, [targetCSV, targetCSV]])
    await assert.rejects(engine.loadTarget(given), ({ code, message, cause }) => {
      assert.equal(code, "bad-option");
      assert.doesNotMatch(`${message} ${cause?.message}`, new RegExp(row));
      return true;
    });
  await assert.rejects(engine.loadTarget(targetCSV), { message: /make a Blob of it, new Blob\(\[text\]\)/ });
  await assert.rejects(engine.loadSource(sourceCSV, { label: "y" }), { code: "bad-option", message: /make a Blob/ });
});
