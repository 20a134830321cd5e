// The section on how well it does: the numbers of site/build/evaluation.json, and none else.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import test from "node:test";
import { skip } from "./support/browser.mjs";
import { owner } from "./support/owner.mjs";

const measured = JSON.parse(await readFile(new URL("../build/evaluation.json", import.meta.url), "utf8"));

test("the figures are what make evaluate found, the harm among them", { skip }, async (t) => {
  const me = await owner(t);
  await me.panel("evaluation");
  const section = me.page.locator("#evaluation");
  const real = measured.tasks.filter((task) => task.real);
  const ratios = (method) => real.map((task) => task.ratios[method][measured.epsilons.indexOf(1)]);
  const text = await section.innerText();
  assert.match(text, new RegExp(`${real.length} real tasks`));
  for (const method of ["blend", "labels"]) {
    const mean = Math.exp(ratios(method).reduce((sum, ratio) => sum + Math.log(ratio), 0) / real.length);
    assert.ok(text.includes(`has ${Math.round(100 * mean)}%`), text);
  }
  assert.ok(text.includes(`by up to ${Math.round(100 * (Math.max(...ratios("blend")) - 1))}%`), text);
  await section.scrollIntoViewIfNeeded();
  await section.locator("svg[role=img]").waitFor();
  assert.equal(await section.locator("svg[role=img] g:not(.mark) > .dot").count(), 2 * real.length);
  await section.locator("summary").click();
  assert.equal(await section.locator("tbody tr").count(), real.length);
  assert.doesNotMatch(await section.locator("tbody").innerText(), /_/, "every task has a name for the eye");
});
