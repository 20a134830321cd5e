// tier: 2
// The operator's page in Chromium, from signing in to deleting, against the edge on workerd; axe finds nothing on it,
// in both themes and at both ends of the width.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import test from "node:test";
import { clean } from "../../../site/test/support/axe.mjs";
import { newContext, skip } from "../../../site/test/support/browser.mjs";
import { releasesIn } from "../../../jsbridge/npm/reading/exported.js";
import { TOKEN, owners, sample, world } from "./support.mjs";

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

  const status = (text) => page.locator("#status").filter({ hasText: text }).waitFor();
  const settled = () => page.waitForFunction(() => document.getElementById("status").textContent !== "Asking the edge");

  await page.goto(`${edge.origin}/operator.html`);
  await clean(page, "signed-out");
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
  await page.fill("#title", "Prices & rents <b>");
  await page.click("#campaign-form button");
  await status("The campaign is made");
  assert.equal(await page.locator("#campaign-heading").innerText(), "Prices & rents <b>");

  await page.fill("#names", "ward 1\nward <2>\n");
  await page.fill("#count", "4");
  await page.fill("#expires", new Date(Date.now() + 48 * 3600e3).toISOString().slice(0, 16));
  await page.click("#invite-form button");
  await page.locator("#made").waitFor();
  const links = (await page.inputValue("#links")).split("\n");
  assert.doesNotMatch(decodeURIComponent(links.join()), /ward/, "no link has a name");
  assert.equal(links.length, 4);
  const fields = links.map((link) => Object.fromEntries(new URLSearchParams(new URL(link).hash.slice(1))));
  const send = async (i, text) => edge.send(fields[i].campaign, fields[i].token, text);
  const from = await people.engine.loadSource(fields[0].source, { label: "y" });
  const texts = [];
  for (let i = 0; i < 3; i++) texts.push(await people.release({ from, rows: 200 + i }));
  for (const [i, text] of texts.entries()) assert.equal((await send(i, text)).status, 201);
  await page.locator("#campaigns button").first().click();
  await settled();
  const rows = page.locator("#releases tbody tr");
  assert.equal(await rows.count(), 3);
  const invitations = page.locator("#invitations tbody tr");
  const second = invitations.filter({ hasText: "ward <2>" });
  assert.equal(await invitations.filter({ hasText: "ward" }).count(), 2);
  assert.equal(await rows.filter({ hasText: "ward" }).count(), 2);
  await second.getByRole("link").click();
  const arrived = page.locator("#releases tr:target");
  assert.match(await arrived.innerText(), /ward <2>.*201/s);
  await clean(page, "linked");
  await arrived.getByRole("link").click();
  assert.match(await page.locator("#invitations tr:target").innerText(), /ward <2>.*used/s);
  await clean(page, "campaign");

  await rows.nth(2).getByRole("button", { name: "Delete" }).click();
  await rows.nth(2).getByRole("button", { name: "Delete" }).click();
  await status("Deleted");
  assert.equal(await rows.count(), 2);
  assert.equal(await invitations.getByRole("link").count(), 2, "no link leads to a release that is gone");
  await rows.first().getByRole("button", { name: "Certificate" }).click();
  await page.locator("#certificate-text").filter({ hasText: '"epsilon": 1' }).waitFor();

  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Save all as JSON" }).click(),
  ]);
  const saved = await readFile(await download.path(), "utf8");
  assert.deepEqual(
    releasesIn(saved).map((text) => JSON.parse(text)),
    texts.slice(0, 2).map((text) => JSON.parse(text)),
  );
  const reader = await context.newPage();
  await reader.goto(`${edge.origin}/releases.html`);
  await reader.setInputFiles("#files", [
    { name: "releases.json", mimeType: "application/json", buffer: Buffer.from(saved) },
  ]);
  await reader.locator("#open-status").filter({ hasText: "2 releases are open" }).waitFor();
  assert.equal(await reader.locator("#members input:checked").count(), 2, "both can be added up");
  await reader.close();

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
  await clean(page, "asked-once-more");
  await page.locator("#campaign-actions").getByRole("button", { name: "Delete the campaign" }).click();
  await status("Deleted");
  assert.match(await page.locator("#campaigns").innerText(), /no campaigns yet/);
  await sampleRow.getByRole("button", { name: "Delete" }).click();
  await sampleRow.getByRole("button", { name: "Delete" }).click();
  await page.locator("#samples").filter({ hasText: "no samples yet" }).waitFor();
  assert.deepEqual(await edge.stored(), { releases: 0, used: 0, campaigns: 0 });

  assert.deepEqual([...asked], [edge.origin], "the page talks to its edge alone");
  // Chromium writes a line for each answer that is a refusal; nothing else is an error.
  assert.deepEqual(
    failures.filter((text) => !/status of 4\d\d/.test(text)),
    [],
  );
});
