// tier: 2
// The pages that make invitations and kits, and the one that delivers what a kit released. What a link may say is tested
// in jsbridge/npm/test/invitation.test.mjs.
import assert from "node:assert/strict";
import test from "node:test";
import { parseInvitation } from "../../jsbridge/npm/invitation.js";
import { BASES } from "../../jsbridge/npm/terms/bases.gen.js";
import { FIELDS } from "../../jsbridge/npm/terms/link.gen.js";
import { digestOf } from "../../jsbridge/npm/test/tools.mjs";
import { SAMPLE, analyst, makeReleases } from "./support/analyst.mjs";
import { skip } from "./support/browser.mjs";
import { kitFolder } from "./support/kit.mjs";
import { receiver } from "./support/servers.mjs";
import { readFile } from "node:fs/promises";

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

test("a sample and wishes become a link that says just that, is copied, and opens the owner's page", {
  skip,
}, async (t) => {
  const me = await analyst(t, { page });
  await me.page.fill("#source", `${me.elsewhere.url}source.csv`);
  await me.page.fill("#label", "price");
  await me.page.click("#invitation button[type=submit]");
  assert.match(await me.text("link-error"), /Load the sample first/);
  await loaded(me);
  await me.page.locator("#load:focus").waitFor(); // to go on by the keyboard from there
  assert.ok((await me.text("sample-facts")).includes(sha256));
  await me.page.click("#more > summary");
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
  const letter = await me.page.inputValue("#letter");
  assert.match(letter, /We would like to find out whether a model can be made to fit your data: Prices of homes/);
  assert.ok(letter.includes(made.href), letter);
  const {
    source,
    sha256: pinned,
    label,
    epsilon,
    release,
    reply,
    title,
    token,
  } = parseInvitation(made.hash).invitation;
  assert.deepEqual(
    { source, sha256: pinned, label, epsilon, release, reply, title, token },
    {
      source: `${me.elsewhere.url}source.csv`,
      sha256,
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
  const { campaign, sha256: unpinned } = parseInvitation((await link(me)).hash).invitation;
  assert.deepEqual([campaign, unpinned], ["homes-1", undefined]);
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

const TOKEN = "a-token-of-24-characters";
const TERMS = ["--label", "price", "--epsilon", "1", "--epsilon-max", "1", "--delta", "1e-6", "--release", "model"];

/** A kit whose receiver is here, its path, and the page. */
async function desk(t, answer) {
  const server = await receiver(answer);
  t.after(() => server.close());
  const { make } = await kitFolder(t);
  const reply = ["--reply", `${server.url}releases`, "--token", TOKEN, "--title", "Prices of homes"];
  const kit = await make("kit.html", SAMPLE["source.csv"], ...TERMS, ...reply);
  const me = await analyst(t, { page: "deliver.html" });
  await me.page.getByText("It needs no private file: open none here").waitFor();
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
    ["weights.json", weights, /asks for model, not for a release of kind “weights”/],
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

test("an analyst's own file becomes a kit in two clicks, byte for byte the command line's", {
  skip,
}, async (t) => {
  const { make } = await kitFolder(t);
  const me = await analyst(t, { page: "analyst.html" });
  await me.page.fill("#label", "price");
  await me.page.fill("#title", "Prices of homes");
  await me.page.setInputFiles("#file", await me.write("source.csv", SAMPLE["source.csv"]));
  const [download] = await Promise.all([me.page.waitForEvent("download"), me.page.click("#save-kit")]);
  const saved = await readFile(await download.path());
  const wishes = [
    "--title",
    "Prices of homes",
    "--epsilon",
    "1",
    "--epsilon-max",
    "1",
    "--release",
    "model",
    "--labels",
    "wish",
  ];
  const made = await readFile(await make("kit.html", SAMPLE["source.csv"], "--label", "price", ...wishes));
  assert.ok(saved.equals(made), "the bytes are others");
  assert.match(await me.text("kit"), /opens it by a double click, and send its SHA-256 by another way:\s+[0-9a-f]{64}/);
  // A link needs an address.
  await me.page.click("#invitation button[type=submit]");
  assert.match(await me.text("link-error"), /Save the request as one file/);
  await me.page.locator("#save-kit:focus").waitFor();
  assert.deepEqual(me.errors, []);
});

const read = (name) => readFile(new URL(`../${name}`, import.meta.url), "utf8");
const form = (html, id) => new RegExp(`<form id="${id}"[\\s\\S]*?</form>`).exec(html)[0];
const digest = "sha256"; // of the sample that is chosen
const rows = ["rowsMin", "rowsMax"]; // for programs alone
const ofInvitation = ["reply", "campaign", "token"]; // which the edge makes

for (const [page, id, left] of [
  ["analyst/analyst.html", "invitation", [digest, ...rows]],
  ["operator/operator.html", "campaign-form", [digest, ...rows, ...ofInvitation]],
]) {
  test(`${page} asks for every field of a link that it can state, in the link's words`, async () => {
    const html = form(await read(page), id);
    const module = await read(page.replace(/html$/, "js"));
    assert.match(module, /^\s*offerBases\(\);/m);
    const put = { base: Object.keys(BASES).filter((kind) => kind !== "file") };
    const lacking = FIELDS.filter(({ name }) => !html.includes(`id="${name}"`)).map(({ name }) => name);
    assert.deepEqual(lacking.sort(), left.toSorted());
    for (const { name, words } of FIELDS.filter(({ kind }) => kind === "word")) {
      const [select] = new RegExp(`<(select|fieldset) id="${name}"[\\s\\S]*?</\\1>`).exec(html);
      const options = [...select.matchAll(/<option value="([^"]*)"/g)].map(([, word]) => word).filter(Boolean);
      options.push(...(put[name] ?? []));
      const chosen = words.filter((word) => word !== "auto"); // which is the empty choice
      assert.deepEqual(options.toSorted(), chosen.toSorted(), name);
    }
  });
}
