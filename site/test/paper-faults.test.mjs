// The page "Reproduce the paper" when something is wrong: runs that are cancelled, hang or die, and hostile result
// files.
import assert from "node:assert/strict";
import test from "node:test";
import { noWorkers, skip } from "./support/browser.mjs";
import { SMALL, TINY, reader } from "./support/reader.mjs";

const script = (body) => (route) => route.fulfill({ contentType: "text/javascript", body });
const ready = 'postMessage({ type: "ready", engine: { version: "x", protocol: 1 } });';
/** A lab that answers the call by a function's text of the call's message. */
const lab = (answer) =>
  script(`${ready} onmessage = ({ data }) => { if (data.type === "figure1") (${answer})(data); };`);

test("a run is cancelled at once, and another one can follow", { skip }, async (t) => {
  const me = await reader(t);
  await me.page.getByRole("radio", { name: "Full" }).check();
  await me.page.click("#run");
  await me.page
    .locator("#running")
    .filter({ hasText: /Run \d/ })
    .waitFor();
  assert.equal(await me.page.evaluate(() => document.activeElement.id), "cancel");
  assert.equal(await me.page.locator("#run").isEnabled(), false);
  const start = Date.now();
  await me.page.click("#cancel");
  await me.page.locator("#status").filter({ hasText: "Cancelled" }).waitFor();
  t.diagnostic(`answered after ${Date.now() - start} ms`);
  await noWorkers(me.page);
  await me.page.locator("#result").waitFor({ state: "hidden" });
  await me.run(TINY);
  assert.equal(me.site.requests.filter((request) => request.includes("lab.wasm")).length, 1, "loaded once");
});

test("a lab that does not answer, or never says that it is ready, is ended on Cancel", { skip }, async (t) => {
  const busy = lab("(data) => { postMessage({ id: data.id, type: 'progress', done: 1, total: 9 }); for (;;); }");
  for (const [worker, says] of [
    [busy, "Run 2 of 9"],
    [script("for (;;);"), "Starting"],
  ]) {
    const me = await reader(t, { route: { "lab-worker.js": worker } });
    await me.page.click("#run");
    await me.page.locator("#running").filter({ hasText: says }).waitFor();
    const start = Date.now();
    await me.page.click("#cancel");
    await me.page.locator("#status").filter({ hasText: "Cancelled" }).waitFor();
    t.diagnostic(`ended after ${Date.now() - start} ms`);
    await noWorkers(me.page);
    assert.equal(await me.page.locator("#run").isEnabled(), true);
  }
});

test("loading the lab can be cancelled, and goes on the next time", { skip }, async (t) => {
  let slow = true;
  const me = await reader(t, { route: { "lab.wasm": (route) => (slow ? undefined : route.continue()) } });
  await me.page.click("#run");
  await me.page.click("#cancel");
  await me.page.locator("#status").filter({ hasText: "Cancelled" }).waitFor();
  slow = false;
  await me.run(TINY);
});

const broken = [
  ["a lab that is not there", { "lab.wasm": (route) => route.fulfill({ status: 404 }) }, /could not be loaded/],
  ["a lab that is no program", { "lab.wasm": (route) => route.fulfill({ body: "hello" }) }, /stopped unexpectedly/],
  [
    "a worker that is not there",
    { "lab-worker.js": (route) => route.fulfill({ status: 404 }) },
    /stopped unexpectedly/,
  ],
  ["a lab that dies", { "lab-worker.js": lab('() => postMessage({ type: "exited" })') }, /stopped unexpectedly/],
  [
    "a lab of another version",
    { "lab-worker.js": script('postMessage({ type: "ready", engine: { protocol: 2 } })') },
    /does not fit the page/,
  ],
  [
    "a lab that refuses",
    {
      "lab-worker.js": lab(
        '({ id }) => postMessage({ id, type: "failed", error: { code: "bad-option", message: "<b>no</b>" } })',
      ),
    },
    /refused or failed: <b>no<\/b>/,
  ],
  [
    "a lab that answers nonsense",
    { "lab-worker.js": lab('({ id }) => postMessage({ id, type: "result", value: 7 })') },
    /not a result of this experiment/,
  ],
];

test("whatever is wrong with the lab, the page says so and lives on", { skip }, async (t) => {
  for (const [what, route, says] of broken) {
    await t.test(what, async (t) => {
      const me = await reader(t, { route });
      await me.page.click("#run");
      await me.page.locator("#problem").filter({ hasText: /./ }).waitFor();
      assert.match(await me.text("problem"), says);
      assert.equal(await me.page.locator("#run").isEnabled(), true);
      await me.page.locator("#running").waitFor({ state: "hidden" });
      assert.deepEqual(me.errors, []);
    });
  }
});

