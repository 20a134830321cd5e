// tier: 2
// The page "Reproduce the paper": the real lab runs in the browser, its figures are drawn and saved, and whatever is
// wrong with the lab, the page says so and lives on.
import assert from "node:assert/strict";
import { noWorkers, test } from "./support/browser.mjs";
import { SMALL, reader } from "./support/reader.mjs";

const figure = (me, name) => me.page.locator(`#plot-figure-${name}`);

test("one ε is shown at a time; figures and result are saved", async (t) => {
  const me = await reader(t, { viewport: { width: 360, height: 900 } });
  const text = await me.result(SMALL);
  const result = JSON.parse(text);
  assert.deepEqual(result.settings.epsilons, [1, 4]);
  const titles = () => figure(me, "b").locator("title").allTextContents();
  const first = await titles();
  assert.ok(
    first.some((said) => /tight noise, ε = 1, n = 500: test error = /.test(said)) &&
      !first.some((said) => /ε = 4/.test(said)),
  );
  await me.page.selectOption("#choice select", "4");
  assert.ok(
    (await titles()).every((said) => !/ε = 1,/.test(said)) && (await titles()).some((said) => /ε = 4/.test(said)),
  );
  const file = await me.download(me.page.getByRole("button", { name: "Download figure (b)" }));
  assert.equal(file.name, "privadapt-figure-b.svg");
  assert.doesNotMatch(file.content, /<script|<style|style=|var\(|NaN|undefined|href/);
  const texts = await me.page.evaluate(
    (source) => new DOMParser().parseFromString(source, "image/svg+xml").documentElement.textContent,
    file.content,
  );
  assert.match(texts, /Two stages, mirror descent, the paper’s noise, ε = 4/);
  assert.deepEqual(me.errors, []);
});

const script = (body) => (route) => route.fulfill({ contentType: "text/javascript", body });
const ready = 'postMessage({ type: "ready", engine: { version: "x", protocol: 1 } });';
/** A lab that answers the call by a function's text of the call's message. */
const lab = (answer) =>
  script(`${ready} onmessage = ({ data }) => { if (data.type === "figure1") (${answer})(data); };`);

test("a lab that does not answer, or never says that it is ready, is ended on Cancel", async (t) => {
  const busy = lab("(data) => { postMessage({ id: data.id, type: 'progress', done: 1, total: 9 }); for (;;); }");
  for (const [worker, says] of [
    [busy, "Run 2 of 9"],
    [script("for (;;);"), "Starting"],
  ]) {
    const me = await reader(t, { route: { "lab-worker.js": worker } });
    await me.page.click("#run");
    await me.page.locator("#running").filter({ hasText: says }).waitFor();
    await me.page.click("#cancel");
    await me.page.locator("#status").filter({ hasText: "Cancelled" }).waitFor();
    await noWorkers(me.page);
    assert.equal(await me.page.locator("#run").isEnabled(), true);
  }
});

test("whatever is wrong with the lab, the page says so and lives on", async (t) => {
  const refusal = '({ id }) => postMessage({ id, type: "failed", error: { code: "x", message: "<b>no</b>" } })';
  for (const [route, says] of [
    [{ "lab.wasm": (route) => route.fulfill({ status: 404 }) }, /could not be loaded/],
    [{ "lab-worker.js": lab('() => postMessage({ type: "exited" })') }, /stopped unexpectedly/],
    [{ "lab-worker.js": lab(refusal) }, /refused or failed: <b>no<\/b>/],
  ]) {
    const me = await reader(t, { route });
    await me.page.click("#run");
    await me.page.locator("#problem").filter({ hasText: /./ }).waitFor();
    assert.match(await me.text("problem"), says);
    assert.equal(await me.page.locator("#run").isEnabled(), true);
    assert.deepEqual(me.errors, []);
  }
});
