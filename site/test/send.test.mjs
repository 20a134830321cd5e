// Sending a release to the address in a link: only after a confirmation, only there, and with words for every failure.
import assert from "node:assert/strict";
import test from "node:test";
import { skip } from "./support/browser.mjs";
import { SAMPLE, owner } from "./support/owner.mjs";
import { receiver } from "./support/receiver.mjs";

async function withResult(t, reply) {
  const me = await owner(t);
  const link = new URLSearchParams({ source: `${me.elsewhere.url}source.csv`, label: "price", base: "linear", reply });
  await me.page.evaluate((fragment) => (location.hash = fragment), String(link));
  await me.page.click("#load-invited");
  await me.opened();
  await me.fix();
  await me.pick(await me.write("private.csv", SAMPLE["target.csv"]));
  await me.preview();
  await me.run();
  return me;
}

const send = async (me) => {
  await me.page.click("#send-start");
  await me.page.click("#send-confirm");
};
const alert = async (me, text) => {
  await me.page.locator(".send .alert").filter({ hasText: text }).waitFor();
  await me.page.locator("#send-start").waitFor(); // it can be tried again
};

test("what an analyst's server may answer is put into words", { skip }, async (t) => {
  const answers = {
    "/ok": 201,
    "/used": [409, { code: "token-used", message: "this invitation has served for another release" }],
    "/full": 507,
    "/unknown": 404,
    "/moved": 302,
    "/elsewhere": 200,
  };
  const analyst = await receiver((path) => answers[path]);
  t.after(() => analyst.close());
  const { host } = new URL(analyst.url);
  const me = await withResult(t, `${analyst.url}full`);
  await t.test("declined", async () => {
    await me.page.click("#send-start");
    await me.page.getByRole("button", { name: "Do not send" }).click();
    assert.equal(await me.page.evaluate(() => document.activeElement.id), "send-start");
    assert.equal(analyst.posts.length, 0);
  });
  await t.test("a full disk", async () => {
    await send(me);
    await alert(me, `${host} has not accepted the release. It says: “status 507”`);
  });
  await t.test("offline", async () => {
    await me.page.context().setOffline(true);
    await send(me);
    await alert(me, "You are offline, so nothing was sent");
    await me.page.context().setOffline(false);
  });
  await t.test("delivered anew without another run", async () => {
    const before = analyst.posts.length;
    answers["/full"] = 201;
    await send(me);
    await me.page.getByText("has accepted it").waitFor();
    assert.equal(analyst.posts.length, before + 1);
    assert.equal(analyst.posts.at(-1).body, analyst.posts.at(-2).body);
    assert.equal(
      (await me.ledger()).accounts[0].history.filter(({ kind }) => kind === "charge").length,
      1,
      "charged once",
    );
  });
  // The same result at other addresses: the form is made anew for each.
  const shownAgain = (address) =>
    me.page.evaluate(async (address) => {
      const { sendForm } = await import(new URL("owner/send.js", document.baseURI));
      document
        .querySelector(".send")
        .replaceWith(sendForm(window.heard.find(({ type }) => type === "release").release, { address }));
    }, address);
  for (const [what, address, says] of [
    [
      "an invitation that has served",
      `${analyst.url}used`,
      "It says: “this invitation has served for another release”. You can send it again without another run",
    ],
    ["an address that is not known there", `${analyst.url}unknown`, "It says: “status 404”"],
    ["an address that forwards to another", `${analyst.url}moved`, "forwards to another address"],
    ["a server that is not there", "http://127.0.0.1:9/", "there is no connection to it"],
    [
      "a server that takes nothing from pages",
      `${me.elsewhere.url}source.csv`,
      "does not accept results from web pages",
    ],
  ]) {
    await t.test(what, async () => {
      await shownAgain(address);
      await send(me);
      await alert(me, says);
    });
  }
  assert.ok(!analyst.posts.some(({ path }) => path === "/elsewhere"), "nothing goes where the owner has not agreed to");
  await t.test("accepted", async () => {
    await shownAgain(`${analyst.url}ok`);
    await send(me);
    await me.page.getByText("has accepted it").waitFor();
    await me.page.locator("#send-start").waitFor({ state: "hidden" }); // once
    const { headers, body } = analyst.posts.at(-1);
    assert.equal(headers.authorization, undefined);
    assert.equal(body, await me.released());
  });
  assert.deepEqual(me.errors, []);
});
