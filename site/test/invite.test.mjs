// The page that makes invitations: a link to a sample that works, which the owner's page can read; else a sentence.
import assert from "node:assert/strict";
import test from "node:test";
import { parseInvitation } from "../../jsbridge/npm/invitation.js";
import { ASKED } from "../../jsbridge/npm/terms/link.js";
import { digestOf } from "../../jsbridge/npm/test/tools.mjs";
import { SAMPLE, analyst } from "./support/analyst.mjs";
import { skip } from "./support/browser.mjs";

const page = "analyst.html";
const sha256 = digestOf(SAMPLE["source.csv"]);

async function loaded(me, address = `${me.elsewhere.url}source.csv`, label = "price") {
  await me.page.fill("#source", address);
  await me.page.fill("#label", label);
  await me.page.click("#load");
  await me.page.locator("#sample-facts table").waitFor();
}

async function link(me) {
  await me.page.click("button[type=submit]");
  await me.page.locator("#made").waitFor();
  return new URL(await me.page.inputValue("#link"));
}

test("a sample and wishes become a link that says just that, is copied, and opens the owner's page", {
  skip,
}, async (t) => {
  const me = await analyst(t, { page });
  await me.page.selectOption("#task", "regression");
  await loaded(me);
  await me.page.locator("#load:focus").waitFor(); // to go on by the keyboard from there
  const rows = await me.page.locator("#sample-facts tbody tr").allInnerTexts();
  assert.deepEqual(
    rows.map((row) => row.split("\t").slice(0, 2).join(": ")),
    ["price: label", "area: number", "age: number", "distance: number", "rooms: number", "heating: category"],
  );
  assert.match(rows[1], /25 to [\d.]+/);
  assert.match(rows[5], /district, gas, heat pump, oil|district, gas, oil, heat pump/);
  assert.ok((await me.text("sample-facts")).includes(sha256));

  await me.page.fill("#title", "Prices of homes in the country");
  await me.page.fill("#asker", "Institut für Häuser & Gärten");
  await me.page.fill("#epsilonMin", "0.1");
  await me.page.fill("#epsilonMax", "2");
  await me.page.selectOption("#release", "weights");
  await me.page.click("#reply-details summary");
  await me.page.fill("#reply", "https://example.org/releases?for=homes");
  await me.page.fill("#campaign", "homes-1");
  await me.page.click("#make-token");
  const token = await me.page.inputValue("#token");
  assert.match(token, /^[\w-]{24}$/);
  const made = await link(me);
  assert.equal(made.origin + made.pathname, `${me.site.url}index.html`);
  assert.equal(made.search, "");
  const { samples, label, epsilon, release: kind, reply, title, token: code } = parseInvitation(made.hash).invitation;
  assert.deepEqual(
    { samples, label, epsilon, kind, reply, title, code },
    {
      samples: [{ source: `${me.elsewhere.url}source.csv`, sha256, name: undefined }],
      label: "price",
      epsilon: { min: 0.1, max: 2, suggested: 1 },
      kind: "weights",
      reply: "https://example.org/releases?for=homes",
      title: "Prices of homes in the country",
      code: token,
    },
  );
  await me.page.click("#copy");
  await me.page.locator("#link-status").filter({ hasText: "Copied" }).waitFor();
  // The site's headers forbid reading the clipboard, so by the keyboard; a field of one line takes the link as it is.
  await me.page.focus("#campaign");
  await me.page.keyboard.press("ControlOrMeta+A");
  await me.page.keyboard.press("ControlOrMeta+V");
  assert.equal(await me.page.inputValue("#campaign"), made.href);
  await me.page.fill("#campaign", "homes-1");
  // A report may be about a model that was released before; what does not go with it is said where it is typed.
  await me.page.selectOption("#release", "report");
  const fold = me.page.locator("#report-details");
  await fold.evaluate((details) => (details.open = true));
  await me.page.fill("#model", "https://example.org/release.json");
  await fold.evaluate((details) => (details.open = false));
  await me.page.click("#invitation button[type=submit]");
  await me.page.locator("#modelSHA256-problem:visible").waitFor();
  assert.match(await me.text("modelSHA256-problem"), /needs both its address and its SHA-256/);
  await me.page.fill("#modelSHA256", sha256);
  await me.page.fill("#groupBy", "heating");
  const { release, model, modelSHA256, groupBy } = parseInvitation((await link(me)).hash).invitation;
  assert.deepEqual(
    [release, model, modelSHA256, groupBy],
    ["report", "https://example.org/release.json", sha256, "heating"],
  );
  // What is shown is always what the form says.
  await me.page.fill("#title", "Another title");
  await me.page.locator("#made").waitFor({ state: "hidden" });
  await me.page.uncheck("#pin");
  assert.equal(parseInvitation((await link(me)).hash).invitation.samples[0].sha256, undefined);
  await me.page.click("#make-token");
  assert.notEqual(await me.page.inputValue("#token"), token);
  assert.deepEqual(me.errors, []);

  await me.page.goto(made.href);
  assert.equal(await me.page.evaluate(() => location.hash), made.hash);
  // The page reads the link while it opens.
  const named = new URLSearchParams(made.hash.slice(1));
  await me.page.locator("#load-invited").waitFor();
  assert.deepEqual(await me.page.evaluate(() => ["source", "label"].map((id) => document.getElementById(id).value)), [
    named.get("source"),
    named.get("label"),
  ]);
  assert.deepEqual(me.errors, []);
  assert.equal(
    me.site.requests.some((request) => request.includes("prices") || request.includes("token")),
    false,
    "no server receives it",
  );
});

