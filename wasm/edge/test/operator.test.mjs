// The functions for operators, on workerd with D1 and R2: invitations that end, deleted campaigns and samples, and
// refused requests.
import { readFile } from "node:fs/promises";
import assert from "node:assert/strict";
import test from "node:test";
import { digestOf } from "../../../jsbridge/npm/test/tools.mjs";
import { owners, request, tokenOf, world } from "./support.mjs";

const [edge, people] = await Promise.all([world(), owners()]);
test.after(() => Promise.all([edge.end(), people.end()]));

const count = async (table, campaign) =>
  (
    await (
      await edge.edge.getD1Database("DB")
    )
      .prepare(`SELECT count(*) AS n FROM ${table} WHERE campaign = ?`)
      .bind(campaign)
      .first()
  ).n;

test("invitations are listed, end on their day, and can be withdrawn", async () => {
  const campaign = await edge.campaign();
  const place = `campaigns/${campaign.id}/invitations`;
  const later = Date.now() + 86400e3;
  const lasting = (await edge.call("POST", place, { count: 2 })).body;
  const ending = (await edge.call("POST", place, { count: 1, expires: later })).body;
  const states = async () =>
    Object.fromEntries((await edge.call("GET", place)).body.invitations.map((i) => [i.id, i.state]));
  assert.deepEqual(await states(), { [lasting.ids[0]]: "open", [lasting.ids[1]]: "open", [ending.ids[0]]: "open" });
  const ask = (link) =>
    edge.call("GET", `campaigns/${campaign.id}/invitation`, undefined, { Authorization: `Bearer ${tokenOf(link)}` });
  const asked = (await ask(ending.links[0])).body;
  assert.deepEqual([asked.state, asked.expires, asked.label, asked.sha256], ["open", later, "y", campaign.sha256]);
  const release = await people.release();
  assert.equal((await edge.send(campaign.id, tokenOf(lasting.links[0]), release)).status, 201);
  assert.equal((await edge.call("DELETE", `${place}/${lasting.ids[1]}`)).status, 200);
  assert.equal((await edge.call("DELETE", `${place}/${lasting.ids[0]}`)).status, 200);
  assert.equal((await edge.call("DELETE", `${place}/0000000000000000`)).body.code, "no-invitation");
  await (await edge.edge.getD1Database("DB"))
    .prepare("UPDATE invitations SET expires = ? WHERE expires = ?")
    .bind(Date.now() - 1, later)
    .run();
  assert.deepEqual(await states(), {
    [lasting.ids[0]]: "used",
    [lasting.ids[1]]: "revoked",
    [ending.ids[0]]: "expired",
  });
  for (const [link, code] of [
    [lasting.links[1], "revoked"],
    [ending.links[0], "expired"],
  ]) {
    const answer = await edge.send(campaign.id, tokenOf(link), await people.release());
    assert.deepEqual([answer.status, answer.body.code], [410, code]);
  }
  assert.equal(
    (await edge.send(campaign.id, tokenOf(lasting.links[0]), release)).status,
    200,
    "a release that was received may be sent again",
  );
  assert.equal(await count("releases", campaign.id), 1);
  // Neither a token nor its whole digest is in the list.
  const listed = JSON.stringify((await edge.call("GET", place)).body);
  for (const token of [...lasting.links, ...ending.links].map(tokenOf)) {
    const digest = digestOf(token);
    assert.ok(listed.includes(digest.slice(0, 16)) && !listed.includes(digest) && !listed.includes(token));
  }
});

