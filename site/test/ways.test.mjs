// The main way through each page, in Chromium: the owner's, the one that opens releases, the element, the kit and the paper.
// The screens of the owner, the analyst and the releases are in snapshots.test.mjs, the budget is in budget.test.mjs.
import assert from "node:assert/strict";
import { load } from "../../jsbridge/npm/index.js";
import { digestOf } from "../../jsbridge/npm/test/tools.mjs";
import { test } from "./support/browser.mjs";
import { embedding } from "./support/embedder.mjs";
import { startEngine } from "./support/engines.mjs";
import { kitFolder, openKit, released, toReport, vaultOf } from "./support/kit.mjs";
import { owner, SAMPLE } from "./support/owner.mjs";
import { TINY, reader } from "./support/reader.mjs";
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const cli = fileURLToPath(new URL("../../jsbridge/npm/cli.mjs", import.meta.url));

test("a public URL and a private file become a verified release, nothing is requested after the file is picked, and only the agreed messages leave the vault", async (t) => {
  const me = await owner(t);
  await me.load(`${me.elsewhere.url}source.csv`, "price", `sha256-${digestOf(SAMPLE["source.csv"], "base64")}`);
  await me.opened();
  const asked = await me.asked();
  assert.match(asked, /1,500/);
  assert.match(asked, /heating\s+one of: /);
  assert.match(asked, new RegExp(digestOf(SAMPLE["source.csv"]).slice(0, 16)));
  assert.deepEqual(me.elsewhere.requests, ["GET /source.csv"], "the sample is fetched once, without a preflight");

  await me.fix();
  const before = [me.site.requests.length, me.elsewhere.requests.length];
  await me.pick(await me.write("private.csv", SAMPLE["target.csv"]));
  assert.match(await me.preview(), /3,000 rows read\.\s.*in 238 rows \(8%\)/s);
  // Before a file is opened, the page learns that one was picked and under which settings; reading it sends nothing.
  const picked = {
    type: "picked",
    seen: {
      settings: JSON.stringify({ delta: 1e-7, epsilon: 1, release: "model" }) + JSON.stringify({ label: "price" }),
      changed: false,
    },
  };
  assert.deepEqual(await me.said(), [{ type: "ready" }, picked]);
  const result = await me.run();
  const heard = (await me.said()).slice(2);
  assert.equal(heard[0].type, "chargeRequest");
  // And `sample: true` for a run on the sample's own synthetic file, which budget.test.mjs looks at.
  assert.deepEqual(Object.keys(heard[0]).sort(), ["delta", "epsilon", "request", "rho", "type"]);
  assert.equal(heard.at(-1).type, "release");
  for (const message of heard.slice(1, -1)) {
    assert.equal(message.type, "progress");
    assert.ok(["solve", "fit"].includes(message.stage), message.stage);
  }
  assert.match(result, /Privacy confirmed: ε = 1\./);
  assert.match(result, /3,000 private rows took part/);

  const file = await me.download();
  await me.page.evaluate(() => fetch("last.txt")); // a late beacon would come before it
  assert.deepEqual(
    [me.site.requests.findIndex((own) => own.endsWith("/last.txt")), me.elsewhere.requests.length],
    before,
    `${me.site.requests} ${me.elsewhere.requests}`,
  );

  const { stdout } = await promisify(execFile)(process.execPath, [cli, "verify", file]);
  assert.match(stdout, /the certificate holds/);
  const text = await readFile(file, "utf8");
  const release = JSON.parse(text);
  assert.equal(release.kind, "model");
  assert.equal(release.certificate.n, 3000);
  assert.equal(release.provenance.sourceSHA256, digestOf(SAMPLE["source.csv"]));
  assert.equal(release.provenance.settingsAfterPreview, false);
  assert.equal(release.provenance.wasmSHA256, await me.page.locator("#engine-digest").textContent());
  assert.equal(
    await me.vault.locator("#done pre").first().textContent(),
    text,
    "the vault shows what leaves, character for character",
  );
  assert.deepEqual(me.errors, []);
});

