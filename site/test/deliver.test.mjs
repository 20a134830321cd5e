// The page that delivers what a kit released: once, with the token, to the address that was shown; nothing but a
// release that the kit asks for; and from the terms on it has no connection to any other place.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import test from "node:test";
import { SAMPLE, analyst, makeReleases } from "./support/analyst.mjs";
import { skip } from "./support/browser.mjs";
import { kitFolder } from "./support/kit.mjs";
import { receiver } from "./support/receiver.mjs";

const TOKEN = "a-token-of-24-characters";
const TERMS = ["--label", "price", "--epsilon", "1", "--epsilon-max", "1", "--delta", "1e-6", "--release", "model"];

/** A kit whose receiver is here, its path, and the page. */
async function desk(t, answer) {
  const server = await receiver(answer);
  t.after(() => server.close());
  const { make } = await kitFolder(t);
  const reply = ["--reply", `${server.url}releases`, "--token", TOKEN, "--title", "Prices of homes"];
  const kit = await make("kit.html", { "source.csv": SAMPLE["source.csv"] }, ...TERMS, ...reply);
  const me = await analyst(t, { page: "deliver.html" });
  const open = async (name, content) => me.page.setInputFiles("#file", await me.write(name, content));
  return { me, kit, open, server, host: new URL(server.url).host };
}

test("what a kit released is checked, shown and sent once, to the address in the kit with its token", {
  skip,
}, async (t) => {
  const { me, kit, open, server, host } = await desk(t);
  const { model, weights, noisy } = await makeReleases();
  await me.page.setInputFiles("#kit", kit);
  await me.page.getByText(`this page can connect to its own site and to ${host}, and to nothing else`).waitFor();
  assert.match(await me.text("terms"), /Prices of homes[\s\S]*http:\/\/127\.0\.0\.1:\d+\/releases/);
  for (const [name, content, says] of [
    ["private.csv", SAMPLE["target.csv"], /This file is not sent\. Not a JSON document of a release/],
    ["weights.json", weights, /asks for model, not for a release of kind "weights"/],
    ["forged.json", noisy.replace('"epsilon": 0.1,', '"epsilon": 0.05,'), /certificate does not hold/],
  ]) {
    await open(name, content);
    await me.page.locator("#release-error").filter({ hasText: says }).waitFor();
    assert.equal(await me.page.locator(".send").count(), 0, name);
  }
  await open("model.json", model);
  await me.page.getByText("its certificate holds: model, ε = 1 at δ = 1e-6. Nothing is sent yet.").waitFor();
  await me.page.click("#send-start");
  assert.deepEqual([server.posts.length, server.asked.length], [0, 0]);
  await me.page.click("#send-confirm");
  await me.page.getByText(`Sent. ${host} has accepted it.`).waitFor();
  assert.equal(server.posts.length, 1);
  const [{ path, headers, body }] = server.posts;
  assert.deepEqual([path, headers.authorization, body], ["/releases", `Bearer ${TOKEN}`, model]);
  assert.deepEqual(me.errors, []);
});

test("from the terms on the page connects to no other place, whatever its script asks for", { skip }, async (t) => {
  const { me, kit, server } = await desk(t);
  const other = await receiver();
  t.after(() => other.close());
  const post = (url) =>
    me.page.evaluate((url) => fetch(url, { method: "POST", body: "x" }).then(({ status }) => status, String), url);
  assert.equal(await post(`${other.url}before`), 201);
  await me.page.setInputFiles("#kit", kit);
  await me.page.locator("#release").waitFor();
  assert.match(await post(`${other.url}after`), /TypeError/);
  assert.equal(await post(`${server.url}after`), 201);
  await me.page.evaluate(() => document.head.querySelectorAll("meta[http-equiv]").forEach((meta) => meta.remove()));
  assert.match(await post(`${other.url}after`), /TypeError/, "a policy cannot be taken back");
  assert.deepEqual(
    other.posts.map(({ path }) => path),
    ["/before"],
  );
});

test("a link serves as well; what is neither, what names no address and a changed kit are refused in words", {
  skip,
}, async (t) => {
  const { me, kit, server } = await desk(t);
  const says = (text) => me.page.locator("#asked-error").filter({ hasText: text }).waitFor();
  const paste = async (text) => {
    await me.page.fill("#link", text);
    await me.page.click("#link-form button");
  };
  await me.page.setInputFiles("#kit", await me.write("private.csv", SAMPLE["target.csv"]));
  await says("this file is not a kit");
  const text = await readFile(kit, "utf8");
  await me.page.setInputFiles("#kit", await me.write("changed.html", text.replace("label=price", "label=prize")));
  await says("was changed on its way");
  await paste("https://example.org/");
  await says("There is no invitation in it");
  const fields = { source: "https://example.org/a.csv", label: "price" };
  await paste(`https://example.org/#${new URLSearchParams(fields)}`);
  await says("It names no address for the release");
  await paste(`https://example.org/#${new URLSearchParams({ ...fields, reply: server.url })}`);
  await says("on your own device or in its network");
  await me.page.locator("#release").waitFor({ state: "hidden" });
  await paste(`http://localhost/#${new URLSearchParams({ ...fields, reply: server.url })}`);
  await me.page.locator("#release").waitFor();
  assert.equal(server.posts.length + server.asked.length, 0);
});
