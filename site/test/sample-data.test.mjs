// "Try it with these data": the whole round without a file of one's own.
import assert from "node:assert/strict";
import test from "node:test";
import { skip } from "./support/browser.mjs";
import { SAMPLE, owner } from "./support/owner.mjs";

test("the sample data does the whole round, and adapting helps", { skip }, async (t) => {
  const me = await owner(t);
  // By the keyboard from the first stop on; owners-way.test.mjs goes on by it to the saved file.
  const focused = () => me.page.evaluate(() => document.activeElement.innerText);
  await me.page.keyboard.press("Tab");
  assert.equal(await focused(), "Skip to the steps");
  for (let stops = 0; stops < 60 && (await focused()) !== "Try it with these data"; stops++)
    await me.page.keyboard.press("Tab");
  await me.page.keyboard.press("Enter");
  await me.opened();
  assert.ok(!me.site.requests.some((request) => request.includes("/sample/")), "the site is asked for no file");
  assert.match(await me.asked(), /sample\/source\.csv/);
  const rows = SAMPLE["target.csv"].trimEnd().split("\n").length - 1;
  assert.equal(await me.vault.locator("#rows").inputValue(), rows.toLocaleString("en"), "as many as the file has");
  await me.fix();
  const foreseen = me.vault.locator(".line").filter({ hasText: "Still notices" });
  assert.doesNotMatch(await foreseen.innerText(), /Uses|budget/, "the invented file uses no run");
  const before = me.site.requests.length;
  await me.press("Use the invented file");
  await me.preview();
  const result = await me.run();
  const [, without, adapted] =
    /Typical error of a linear model without adapting: ([\d.]+)\. With the released weights: ([\d.]+)\./.exec(result);
  // How a nonlinear model depends on its columns, drawn from the release and the public sample alone.
  assert.match(result, /Which columns the model looks at/);
  const curves = me.page.locator("#result-more [id^=plot-curve-]");
  assert.ok((await curves.count()) >= 1);
  assert.match(await curves.first().innerText(), /How the prediction depends on “(area|distance)”/);
  await curves.first().locator("svg[role=img]").waitFor();
  assert.ok(Number(adapted) < 0.8 * Number(without), `${without} before, ${adapted} after`);
  await me.page.evaluate(() => fetch("last.txt"));
  const last = me.site.requests.findIndex((own) => own.endsWith("/last.txt"));
  assert.equal(last, before, "the synthetic file was handed in before");
  assert.match(result, /Sample data: not counted\./);
  const kept = await me.page.evaluate(
    () =>
      new Promise((resolve) => {
        indexedDB.open("privadapt-results").onsuccess = ({ target: { result: database } }) => {
          const results = database.transaction("results").objectStore("results");
          results.count().onsuccess = ({ target }) => resolve(target.result);
        };
      }),
  );
  assert.equal(kept, 0, "nor kept");
  assert.equal(await me.page.locator(".send").count(), 0, "without an address in a link there is nothing to send");
  assert.deepEqual(me.errors, []);
});
