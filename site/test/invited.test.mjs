// tier: 2
// The owner's page before a link that a stranger made: shown as text, loaded by nobody but the owner, and never stronger
// than the owner's own limits. What a link may hold is tested beside its reader, jsbridge/npm/test/invitation.test.mjs, and a
// model's file is in kit.test.mjs. And a link that names a receiver: it is asked before anything is loaded, what it would
// refuse is not charged, and a release is sent only after a confirmation, only there, with words for every failure.
import assert from "node:assert/strict";
import { digestOf } from "../../jsbridge/npm/test/tools.mjs";
import { test } from "./support/browser.mjs";
import { parquetOf } from "./support/files.mjs";
import { SAMPLE, follow, owner } from "./support/owner.mjs";
import { choose } from "./support/press.mjs";
import { receiver } from "./support/servers.mjs";
import { readFile } from "node:fs/promises";

async function taken(me) {
  await me.page.click("#load-invited");
  await me.opened();
}
const problem = (me, text) => me.page.locator("#sample-error").filter({ hasText: text }).waitFor();
const released = async (me) => JSON.parse(await me.released());

test("a link that is not sound is refused, what a link says is text and loads nothing, and the page goes on", async (t) => {
  const me = await owner(t, {
    files: { "markup.csv": "area,<img src=x onerror=alert(1)>,price\n1,2,3\n4,5,7\n2,2,9\n" },
  });
  await follow(me, "label=y");
  const said = me.page.locator("#invitation .alert");
  await said.filter({ hasText: "address of the public sample is missing" }).waitFor();
  assert.equal(await me.page.locator("#load-invited").count(), 0);
  const hostile = "<img src=x onerror=alert(1)>";
  const source = `${me.elsewhere.url}markup.csv?${encodeURIComponent(hostile)}`;
  await follow(me, { source, label: "price", title: hostile, asker: hostile });
  await me.page.locator("#load-invited").waitFor();
  assert.match(await me.page.locator("#invitation").innerText(), /<img src=x onerror=alert\(1\)>/);
  assert.equal(me.elsewhere.requests.length, 0);
  await taken(me);
  assert.match(await me.asked(), /<img src=x onerror=alert\(1\)>/);
  assert.equal((await me.page.locator("#invitation img").count()) + (await me.vault.locator("img").count()), 0);
  assert.deepEqual(me.errors, []);
});

test("a link leaves columns out and asks that people be protected, and the template has the column", async (t) => {
  const me = await owner(t);
  const unit = "household; flat";
  const fields = { source: `${me.elsewhere.url}source.csv`, label: "price", base: "linear", labels: "wish", unit };
  await follow(me, { ...fields, ignore: "age", campaign: "spring-2026" });
  await me.page.locator("#load-invited").waitFor();
  await taken(me);
  const template = await readFile(await me.download("Template"), "utf8");
  assert.equal(template, `"${unit}",area,distance,rooms,heating,price\r\n`, "the label as well, which is welcome");
  assert.equal(await me.vault.getByRole("radio", { name: "no", exact: true }).count(), 0, "rows are no answer");
  assert.equal(await me.vault.locator("#unit-column").evaluate((input) => input.readOnly), true);
  const [head, ...rows] = SAMPLE["target.csv"].trim().split("\n");
  const people = [`${head},${unit}`, ...rows.map((row, i) => `${row},${i % 1000}`)].join("\n");
  await choose(me.vault.locator("#labels").getByRole("radio", { name: "No" }));
  await me.fix();
  await me.pick(await me.write("private.parquet", parquetOf(people))); // read twice, by a decoder each time
  await me.preview();
  await me.run();
  const { campaignId, certificate, provenance } = await released(me);
  assert.deepEqual(
    [campaignId, certificate.unit, certificate.unitColumn, certificate.n, provenance.settingsAfterPreview],
    ["spring-2026", "person", unit, 1000, false],
  );
  const ignored = provenance.schema.columns.filter(({ kind }) => kind === "ignored").map(({ name }) => name);
  assert.deepEqual(ignored, ["age"]);
  assert.deepEqual(me.errors, []);
});

