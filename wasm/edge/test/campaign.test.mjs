// A whole campaign on workerd with R2 and D1: sample, invitations, releases, list, export, sum; and all of it again
// after a restart.
import assert from "node:assert/strict";
import test from "node:test";
import { parseInvitation } from "../../../jsbridge/npm/invitation.js";
import { digestOf } from "../../../jsbridge/npm/test/tools.mjs";
import { TOKEN, owners, sample, world } from "./support.mjs";

const [edge, people] = await Promise.all([world(), owners()]);
test.after(() => Promise.all([edge.end(), people.end()]));

test("a campaign may ask for models that private labels corrected, or demand them", async () => {
  const [wish, demand] = [
    await edge.campaign(2, { release: "model", labels: "wish" }),
    await edge.campaign(2, { release: "model", labels: "required" }),
  ];
  assert.equal(parseInvitation(new URL(demand.links[0]).hash).invitation.labels, "required");
  const asked = await edge.call("GET", `campaigns/${demand.id}/invitation`, undefined, {
    Authorization: `Bearer ${demand.tokens[0]}`,
  });
  assert.equal(asked.body.labels, "required");
  const [labelled, plain] = [
    await people.release({ release: "model", base: "linear", useLabels: true, labels: true }),
    await people.release({ release: "model", base: "linear" }),
  ];
  assert.equal((await edge.send(wish.id, wish.tokens[0], labelled)).status, 201);
  assert.equal((await edge.send(wish.id, wish.tokens[1], plain)).status, 201);
  const refused = await edge.send(demand.id, demand.tokens[0], plain);
  assert.deepEqual([refused.status, refused.body.code], [422, "no-labels"]);
  const lie = JSON.parse(await people.release({ release: "model", base: "linear", useLabels: true, labels: true }));
  lie.certificate.labels.rowsNoise /= 2;
  const seen = await edge.send(demand.id, demand.tokens[0], JSON.stringify(lie));
  assert.deepEqual([seen.status, seen.body.code], [422, "bad-certificate"], "what is said of the labels is verified");
  const other = await people.release({ release: "model", base: "linear", useLabels: true, labels: true });
  assert.equal((await edge.send(demand.id, demand.tokens[0], other)).status, 201);
});

test("a campaign for moments with labels adds them up, and the sum leads to a model that the labels of all owners correct", async () => {
  const campaign = await edge.campaign(5, { labels: "required", base: "linear" });
  const { invitation } = parseInvitation(new URL(campaign.links[0]).hash);
  assert.deepEqual([invitation.labels, invitation.base], ["required", "linear"]);
  for (const [settings, code] of [
    [{}, "no-labels"],
    [{ useLabels: true, labels: true }, "wrong-base"],
  ]) {
    const refused = await edge.send(campaign.id, campaign.tokens[4], await people.release(settings));
    assert.deepEqual([refused.status, refused.body.code], [422, code]);
  }
  const texts = [];
  for (const token of campaign.tokens.slice(0, 4)) {
    texts.push(await people.release({ rows: 60 + 10 * texts.length, useLabels: true, labels: true, base: "linear" }));
    assert.equal((await edge.send(campaign.id, token, texts.at(-1))).status, 201);
    if (texts.length === 2) await edge.fold(); // in more than one step
  }
  const combined = (await edge.call("GET", `campaigns/${campaign.id}/combined`)).body;
  const own = (await people.engine.combine(texts, { release: "moments" })).toJSON();
  assert.deepEqual(combined.values, own.values);
  assert.deepEqual(combined.certificate, own.certificate);
  const { ok, owners, problems } = await people.engine.verify(combined);
  assert.ok(ok && owners === 4, problems.join());
  const model = (await people.engine.combine([JSON.stringify(combined)], { source: people.source })).toJSON();
  assert.deepEqual(
    [model.version, model.kind, model.certificate.labels.errors.length, model.certificate.n],
    [1, "model", 1, 300],
  );
});