/** What a stranger could put into a file, as changes to a real result. */
const hostile = [
  ["no JSON", () => "figure", /is not JSON/],
  ["an empty file", () => "", /is not JSON/],
  ["brackets without end", () => "[".repeat(1e6), /is not JSON/],
  ["a number", () => "1", /not a result/],
  ["null", () => "null", /not a result/],
  ["a release", () => '{"format":"privadapt-release","version":1}', /not a result/],
  ["too large a file", () => `"${"x".repeat(5_000_001)}"`, /too large/],
  ["no points", (r) => void (r.points = []), /no values/],
  ["a million points", (r) => void (r.points = Array(5000).fill(r.points[0])), /more values/],
  ["a point twice", (r) => void r.points.push(r.points[0]), /points: one occurs twice/],
  ["a method twice", (r) => void r.methods.push(r.methods[0]), /methods: an id occurs twice/],
  ["an unknown method", (r) => void (r.points[1].method = "__proto__"), /points\[1\]\.method/],
  ["an id with markup", (r) => void (r.methods[0].id = "<b>"), /methods\[0\]\.id/],
  ["an id that is a formula", (r) => void (r.methods[0].id = "=1+1"), /methods\[0\]\.id/],
  ["a title that is no text", (r) => void (r.methods[0].title = { toString: 1 }), /methods\[0\]\.title/],
  ["an unknown noise", (r) => void (r.points[0].noise = "constructor"), /points\[0\]\.noise/],
  ["a number as text", (r) => void (r.points[2].error = "0.1"), /points\[2\]\.error/],
  ["a negative error", (r) => void (r.points[2].error = -1), /points\[2\]\.error/],
  ["no error", (r) => void delete r.points[2].error, /points\[2\]\.error/],
  ["a norm beyond all bounds", (r) => void (r.points[0].norm = 1e308), /points\[0\]\.norm/],
  ["half a row", (r) => void (r.points[0].rows = 10.5), /points\[0\]\.rows/],
  ["no rows", (r) => void (r.points[0].rows = 0), /points\[0\]\.rows/],
  ["an ε of zero", (r) => void (r.points[0].epsilon = 0), /points\[0\]\.epsilon/],
];

/** Odd, and still possible to show. */
const odd = [
  ["zeros", (r) => r.points.forEach((p) => Object.assign(p, { error: 0, errorSD: 0, norm: 0 }))],
  [
    "one huge and one tiny value",
    (r) => void (Object.assign(r.points[0], { error: 1e12, errorSD: 1e12 }), (r.points[1].error = 1e-300)),
  ],
  ["deviations above the means", (r) => r.points.forEach((p) => (p.errorSD = 3 * p.error))],
  ["one point", (r) => void (r.points = r.points.slice(0, 1))],
  ["no norm at all", (r) => r.points.forEach((p) => (p.norm = null))],
  [
    "many numbers of rows",
    (r) => void (r.points = Array.from({ length: 60 }, (_, i) => ({ ...r.points[0], rows: 1000 + i }))),
  ],
  [
    "settings, grid and descriptions of other kinds",
    (r) => void (Object.assign(r, { settings: [1], grid: [null, { mu: "x" }] }), delete r.methods[0].description),
  ],
  ["settings beyond all bounds", (r) => void Object.assign(r.settings, { mu: 1e300, rule: "x".repeat(1e5) })],
  ["a long title", (r) => void (r.methods[2].title = "W".repeat(5000))],
];

test("a hostile or odd result file harms nothing", { skip }, async (t) => {
  const me = await reader(t);
  const dialogs = [];
  me.page.on("dialog", (dialog) => dialogs.push(dialog.message()) && dialog.dismiss());
  const good = await me.result(SMALL);
  const changed = (change) => {
    const result = JSON.parse(good);
    return change(result) ?? JSON.stringify(result);
  };
  const numbers = await me.page.locator(".numbers").innerText();
  for (const [what, change, says] of hostile) {
    await t.test(what, async () => {
      const { status, problem } = await me.open(changed(change));
      assert.match(problem, says);
      assert.equal(status, "");
      assert.equal(await me.page.locator(".numbers").innerText(), numbers, "the result on show stays");
    });
  }
  for (const [what, change] of odd) {
    await t.test(what, async () => {
      const opened = await me.open(changed((result) => void change(result)));
      assert.deepEqual(opened, { status: "Opened result.json. The figures are below.", problem: "" });
      await me.page.locator(".legend").getByRole("button", { name: "All" }).click();
      for (const log of [false, true]) {
        for (const name of ["a", "b"])
          await me.page.locator(`#figure-${name}`).getByRole("checkbox", { name: "Logarithmic" }).setChecked(log);
        assert.doesNotMatch(await me.page.locator("#figures").innerHTML(), /NaN|Infinity|undefined/);
      }
      const tooWide = await me.page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      assert.equal(tooWide, 0);
    });
  }
  await t.test("markup is shown as text", async () => {
    const markup = "<img src=x onerror=alert(1)><script>alert(2)</script>";
    await me.open(
      changed((r) => {
        r.methods.forEach((method) => (method.title = method.description = markup));
        Object.assign(r.settings, { rule: markup, modelNorm: markup });
      }),
    );
    assert.equal(await me.page.locator("main img, main script").count(), 0);
    assert.ok((await me.page.locator("#result").innerText()).includes(markup));
    const file = await me.download(me.page.locator("#figure-a").getByRole("button", { name: "SVG" }));
    assert.doesNotMatch(file.content, /<script|<img/);
  });
  assert.deepEqual(await me.open(good), { status: "Opened result.json. The figures are below.", problem: "" });
  assert.equal(await me.page.locator(".numbers").innerText(), numbers);
  assert.deepEqual(dialogs, []);
  assert.deepEqual(me.errors, []);
});
