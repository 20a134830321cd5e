// <private-adapt> in a page of another origin, with a page that means well.
import assert from "node:assert/strict";
import test from "node:test";
import { skip } from "./support/browser.mjs";
import { embedding } from "./support/embedder.mjs";
import { MODEL, MODEL_SHA256, PRIVATE_OF_MODEL, SAMPLE_OF_MODEL } from "./support/model-file.mjs";
import { SAMPLE } from "./support/owner.mjs";
import { choose, press } from "./support/press.mjs";

test("a release reaches the page around, its form and nobody else, after the owner has handed it over", {
  skip,
}, async (t) => {
  const me = await embedding(t);
  const owner = await me.open(
    `<private-adapt ${me.asked} name="model" required epsilon-max="1" campaign="spring-2027" height="900"></private-adapt>`,
  );
  assert.equal(
    await me.page.locator("private-adapt").evaluate((element) => element.checkValidity()),
    false,
    "required",
  );
  await owner.host
    .locator("#asked-by")
    .filter({ hasText: `${me.embedder.origin} asks` })
    .waitFor();
  assert.match(await owner.host.locator("#asked-for").innerText(), /source\.csv[\s\S]*price[\s\S]*at most 1/);
  await owner.start();
  await owner.fix();
  await owner.pick(await me.write("private.csv", SAMPLE["target.csv"]));
  const before = [me.site.requests.length, me.elsewhere.requests.length, me.embedder.requests.length];
  await owner.run();
  assert.deepEqual(await me.events(), [], "nothing leaves before the owner agrees");
  await owner.handOver();

  const [{ type, detail }, ...more] = await me.events();
  assert.deepEqual([type, more], ["release", []]);
  assert.equal(detail.release.certificate.epsilon, 1);
  assert.equal(detail.release.campaignId, "spring-2027");
  assert.deepEqual(detail.release, JSON.parse(detail.text));
  const form = await me.page.evaluate(() => ({
    value: new FormData(document.getElementById("form")).get("model"),
    valid: document.getElementById("form").checkValidity(),
  }));
  assert.deepEqual(form, { value: detail.text, valid: true });
  assert.equal(
    await owner.vault.locator("#done pre").first().textContent(),
    detail.text,
    "the vault shows what leaves, character for character",
  );
  assert.deepEqual([me.site.requests.length, me.elsewhere.requests.length, me.embedder.requests.length], before);

  await me.page.evaluate(() => document.getElementById("form").reset());
  assert.equal(await me.page.locator("private-adapt").evaluate((element) => element.value), "");
});

test("the page around says how the sample is read and that people be protected: the owner is shown it, and the engine follows", {
  skip,
}, async (t) => {
  const rows = [...Array(60).keys()].map((k) => `${k % 7},0${1 + (k % 9)}/0${1 + (k % 8)}/2024,n${k},${k % 5}`);
  const head = 'size,sold,"id, of us",price';
  const me = await embedding(t, { files: { "homes.csv": [head, ...rows, ""].join("\n") } });
  const element = (more) =>
    `<private-adapt source="${me.elsewhere.url}homes.csv" label="price" base="linear" ${more}></private-adapt>`;
  const owner = await me.open(element(`ignore='"id, of us"' date-order="sold=dmy" unit="household"`));
  const shown = /Columns of the sample that are left out\s*"id, of us"\s*Order of dates\s*dmy:sold/;
  await owner.host.locator("#asked-for").filter({ hasText: shown }).waitFor();
  await owner.host.locator("#asked-for dt", { hasText: "the people named in" }).waitFor();
  const link = await owner.host.locator("#own-window").evaluate((anchor) => new URL(anchor.href).hash);
  assert.match(link, /unit=household/);
  await owner.start();
  await owner.fix();
  const people = [`${head},household`, ...rows.map((row, k) => `${row},${k % 20}`)].join("\n");
  await owner.pick(await me.write("private.csv", people));
  await owner.run();
  await owner.handOver();
  const [{ detail }] = await me.events();
  const { certificate, provenance } = detail.release;
  const { unit, unitColumn, n } = certificate;
  assert.deepEqual({ unit, unitColumn, n }, { unit: "person", unitColumn: "household", n: 20 });
  assert.deepEqual(
    provenance.schema.columns.map(({ name, kind, dateOrder }) => [name, kind, dateOrder]),
    [
      ["size", "numeric", undefined],
      ["sold", "numeric", "dmy"],
      ["id, of us", "ignored", undefined],
    ],
  );
});

test("the page around asks for a model in a file, which the owner is shown and the release names", {
  skip,
}, async (t) => {
  const me = await embedding(t, { files: { "homes.csv": SAMPLE_OF_MODEL, "model.json": MODEL } });
  const url = `${me.elsewhere.url}model.json`;
  const element = (sha256, base = "file") =>
    `<private-adapt source="${me.elsewhere.url}homes.csv" label="price" base="${base}" base-file="${url}" base-sha256="${sha256}"></private-adapt>`;
  const other = await me.open(element("0".repeat(64)));
  await press(other.host.locator("#start"));
  await other.host.locator("#problem").filter({ hasText: "SHA-256" }).waitFor();
  assert.deepEqual(await me.events(), [{ type: "error", detail: { code: "base-file" } }]);
  await me.open(element(MODEL_SHA256, "trees"));
  await me.page.waitForFunction(() => window.events.length > 0);
  assert.deepEqual(
    await me.events(),
    [{ type: "error", detail: { code: "bad-request" } }],
    "trees do not go with a file",
  );

  const owner = await me.open(element(MODEL_SHA256));
  const shown = new RegExp(`Model's file\\s+${url}\\s+SHA-256 of the model's file\\s+${MODEL_SHA256}`);
  await owner.host.locator("#asked-for").filter({ hasText: MODEL_SHA256 }).waitFor();
  assert.match(await owner.host.locator("#asked-for").innerText(), shown);
  await owner.start();
  await owner.fix();
  await owner.pick(await me.write("private.csv", PRIVATE_OF_MODEL));
  await owner.run();
  await owner.handOver();
  const [{ detail }] = await me.events();
  assert.deepEqual(
    [detail.release.certificate.base.kind, detail.release.certificate.base.file],
    ["file", { url, sha256: MODEL_SHA256 }],
  );
});

