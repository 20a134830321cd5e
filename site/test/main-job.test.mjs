// The main job as a whole: a public sample from another origin, a private file picked in the vault, a verified release.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import path from "node:path";
import test from "node:test";
import { promisify } from "node:util";
import { digestOf } from "../../jsbridge/npm/test/tools.mjs";
import { skip } from "./support/browser.mjs";
import { SAMPLE, owner } from "./support/owner.mjs";

const cli = path.join(
  import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname),
  "../../jsbridge/npm/cli.mjs",
);

test("a public URL and a private file become a verified release, nothing is requested after the file is picked, and only the agreed messages leave the vault", {
  skip,
}, async (t) => {
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
  assert.match(await me.preview(), /3,000 rows read\.\s+No cell had to be repaired\./);
  // Before a file is opened, the page learns that one was picked and under which settings; reading it sends nothing.
  const picked = {
    type: "picked",
    seen: {
      settings:
        JSON.stringify({
          calibration: "tight",
          delta: 1e-7,
          epsilon: 1,
          mechanism: "moment",
          release: "model",
        }) + JSON.stringify({ label: "price" }),
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
  assert.match(result, /Privacy confirmed: ε = 1 at δ = 1e-7/);
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

test("with the network off weights can be released instead of a model, and then moments", { skip }, async (t) => {
  const me = await owner(t);
  await me.loadSample();
  await me.page.context().setOffline(true);
  await me.page.getByText("You are offline. Nothing can leave this device until you connect again.").waitFor();
  const file = await me.write("private.csv", SAMPLE["target.csv"]);
  const releasedAs = async (kind, choice) => {
    await me.fix("moderate", choice);
    await me.pick(file);
    await me.preview();
    await me.run();
    assert.equal(JSON.parse(await readFile(await me.download(), "utf8")).kind, kind);
  };
  await releasedAs("weights", /^Weights/);
  const lines = (await readFile(await me.download("Download the weights"), "utf8")).trimEnd().split("\n");
  assert.equal(lines.length, 1 + 1500);
  await me.press("Make another run");
  await releasedAs("moments", /^Moments/);
  assert.match(await me.page.locator("#numbers > .scroll table").innerText(), /heating=gas/);
});