test("another file than the link announced is not used, and the terms end where the owner names another sample", async (t) => {
  const other = "%E2%80%AEvsc.source.csv"; // turns the writing direction
  const me = await owner(t, { files: { [other]: SAMPLE["source.csv"] } });
  const asked = { source: `${me.elsewhere.url}source.csv`, label: "price", sha256: "0".repeat(64), epsilonMax: "0.5" };
  await follow(me, { ...asked, reply: "https://example.org/", asker: "Somebody" });
  await me.page.click("#load-invited");
  await problem(me, "not the one with this SHA-256");
  assert.equal(await me.page.locator("iframe.vault").count(), 0);
  await me.load(me.elsewhere.url + other);
  await me.opened();
  const said = await me.asked();
  assert.match(said, /\bvsc\.source\.csv/);
  assert.doesNotMatch(said, /Somebody|example\.org|\u202e/);
  await me.vault.getByRole("radio", { name: "weak" }).waitFor();
});

test("a redirect from an address in a link is not followed, one from an address that was typed is", async (t) => {
  const cors = { "Access-Control-Allow-Origin": "*" };
  const moved = (response) => response.writeHead(302, { Location: "/target.csv", ...cors }).end();
  const me = await owner(t, { files: { "moved.csv": moved, "moved.json": moved, "target.csv": SAMPLE["source.csv"] } });
  const { url, requests } = me.elsewhere;
  const good = { source: `${url}source.csv`, label: "price" };
  for (const asked of [
    { ...good, source: `${url}moved.csv` },
    { ...good, base: "file", baseFile: `${url}moved.json` },
    { ...good, release: "report", model: `${url}moved.json`, modelSHA256: digestOf("") },
  ]) {
    await follow(me, asked);
    await me.page.click("#load-invited");
    await problem(me, "leads on to another one, which was not opened");
    await follow(me, "start");
  }
  assert.ok(!requests.includes("GET /target.csv"), requests.join());
  await me.load(`${url}moved.csv`);
  await me.opened();
  assert.ok(requests.includes("GET /target.csv"));
});

test("a page from elsewhere does not ask the owner's device or network for a link", async (t) => {
  const me = await owner(t);
  const at = "https://adapt.example.org/some/path/";
  // The site as it would be there.
  await me.page.route(`${at}**`, async (route) =>
    route.fulfill({ response: await route.fetch({ url: me.site.url + route.request().url().slice(at.length) }) }),
  );
  const goTo = (asked) => me.page.goto(`${at}#${new URLSearchParams(asked)}`);
  const asked = { source: "https://example.org/a.csv", label: "price" };
  for (const field of ["source", "reply"]) {
    await goTo({ ...asked, [field]: `${me.elsewhere.url}source.csv` });
    await me.page
      .locator("#invitation [role=alert]")
      .filter({ hasText: "on your own device or in its network" })
      .waitFor();
    assert.equal(await me.page.locator("#load-invited").count(), 0);
  }
  assert.deepEqual(me.elsewhere.requests, []);
  await goTo(asked);
  await me.page.locator("#load-invited").waitFor();
  await me.page.unrouteAll({ behavior: "wait" });
});

const TOKEN = "h7_Zk20-Lq91xxYYa0b1";

/** An owner and a receiver that answers as `answer` and `said` say, and a way to follow its link. */
async function asked(t, answer, said) {
  const analyst = await receiver(answer, said);
  t.after(() => analyst.close());
  const me = await owner(t);
  const link = (more = {}, place = "api/campaigns/c/releases") =>
    follow(me, {
      source: `${me.elsewhere.url}source.csv`,
      label: "price",
      reply: analyst.url + place,
      token: TOKEN,
      ...more,
    });
  return { analyst, me, link, host: new URL(analyst.url).host };
}

test("the receiver is asked before anything is loaded, and its refusal is shown in its words", async (t) => {
  let says;
  const { analyst, me, link, host } = await asked(
    t,
    () => 201,
    () => says,
  );
  await link();
  await me.page.locator("#load-invited").waitFor();
  assert.equal(analyst.asked.length, 0, "not before the owner goes on");
  for (const [answer, words] of [
    [[200, { state: "used" }], "this invitation has served already"],
    [
      [401, { code: "no-invitation", message: "no <b>invitation</b> has this code" }],
      "no <b>invitation</b> has this code",
    ],
  ]) {
    says = answer;
    await me.page.click("#load-invited");
    const refusal = `${host} does not accept a result for this invitation. It says: “${words}”. Nothing was loaded`;
    await me.page.locator("#sample-error").filter({ hasText: refusal }).waitFor();
  }
  assert.equal(me.elsewhere.requests.length, 0);
  const { path, headers } = analyst.asked.at(-1);
  assert.deepEqual(
    [path, headers.authorization, headers.cookie, headers.referer],
    ["/api/campaigns/c/invitation", `Bearer ${TOKEN}`, undefined, undefined],
  );
  assert.deepEqual(me.errors, []);
});