test("a release reaches the page around, its form and nobody else, after the owner has handed it over", async (t) => {
  const me = await embedding(t);
  const owner = await me.open(
    `<private-adapt ${me.asked} name="model" required epsilon-max="1" campaign="spring-2027" height="900"></private-adapt>`,
  );
  assert.equal(
    await me.page.locator("private-adapt").evaluate((element) => element.checkValidity()),
    false,
    "required",
  );
  await owner.host
    .locator("#asked-by")
    .filter({ hasText: `${me.embedder.origin} asks` })
    .waitFor();
  assert.match(await owner.host.locator("#asked-for").innerText(), /source\.csv[\s\S]*price[\s\S]*at most 1/);
  await owner.start();
  await owner.fix();
  await owner.pick(await me.write("private.csv", SAMPLE["target.csv"]));
  const before = [me.site.requests.length, me.elsewhere.requests.length, me.embedder.requests.length];
  await owner.run();
  assert.deepEqual(await me.events(), [], "nothing leaves before the owner agrees");
  await owner.handOver();

  const [{ type, detail }, ...more] = await me.events();
  assert.deepEqual([type, more], ["release", []]);
  assert.equal(detail.release.certificate.epsilon, 1);
  assert.equal(detail.release.campaignId, "spring-2027");
  assert.deepEqual(detail.release, JSON.parse(detail.text));
  const form = await me.page.evaluate(() => ({
    value: new FormData(document.getElementById("form")).get("model"),
    valid: document.getElementById("form").checkValidity(),
  }));
  assert.deepEqual(form, { value: detail.text, valid: true });
  assert.equal(
    await owner.vault.locator("#done pre").first().textContent(),
    detail.text,
    "the vault shows what leaves, character for character",
  );
  assert.deepEqual([me.site.requests.length, me.elsewhere.requests.length, me.embedder.requests.length], before);

  await me.page.evaluate(() => document.getElementById("form").reset());
  assert.equal(await me.page.locator("private-adapt").evaluate((element) => element.value), "");
});

test("a kit goes from the double click to the saved release", async (t) => {
  const { make, write } = await kitFolder(t);
  const chromium = await startEngine("chromium");
  t.after(() => chromium.close());
  const terms = ["--label", "price", "--base", "linear", "--release", "model", "--epsilon", "1", "--delta", "1e-6"];
  const page = await openKit(chromium, await make("kit.html", SAMPLE["source.csv"], ...terms));
  const vault = await vaultOf(page);
  await toReport(vault, await write("private.csv", SAMPLE["target.csv"]));
  const text = await released(page, vault);
  const engine = await load({ ledger: false });
  t.after(() => engine.dispose());
  assert.equal((await engine.verify(text)).ok, true);
  assert.equal(JSON.parse(text).provenance.sourceSHA256, digestOf(SAMPLE["source.csv"]));
});

test("a faulty setting is refused before the lab is loaded; a tiny run ends in two figures and a table", async (t) => {
  const me = await reader(t);
  const asked = (name) => me.site.requests.some((request) => request.includes(name));
  await me.choose({ ...TINY, epsilons: "0" });
  await me.page.click("#run");
  assert.match(await me.text("epsilons-problem"), /between 0.01 and 100/);
  assert.equal(await me.page.evaluate(() => document.activeElement.id), "epsilons");
  assert.equal(asked("lab.wasm") || asked("lab-worker.js"), false);
  await me.run(TINY);
  assert.ok(asked("lab.wasm") && asked("lab-worker.js"));
  const progress = await me.progress();
  // A busy page shows some of the runs, the last among them, and never goes back.
  const runs = progress
    .map((words) => /^Run (\d+) of (\d+)/.exec(words))
    .filter(Boolean)
    .map(([, run, total]) => [Number(run), Number(total)]);
  assert.ok(runs.length > 0 && runs.every(([run], i) => i === 0 || run >= runs[i - 1][0]), String(progress));
  assert.equal(...runs.at(-1));
  assert.equal(await me.page.evaluate(() => document.activeElement.id), "result-heading");
  const rows = await me.page.locator(".numbers tbody tr").count();
  /** The curves that are drawn: each has a line in its group. */
  const drawn = (name) => me.page.locator(`#plot-figure-${name} svg > g > path.line`).count();
  assert.equal(await drawn("b"), rows);
  assert.equal(await drawn("a"), rows - 1, "the oracle has no weights");
  assert.deepEqual(me.errors, []);
});
