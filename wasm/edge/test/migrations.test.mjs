// A database of the first version keeps its campaign, invitations, releases and sum when it is updated, and can be
// operated on.
import assert from "node:assert/strict";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import test from "node:test";
import { Miniflare } from "miniflare";
import { owners, world } from "./support.mjs";

test("campaigns of the first version stay, and can be operated on", async (t) => {
  const state = await mkdtemp(path.join(tmpdir(), "privadapt-migration-"));
  const people = await owners();
  t.after(() => Promise.all([people.end(), rm(state, { recursive: true, force: true })]));
  // What the edge keeps of a campaign, in the columns that the first version had.
  const edge = await world();
  const campaign = await edge.campaign(3);
  const texts = [await people.release({ rows: 50 }), await people.release({ rows: 60 })];
  for (const [i, text] of texts.entries()) await edge.send(campaign.id, campaign.tokens[i], text);
  await edge.fold();
  const columns = {
    campaigns: "id, analyst, created, closed, settings",
    invitations: "token, campaign, used_by",
    releases:
      "sequence, campaign, release_id, sha256, value_digest, token, setting, epsilon, delta, n, rows_estimate, received, folded, body",
    sums: "campaign, setting, version, releases, state, writer",
  };
  const kept = {};
  for (const [table, names] of Object.entries(columns))
    kept[table] = (await (await edge.edge.getD1Database("DB")).prepare(`SELECT ${names} FROM ${table}`).all()).results;
  await edge.end();

  const old = new Miniflare({
    modules: true,
    script: "export default {}",
    d1Databases: ["DB"],
    d1Persist: path.join(state, "d1"),
  });
  const database = await old.getD1Database("DB");
  const name = "0001_campaigns.sql";
  const first = (await readFile(new URL(`../migrations/${name}`, import.meta.url), "utf8"))
    .replace(/--.*$/gm, "")
    .split(";")
    .filter((s) => s.trim() !== "");
  await database.batch(
    [
      ...first,
      "CREATE TABLE d1_migrations (name TEXT PRIMARY KEY)",
      `INSERT INTO d1_migrations VALUES ('${name}')`,
    ].map((s) => database.prepare(s)),
  );
  for (const [table, rows] of Object.entries(kept)) {
    for (const row of rows) {
      const names = Object.keys(row);
      await database
        .prepare(`INSERT INTO ${table} (${names}) VALUES (${names.map(() => "?")})`)
        .bind(...Object.values(row))
        .run();
    }
  }
  await old.dispose();

  const updated = await world({ state });
  t.after(() => updated.end());
  const ids = texts.map((text) => JSON.parse(text).releaseId);
  assert.deepEqual(
    (await updated.call("GET", `campaigns/${campaign.id}/releases`)).body.releases.map((r) => [
      r.releaseId,
      r.excluded,
    ]),
    ids.map((id) => [id, false]),
  );
  assert.deepEqual(
    (await updated.call("GET", `campaigns/${campaign.id}/invitations`)).body.invitations
      .map((i) => [i.state, i.expires])
      .sort(),
    [
      ["open", 0],
      ["used", 0],
      ["used", 0],
    ],
  );
  const rows = async () => (await updated.call("GET", `campaigns/${campaign.id}/combined`)).body.certificate.n;
  assert.equal(await rows(), 110);
  await updated.call("POST", `campaigns/${campaign.id}/releases/${ids[0]}/exclude`);
  assert.equal(await rows(), 60);
  assert.equal((await updated.send(campaign.id, campaign.tokens[2], await people.release({ rows: 70 }))).status, 201);
  assert.equal(await rows(), 130);
});
