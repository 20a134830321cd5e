// A whole campaign on workerd with R2 and D1: what is asked of the store comes back. The rules are specified in
// wasm/edge/campaign with a store in memory.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import test from "node:test";
import { parseInvitation } from "../../../jsbridge/npm/invitation.js";
import { releasesIn } from "../../../jsbridge/npm/reading/exported.js";
import { digestOf } from "../../../jsbridge/npm/test/tools.mjs";
import { TOKEN, owners, request, sample, tokenOf, world } from "./support.mjs";

const [edge, people] = await Promise.all([world(), owners()]);
test.after(() => Promise.all([edge.end(), people.end()]));

const database = () => edge.edge.getD1Database("DB");
const code = ({ status, body }) => [status, body.code];

test("a campaign from the sample to the model of all owners", async () => {
  const campaign = await edge.campaign(7, { title: "Housing & rents", asker: "City, dept. of #1", epsilonMax: 2 });
  assert.equal(campaign.sha256, digestOf(sample));
  const link = new URL(campaign.links[0]);
  assert.equal(link.origin, edge.origin);
  assert.equal(link.search, "", "nothing of an invitation is sent to the site");
  const { invitation } = parseInvitation(link.hash); // as the owner's page reads it
  assert.deepEqual(
    [invitation.reply, invitation.token, invitation.epsilon.max],
    [`${edge.origin}/api/campaigns/${campaign.id}/releases`, campaign.tokens[0], 2],
  );

  // What the owner does: the sample by its address, held to its digest; the release to the address in the link.
  const source = await people.engine.loadSource(campaign.source, { label: "y", integrity: campaign.sha256 });
  const texts = [];
  for (const token of campaign.tokens.slice(0, 5)) {
    const text = await people.release({ from: source, rows: 50 + 10 * texts.length });
    texts.push(text);
    const answer = await fetch(invitation.reply, {
      method: "POST",
      body: text,
      headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
    });
    assert.equal(answer.status, 201);
    assert.equal((await answer.json()).releaseId, JSON.parse(text).releaseId);
  }
  const ids = texts.map((text) => JSON.parse(text).releaseId);
  const check = async () => {
    const { releases } = (await edge.call("GET", `campaigns/${campaign.id}/releases`)).body;
    assert.deepEqual(
      releases.map((r) => [r.releaseId, r.n, r.epsilon]),
      ids.map((id, k) => [id, 50 + 10 * k, 1]),
    );
    const one = await request(`${edge.origin}/api/campaigns/${campaign.id}/releases/${ids[2]}`, {
      headers: { Authorization: `Bearer ${TOKEN}` },
    });
    assert.equal(one.body.toString(), texts[2], "the file as the owner's engine wrote it");
  };
  await check();
  await edge.restart();
  await check();
  assert.equal((await request(campaign.source)).body.toString(), sample);

  const exported = (await edge.call("GET", `campaigns/${campaign.id}/export`)).body;
  const model = await people.engine.combine(releasesIn(JSON.stringify(exported)), { source: people.source });
  assert.deepEqual([model.certificate.n, (await people.engine.verify(model)).owners], [350, 5]);
  assert.deepEqual(
    model.certificate.combination.members.map(({ sha256 }) => sha256),
    texts.map((text) => digestOf(text)).sort(),
  );
  const next = (await edge.call("GET", `campaigns/${campaign.id}/export?after=3`)).body.releases;
  assert.deepEqual(
    next.map((r) => r.releaseId),
    ids.slice(3),
  );

  assert.equal((await edge.call("POST", `campaigns/${campaign.id}/close`)).body.closed, true);
  // What has arrived is still acknowledged, and nothing more is taken.
  assert.equal((await edge.send(campaign.id, campaign.tokens[0], texts[0])).status, 200);
  assert.equal((await edge.send(campaign.id, campaign.tokens[6], await people.release())).status, 410);
});

test("invitations are listed, end on their day, and can be withdrawn", async () => {
  const campaign = await edge.campaign();
  const place = `campaigns/${campaign.id}/invitations`;
  const later = Date.now() + 86400e3;
  const { links } = (await edge.call("POST", place, { count: 3, expires: later, names: ["Ward 1", "Ward 2"] })).body;
  const tokens = links.map(tokenOf);
  const ids = tokens.map((token) => digestOf(token).slice(0, 16));
  assert.equal((await edge.send(campaign.id, tokens[0], await people.release())).status, 201);
  assert.equal((await edge.call("DELETE", `${place}/${ids[1]}`)).status, 200);
  const db = await database();
  await db.prepare("UPDATE invitations SET expires = 1 WHERE substr(token, 1, 16) = ?").bind(ids[2]).run();
  const { invitations } = (await edge.call("GET", place)).body;
  const states = Object.fromEntries(invitations.map((i) => [i.id, [i.name, i.state]]));
  assert.deepEqual(states, {
    [ids[0]]: ["Ward 1", "used"],
    [ids[1]]: ["Ward 2", "revoked"],
    [ids[2]]: ["", "expired"],
  });
  const { releases } = (await edge.call("GET", `campaigns/${campaign.id}/releases`)).body;
  assert.deepEqual([releases[0].invitation, releases[0].invitationName], [ids[0], "Ward 1"]);
  assert.equal(invitations.find((i) => i.id === ids[0]).releaseId, releases[0].releaseId);
  const text = await people.release();
  assert.deepEqual(code(await edge.send(campaign.id, tokens[1], text)), [410, "revoked"]);
  assert.deepEqual(code(await edge.send(campaign.id, tokens[2], text)), [410, "expired"]);
});

