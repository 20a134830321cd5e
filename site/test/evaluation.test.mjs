// The section on how well it does: the numbers of site/build/evaluation.json, and none else.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import test from "node:test";
import { skip } from "./support/browser.mjs";
import { owner } from "./support/owner.mjs";

const measured = JSON.parse(await readFile(new URL("../build/evaluation.json", import.meta.url), "utf8"));
const median = (numbers) => {
  const sorted = numbers.toSorted((a, b) => a - b);
  return (sorted[(sorted.length - 1) >> 1] + sorted[sorted.length >> 1]) / 2;
};

test("the figures are what make evaluate found, the harm among them", { skip }, async (t) => {
  const me = await owner(t);
  await me.panel("evaluation");
  const section = me.page.locator("#evaluation");
  const real = measured.tasks.filter((task) => task.real);
  const counted = real.filter((task) => task.kept);
  const text = await section.innerText();
  for (const epsilon of [1, 0.3, 0.1]) {
    const i = measured.epsilons.indexOf(epsilon);
    assert.ok(
      Math.abs(measured.median[i] - median(counted.map((task) => task.kept[i]))) <= 0.001,
      "the median is the tasks' median",
    );
    assert.ok(text.includes(`${Math.round(100 * measured.median[i])}% at ε = ${epsilon}`), text);
  }
  assert.match(text, new RegExp(`${real.length} real tasks.*On ${counted.length} of them`));
  for (const name of ["wine, red → white", "communities, rest → south"])
    assert.ok(text.includes(`“${name}”`), "where weights do harm");
  await section.scrollIntoViewIfNeeded();
  await section.locator("svg[role=img]").waitFor();
  assert.equal(await section.locator("svg[role=img] g:not(.mark) > .dot").count(), 3 * counted.length);
  await section.locator("summary").click();
  assert.equal(await section.locator("tbody tr").count(), measured.tasks.filter((task) => task.kept).length);
  assert.doesNotMatch(await section.locator("tbody").innerText(), /_/, "every task has a name for the eye");
});
