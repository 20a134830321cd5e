// The functions for operators, on workerd with D1 and R2: invitations that end, deleted campaigns and samples, tables,
// and refused requests.
import { readFile } from "node:fs/promises";
import assert from "node:assert/strict";
import test from "node:test";
import { digestOf } from "../../../jsbridge/npm/test/tools.mjs";
import { TOKEN, owners, request, tokenOf, world } from "./support.mjs";

const [edge, people] = await Promise.all([world(), owners()]);
test.after(() => Promise.all([edge.end(), people.end()]));

const asOwner = (token) => ({ Authorization: `Bearer ${token}` });
const tableOf = ({ id }) => request(`${edge.origin}/api/campaigns/${id}/releases.csv`, { headers: asOwner(TOKEN) });
const count = async (table, campaign) =>
  (
    await (
      await edge.edge.getD1Database("DB")
    )
      .prepare(`SELECT count(*) AS n FROM ${table} WHERE campaign = ?`)
      .bind(campaign)
      .first()
  ).n;

test("an owner learns of the invitation before spending anything", async () => {
  const campaign = await edge.campaign(2, { epsilonMin: 0.5, rowsMin: 20 });
  const ask = (token, id = campaign.id) =>
    edge.call("GET", `campaigns/${id}/invitation`, undefined, token ? asOwner(token) : {});
  const { status, body } = await ask(campaign.tokens[0]);
  assert.equal(status, 200);
  // What is not asked for is left out.
  const { source, ...asked } = body;
  assert.ok(source.endsWith(`/${campaign.sha256}/sample.csv`), source);
  assert.deepEqual(asked, {
    state: "open",
    expires: 0,
    campaign: campaign.id,
    mostBytes: 1 << 20,
    release: "moments",
    sha256: campaign.sha256,
    label: "y",
    epsilonMin: 0.5,
    epsilonMax: 1,
    delta: 1e-5,
    rowsMin: 20,
    rowsMax: 1e9,
  });
  assert.equal((await edge.send(campaign.id, campaign.tokens[0], await people.release())).status, 201);
  assert.equal((await ask(campaign.tokens[0])).body.state, "used");
  assert.equal((await ask(campaign.tokens[1])).body.state, "open");
  assert.equal((await ask()).body.code, "no-token");
  assert.equal((await ask("made-up-unknown-token")).body.code, "bad-token");
  assert.equal((await ask(campaign.tokens[1], (await edge.campaign()).id)).body.code, "wrong-campaign");
  await edge.call("POST", `campaigns/${campaign.id}/close`);
  assert.equal((await ask(campaign.tokens[1])).body.state, "closed");
});

