// A whole campaign on workerd with R2 and D1: sample, links, releases, list, export and the model that is computed from
// the export; and again after a restart.
import assert from "node:assert/strict";
import test from "node:test";
import { parseInvitation } from "../../../jsbridge/npm/invitation.js";
import { releasesIn } from "../../../jsbridge/npm/reading/exported.js";
import { digestOf } from "../../../jsbridge/npm/test/tools.mjs";
import { TOKEN, owners, request, sample, world } from "./support.mjs";

const [edge, people] = await Promise.all([world(), owners()]);
test.after(() => Promise.all([edge.end(), people.end()]));

test("a campaign from the sample to the model of all owners", async () => {
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
  const { invitation } = parseInvitation(link.hash); // as the owner's page reads it
  assert.deepEqual([invitation.reply, invitation.token, invitation.epsilon.max], [fields.reply, fields.token, 2]);

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
  const ids = texts.map((text) => JSON.parse(text).releaseId);
  const check = async () => {
    const { releases, next } = (await edge.call("GET", `campaigns/${campaign.id}/releases`)).body;
    assert.deepEqual(
      releases.map((r) => [r.releaseId, r.n, r.epsilon]),
      ids.map((id, k) => [id, 50 + 10 * k, 1]),
    );
    assert.equal(next, null);
    const one = await request(`${edge.origin}/api/campaigns/${campaign.id}/releases/${ids[2]}`, {
      headers: { Authorization: `Bearer ${TOKEN}` },
    });
    assert.equal(one.body.toString(), texts[2], "the file as the owner's engine wrote it");
  };
  await check();
  await edge.restart();
  await check();
  assert.equal((await edge.send(campaign.id, campaign.tokens[0], texts[0])).status, 200);
  assert.equal((await edge.send(campaign.id, campaign.tokens[0], texts[1])).status, 409);
  assert.equal((await request(campaign.source)).body.toString(), sample);

  const exported = (await edge.call("GET", `campaigns/${campaign.id}/export`)).body;
  const model = await people.engine.combine(releasesIn(JSON.stringify(exported)), { source: people.source });
  assert.deepEqual([model.certificate.n, (await people.engine.verify(model)).owners], [350, 5]);
  assert.deepEqual(
    model.certificate.combination.members.map(({ sha256 }) => sha256),
    texts.map((text) => digestOf(text)).sort(),
  );

  assert.equal((await edge.call("POST", `campaigns/${campaign.id}/close`)).body.closed, true);
  // What has arrived is still acknowledged, and nothing more is taken.
  assert.equal((await edge.send(campaign.id, campaign.tokens[0], texts[0])).status, 200);
  assert.equal((await edge.send(campaign.id, campaign.tokens[6], await people.release())).status, 410);
});

test("the export comes in pages", async () => {
  const campaign = await edge.campaign(22);
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