test("what the owner keeps, the page around does not get", { skip }, async (t) => {
  const me = await embedding(t);
  const owner = await me.open(`<private-adapt ${me.asked}></private-adapt>`);
  await owner.start();
  await owner.fix();
  await owner.pick(await me.write("private.csv", SAMPLE["target.csv"]));
  await owner.run();
  await press(owner.host.locator("#keep"));
  await owner.host.locator("#handed").filter({ hasText: "Kept" }).waitFor();
  assert.deepEqual(await me.events(), [{ type: "cancel", detail: null }]);
  assert.equal(await me.page.locator("private-adapt").evaluate((element) => element.value), "");
});

test("where the browser stores nothing for embedded pages, nothing is computed", { skip }, async (t) => {
  const me = await embedding(t, { privateWindow: true });
  const owner = await me.open(`<private-adapt ${me.asked}></private-adapt>`);
  const mayAsk = await owner.host
    .locator("body")
    .evaluate(() => /** @type {any} */ (document).featurePolicy.allowsFeature("storage-access"));
  assert.equal(mayAsk, true, "the page may ask the browser for storage");
  await owner.start();
  await owner.host.locator("#problem").filter({ hasText: "store nothing" }).waitFor();
  const link = owner.host.getByRole("link", { name: "Go on in a window of its own" });
  assert.match(await link.getAttribute("href"), new RegExp(`^${me.site.url}#source=`));
  assert.equal(me.elsewhere.requests.length, 0, "asked before anything is loaded");
  assert.deepEqual(await me.events(), [
    { type: "error", detail: { code: "not-charged", reason: "ledger-unavailable" } },
  ]);
});

test("in a German browser the page speaks German, all of it", { skip }, async (t) => {
  const me = await embedding(t, { privateWindow: true, locale: "de-DE" });
  const asked = `${me.asked} release="model" labels="wish" epsilon-max="1"`;
  const owner = await me.open(`<private-adapt ${asked}></private-adapt>`);
  await owner.host.getByRole("heading", { name: "Ein Ergebnis aus Ihren privaten Daten" }).waitFor();
  await owner.host
    .locator("#asked-by")
    .filter({ hasText: `${me.embedder.origin} bittet` })
    .waitFor();
  await owner.start();
  await owner.host.locator("#problem").filter({ hasText: "nichts speichern" }).waitFor();
  const { own, words, english } = await owner.host.locator("html").evaluate((html) => {
    for (const element of html.querySelectorAll("details, [hidden]")) {
      element.removeAttribute("hidden");
      element.open = true;
    }
    html.querySelector("footer").remove();
    const places = [...html.querySelectorAll("[data-text]")];
    return {
      own: places.filter(({ textContent }) => textContent !== "").length,
      words: places.length,
      english: html.querySelector("body").innerText.split("\n"),
    };
  });
  assert.equal(own, words, "each place has its words");
  assert.deepEqual(
    english.filter((line) => /\b(the|and|your|you|of|is|are|with|this|which|what)\b/i.test(line)),
    [],
  );
});

test("other settings after a preview are recorded, though each start has a vault of its own", { skip }, async (t) => {
  const me = await embedding(t);
  const owner = await me.open(`<private-adapt ${me.asked}></private-adapt>`);
  const file = await me.write("private.csv", SAMPLE["target.csv"]);
  await owner.start();
  await owner.fix();
  await owner.pick(file);
  await owner.vault.getByRole("button", { name: /^Make the result/ }).waitFor();
  await owner.start();
  await owner.vault.locator("label.button").waitFor();
  await choose(owner.vault.getByRole("radio", { name: "strong", exact: true }));
  await owner.pick(file);
  await owner.run();
  await owner.handOver();
  const [{ detail }] = await me.events();
  assert.equal(detail.release.provenance.settingsAfterPreview, true);
});

test("the cap of the page around holds, and the budget is this embedding's alone", { skip }, async (t) => {
  const me = await embedding(t);
  const owner = await me.open(`<private-adapt ${me.asked} epsilon-max="0.5"></private-adapt>`);
  await owner.start();
  await owner.asked();
  await owner.vault.getByRole("radio", { name: "moderate" }).waitFor({ state: "hidden" });
  await owner.vault.getByLabel("Your own value of ε").fill("1");
  await press(owner.vault.locator("label.button"));
  assert.match(await owner.vault.locator("#epsilon-problem").innerText(), /0\.5/);
  await owner.vault.getByLabel("Your own value of ε").fill("0.5");
  await press(owner.host.locator("summary").filter({ hasText: "what this page cannot prevent" }));
  assert.match(
    await owner.host.locator("#budget").innerText(),
    new RegExp(`hold only for runs inside ${me.embedder.origin}`),
  );
  // The owner's own limit can be changed in here, and the vault knows of it.
  await press(owner.host.locator("#budget-limit summary"));
  await owner.host.locator("#limit-epsilon").fill("0.25");
  await press(owner.host.getByRole("button", { name: "Set the limit" }));
  await owner.host.getByText("The limit is now ε = 0.25").waitFor();
  await owner.host.getByText("History (1)").waitFor();
  await owner.vault.locator("#epsilon .line").filter({ hasText: "too little left" }).waitFor();
});
