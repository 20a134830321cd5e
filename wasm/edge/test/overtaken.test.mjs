// The statements of a fold on D1 when something else has changed the sum between two of them: nothing is counted twice,
// and nothing that was left out comes back.
import assert from "node:assert/strict";
import test from "node:test";
import { TOKEN, owners, world } from "./support.mjs";

const [edge, people] = await Promise.all([world({ entry: "test/overtaken.mjs" }), owners()]);
test.after(() => Promise.all([edge.end(), people.end()]));

/**
 * Sends the release of an owner of a campaign, which waits to be added. Its rows are a power of two, so that a sum's
 * rows say which are in it.
 */
async function send({ id, tokens }, k) {
  const text = await people.release({ rows: 32 << k });
  assert.equal((await edge.send(id, tokens[k], text)).status, 201);
  return JSON.parse(text).releaseId;
}

async function fold(clock) {
  const { outcome } = await (await edge.edge.getWorker()).scheduled({ cron: JSON.stringify(clock) });
  assert.equal(outcome, "ok");
}

/** How many releases are in the sum, once all that wait have been added, and which, as bits. */
async function sumOf({ id }) {
  const { certificate } = (await edge.call("GET", `campaigns/${id}/combined`)).body;
  return [certificate.draws, certificate.n / 32];
}

const stored = async ({ id }) =>
  (
    await (
      await edge.edge.getD1Database("DB")
    )
      .prepare("SELECT version, releases FROM sums WHERE campaign = ?")
      .bind(id)
      .all()
  ).results;

for (const before of ["SELECT * FROM sums", "INSERT INTO sums"]) {
  test(`another fold is over before ${before}`, async () => {
    const campaign = await edge.campaign(3);
    for (let k = 0; k < 3; k++) await send(campaign, k);
    await fold({ before });
    assert.deepEqual(await stored(campaign), [{ version: 1, releases: 3 }], "the overtaken fold writes no sum");
    assert.deepEqual(await sumOf(campaign), [3, 0b111]);
  });
}

test("a release of the sum is left out while another one is added", async () => {
  const campaign = await edge.campaign(3);
  const [first] = [await send(campaign, 0), await send(campaign, 1)];
  assert.deepEqual(await sumOf(campaign), [2, 0b011]);
  await send(campaign, 2);
  const address = `${edge.origin}/api/campaigns/${campaign.id}/releases/${first}/exclude`;
  await fold({
    before: "INSERT INTO sums",
    request: { address, method: "POST", headers: { Authorization: `Bearer ${TOKEN}` } },
  });
  assert.deepEqual(
    await sumOf(campaign),
    [2, 0b110],
    "the sum that was read before has the release, and is not written",
  );
});
