// A link that names the receiver: the receiver is asked before the run, and what it would refuse is not charged.
import assert from "node:assert/strict";
import test from "node:test";
import { skip } from "./support/browser.mjs";
import { SAMPLE, follow, owner } from "./support/owner.mjs";
import { choose } from "./support/press.mjs";
import { receiver } from "./support/receiver.mjs";

const TOKEN = "h7_Zk20-Lq91xxYYa0b1";
const invitedBy = (me, analyst, more = {}) =>
  follow(me, {
    source: `${me.elsewhere.url}source.csv`,
    label: "price",
    reply: `${analyst.url}api/campaigns/c/releases`,
    token: TOKEN,
    ...more,
  });

test("the receiver is asked before anything is loaded, and its refusal is shown in its words", { skip }, async (t) => {
  let says;
  const analyst = await receiver(
    () => 201,
    () => says,
  );
  t.after(() => analyst.close());
  const me = await owner(t);
  await invitedBy(me, analyst);
  const { host } = new URL(analyst.url);
  assert.match(
    await me.page.locator("#receiver").innerText(),
    new RegExp(`asks ${host} whether it still takes a result, with the one-time code`),
  );
  assert.equal(analyst.asked.length, 0, "not before the owner goes on");
  for (const [answer, words] of [
    [[200, { state: "used" }], "this invitation has served already"],
    [[200, { state: "expired" }], "this invitation has expired"],
    [[200, { state: "revoked" }], "this invitation has been withdrawn"],
    [[200, { state: "closed" }], "the campaign takes no more releases"],
    [
      [401, { code: "no-invitation", message: "no <b>invitation</b> has this code" }],
      "no <b>invitation</b> has this code",
    ],
  ]) {
    says = answer;
    await me.page.click("#load-invited");
    await me.page
      .locator("#sample-error")
      .filter({
        hasText: `${host} does not take a result by this invitation. It says: “${words}”. Nothing was loaded and nothing was spent.`,
      })
      .waitFor();
  }
  assert.equal(me.elsewhere.requests.length, 0);
  assert.equal(await me.page.locator("iframe").count(), 0);
  const { path, headers } = analyst.asked.at(-1);
  assert.deepEqual(
    [path, headers.authorization, headers.cookie, headers.referer],
    ["/api/campaigns/c/invitation", `Bearer ${TOKEN}`, undefined, undefined],
  );
  assert.deepEqual(me.errors, []);
});

test("what the receiver takes holds before the run: kind, ε, δ and the number of rows, which the page does not learn", {
  skip,
}, async (t) => {
  const analyst = await receiver(
    () => 201,
    () => [
      200,
      {
        state: "open",
        expires: 4e12,
        release: "weights",
        epsilonMin: 0.1,
        epsilonMax: 2,
        delta: 1e-7,
        rowsMin: 1,
        rowsMax: 2000,
      },
    ],
  );
  t.after(() => analyst.close());
  const me = await owner(t);
  await invitedBy(me, analyst, { epsilonMax: "9", release: "model" });
  await me.page.click("#load-invited");
  await me.opened();
  assert.match(await me.page.locator("#receiver").textContent(), /says that the invitation is open until/);
  await me.details();
  assert.deepEqual(await me.vault.locator("#release .choice:visible strong").allInnerTexts(), ["Weights"]);
  await me.ownDelta("1e-5");
  await me.ownEpsilon("3");
  await me.tryToPick();
  assert.match(await me.vault.locator("#epsilon-problem").innerText(), /must not be above 2/);
  assert.match(await me.vault.locator("#delta-problem").innerText(), /must not be above 1e-7/);
  await me.vault.locator("#delta").fill("1e-7");
  await me.fix("moderate", /^Weights/);
  await me.pick(await me.write("private.csv", SAMPLE["target.csv"]));
  await me.vault
    .locator(".alert")
    .filter({
      hasText:
        "The receiver would refuse this result: the release has more than 2000 private rows; nothing was charged.",
    })
    .waitFor();
  assert.ok(
    (await me.said()).every(({ type }) => type === "ready" || type === "picked"),
    "the page does not learn that",
  );
});

test("labels that the receiver's moments do not have, and a result that is too large, are refused before the run", {
  skip,
}, async (t) => {
  const analyst = await receiver(
    () => 201,
    () => [200, { state: "open", release: "moments", epsilonMax: 2, delta: 1e-5, rowsMax: 1e6, mostBytes: 1000 }],
  );
  t.after(() => analyst.close());
  const me = await owner(t);
  await invitedBy(me, analyst, { release: "moments" });
  await me.page.click("#load-invited");
  await me.opened();
  await choose(me.vault.locator("#labels").getByRole("radio", { name: "Yes" }));
  await me.fix("moderate", /^Moments/);
  await me.tryToPick();
  assert.match(
    await me.vault.locator("#labels-problem").innerText(),
    /would refuse this result: the campaign asks for moments without labels/,
  );
  await choose(me.vault.locator("#labels").getByRole("radio", { name: "No" }));
  await me.fix("moderate", /^Moments/);
  await me.pick(await me.write("private.csv", SAMPLE["target.csv"]));
  await me.vault.locator(".alert").filter({ hasText: "the campaign takes releases of at most 1 kB" }).waitFor();
  assert.ok(
    (await me.said()).every(({ type }) => ["ready", "picked"].includes(type)),
    "nothing was charged",
  );
});

test("a run needs no receiver that can be asked: the link says what it takes", { skip }, async (t) => {
  const analyst = await receiver();
  t.after(() => analyst.close());
  const me = await owner(t);
  await follow(me, { source: `${me.elsewhere.url}source.csv`, label: "price", reply: `${analyst.url}releases` });
  await me.page.locator("#load-invited").waitFor();
  assert.match(
    await me.page.locator("#receiver").textContent(),
    /takes a result\.$/,
    "a link without a code names none",
  );
  await invitedBy(me, analyst, { release: "moments", rowsMin: "1000000" });
  await me.page.click("#load-invited");
  await me.opened();
  assert.match(await me.page.locator("#receiver").textContent(), /cannot be asked in advance/);
  await choose(me.vault.locator("#labels").getByRole("radio", { name: "Yes" }));
  await me.fix("moderate", /^Moments/);
  await me.tryToPick();
  assert.match(await me.vault.locator("#labels-problem").innerText(), /asks for moments without labels/);
  await choose(me.vault.locator("#labels").getByRole("radio", { name: "No" }));
  await me.fix("moderate", /^Moments/);
  const file = await me.write("private.csv", SAMPLE["target.csv"]);
  await me.pick(file);
  await me.vault.locator(".alert").filter({ hasText: "fewer than 1000000 private rows" }).waitFor();
  assert.ok((await me.said()).every(({ type }) => type === "ready" || type === "picked"));

  await invitedBy(me, analyst, { release: "moments" });
  await me.page.click("#load-invited");
  await me.opened();
  await me.fix("moderate", /^Moments/);
  await me.pick(file);
  await me.preview();
});
