// tier: 2
// The task of an owner by `privadapt submit`, against the edge on workerd, in a folder with private files and with a
// ledger of its own. What submit refuses, asks and keeps is specified in jsbridge/npm/test.
import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import test from "node:test";
import { callsIn } from "../../../jsbridge/npm/test/cli-calls.mjs";
import { words } from "../../../jsbridge/npm/test/tools.mjs";
import { sample, world } from "./support.mjs";

const edge = await world();
const cwd = await mkdtemp(path.join(tmpdir(), "privadapt-cli-"));
test.after(() => Promise.all([edge.end(), rm(cwd, { recursive: true, force: true })]));
const write = (name, text) => writeFile(path.join(cwd, name), text);
await write("sample.csv", sample);
await write("private.csv", `a,b\n${"1,2\n3,4\n5,1\n".repeat(40)}`);
await write("labelled.csv", `a,b,y\n${"1,2,3\n3,4,7\n5,1,8\n".repeat(40)}`);
const call = callsIn(cwd);
const privadapt = (...args) =>
  call([...args, ...(args[0] === "submit" ? ["--force"] : [])], { XDG_STATE_HOME: path.join(cwd, "state") });
const spent = async () =>
  JSON.parse((await privadapt("ledger", "--json")).stdout).accounts.reduce((sum, { spent }) => sum + spent.runs, 0);
const mine = words("--target private.csv --epsilon 0.5 --yes");

test("submit does the owner's whole part, and combine makes a model of what the edge exports", async () => {
  const campaign = await edge.campaign(2, { title: "Rents", asker: "City office" });
  const { status, stdout, stderr } = await privadapt("submit", campaign.links[0], ...mine, "--rows", "120");
  assert.equal(status, 0, stderr);
  assert.match(stderr, /Invitation “Rents” from City office/);
  assert.match(stderr, /ε = 0.5 at δ = 1e-7, charged to the account "default"/);
  assert.doesNotMatch(stderr, /no forecast/);
  assert.match(stdout, /wrote moments\.json[\s\S]*sent to localhost:\d+, which has accepted it/);
  const release = JSON.parse(await readFile(path.join(cwd, "moments.json"), "utf8"));
  assert.equal(release.campaignId, campaign.id);
  assert.equal(await spent(), 1);
  // The release can be sent again, which spends nothing.
  assert.equal((await privadapt("submit", campaign.links[0], "--release", "moments.json", "--yes")).status, 0);
  assert.equal((await privadapt("submit", campaign.links[1], ...mine)).status, 0);
  assert.equal(await spent(), 2);
  const exported = (await edge.call("GET", `campaigns/${campaign.id}/export`)).body;
  assert.deepEqual(exported.releases[0], release);
  await write("export.json", JSON.stringify(exported));
  const made = await privadapt(...words("combine export.json --source sample.csv --label y --base linear --json"));
  assert.equal(made.status, 0, made.stderr);
  const { kind, certificate } = JSON.parse(made.stdout);
  assert.deepEqual([kind, certificate.n, certificate.draws], ["model", 240, 2]);
});
