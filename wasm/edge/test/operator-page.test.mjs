// The operator's page in Chromium, from signing in to deleting, against the edge on workerd; axe finds nothing on it,
// in both themes and at both ends of the width. Screenshots go to the folder in OPERATOR_SHOTS, if it is set.
import assert from "node:assert/strict";
import { mkdir, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import test from "node:test";
import { newContext, skip } from "../../../site/test/support/browser.mjs";
import { parseInvitation } from "../../../jsbridge/npm/invitation.js";
import { SEVERAL } from "../../../jsbridge/npm/test/several.mjs";
import { digestOf } from "../../../jsbridge/npm/test/tools.mjs";
import { TOKEN, owners, sample, world } from "./support.mjs";

const axe = await readFile(
  createRequire(new URL("../../../site/test/support/browser.mjs", import.meta.url)).resolve("axe-core/axe.min.js"),
  "utf8",
);
const shots = process.env.OPERATOR_SHOTS;

test("an operator's whole work on the page", { skip, timeout: 600_000 }, async (t) => {
  const [edge, people] = await Promise.all([world(), owners()]);
  const context = await newContext();
  t.after(() => Promise.all([edge.end(), people.end(), context.close()]));
  const page = await context.newPage();
  const failures = [];
  const asked = new Set();
  page.on("console", (message) => message.type() === "error" && failures.push(message.text()));
  page.on("pageerror", (error) => failures.push(String(error)));
  page.on("request", (request) => asked.add(new URL(request.url()).origin));
  const inspector = await page.context().newCDPSession(page);

  async function clean(state) {
    const { frameTree } = await inspector.send("Page.getFrameTree");
    const { executionContextId: contextId } = await inspector.send("Page.createIsolatedWorld", {
      frameId: frameTree.frame.id,
    });
    await inspector.send("Runtime.evaluate", { contextId, expression: axe });
    for (const width of [360, 1280]) {
      for (const colorScheme of ["light", "dark"]) {
        await page.setViewportSize({ width, height: 900 });
        await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
        const expression =
          'axe.run(document, { resultTypes: ["violations"] }).then(({ violations }) => JSON.stringify(violations.map(({ id, nodes }) => [id, nodes.map((n) => n.html.slice(0, 120))])))';
        const { result } = await inspector.send("Runtime.evaluate", {
          contextId,
          expression,
          awaitPromise: true,
          returnByValue: true,
        });
        assert.equal(result.value, "[]", `${state}, ${width}, ${colorScheme}`);
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.ok(overflow <= 0, `${state}: ${overflow} pixels too wide at ${width}`);
        if (!shots) continue;
        await mkdir(shots, { recursive: true });
        await page.screenshot({ path: path.join(shots, `${state}-${width}-${colorScheme}.png`), fullPage: true });
      }
    }
  }
  const status = (text) => page.locator("#status").filter({ hasText: text }).waitFor();
  const settled = () => page.waitForFunction(() => document.getElementById("status").textContent !== "Asking the edge");

  await page.goto(`${edge.origin}/operator.html`);
  await clean("signed-out");
  await page.fill("#token", "not-the-token");
  await page.click("#sign-in-form button");
  await page.locator("#error").filter({ hasText: "needs an analyst" }).waitFor();
  assert.ok(await page.locator("#kept").isHidden());
  await page.fill("#token", TOKEN);
  await page.click("#sign-in-form button");
  await status("Signed in");
  assert.equal(await page.inputValue("#token"), "");
  assert.equal(
    await page.evaluate(() => JSON.stringify([localStorage, sessionStorage, document.cookie])),
    '[{},{},""]',
    "the token is kept nowhere",
  );

  await page.setInputFiles("#file", [{ name: "prices.csv", mimeType: "text/csv", buffer: Buffer.from(sample) }]);
  await page.click("#upload-form button");
  await status("Uploaded");
  await page.click("#new-campaign summary");
  const offered = await page.locator("#columns option").evaluateAll((list) => list.map((one) => one.value));
  assert.deepEqual(offered, sample.split("\n")[0].split(","), "the columns of the sample can be chosen");
  await page.fill("#label", "y");
  await page.fill("#delta", "1e-5");
  await page.selectOption("#task", "regression");
  await page.fill("#title", "x".repeat(121));
  await page.click("#campaign-form button");
  await page.locator("#error").filter({ hasText: "The title must be plain text of at most 120 characters" }).waitFor();
  await page.fill("#title", "Prices & rents <b>");
  await page.click("#campaign-form button");
  await status("The campaign is made");
  assert.equal(await page.locator("#campaign-heading").innerText(), "Prices & rents <b>");

  await page.fill("#names", "\nward 1\n  ward <2> \nward 3\nward 4\nward 5\n");
  assert.equal(await page.inputValue("#count"), "5", "as many links as names");
  await page.fill("#names", "ward 1\nward <2>\n");
  await page.fill("#count", "4");
  await page.fill("#expires", new Date(Date.now() + 48 * 3600e3).toISOString().slice(0, 16));
  await page.click("#invite-form button");
  await page.locator("#made").waitFor();
  const links = (await page.inputValue("#links")).split("\n");
  assert.match(await page.locator("#made-text").innerText(), /The first are for the names/);
  assert.doesNotMatch(decodeURIComponent(links.join()), /ward/, "no link has a name");
  assert.ok(links.every((link) => new URLSearchParams(new URL(link).hash.slice(1)).get("task") === "regression"));
  assert.equal(links.length, 4);
  const fields = links.map((link) => Object.fromEntries(new URLSearchParams(new URL(link).hash.slice(1))));
  const send = async (i, text) => edge.send(fields[i].campaign, fields[i].token, text);
  const from = await people.engine.loadSource(fields[0].source, { label: "y" });
  const texts = [];
  for (let i = 0; i < 3; i++) texts.push(await people.release({ from, rows: 200 + i }));
  for (const [i, text] of texts.entries()) assert.equal((await send(i, text)).status, 201);
  await send(3, "{}");
  await page.locator("#campaigns button").first().click();
  await settled();
  const rows = page.locator("#releases tbody tr");
  assert.equal(await rows.count(), 3);
  assert.match(await rows.first().innerText(), /σ from the others/);
  assert.match(await page.locator("#refusals").innerText(), /400 bad-release/);
  const invitations = page.locator("#invitations tbody tr");
  const second = invitations.filter({ hasText: "ward <2>" });
  assert.equal(await invitations.filter({ hasText: "ward" }).count(), 2);
  assert.equal(await rows.filter({ hasText: "ward" }).count(), 2);
  await second.getByRole("link").click();
  const arrived = page.locator("#releases tr:target");
  assert.match(await arrived.innerText(), /ward <2>.*201/s);
  await clean("linked");
  await arrived.getByRole("link").click();
  assert.match(await page.locator("#invitations tr:target").innerText(), /ward <2>.*used/s);
  await page.locator("#refusals").getByRole("link").click();
  assert.match(await page.locator("#invitations tr:target").innerText(), /open/);
  await clean("campaign");

  const sumOf = async () => (await edge.call("GET", `campaigns/${fields[0].campaign}/combined`)).body.certificate.n;
  assert.equal(await sumOf(), 603);
  await rows.nth(1).getByRole("button", { name: "Leave out of the sum" }).click();
  await rows.nth(1).getByRole("button", { name: "Include again" }).waitFor();
  assert.equal(await sumOf(), 402);
  await rows.nth(1).getByRole("button", { name: "Include again" }).click();
  await rows.nth(1).getByRole("button", { name: "Leave out of the sum" }).waitFor();
  assert.equal(await sumOf(), 603);
  await rows.nth(2).getByRole("button", { name: "Delete" }).click();
  await rows.nth(2).getByRole("button", { name: "Cancel" }).click();
  assert.equal(await rows.count(), 3);
  await rows.nth(2).getByRole("button", { name: "Delete" }).click();
  await rows.nth(2).getByRole("button", { name: "Delete" }).click();
  await status("Deleted");
  assert.equal(await rows.count(), 2);
  assert.equal(await invitations.getByRole("link").count(), 2, "no link leads to a release that is gone");
  assert.equal(await sumOf(), 401);
  await rows.first().getByRole("button", { name: "Certificate" }).click();
  await page.locator("#certificate-text").filter({ hasText: '"epsilon": 1' }).waitFor();

  for (const [label, check] of [
    ["Save all as JSON", (text) => assert.equal(JSON.parse(text).releases.length, 2)],
    ["Save the table as CSV", (text) => assert.equal(text.trim().split("\n").length, 3)],
    ["Save the sum", (text) => assert.equal(JSON.parse(text).certificate.n, 401)],
  ]) {
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: label }).click(),
    ]);
    check(await readFile(await download.path(), "utf8"));
  }
  await page.getByRole("button", { name: "Save the trimmed mean" }).click();
  await page.locator("#error").filter({ hasText: "2 releases cannot be trimmed by 1" }).waitFor();

  await page.locator("#invitations").getByRole("button", { name: "Withdraw" }).click();
  await page.locator("#invitations").filter({ hasText: "revoked" }).waitFor();
  assert.equal((await send(3, texts[2])).body.code, "revoked");
  await page.getByRole("button", { name: "Accept no more releases" }).click();
  await page.locator("#campaigns").filter({ hasText: "closed" }).waitFor();
  await settled();
  assert.ok(await page.locator("#invite-form").isHidden(), "a closed campaign makes no invitations");
  const sampleRow = page.locator("#samples tbody tr").first();
  await sampleRow.getByRole("button", { name: "Delete" }).click();
  await sampleRow.getByRole("button", { name: "Delete" }).click();
  await page.locator("#error").filter({ hasText: "A campaign uses this file" }).waitFor();
  await page.locator("#campaign-actions").getByRole("button", { name: "Delete the campaign" }).click();
  await clean("asked-once-more");
  await page.locator("#campaign-actions").getByRole("button", { name: "Delete the campaign" }).click();
  await status("Deleted");
  assert.match(await page.locator("#campaigns").innerText(), /no campaigns yet/);
  await sampleRow.getByRole("button", { name: "Delete" }).click();
  await sampleRow.getByRole("button", { name: "Delete" }).click();
  await page.locator("#samples").filter({ hasText: "no samples yet" }).waitFor();
  assert.deepEqual(await edge.stored(), { releases: 0, used: 0, campaigns: 0, sums: 0 });

  assert.deepEqual([...asked], [edge.origin], "the page talks to its edge alone");
  // Chromium writes a line for each answer that is a refusal; nothing else is an error.
  assert.deepEqual(
    failures.filter((text) => !/status of 4\d\d/.test(text)),
    [],
  );
});