test("whoever deploys the Worker hands what belonged to a lost token over to a new one, by the command of the README", async () => {
  const campaign = await edge.campaign(1);
  const db = await edge.edge.getD1Database("DB");
  const { analyst: present } = await db.prepare("SELECT analyst FROM campaigns WHERE id = ?").bind(campaign.id).first();
  const lost = "f".repeat(64);
  await db.prepare("UPDATE campaigns SET analyst = ? WHERE id = ?").bind(lost, campaign.id).run();
  await db
    .prepare("INSERT INTO samples SELECT ?, sha256, name, source, bytes, created, rows FROM samples")
    .bind(lost)
    .run();
  assert.equal((await edge.call("GET", `campaigns/${campaign.id}`)).status, 404);
  const readme = await readFile(new URL("../README.md", import.meta.url), "utf8");
  const [, command] = /d1 execute privadapt --remote --command "([^"]+)"/.exec(readme);
  for (const statement of command.split(";"))
    await db.prepare(statement.replaceAll("OLD", lost).replaceAll("NEW", present)).run();
  assert.equal((await edge.call("GET", `campaigns/${campaign.id}`)).body.id, campaign.id);
  assert.equal((await edge.send(campaign.id, campaign.tokens[0], await people.release({ rows: 37 }))).status, 201);
  const { results } = await db.prepare("SELECT analyst FROM samples GROUP BY analyst").all();
  assert.deepEqual(results, [{ analyst: present }]);
});

test("a deleted campaign leaves nothing behind, and its sample can be deleted then", async () => {
  const name = `sample-${Date.now()}.csv`;
  const uploaded = (await edge.call("POST", `samples?name=${name}`, "a,b,y\n1,2,3\n2,3,4\n4,4,5\n7,1,2\n")).body;
  const sampleOf = async () => (await edge.call("GET", "samples")).body.samples.find((s) => s.name === name);
  assert.deepEqual(await sampleOf(), { ...uploaded });
  const campaign = await edge.campaign(3, { source: uploaded.source, sha256: uploaded.sha256, label: "y" });
  const from = await people.engine.loadSource(uploaded.source, { label: "y" });
  await edge.send(campaign.id, campaign.tokens[0], await people.release({ from, rows: 40 }));
  await edge.send(campaign.id, campaign.tokens[1], "{}");
  const place = `samples/${uploaded.sha256}/${name}`;
  assert.deepEqual(
    [(await edge.call("DELETE", place)).status, (await edge.call("DELETE", place)).body.code],
    [409, "in-use"],
  );
  for (const table of ["invitations", "releases", "refusals"]) assert.ok((await count(table, campaign.id)) > 0, table);
  assert.equal((await edge.call("DELETE", `campaigns/${campaign.id}`)).status, 200);
  for (const table of ["invitations", "releases", "refusals"]) assert.equal(await count(table, campaign.id), 0, table);
  assert.equal((await edge.call("GET", `campaigns/${campaign.id}`)).status, 404);
  assert.equal((await edge.send(campaign.id, campaign.tokens[2], "{}")).status, 404);
  assert.equal((await request(uploaded.source)).status, 200);
  assert.equal((await edge.call("DELETE", place)).status, 200);
  assert.equal((await request(uploaded.source)).status, 404);
  assert.equal((await edge.call("DELETE", place)).body.code, "no-sample");
  assert.equal(await sampleOf(), undefined);
});

test("the newest ten refused arrivals of an invitation are listed, with their reasons", async () => {
  const campaign = await edge.campaign(2);
  for (let i = 0; i < 12; i++) await edge.send(campaign.id, campaign.tokens[0], "{}");
  const model = await people.release({ release: "model" });
  await edge.send(campaign.id, campaign.tokens[0], model);
  await edge.send(campaign.id, campaign.tokens[1], "{}");
  await edge.send(campaign.id, "another-unknown-token-xyz", "{}");
  const { refusals } = (await edge.call("GET", `campaigns/${campaign.id}/refusals`)).body;
  assert.equal(refusals.length, 11);
  assert.deepEqual([refusals[0].code, refusals[0].status, refusals[1].code], ["bad-release", 400, "wrong-kind"]);
  assert.match(refusals[1].message, /asks for moments/);
  assert.notEqual(refusals[0].invitation, refusals[1].invitation);
  assert.ok(Math.abs(refusals[0].time - Date.now()) < 60_000);
});
