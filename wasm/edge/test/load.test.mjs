// tier: 2
// Many owners at once: none lost, none doubled. EDGE_RELEASES and EDGE_CLIENTS make it larger (1000 and 50 for the
// campaign).
import assert from "node:assert/strict";
import test from "node:test";
import { owners, world } from "./support.mjs";

const RELEASES = Number(process.env.EDGE_RELEASES ?? 80);
const CLIENTS = Number(process.env.EDGE_CLIENTS ?? 20);

test(`${RELEASES} releases from ${CLIENTS} parallel clients`, { timeout: 600_000 }, async (t) => {
  const [edge, people] = await Promise.all([world(), owners()]);
  t.after(() => Promise.all([edge.end(), people.end()]));
  const campaign = await edge.campaign(RELEASES);
  const texts = [];
  for (let i = 0; i < RELEASES; i++) texts.push(await people.release({ rows: 20 }));

  // Every client sends some of its releases again, like a client whose connection broke.
  const statuses = new Map();
  const waiting = texts.map((text, i) => [text, campaign.tokens[i]]);
  const client = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const [text, token] = next;
      const again = waiting.length % 5 === 0;
      const answers = await Promise.all(
        Array.from({ length: again ? 2 : 1 }, () => edge.send(campaign.id, token, text)),
      );
      for (const { status } of answers) statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  };
  const size = async () => (await (await edge.edge.getD1Database("DB")).prepare("SELECT 1").run()).meta.size_after;
  const [before, start] = [await size(), performance.now()];
  await Promise.all(Array.from({ length: CLIENTS }, client));
  const seconds = (performance.now() - start) / 1000;
  const bytes = ((await size()) - before) / RELEASES;
  t.diagnostic(
    `${seconds.toFixed(1)} s, ${(RELEASES / seconds).toFixed(1)} releases a second, ${Math.round(bytes)} bytes in D1 for each`,
  );
  assert.equal(statuses.get(201), RELEASES, JSON.stringify([...statuses]));
  assert.deepEqual([...statuses.keys()].sort(), [200, 201]);

  const listed = [];
  for (let after = 0; after !== null; ) {
    const { releases, next } = (await edge.call("GET", `campaigns/${campaign.id}/releases?after=${after}`)).body;
    listed.push(...releases.map((r) => r.releaseId));
    after = next;
  }
  assert.deepEqual(listed.toSorted(), texts.map((text) => JSON.parse(text).releaseId).sort());
});

test("a client that sends too many requests has to wait", async (t) => {
  const edge = await world({ perMinute: 10 });
  t.after(() => edge.end());
  const statuses = [];
  // More than two windows take, because a minute may end meanwhile.
  for (let i = 0; i < 25; i++) statuses.push((await edge.call("GET", "campaigns")).status);
  assert.deepEqual(new Set(statuses.slice(0, 10)), new Set([200]));
  assert.ok(statuses.includes(429), statuses.join());
});

test("an IPv6 network counts as one client and does not delay others", async (t) => {
  const edge = await world({ perMinute: 10 });
  t.after(() => edge.end());
  const from = async (address) =>
    (await edge.call("GET", "campaigns", undefined, { "CF-Connecting-IP": address })).status;
  const statuses = [];
  for (let i = 0; i < 25; i++) statuses.push(await from(`2001:db8::${i % 3 === 0 ? "a:" : ""}${i}`));
  assert.equal(statuses[0], 401);
  assert.ok(statuses.includes(429), statuses.join());
  for (const other of ["2001:db8:0:1::1", "2001:db8:1::", "192.0.2.1", "192.0.2.2"])
    assert.equal(await from(other), 401, other);
});