test("what the receiver takes holds before the run, and so do a link's terms where it cannot be asked", async (t) => {
  const terms = { release: "weights", epsilonMin: 0.1, epsilonMax: 2, delta: 1e-7, rowsMin: 1, rowsMax: 2000 };
  let says = [200, { state: "open", expires: 4e12, ...terms }];
  const { me, link } = await asked(
    t,
    () => 201,
    () => says,
  );
  const refused = (text) => me.vault.locator(".alert").filter({ hasText: text }).waitFor();
  await link({ epsilonMax: "9", release: "model" });
  await me.page.click("#load-invited");
  await me.opened();
  await me.details();
  assert.deepEqual(await me.vault.locator("#release .choice:visible strong").allInnerTexts(), ["Weights"]);
  await me.ownEpsilon("3");
  await me.tryToPick();
  assert.match(await me.vault.locator("#epsilon-problem").innerText(), /must not be above 2/);
  await me.fix("moderate", /^Weights/);
  const file = await me.write("private.csv", SAMPLE["target.csv"]);
  await me.pick(file);
  await refused(
    "The receiver would refuse this result: the release has more than 2,000 private rows; nothing was charged.",
  );
  says = undefined;
  await link({ release: "moments", rowsMin: "1000000" });
  await me.page.click("#load-invited");
  await me.opened();
  assert.match(await me.page.locator("#receiver").textContent(), /cannot be asked in advance/);
  await me.fix("moderate", /^Moments/);
  await me.pick(file);
  await refused("fewer than 1,000,000 private rows");
  assert.ok(
    (await me.said()).every(({ type }) => type === "ready" || type === "picked"),
    "the page does not learn that",
  );
});

test("a release is sent once, where the owner has agreed, and every failure is put into words", async (t) => {
  const answers = {
    "/ok": 201,
    "/used": [409, { code: "token-used", message: "this invitation has served for another release" }],
    "/full": 507,
    "/moved": 302,
    "/elsewhere": 200,
  };
  const { analyst, me, host } = await asked(t, (path) => answers[path]);
  await follow(me, {
    source: `${me.elsewhere.url}source.csv`,
    label: "price",
    base: "linear",
    reply: `${analyst.url}full`,
  });
  await me.page.click("#load-invited");
  await me.opened();
  await me.fix();
  await me.pick(await me.write("private.csv", SAMPLE["target.csv"]));
  await me.preview();
  await me.run();
  const send = async () => {
    await me.page.click("#send-start");
    await me.page.click("#send-confirm");
  };
  const alert = async (text) => {
    await me.page.locator(".send .alert").filter({ hasText: text }).waitFor();
    await me.page.locator("#send-start").waitFor(); // it can be tried again
  };
  await me.page.click("#send-start");
  await me.page.getByRole("button", { name: "Do not send" }).click();
  assert.equal(analyst.posts.length, 0);
  await send();
  await alert(`${host} did not accept the release. It says: “status 507”`);
  await me.page.context().setOffline(true);
  await send();
  await alert("You are offline, so nothing was sent");
  await me.page.context().setOffline(false);
  // The same result at other addresses: the form is made anew for each.
  const shownAgain = (address) =>
    me.page.evaluate(async (address) => {
      const { sendForm } = await import(new URL("owner/send.js", document.baseURI));
      const { release } = window.heard.find(({ type }) => type === "release");
      document.querySelector(".send").replaceWith(sendForm(release, { address }));
    }, address);
  for (const [address, says] of [
    [`${analyst.url}used`, "It says: “this invitation has served for another release”. You can send it again without"],
    [`${analyst.url}moved`, "forwards to another address"],
    [`${me.elsewhere.url}source.csv`, "does not accept results from web pages"],
  ]) {
    await shownAgain(address);
    await send();
    await alert(says);
  }
  assert.ok(!analyst.posts.some(({ path }) => path === "/elsewhere"), "nothing goes where the owner has not agreed to");
  await shownAgain(`${analyst.url}ok`);
  await send();
  await me.page.getByText("has accepted it").waitFor();
  await me.page.locator("#send-start").waitFor({ state: "hidden" }); // once
  assert.equal(analyst.posts.at(-1).body, await me.released());
  const charges = (await me.ledger()).accounts[0].history.filter(({ kind }) => kind === "charge");
  assert.equal(charges.length, 1, "sending anew is no run");
  assert.deepEqual(me.errors, []);
});