test("a campaign about the samples that are marked, for moments with labels that are compared with the model that is chosen", {
  skip,
  timeout: 300_000,
}, async (t) => {
  const edge = await world();
  const context = await newContext();
  t.after(() => Promise.all([edge.end(), context.close()]));
  const page = await context.newPage();
  const status = (text) => page.locator("#status").filter({ hasText: text }).waitFor();
  await page.goto(`${edge.origin}/operator.html`);
  await page.fill("#token", TOKEN);
  await page.click("#sign-in-form button");
  await status("Signed in");
  const files = ["first.csv", "second.csv"];
  for (const name of files) {
    await page.setInputFiles("#file", [{ name, mimeType: "text/csv", buffer: Buffer.from(SEVERAL[name]) }]);
    await page.click("#upload-form button");
    await page.locator("#samples").filter({ hasText: name }).waitFor();
  }
  await page.click("#new-campaign summary");
  await page.selectOption(
    "#source",
    files.map((label) => ({ label })),
  );
  await page.fill("#label", "y");
  await page.selectOption("#base", "trees");
  await page.selectOption("#labels", "wish");
  await page.click("#campaign-form button");
  await page.locator("#error").filter({ hasText: "A kind of model goes with the results" }).waitFor();
  await page.selectOption("#base", "");
  await page.click("#campaign-form button");
  await page.locator("#error").filter({ hasText: "moments with labels and moments without do not add up" }).waitFor();
  await page.selectOption("#base", "trees");
  await page.selectOption("#labels", "required");
  await page.click("#campaign-form button");
  await status("The campaign is made");
  assert.doesNotMatch(await page.locator("#status").innerText(), /not checked/);
  assert.match(
    await page.locator("#campaign-settings").innerText(),
    /^moments \(labels compared with trees\), labels of the owners: required for http.*(first|second)\.csv and http.*(first|second)\.csv, label y/,
  );
  await page.fill("#count", "1");
  await page.click("#invite-form button");
  await page.locator("#made").waitFor();
  const { samples, release, base, labels } = parseInvitation(new URL(await page.inputValue("#links")).hash).invitation;
  assert.deepEqual([release, base, labels], ["moments", "trees", "required"]);
  assert.deepEqual(
    samples.map(({ name, sha256 }) => [name, sha256]).sort(),
    files.map((name) => [name, digestOf(SEVERAL[name])]),
  );
  await page.click("#new-campaign summary");
  await page.selectOption("#source", [{ label: "first.csv" }]);
  await page.selectOption("#release", "model");
  await page.selectOption("#base", "file");
  await page.selectOption("#labels", "");
  await page.fill("#baseFile", "https://elsewhere.example/model.json");
  await page.fill("#baseSHA256", "0".repeat(64));
  await page.click("#campaign-form button");
  await status("The edge has not opened your own model, so whether the settings fit was not checked; it opens");
});
