// The numbers of instructions of the innermost loops of the assembled kernel. A loop that needs one and a half times as
// many fails, on any machine and under any load.
import assert from "node:assert/strict";
import { test } from "node:test";
import { assemble } from "./assemble.mjs";

/** The instructions of each innermost loop, in the order of the module. */
async function innermostLoops() {
  const lines = (await assemble({ flat: true })).split("\n").map((line) => line.trim());
  const loops = [];
  const open = [];
  for (const line of lines) {
    const word = line.split(/[\s()]/)[0];
    if (word === "loop") {
      open.forEach((outer) => (outer.inner = true));
      open.push({ word, body: [] });
    } else if (word === "block" || word === "if") open.push({ word, body: [] });
    else if (word === "end") {
      const { word: kind, body, inner } = open.pop();
      if (kind === "loop" && !inner) loops.push(body);
    } else open.forEach(({ body }) => body.push(word));
  }
  return loops;
}

const count = (body, pattern) => body.filter((word) => pattern.test(word)).length;

test("the hot loops have as few instructions as they need", async () => {
  const [forms64, forms32, product, ...rest] = await innermostLoops();
  assert.equal(
    rest.length,
    18,
    "linear, regularise, weigh, histograms, inner, spread, rowForms, arrange, above, divide, turn, partition, descend, distances, dots and exponentials have one loop each, decimals two",
  );
  const [inner] = rest.splice(4, 1);
  const [exponentials] = rest.splice(14, 1);
  const [descend] = rest.splice(11, 1);
  for (const [name, body, lanes] of [
    ["forms64", forms64, "f64x2"],
    ["forms32", forms32, "f32x4"],
    ["product", product, "f64x2"],
    ["inner", inner, "f64x2"],
  ]) {
    const [products, sums] = ["mul", "add"].map((kind) => count(body, new RegExp(`^${lanes}.${kind}`)));
    assert.deepEqual([products, sums], [8, 8], `${name}: eight products and eight sums of ${lanes}`);
    // A load for each operand that is used four times or twice, and the instructions that advance the addresses.
    assert.ok(count(body, /^v128\.load/) <= 6, `${name}: more than six loads`);
    const arithmetic = body.filter((word) => !/^local\.|^br_if|const$/.test(word)).length;
    assert.ok(arithmetic <= 25, `${name}: ${arithmetic} instructions for sixteen of arithmetic`);
    assert.equal(
      count(body, /store|call|splat$/) - count(body, /^v128\.load\d+_splat/),
      0,
      `${name}: stores, calls or moves between lanes`,
    );
  }
  assert.deepEqual(
    [count(exponentials, /^f64x2\.mul/), count(exponentials, /^f64x2\.add/)],
    [18, 14],
    "exponentials: a polynomial of degree 13, its argument and a power of two",
  );
  assert.equal(count(descend, /load/), 4 * 5, "descend: four rows' cell, bin, set and child of a node, and code");
  for (const body of rest) assert.ok(body.length <= 60, `a loop of ${body.length} instructions`);
});