test("invitations are listed, end on their day, and can be withdrawn", async () => {
  const campaign = await edge.campaign();
  const place = `campaigns/${campaign.id}/invitations`;
  const later = Date.now() + 86400e3;
  const lasting = (await edge.call("POST", place, { count: 2 })).body;
  const ending = (await edge.call("POST", place, { count: 1, expires: later })).body;
  const states = async () =>
    Object.fromEntries((await edge.call("GET", place)).body.invitations.map((i) => [i.id, i.state]));
  assert.deepEqual(await states(), { [lasting.ids[0]]: "open", [lasting.ids[1]]: "open", [ending.ids[0]]: "open" });
  for (const expires of [1, Date.now() - 1, Date.now() + 20 * 366 * 86400e3])
    assert.equal((await edge.call("POST", place, { count: 1, expires })).body.code, "bad-expiry");

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

test("the table of releases is CSV that no spreadsheet runs", async () => {
  const campaign = await edge.campaign(2);
  const evil = JSON.parse(await people.release({ rows: 33 }));
  evil.releaseId = '=HYPERLINK("x","y")';
  const answer = await edge.send(campaign.id, campaign.tokens[0], JSON.stringify(evil));
  assert.deepEqual([answer.status, answer.body.code], [400, "bad-release"], "an identifier is no formula");
  const plain = await people.release({ rows: 44 });
  await edge.send(campaign.id, campaign.tokens[1], plain);
  const { status, headers, body } = await tableOf(campaign);
  assert.equal(status, 200);
  assert.match(headers["content-type"], /^text\/csv/);
  const [head, first, ...rest] = body.toString().split("\n");
  assert.equal(
    head,
    "sequence,releaseId,sha256,group,epsilon,delta,n,rowsEstimate,received,folded,excluded,invitation,invitationName",
  );
  assert.match(
    first,
    /^\d+,[0-9a-f-]{36},[0-9a-f]{64},[0-9a-f]{64},1,1e-05,44,0,\d{4}-\d\d-\d\dT[\d:]+Z,0,false,[0-9a-f]{16},$/,
  );
  assert.ok(first.includes(`,${JSON.parse(plain).releaseId},`));
  assert.deepEqual(rest, [""]);
});

test("an invitation has a name, which leads to its release and back, and is in no document", async () => {
  const campaign = await edge.campaign(1);
  const place = `campaigns/${campaign.id}/invitations`;
  const names = ["Ward 3, Jane Doe", "Ward 4"];
  const made = (await edge.call("POST", place, { count: 3, names })).body;
  assert.equal(made.links.length, 3);
  for (const link of made.links) assert.doesNotMatch(decodeURIComponent(link), /Ward|Jane/);
  for (const wrong of [["a", "b"], ["a\nb"], [" a"], ["x".repeat(81)]])
    assert.equal((await edge.call("POST", place, { count: 1, names: wrong })).body.code, "bad-names");
  const token = tokenOf(made.links[0]);
  const release = await people.release({ rows: 31 });
  const answer = await edge.send(campaign.id, token, release);
  assert.equal(answer.status, 201);
  assert.doesNotMatch(JSON.stringify(answer.body), /Ward/);
  const { releaseId } = JSON.parse(release);
  const { invitations } = (await edge.call("GET", place)).body;
  const named = Object.fromEntries(invitations.map((i) => [i.id, [i.name, i.releaseId]]));
  assert.deepEqual(
    made.ids.map((id) => named[id]),
    [
      [names[0], releaseId],
      [names[1], ""],
      ["", ""],
    ],
  );
  const [kept] = (await edge.call("GET", `campaigns/${campaign.id}/releases`)).body.releases;
  assert.deepEqual([kept.releaseId, kept.invitation, kept.invitationName], [releaseId, made.ids[0], names[0]]);
  for (const list of [`campaigns/${campaign.id}/releases/${releaseId}`, `campaigns/${campaign.id}/export`])
    assert.doesNotMatch(JSON.stringify((await edge.call("GET", list)).body), /Ward/);
  const { body } = await tableOf(campaign);
  assert.match(body.toString(), new RegExp(`,${made.ids[0]},"Ward 3, Jane Doe"\n$`));
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

test("a closed campaign makes no invitations", async () => {
  const campaign = await edge.campaign(1);
  assert.equal((await edge.call("POST", `campaigns/${campaign.id}/close`)).status, 200);
  const { status, body } = await edge.call("POST", `campaigns/${campaign.id}/invitations`, { count: 1 });
  assert.deepEqual([status, body.code], [409, "closed"]);
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
  await edge.fold();
  const place = `samples/${uploaded.sha256}/${name}`;
  assert.deepEqual(
    [(await edge.call("DELETE", place)).status, (await edge.call("DELETE", place)).body.code],
    [409, "in-use"],
  );
  for (const table of ["invitations", "releases", "sums", "refusals"])
    assert.ok((await count(table, campaign.id)) > 0, table);
  assert.equal((await edge.call("DELETE", `campaigns/${campaign.id}`)).status, 200);
  for (const table of ["invitations", "releases", "sums", "refusals"])
    assert.equal(await count(table, campaign.id), 0, table);
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

test("404 and 405 under the API are codes and sentences", async () => {
  for (const [method, place, status, code] of [
    ["GET", "nothing", 404, "no-endpoint"],
    ["PUT", "campaigns", 405, "bad-method"],
    ["GET", "verify", 405, "bad-method"],
  ]) {
    const answer = await edge.call(method, place);
    assert.deepEqual([answer.status, answer.body.code, typeof answer.body.message], [status, code, "string"]);
    assert.equal(answer.headers.allow, status === 405 ? (answer.headers.allow ?? assert.fail("no Allow")) : undefined);
  }
});
