// The ledger's arithmetic against the accountant in Go, which printed the cases (conversions_test.go).
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import test from "node:test";
import { add, epsilonOf, rhoOf } from "../ledger/budget.js";
import { randomFrom } from "./support.mjs";

const file = new URL("../../../core/noise/testdata/conversions.json", import.meta.url);
const cases = JSON.parse(await readFile(file, "utf8"));

// Go itself rounds toward privacy by about 1e-12; JavaScript rounds further, so the comparisons are strict. A ledger
// may grant up to 1e-9 less than Go.
test("ε from ρ is never below the accountant's, and hardly above", () => {
  assert.ok(cases.epsilon.length + cases.rho.length >= 500);
  for (const [rho, delta, epsilon] of cases.epsilon) {
    const mine = epsilonOf(rho, delta);
    // If the accountant finds exactly 0, a negligible number is accepted.
    assert.ok(
      mine >= epsilon && mine <= epsilon * (1 + 1e-9) + 1e-60,
      `ρ = ${rho}, δ = ${delta}: ${mine}, Go has ${epsilon}`,
    );
  }
});

test("ρ from (ε,δ) is never above the accountant's, and hardly below", () => {
  for (const [epsilon, delta, rho] of cases.rho) {
    const mine = rhoOf(epsilon, delta);
    assert.ok(mine <= rho && mine >= rho * (1 - 1e-9), `ε = ${epsilon}, δ = ${delta}: ${mine}, Go has ${rho}`);
  }
});

test("every price and every budget has its number, however extreme", () => {
  for (const delta of [5e-324, 1e-30, 1e-5, 0.5, 1 - 2 ** -53]) {
    for (let power = -30; power <= 30; power++) {
      const [epsilon, rho] = [epsilonOf(10 ** power, delta), rhoOf(10 ** power, delta)];
      assert.ok(epsilon >= 0 && epsilon < Infinity && rho >= 0 && rho < Infinity, `1e${power} at δ = ${delta}`);
      // 1e-9 for the margins of both; at these ε the conversion itself is stable.
      assert.ok(
        power < -6 || epsilonOf(rho, delta) <= 10 ** power * (1 + 1e-9),
        `there and back, 1e${power} at ${delta}`,
      );
    }
  }
});

test("nothing costs nothing", () => assert.equal(epsilonOf(0, 1e-6), 0));

test("sums are rounded up", () => {
  const exact = (x) => BigInt(x * 2 ** 60); // of multiples of 2^-60, as the numbers below are
  const random = randomFrom(3);
  let rounded = 0;
  for (let i = 0; i < 10_000; i++) {
    const [a, b] = [random() * 2 ** Math.floor(-28 * random()), random() * 2 ** Math.floor(21 * random())];
    const sum = add(a, b);
    assert.ok(exact(sum) >= exact(a) + exact(b), `${a} + ${b}`);
    assert.ok(sum <= (a + b) * (1 + 2 ** -52), `${a} + ${b}`);
    if (sum !== a + b) rounded++;
  }
  assert.ok(rounded > 1000, "the numbers never needed rounding");
  assert.equal(add(1, 1), 2);
  assert.equal(add(1, 1e-30), 1 + Number.EPSILON);
});
