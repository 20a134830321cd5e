// A link that names a receiver: it is asked before anything is loaded, what it would refuse is not charged, and a release
// is sent only after a confirmation, only there, with words for every failure.
import assert from "node:assert/strict";
import test from "node:test";
import { skip } from "./support/browser.mjs";
import { SAMPLE, follow, owner } from "./support/owner.mjs";
import { receiver } from "./support/receiver.mjs";

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

test("the receiver is asked before anything is loaded, and its refusal is shown in its words", { skip }, async (t) => {
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
    const refusal = `${host} does not take a result by this invitation. It says: “${words}”. Nothing was loaded`;
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

test("what the receiver takes holds before the run, and so do a link's terms where it cannot be asked", {
  skip,
}, async (t) => {
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
    "The receiver would refuse this result: the release has more than 2000 private rows; nothing was charged.",
  );
  says = undefined;
  await link({ release: "moments", rowsMin: "1000000" });
  await me.page.click("#load-invited");
  await me.opened();
  assert.match(await me.page.locator("#receiver").textContent(), /cannot be asked in advance/);
  await me.fix("moderate", /^Moments/);
  await me.pick(file);
  await refused("fewer than 1000000 private rows");
  assert.ok(
    (await me.said()).every(({ type }) => type === "ready" || type === "picked"),
    "the page does not learn that",
  );
});

test("a release is sent once, where the owner has agreed, and every failure is put into words", { skip }, async (t) => {
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
  await alert(`${host} has not accepted the release. It says: “status 507”`);
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