test("a release is kept once, and what is refused leaves nothing in D1", async () => {
  const campaign = await edge.campaign(3);
  const [first, second, third] = campaign.tokens;
  const [good, received] = [await people.release(), await people.release()];
  const renamed = (text, releaseId) => JSON.stringify({ ...JSON.parse(text), releaseId });
  assert.equal((await edge.send(campaign.id, first, received)).status, 201);
  const before = await edge.stored();
  for (const [token, body, status, name] of [
    ["'OR'1'='1", good, 401, "bad-token"],
    [first, good, 409, "token-used"],
    [second, received, 409, "duplicate"],
    [second, renamed(received, crypto.randomUUID()), 409, "duplicate"],
    [second, renamed(good, JSON.parse(received).releaseId), 409, "duplicate"],
  ])
    assert.deepEqual(code(await edge.send(campaign.id, token, body)), [status, name]);
  assert.deepEqual(await edge.stored(), before);
  assert.equal((await edge.send(campaign.id, second, good)).status, 201);
  // The same release with another layout of its JSON is the same release.
  assert.equal((await edge.send(campaign.id, second, JSON.stringify(JSON.parse(good)))).status, 200);
  // Several at once with one invitation: one is kept.
  const texts = await Promise.all(Array.from({ length: 8 }, () => people.release()));
  const answers = await Promise.all(texts.map((text) => edge.send(campaign.id, third, text)));
  assert.deepEqual(answers.map((a) => a.status).sort(), [201, 409, 409, 409, 409, 409, 409, 409]);
  const place = `campaigns/${campaign.id}/releases/${JSON.parse(good).releaseId}`;
  assert.equal((await edge.call("DELETE", place)).status, 200);
  assert.deepEqual(code(await edge.call("GET", place)), [404, "no-release"]);
  assert.deepEqual(code(await edge.send(campaign.id, second, good)), [410, "deleted"]);
});

test("whoever deploys the Worker hands what belonged to a lost token over to a new one, by the command of the README", async () => {
  const campaign = await edge.campaign(1);
  const db = await database();
  const { analyst: present } = await db.prepare("SELECT analyst FROM campaigns WHERE id = ?").bind(campaign.id).first();
  const lost = "f".repeat(64);
  await db.prepare("UPDATE campaigns SET analyst = ?").bind(lost).run();
  await db.prepare("UPDATE samples SET analyst = ?").bind(lost).run();
  assert.deepEqual((await edge.call("GET", "campaigns")).body.campaigns, []);
  const readme = await readFile(new URL("../README.md", import.meta.url), "utf8");
  const [, command] = /d1 execute privadapt --remote --command "([^"]+)"/.exec(readme);
  for (const statement of command.split(";"))
    await db.prepare(statement.replaceAll("OLD", lost).replaceAll("NEW", present)).run();
  assert.equal((await edge.call("GET", "campaigns")).body.campaigns[0].id, campaign.id);
  assert.ok((await edge.call("GET", "samples")).body.samples.length > 0);
});

test("a deleted campaign leaves nothing behind, and its sample can be deleted then", async () => {
  const name = `sample-${Date.now()}.csv`;
  const uploaded = (await edge.call("POST", `samples?name=${name}`, "a,b,y\n1,2,3\n2,3,4\n4,4,5\n7,1,2\n")).body;
  const place = `samples/${uploaded.sha256}/${name}`;
  const listed = async () => (await edge.call("GET", "samples")).body.samples.find((s) => s.name === name);
  assert.deepEqual(await listed(), uploaded);
  assert.deepEqual((await edge.call("GET", `${place}/columns`)).body.columns, ["a", "b", "y"]);
  const { source, sha256 } = uploaded;
  const campaign = await edge.campaign(2, { source, sha256 });
  const from = await people.engine.loadSource(source, { label: "y" });
  await edge.send(campaign.id, campaign.tokens[0], await people.release({ from, rows: 40 }));
  assert.deepEqual(code(await edge.call("DELETE", place)), [409, "in-use"]);
  const db = await database();
  const rows = async (table) =>
    (await db.prepare(`SELECT count(*) AS n FROM ${table} WHERE campaign = ?`).bind(campaign.id).first()).n;
  assert.deepEqual([await rows("invitations"), await rows("releases")], [2, 1]);
  assert.equal((await edge.call("DELETE", `campaigns/${campaign.id}`)).status, 200);
  assert.deepEqual([await rows("invitations"), await rows("releases")], [0, 0]);
  assert.equal((await edge.send(campaign.id, campaign.tokens[1], "{}")).status, 404);
  assert.equal((await request(source)).status, 200);
  assert.equal((await edge.call("DELETE", place)).status, 200);
  assert.equal((await request(source)).status, 404);
  assert.equal(await listed(), undefined);
});
