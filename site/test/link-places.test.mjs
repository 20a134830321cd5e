// What a link may have the owner's browser ask: the addresses in it, and none to which they lead on; and nothing of the
// owner's own device or network unless the page comes from there.
import assert from "node:assert/strict";
import test from "node:test";
import { digestOf } from "../../jsbridge/npm/test/tools.mjs";
import { skip } from "./support/browser.mjs";
import { SAMPLE, owner } from "./support/owner.mjs";
const follow = (me, at, asked) => me.page.goto(`${at}#${new URLSearchParams(asked)}`);

test("a redirect from an address in a link is not followed, one from an address that was typed is", {
  skip,
}, async (t) => {
  const moved = (response) =>
    response.writeHead(302, { Location: "/target.csv", "Access-Control-Allow-Origin": "*" }).end();
  const me = await owner(t, { files: { "moved.csv": moved, "moved.json": moved, "target.csv": SAMPLE["source.csv"] } });
  const { url, requests } = me.elsewhere;
  const good = { source: `${url}source.csv`, label: "price" };
  for (const asked of [
    { ...good, source: `${url}moved.csv` },
    { ...good, base: "file", baseFile: `${url}moved.json` },
    { ...good, release: "report", model: `${url}moved.json`, modelSHA256: digestOf("") },
  ]) {
    await follow(me, me.site.url, asked);
    await me.page.click("#load-invited");
    await me.page
      .locator("#sample-error")
      .filter({ hasText: "leads on to another one, which was not opened" })
      .waitFor();
  }
  assert.ok(!requests.includes("GET /target.csv"), requests.join());
  await me.load(`${url}moved.csv`);
  await me.opened();
  assert.ok(requests.includes("GET /target.csv"));
});

test("a page from elsewhere does not ask the owner's device or network for a link", { skip }, async (t) => {
  const me = await owner(t);
  const at = "https://adapt.example.org/some/path/";
  // The site as it would be there.
  await me.page.route(`${at}**`, async (route) =>
    route.fulfill({ response: await route.fetch({ url: me.site.url + route.request().url().slice(at.length) }) }),
  );
  const asked = { source: "https://example.org/a.csv", label: "price" };
  for (const inside of [me.elsewhere.url, "https://192.168.1.1/", "https://169.254.169.254/"]) {
    for (const field of ["source", "reply"]) {
      await follow(me, at, { ...asked, [field]: `${inside}source.csv` });
      await me.page
        .locator("#invitation [role=alert]")
        .filter({ hasText: "It names an address on your own device or in its network" })
        .waitFor();
      assert.equal(await me.page.locator("#load-invited").count(), 0);
    }
  }
  assert.deepEqual(me.elsewhere.requests, []);
  await follow(me, at, asked);
  await me.page.locator("#load-invited").waitFor();
  await me.page.unrouteAll({ behavior: "wait" });
});
