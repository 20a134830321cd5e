// The page that makes invitations: a link to a sample that works, which the owner's page can read; else a sentence. What
// a link may say is tested in jsbridge/npm/test/invitation.test.mjs.
import assert from "node:assert/strict";
import test from "node:test";
import { parseInvitation } from "../../jsbridge/npm/invitation.js";
import { digestOf } from "../../jsbridge/npm/test/tools.mjs";
import { SAMPLE, analyst } from "./support/analyst.mjs";
import { skip } from "./support/browser.mjs";

const page = "analyst.html";
const sha256 = digestOf(SAMPLE["source.csv"]);

async function loaded(me) {
  await me.page.fill("#source", `${me.elsewhere.url}source.csv`);
  await me.page.fill("#label", "price");
  await me.page.click("#load");
  await me.page.locator("#sample-facts table").waitFor();
}

/** Sends the form: the link that it makes, or the text of the problem of a field. */
async function link(me) {
  await me.page.click("#invitation button[type=submit]");
  await me.page.locator("#made").waitFor();
  return new URL(await me.page.inputValue("#link"));
}
async function problem(me, field) {
  await me.page.click("#invitation button[type=submit]");
  await me.page.locator(`#${field}-problem:visible`).waitFor();
  return me.text(`${field}-problem`);
}

test("a sample and wishes become a link that says just that, is copied, and opens the owner's page", {
  skip,
}, async (t) => {
  const me = await analyst(t, { page });
  await loaded(me);
  await me.page.locator("#load:focus").waitFor(); // to go on by the keyboard from there
  assert.ok((await me.text("sample-facts")).includes(sha256));
  const wishes = { title: "Prices of homes in the country", epsilonMin: "0.1", epsilonMax: "2" };
  for (const [field, value] of Object.entries(wishes)) await me.page.fill(`#${field}`, value);
  await me.page.selectOption("#release", "weights");
  await me.page.click("#reply-details summary");
  await me.page.fill("#reply", "https://example.org/releases?for=homes");
  await me.page.click("#make-token");
  const code = await me.page.inputValue("#token");
  assert.match(code, /^[\w-]{24}$/);
  const made = await link(me);
  assert.equal(made.origin + made.pathname + made.search, `${me.site.url}index.html`);
  const { samples, label, epsilon, release, reply, title, token } = parseInvitation(made.hash).invitation;
  assert.deepEqual(
    { samples, label, epsilon, release, reply, title, token },
    {
      samples: [{ source: `${me.elsewhere.url}source.csv`, sha256, name: undefined }],
      label: "price",
      epsilon: { min: 0.1, max: 2, suggested: 1 },
      release: "weights",
      reply: "https://example.org/releases?for=homes",
      title: wishes.title,
      token: code,
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
  await me.page.locator("#made").waitFor({ state: "hidden" }); // what is shown is always what the form says
  await me.page.uncheck("#pin");
  const { campaign, samples: unpinned } = parseInvitation((await link(me)).hash).invitation;
  assert.deepEqual([campaign, unpinned[0].sha256], ["homes-1", undefined]);
  assert.deepEqual(me.errors, []);

  await me.page.goto(made.href);
  await me.page.locator("#load-invited").waitFor();
  const sent = me.site.requests.filter((request) => request.includes("homes") || request.includes("token"));
  assert.deepEqual(sent, [], "no server receives it");
});

test("how columns are read goes into the link, and the sample on show is read so", { skip }, async (t) => {
  const me = await analyst(t, { page });
  await me.page.locator("#reading-details").evaluate((details) => (details.open = true));
  await me.page.fill("#ignore", "age\n rooms \n");
  await loaded(me);
  const rows = await me.page.locator("#sample-facts tbody tr").allInnerTexts();
  const kinds = rows.map((row) => row.split("\t").slice(0, 2).join(": "));
  assert.deepEqual(
    kinds.filter((row) => /^(area|age|rooms)/.test(row)),
    ["area: number", "age: left out", "rooms: left out"],
  );
  assert.deepEqual(parseInvitation((await link(me)).hash).invitation.ignore, ["age", "rooms"]);
  assert.deepEqual(me.errors, []);
});

test("a wish that makes no sense is marked where it stands, and no link is made of a sample that was not loaded", {
  skip,
}, async (t) => {
  const me = await analyst(t, { page });
  await me.page.fill("#source", `${me.elsewhere.url}missing.csv`);
  await me.page.fill("#label", "price");
  await me.page.click("#invitation button[type=submit]");
  assert.match(await me.text("link-error"), /Load the sample first/);
  await me.page.click("#load");
  await me.page
    .locator("#sample-error")
    .filter({ hasText: /answered 404/ })
    .waitFor();
  await loaded(me);
  for (const [field, value, says, at = field] of [
    ["epsilonMax", "1,500", /must be a number from 0\.01 to 10/],
    ["epsilonMin", "5", /smallest ≤ suggested ≤ largest/, "epsilon"],
    ["title", "a\u202Eb", /plain text/],
    ["token", "h7_Zk20-Lq91xxYYa0b1", /no address for the reply/],
  ]) {
    const put = (value) => me.page.evaluate(([id, text]) => (document.getElementById(id).value = text), [field, value]);
    const before = await me.page.inputValue(`#${field}`);
    await put(value);
    assert.match(await problem(me, at), says);
    assert.equal(await me.page.evaluate(() => document.activeElement.id), at);
    assert.equal(await me.page.locator("[aria-invalid=true]").count(), 1);
    await me.page.locator("#made").waitFor({ state: "hidden" });
    await put(before);
  }
  await link(me);
  await me.page.fill("#label", "area"); // another sample than the one that was loaded
  await me.page.click("#invitation button[type=submit]");
  assert.match(await me.text("link-error"), /Load the sample first/);
  assert.deepEqual(me.errors, []);
});