test("how columns are read goes into the link, and the sample on show is read so", { skip }, async (t) => {
  const me = await analyst(t, { page });
  await me.page.locator("#reading-details").evaluate((details) => (details.open = true));
  await me.page.fill("#ignore", "age\n rooms \n");
  await loaded(me);
  const rows = await me.page.locator("#sample-facts tbody tr").allInnerTexts();
  assert.deepEqual(
    rows.filter((row) => /^(area|age|rooms)/.test(row)).map((row) => row.split("\t").slice(0, 2).join(": ")),
    ["area: number", "age: left out", "rooms: left out"],
  );
  assert.deepEqual(parseInvitation((await link(me)).hash).invitation.ignore, ["age", "rooms"]);
  await me.page.fill("#dateOrder", "age=dmy");
  await me.page.click("button[type=submit]");
  await me.page.locator("#dateOrder-problem:visible").waitFor();
  await me.page.fill("#dateOrder", "");
  // Each flag that an invitation can ask for has a box.
  const boxes = me.page.locator("#options input");
  assert.deepEqual(await boxes.evaluateAll((list) => list.map((box) => box.value)), Object.keys(ASKED));
  for (const box of await boxes.all()) await box.check();
  await me.page.click("button[type=submit]");
  await me.page.locator("#options-problem:visible").waitFor();
  assert.match(await me.page.textContent("#options-problem"), /where there are several/, "the box is stated");
  assert.deepEqual(me.errors, []);
});

test("a wish that makes no sense is marked where it stands, and no link is made of a sample that was not loaded", {
  skip,
}, async (t) => {
  const me = await analyst(t, { page });
  await me.page.fill("#source", `${me.elsewhere.url}source.csv`);
  await me.page.fill("#label", "price");
  await me.page.click("button[type=submit]");
  assert.match(await me.text("link-error"), /Load the sample first/);
  await loaded(me);
  const faulty = [
    ["epsilonMax", "99", /from 0\.01 to 10/],
    ["epsilonMin", "5", undefined, "epsilon"],
    ["title", "a\u202Eb", /plain text/],
    ["token", "h7_Zk20-Lq91xxYYa0b1", /no address for the reply/],
  ];
  for (const [field, value, says = /smallest ≤ suggested ≤ largest/, at = field] of faulty) {
    const before = await me.page.inputValue(`#${field}`);
    await me.page.evaluate(([id, text]) => (document.getElementById(id).value = text), [field, value]);
    await me.page.click("button[type=submit]");
    assert.match(await me.text(`${at}-problem`), says);
    assert.equal(await me.page.evaluate(() => document.activeElement.id), at);
    await me.page.locator("#made").waitFor({ state: "hidden" });
    assert.equal(await me.page.locator("[aria-invalid=true]").count(), 1);
    await me.page.evaluate(([id, text]) => (document.getElementById(id).value = text), [field, before]);
  }
  await link(me);
  // Another sample than the one that was loaded.
  await me.page.fill("#label", "area");
  await me.page.click("button[type=submit]");
  assert.match(await me.text("link-error"), /Load the sample first/);
  assert.deepEqual(me.errors, []);
});