test("a campaign from the sample to the combined model", async () => {
  const campaign = await edge.campaign(7, {
    title: "Housing & rents",
    asker: "City, dept. of #1",
    epsilonMin: 0.5,
    epsilon: 1,
    epsilonMax: 2,
  });
  assert.equal(campaign.sha256, digestOf(sample));

  const link = new URL(campaign.links[0]);
  assert.equal(link.origin, edge.origin);
  assert.equal(link.search, "", "nothing of an invitation is sent to the site");
  const fields = Object.fromEntries(new URLSearchParams(link.hash.slice(1)));
  assert.deepEqual(fields, {
    title: "Housing & rents",
    asker: "City, dept. of #1",
    source: campaign.source,
    sha256: campaign.sha256,
    label: "y",
    epsilonMin: "0.5",
    epsilon: "1",
    epsilonMax: "2",
    delta: "0.00001",
    release: "moments",
    campaign: campaign.id,
    token: campaign.tokens[0],
    reply: `${edge.origin}/api/campaigns/${campaign.id}/releases`,
  });
  assert.equal(new Set(campaign.tokens).size, 7);
  // The owner's page understands it.
  const { invitation } = parseInvitation(link.hash);
  assert.deepEqual(
    [invitation.samples[0].source, invitation.reply, invitation.token, invitation.epsilon.max],
    [fields.source, fields.reply, fields.token, 2],
  );

  // What the owner does: the sample by its address, held to its digest; the release to the address in the link.
  const source = await people.engine.loadSource(fields.source, { label: fields.label, integrity: fields.sha256 });
  const texts = [];
  for (const token of campaign.tokens.slice(0, 5)) {
    const text = await people.release({ from: source, rows: 50 + 10 * texts.length });
    texts.push(text);
    const answer = await fetch(fields.reply, {
      method: "POST",
      body: text,
      headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
    });
    assert.equal(answer.status, 201);
    assert.equal((await answer.json()).releaseId, JSON.parse(text).releaseId);
  }

  const check = async () => {
    const list = await edge.call("GET", `campaigns/${campaign.id}/releases`);
    assert.deepEqual(
      list.body.releases.map((r) => r.releaseId),
      texts.map((text) => JSON.parse(text).releaseId),
    );
    assert.deepEqual(
      list.body.releases.map((r) => r.n),
      [50, 60, 70, 80, 90],
    );
    assert.equal(list.body.next, null);

    const exported = await edge.call("GET", `campaigns/${campaign.id}/export`);
    assert.deepEqual(
      exported.body.releases,
      texts.map((text) => JSON.parse(text)),
    );
    for (const release of exported.body.releases) assert.ok((await people.engine.verify(release)).ok);

    const one = await fetch(`${edge.origin}/api/campaigns/${campaign.id}/releases/${JSON.parse(texts[2]).releaseId}`, {
      headers: { Authorization: `Bearer ${TOKEN}` },
    });
    assert.equal(await one.text(), texts[2], "the file as the owner's engine wrote it");

    // The edge and the engine compute the same sum; only the name of the program differs.
    const combined = await edge.call("GET", `campaigns/${campaign.id}/combined`);
    assert.equal(combined.status, 200, JSON.stringify(combined.body));
    const report = await people.engine.verify(combined.body);
    assert.ok(report.ok, report.problems.join());
    assert.equal(report.owners, 5);
    const own = (await people.engine.combine(texts, { release: "moments" })).toJSON();
    own.provenance.engineVersion = combined.body.provenance.engineVersion;
    own.provenance.wasmSHA256 = null;
    assert.deepEqual(combined.body, own);
  };
  await check();
  await edge.restart();
  await check();
  // Tokens, used and unused, are kept as well.
  assert.equal((await edge.send(campaign.id, campaign.tokens[0], texts[0])).status, 200);
  assert.equal((await edge.send(campaign.id, campaign.tokens[0], texts[1])).status, 409);
  assert.equal((await edge.send(campaign.id, campaign.tokens[5], await people.release({ rows: 100 }))).status, 201);
  assert.equal(Buffer.from(await (await fetch(campaign.source)).arrayBuffer()).toString(), sample);

  // A model for the population of all owners: the engine takes what the edge exported.
  const { releases } = (await edge.call("GET", `campaigns/${campaign.id}/export`)).body;
  const model = await people.engine.combine(releases, { source: people.source });
  assert.equal(model.certificate.n, 450);

  assert.equal((await edge.call("POST", `campaigns/${campaign.id}/close`)).body.closed, true);
  // What has arrived is acknowledged still, and nothing more is taken.
  assert.equal((await edge.send(campaign.id, campaign.tokens[0], texts[0])).status, 200);
  assert.equal((await edge.send(campaign.id, campaign.tokens[6], texts[0])).status, 410);
  assert.equal((await edge.call("GET", `campaigns/${campaign.id}/releases`)).body.releases.length, 6);
});

