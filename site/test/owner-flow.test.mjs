// tier: 2
// The owner's whole way, on a real task and in every engine: a link, the request, the forecast, the file, the run, the
// result in words and plots, and the release at the analyst's.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";
import { digestOf } from "../../jsbridge/npm/test/tools.mjs";
import { skip } from "./support/browser.mjs";
import { installedEngines, startEngine } from "./support/engines.mjs";
import { receiver } from "./support/receiver.mjs";
import { publicServer, siteServer } from "./support/servers.mjs";

const task = fileURLToPath(new URL("../../../shared/data/abalone_adult_to_infant", import.meta.url));
const TOKEN = "one-time-code-of-the-link";

for (const name of skip ? [] : await installedEngines()) {
  test(`the owner's way in ${name}`, async (t) => {
    if (!existsSync(task)) return t.skip("the real data are not at ../shared/data beside the project");
    const source = await readFile(path.join(task, "source.csv"), "utf8");
    const [site, elsewhere, analyst] = await Promise.all([
      siteServer(),
      publicServer({ "source.csv": source }),
      receiver(),
    ]);
    const engine = await startEngine(name);
    t.after(async () => {
      await engine.close();
      await Promise.all([site.close(), elsewhere.close(), analyst.close()]);
    });

    const invitation = new URLSearchParams({
      source: `${elsewhere.url}source.csv`,
      label: "y",
      sha256: digestOf(source),
      epsilonMax: "2",
      epsilon: "1",
      release: "model",
      reply: `${analyst.url}releases`,
      token: TOKEN,
      title: "Rings of abalones",
      asker: "Marine Institute",
    });
    const page = await engine.open(`${site.url}#${invitation}`);
    const vault = page.frame("iframe.vault");

    const card = await page.shown("#invitation", "Rings of abalones");
    assert.match(card, /Marine Institute asks: Rings of abalones/);
    assert.match(card, new RegExp(`asks ${new URL(analyst.url).host} whether it still takes a result`));
    assert.equal(elsewhere.requests.length, 0, "a link alone loads nothing from elsewhere");
    await page.click("#load-invited");

    assert.match(await vault.shown("#request", "Marine Institute asks"), /The sender is not verified\./);
    await vault.fill("#rows", "1342");
    assert.equal(
      await vault.evaluate(() => document.querySelector("#epsilon :checked").value),
      "1",
      "the ε that the link suggests is chosen",
    );
    assert.match(
      await vault.shown("#epsilon", "Still notices"),
      /Still notices an average \w+ of [\d.]+ instead of [\d.]+\./,
    );
    await vault.click("summary", "Details");
    const asked = await vault.shown("#request", "2,835");
    for (const part of [
      /Marine Institute \(so the link says; nobody has checked it\)/,
      /shell_weight\s+numbers, 0\.005 to 1\.005/,
      new RegExp(invitation.get("sha256")),
    ])
      assert.match(asked, part);
    await vault.click("summary", "Details");

    const before = [site.requests.length, elsewhere.requests.length];
    await vault.setFiles("input[type=file]", path.join(task, "target.csv"));
    assert.match(await vault.shown("#check", "Make the result"), /1,342 rows read\./);
    await vault.click("button", "Make the result");
    await page.shown("#result", "Privacy confirmed");
    assert.equal(await page.evaluate(() => document.activeElement.id), "result-heading", "the reader is at the result");
    await page.until(() => document.querySelector("#result-plot svg[role=img]") !== null);
    const result = await page.evaluate(() => {
      for (const fold of document.querySelectorAll("#result-more details")) fold.open = true;
      return document.querySelector("#result").innerText + document.querySelector("#result-more").innerText;
    });
    for (const sentence of [
      /The private data differ from the public sample: the distance between them is estimated at/,
      /The averages differ most in /,
      /The weights reduce the distance to [\d.]+, by [\d.]+%/,
      /How sure is that\? With a probability of 95%/,
      /equivalent of [\d,]+ of the 2,835 public rows/,
      /When not to use it[\s\S]*no method without labels can notice/,
      /The model is a blend|The model: /,
      /The models that were compared/,
    ]) {
      assert.match(result, sentence);
    }
    const drawn = await page.until(() => {
      const plots = [...document.querySelectorAll(".plot svg[role=img]")]
        .filter((drawing) => !drawing.closest("#evaluation"))
        .filter((drawing) => drawing.querySelectorAll(".dot, .bar").length >= 7);
      const titles = plots.map((drawing) => drawing.getAttribute("aria-label"));
      return titles.at(-1) === "Which public rows count" && titles;
    });
    assert.equal(drawn[0], "Where your data differ");
    assert.equal(drawn.filter((title) => title.startsWith("How the prediction depends on")).length, 3);
    assert.deepEqual(
      [site.requests.length, elsewhere.requests.length, analyst.posts.length],
      [...before, 0],
      "nothing is requested after the file is chosen",
    );
    await page.click("#send-start");
    assert.match(await page.shown(".question"), new RegExp(`to ${analyst.url}releases`));
    assert.equal(analyst.posts.length, 0, "nothing is sent before it is confirmed");
    await page.click("#send-confirm");
    await page.shown(".send", "has accepted it");
    assert.equal(analyst.posts.length, 1);
    const [{ path: to, headers, body }] = analyst.posts;
    assert.equal(to, "/releases");
    assert.equal(headers.authorization, `Bearer ${TOKEN}`);
    assert.equal(headers.cookie ?? headers.referer, undefined);
    assert.equal(
      body,
      await vault.evaluate(() => document.querySelector("#done pre").textContent),
      "what is sent is what is shown, and no more",
    );
    const release = JSON.parse(body);
    assert.equal(release.certificate.n, 1342);
    assert.equal(release.provenance.sourceSHA256, invitation.get("sha256"));
    t.diagnostic(engine.version);
  });
}
