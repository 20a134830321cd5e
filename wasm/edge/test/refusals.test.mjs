// What the edge refuses leaves nothing in D1. Which releases are refused is specified in core/release and core/terms,
// and with which status in wasm/edge/campaign.
import assert from "node:assert/strict";
import test from "node:test";
import { document, forge, forgeries, said } from "../../../jsbridge/npm/test/forged.mjs";
import { owners, world } from "./support.mjs";

const [edge, people] = await Promise.all([world(), owners()]);
test.after(() => Promise.all([edge.end(), people.end()]));

test("a release is kept once, and what is refused leaves nothing in D1", async () => {
  const campaign = await edge.campaign(4);
  const other = await edge.campaign(1);
  const [first, second, third, fourth] = campaign.tokens;
  const [good, received] = [await people.release(), await people.release()];
  assert.equal((await edge.send(campaign.id, first, received)).status, 201);
  const edited = (text, change) => {
    const release = JSON.parse(text);
    change(release);
    return JSON.stringify(release);
  };
  const reason = ({ status, body }) => [status, body.code];
  const before = await edge.stored();
  for (const [place, token, body, status, code] of [
    [campaign.id, second, " ".repeat(5 << 20), 413, "too-large"],
    [campaign.id, "'OR'1'='1", good, 401, "bad-token"],
    [campaign.id, other.tokens[0], good, 403, "wrong-campaign"],
    [encodeURIComponent("' OR 1=1 --"), second, good, 404, "no-campaign"],
    [campaign.id, first, good, 409, "token-used"],
    [campaign.id, second, received, 409, "duplicate"],
    [campaign.id, second, edited(received, (r) => (r.releaseId = crypto.randomUUID())), 409, "duplicate"],
    [campaign.id, second, edited(good, (r) => (r.releaseId = JSON.parse(received).releaseId)), 409, "duplicate"],
  ]) {
    const answer = await edge.send(place, token, body);
    assert.deepEqual([answer.status, answer.body.code, typeof answer.body.message], [status, code, "string"]);
  }
  for (const { documents, changes, verdicts } of forgeries) {
    if (verdicts.includes("holds")) continue;
    const { status, body } = await edge.send(campaign.id, fourth, forge(document(documents[0]), changes));
    const unread = status === 400 && body.code === "bad-release";
    assert.ok(unread || (status === 422 && body.code === "bad-certificate"), `${changes}: ${JSON.stringify(body)}`);
    const verdict = (unread ? "read: " : "") + said(body.message.replace("the certificate does not hold: ", ""));
    assert.ok(verdicts.includes(verdict), `${documents[0]} with ${changes}: ${verdict}, not ${verdicts}`);
  }
  assert.deepEqual(await edge.stored(), before);
  assert.equal((await edge.send(campaign.id, second, good)).status, 201);
  // The same release with another layout of its JSON is the same release.
  assert.equal((await edge.send(campaign.id, second, JSON.stringify(JSON.parse(good)))).status, 200);
  // Several at once with one invitation: one is kept.
  const texts = await Promise.all(Array.from({ length: 8 }, () => people.release()));
  const answers = await Promise.all(texts.map((text) => edge.send(campaign.id, third, text)));
  assert.deepEqual(answers.map((a) => a.status).sort(), [201, 409, 409, 409, 409, 409, 409, 409]);
  const kept = JSON.parse(good).releaseId;
  const place = `campaigns/${campaign.id}/releases/${kept}`;
  assert.equal((await edge.call("DELETE", place)).status, 200);
  assert.deepEqual(reason(await edge.call("GET", place)), [404, "no-release"]);
  assert.deepEqual(reason(await edge.send(campaign.id, second, good)), [410, "deleted"]);
});