test("the scheduled fold adds each release once, also when two run at the same time", async () => {
  const campaign = await edge.campaign(12);
  const texts = [];
  for (const token of campaign.tokens) {
    // Two settings: releases that do not belong together are not added together.
    texts.push(await people.release({ rows: 30, ...(texts.length % 4 === 3 ? { radius: 3 } : {}) }));
    assert.equal((await edge.send(campaign.id, token, texts.at(-1))).status, 201);
    if (texts.length === 6) await Promise.all([edge.fold(), edge.fold(), edge.fold()]);
  }
  await Promise.all([edge.fold(), edge.fold()]);
  await edge.fold();
  const db = await edge.edge.getD1Database("DB");
  const { results: sums } = await db
    .prepare("SELECT version, releases FROM sums WHERE campaign = ? ORDER BY releases")
    .bind(campaign.id)
    .all();
  assert.deepEqual(
    sums.map((s) => s.releases),
    [3, 9],
  );
  assert.ok(
    sums.every((s) => s.version >= 2),
    "folded in more than one step",
  );
  const { results: waiting } = await db
    .prepare("SELECT count(*) AS n FROM releases WHERE campaign = ? AND folded = 0")
    .bind(campaign.id)
    .all();
  assert.equal(waiting[0].n, 0);
  const combined = (await edge.call("GET", `campaigns/${campaign.id}/combined`)).body;
  const own = (
    await people.engine.combine(
      texts.filter((_, i) => i % 4 !== 3),
      { release: "moments" },
    )
  ).toJSON();
  assert.deepEqual(combined.values, own.values);
  assert.deepEqual(combined.certificate, own.certificate);
});

test("a kept release that cannot be added does not delay any other", async () => {
  const campaign = await edge.campaign(3);
  for (const token of campaign.tokens) await edge.send(campaign.id, token, await people.release({ rows: 30 }));
  const db = await edge.edge.getD1Database("DB");
  await db
    .prepare(
      "UPDATE releases SET body = '{}' WHERE campaign = ? AND sequence = (SELECT min(sequence) FROM releases WHERE campaign = ?)",
    )
    .bind(campaign.id, campaign.id)
    .run();
  await edge.fold();
  const { releases } = (await edge.call("GET", `campaigns/${campaign.id}/releases`)).body;
  assert.deepEqual(
    releases.map((r) => r.folded),
    [-1, 1, 1],
  );
  assert.equal((await edge.call("GET", `campaigns/${campaign.id}/combined`)).body.certificate.n, 60);
});

test("a campaign for models keeps them and has nothing to combine", async () => {
  const campaign = await edge.campaign(1, { release: "model" });
  const text = await people.release({ release: "model" });
  assert.equal((await edge.send(campaign.id, campaign.tokens[0], text)).status, 201);
  const combined = await edge.call("GET", `campaigns/${campaign.id}/combined`);
  assert.equal(combined.status, 404);
  assert.equal(combined.body.code, "nothing-to-combine");
});

test("long lists come in pages", async () => {
  const campaign = await edge.campaign(25);
  const ids = [];
  for (const token of campaign.tokens) {
    const text = await people.release({ rows: 20 });
    ids.push(JSON.parse(text).releaseId);
    await edge.send(campaign.id, token, text);
  }
  const first = (await edge.call("GET", `campaigns/${campaign.id}/export`)).body;
  assert.equal(first.releases.length, 20);
  const second = (await edge.call("GET", `campaigns/${campaign.id}/export?after=${first.next}`)).body;
  assert.equal(second.next, null);
  assert.deepEqual(
    [...first.releases, ...second.releases].map((r) => r.releaseId),
    ids,
  );
});
