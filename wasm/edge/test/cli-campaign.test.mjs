// The task of an operator by `privadapt campaign`, against the edge on workerd.
import assert from "node:assert/strict";
import test from "node:test";
import { words } from "../../../jsbridge/npm/test/tools.mjs";
import { commandLine, mine } from "./command-line.mjs";
import { tokenOf } from "./support.mjs";

const { edge, write, privadapt, read, end } = await commandLine();
test.after(end);

test("lists say that they are empty", async () => {
  for (const [name, next] of [
    ["list", /^there are no campaigns; privadapt campaign create SETTINGS\.json makes one$/m],
    ["samples", /^there are no samples; privadapt campaign upload FILE brings one$/m],
  ]) {
    const { status, stdout, stderr } = await privadapt("campaign", name);
    assert.equal(status, 0, stderr);
    assert.match(stdout + stderr, next);
  }
});

test("campaign does what an operator needs", async () => {
  const json = async (...args) => {
    const { status, stdout, stderr } = await privadapt("campaign", ...args, "--json");
    assert.equal(status, 0, stderr);
    return JSON.parse(stdout);
  };
  const { sample: uploaded } = await json("upload", "sample.csv");
  assert.ok((await json("samples")).samples.some((s) => s.sha256 === uploaded.sha256));
  const { source, sha256 } = uploaded;
  const settings = { title: "By hand", source, sha256, label: "y", epsilonMax: 1, delta: 1e-6 };
  await write("settings.json", JSON.stringify(settings));
  const { campaign } = await json("create", "settings.json");
  assert.ok((await json("list")).campaigns.some((c) => c.id === campaign.id));
  const tomorrow = new Date(Date.now() + 864e5).toISOString();
  const { links, ids } = await json(
    ...words(`invite ${campaign.id} 3 --expires ${tomorrow} --name north --name south`),
  );
  assert.doesNotMatch(links.join(), /north|south/, "no link has a name");
  await json("revoke", campaign.id, ids[2]);
  for (const link of links.slice(0, 2))
    assert.equal((await privadapt("submit", link, ...mine, "--out", `${ids[links.indexOf(link)]}.json`)).status, 0);
  assert.deepEqual(
    (await json("invitations", campaign.id)).invitations.map((i) => [i.id, i.state, i.name]).sort(),
    [
      [ids[0], "used", "north"],
      [ids[1], "used", "south"],
      [ids[2], "revoked", ""],
    ].sort(),
  );
  const { releases } = await json("releases", campaign.id);
  assert.deepEqual(
    releases.map((r) => [r.invitation, r.invitationName]).sort(),
    [
      [ids[0], "north"],
      [ids[1], "south"],
    ].sort(),
  );
  await json("exclude", campaign.id, releases[0].releaseId);
  await json("sum", campaign.id, "--out", "sum.json");
  assert.equal((await read("sum.json")).certificate.draws, 1);
  await json("include", campaign.id, releases[0].releaseId);
  await json("sum", campaign.id, "--out", "sum.json");
  assert.equal((await read("sum.json")).certificate.draws, 2);
  assert.equal((await privadapt("verify", "sum.json")).status, 0);
  assert.deepEqual(
    (await json("plausibility", campaign.id)).deviations.map((d) => d.releaseId),
    releases.map((r) => r.releaseId),
  );
  assert.match(
    (await privadapt("campaign", "sum", campaign.id, "--trim", "1")).stderr,
    /cannot be trimmed by 1 .*\[trim\]/,
  );
  assert.equal((await json("export", campaign.id, "--out", "all.json")).out, "all.json");
  assert.equal((await read("all.json")).releases.length, 2);
  assert.equal((await privadapt("campaign", "export", campaign.id, "--csv")).stdout.trim().split("\n").length, 3);
  const both = await privadapt("campaign", "export", campaign.id, "--csv", "--json");
  assert.equal(both.status, 2);
  assert.match(JSON.parse(both.stdout).error.message, /^--csv and --json both are standard output/);
  await json("delete-release", campaign.id, releases[1].releaseId, "--yes");
  await edge.send(campaign.id, tokenOf(links[2]), "{}");
  assert.deepEqual(
    (await json("refusals", campaign.id)).refusals.map((r) => [r.code, r.invitation]),
    [["revoked", ids[2]]],
  );
  assert.match(
    (await privadapt("campaign", "releases", campaign.id)).stdout,
    /^\S+ {2}\d{4}-\d\d-\d\d \d\d:\d\d {2}ε = 0.5 {2}120 rows {2}(in the sum|waiting) {2}invitation [0-9a-f]{16} {2}(north|south)\n$/,
  );
  assert.equal((await json("close", campaign.id)).campaign.closed, true);
  assert.match((await privadapt("campaign", "delete", campaign.id)).stderr, /needs --yes/);
  await json("delete", campaign.id, "--yes");
  assert.match((await privadapt("campaign", "releases", campaign.id)).stderr, /\[no-campaign\]/);
  await write("settings.json", JSON.stringify({ ...settings, options: ["--all-columns"] }));
  assert.match((await privadapt("campaign", "create", "settings.json")).stderr, /must be allColumns, or left out/);
  for (const expires of ["01/02/2027", "2027-02-31", "2027-13-01", "5"]) {
    const { status, stderr } = await privadapt("campaign", "invite", campaign.id, "1", "--expires", expires);
    assert.equal(status, 2, expires);
    assert.match(stderr, /--expires needs a date such as 2027-01-31/);
  }
  assert.match((await privadapt("campaign", "frobnicate")).stderr, /has no command/);
  assert.equal((await privadapt("campaign", "--help")).status, 0);
});
