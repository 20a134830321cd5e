// The page that makes invitations: a link to a sample that works, which the owner's page can read; else a sentence.
import assert from "node:assert/strict";
import test from "node:test";
import { parseInvitation } from "../../jsbridge/npm/invitation.js";
import { SEVERAL } from "../../jsbridge/npm/test/several.mjs";
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
  assert.deepEqual(parseInvitation(made.hash).invitation, {
    samples: [{ source: `${me.elsewhere.url}source.csv`, sha256, name: undefined }],
    label: "price",
    epsilon: { min: 0.1, max: 2, suggested: 1 },
    delta: undefined,
    release: "weights",
    task: "regression",
    base: undefined,
    baseFile: undefined,
    baseSHA256: undefined,
    labels: undefined,
    model: undefined,
    modelSHA256: undefined,
    groupBy: undefined,
    unit: undefined,
    rowsMin: undefined,
    rowsMax: undefined,
    reply: "https://example.org/releases?for=homes",
    campaign: "homes-1",
    title: "Prices of homes in the country",
    asker: "Institut für Häuser & Gärten",
    token,
  });
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

test("a column of dates is shown as dates, and a wish may have a decimal comma", { skip }, async (t) => {
  const rows = Array.from({ length: 20 }, (_, i) => `${i % 9},${10 + i}.03.2021,${i % 7}\n`);
  const me = await analyst(t, { page, files: { "moves.csv": `rooms,moved,rent\n${rows.join("")}` } });
  await loaded(me, `${me.elsewhere.url}moves.csv`, "rent");
  const shown = await me.page.locator("#sample-facts tbody tr").allInnerTexts();
  assert.deepEqual(shown[2].split("\t"), ["moved", "date", "2021-03-10 to 2021-03-29"]);
  await me.page.fill("#epsilon", "0,5");
  assert.equal(parseInvitation((await link(me)).hash).invitation.epsilon.suggested, 0.5);
  await me.page.fill("#epsilonMax", "1,500");
  await me.page.click("button[type=submit]");
  assert.match(await me.text("epsilonMax-problem"), /must be a number from/);
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
  assert.deepEqual(me.errors, []);
});

test("several samples become a link that names each, with its digest and name", { skip }, async (t) => {
  const me = await analyst(t, { page, files: SEVERAL });
  const address = (file) => me.elsewhere.url + file;
  await loaded(
    me,
    `${address("first.csv")}  Ward A\n${address("third.csv")} Register\n\n${address("second.csv")} Ward B`,
    "y",
  );
  const facts = await me.text("sample-facts");
  assert.match(facts, new RegExp(`Ward A: 150 rows\\. SHA-256 ${digestOf(SEVERAL["first.csv"])}`));
  assert.match(facts, /Register: 50 rows\./);
  const { invitation } = parseInvitation((await link(me)).hash);
  assert.deepEqual(
    invitation.samples,
    [
      ["first.csv", "Ward A"],
      ["third.csv", "Register"],
      ["second.csv", "Ward B"],
    ].map(([file, name]) => ({ source: address(file), sha256: digestOf(SEVERAL[file]), name })),
  );

  await me.page.fill("#source", `${address("first.csv")} Ward A\n${address("second.csv")}`);
  await me.page.click("#load");
  await me.page.locator("#sample-status:not(:empty)").filter({ hasText: "300 rows" }).waitFor();
  await me.page.click("button[type=submit]");
  assert.match(await me.text("name-problem"), /for each or for none/);
  assert.equal(await me.page.evaluate(() => document.activeElement.id), "source");
  await me.page.fill("#source", `${address("first.csv")}\n${address("narrow.csv")}`);
  await me.page.click("#load");
  await me.page
    .locator("#sample-error")
    .filter({ hasText: /narrow\.csv: the file lacks "b", unlike first\.csv/i })
    .waitFor();
  assert.deepEqual(me.errors, []);
});

test("a sample that cannot be used gets a sentence", { skip }, async (t) => {
  const files = {
    "page.html": "<!doctype html><title>no</title>",
    "empty.csv": "",
    "texts.csv": "a,b\nx,1\nz,2\nu,w\n",
    "ragged.csv": "a,y\n1,2\n3\n",
  };
  const me = await analyst(t, { page, files });
  const faulty = [
    ["not an address", "y", /not a web address/],
    [`${me.elsewhere.url}missing.csv`, "y", /answered 404/],
    ["http://127.0.0.1:1/a.csv", "y", /could not be read/],
    [`${me.elsewhere.url}page.html`, "y", /leads to a web page/],
    [`${me.elsewhere.url}empty.csv`, "y", /is empty/],
    [`${me.elsewhere.url}source.csv`, "cost", /there is no label column "cost"; choose one of .*"price"/],
    [`${me.elsewhere.url}source.csv`, "", /choose one of .*"price"/],
    [`${me.elsewhere.url}texts.csv`, "b", /not a number/],
    [`${me.elsewhere.url}ragged.csv`, "y", /./],
  ];
  for (const [address, label, says] of faulty) {
    await me.page.fill("#source", address);
    await me.page.fill("#label", label);
    await me.page.click("#load");
    await me.page.locator("#sample-error:not(:empty)").waitFor();
    assert.match(await me.text("sample-error"), says);
    assert.equal(await me.page.locator("#sample-facts table").count(), 0);
  }
  await loaded(me);
  assert.equal(await me.text("sample-error"), "");
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
    ["epsilon", "one", /from 0\.01 to 10/],
    ["epsilonMin", "5", undefined, "epsilon"],
    ["delta", "0.5", /single rows away/],
    ["title", "a\u202Eb", /plain text/],
    ["asker", "x".repeat(121), /120 characters/],
    ["reply", "http://example.org", /https:/],
    ["campaign", "a b", /campaign/],
    ["token", "short", /16 to 128/],
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
