// "Try it with these data": the whole round without a file of one's own, by mouse and by keyboard.
import assert from "node:assert/strict";
import test from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { skip } from "./support/browser.mjs";
import { SAMPLE, owner } from "./support/owner.mjs";

test("the sample data does the whole round, and adapting helps", { skip }, async (t) => {
  const me = await owner(t);
  await me.page.click("#try-sample");
  await me.opened();
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
  await sleep(300);
  assert.equal(me.site.requests.length, before, "the synthetic file was handed in before");
  assert.match(result, /Sample data: not counted\./);
  assert.deepEqual(me.errors, []);
});

test("the whole round works by keyboard alone", { skip }, async (t) => {
  const me = await owner(t);
  const keyboard = me.page.keyboard;
  /** Presses Tab until the focused element, in the page or in the vault, has the text. */
  const tabTo = async (text) => {
    for (let i = 0; i < 60; i++) {
      await keyboard.press("Tab");
      for (const frame of me.page.frames()) {
        const name = await frame.evaluate(() => {
          const e = document.activeElement;
          return document.hasFocus() && e ? `${e.innerText} ${e.labels?.[0]?.innerText ?? ""}` : "";
        });
        if (name.includes(text)) return;
      }
    }
    assert.fail(`Tab does not reach “${text}”`);
  };
  await tabTo("Skip to the steps");
  await tabTo("Try it with these data");
  await keyboard.press("Enter");
  await me.opened();
  await tabTo("very strong");
  await keyboard.press("ArrowDown");
  await keyboard.press("ArrowDown");
  assert.equal(await me.vault.getByRole("radio", { name: "moderate" }).isChecked(), true);
  await tabTo("Use the invented file");
  await keyboard.press("Enter");
  await me.preview();
  await tabTo("Make the result");
  await keyboard.press("Enter");
  await me.page.locator("#result").waitFor();
  await tabTo("Save the file");
});
