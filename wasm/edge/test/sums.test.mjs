// The sum of a campaign on the edge: without releases that the operator leaves out, and which release stands out in it.
import assert from "node:assert/strict";
import test from "node:test";
import { owners, world } from "./support.mjs";

const [edge, people] = await Promise.all([world(), owners()]);
test.after(() => Promise.all([edge.end(), people.end()]));

/** The sum that an owner of these releases would compute. */
const sumOf = async (texts, more) => (await people.engine.combine(texts, { release: "moments", ...more })).toJSON();

test("a release that is left out or deleted is no longer in the sum, bit for bit", async () => {
  const campaign = await edge.campaign(5);
  const texts = [];
  for (const token of campaign.tokens.slice(0, 4)) {
    texts.push(await people.release({ rows: 40 + texts.length }));
    assert.equal((await edge.send(campaign.id, token, texts.at(-1))).status, 201);
  }
  const ids = texts.map((text) => JSON.parse(text).releaseId);
  const place = (i) => `campaigns/${campaign.id}/releases/${ids[i]}`;
  const holds = async (kept) => {
    const { status, body } = await edge.call("GET", `campaigns/${campaign.id}/combined`);
    assert.equal(status, 200, JSON.stringify(body));
    const own = await sumOf(kept.map((i) => texts[i]));
    assert.deepEqual(body.values, own.values);
    assert.deepEqual(body.certificate, own.certificate);
  };
  await holds([0, 1, 2, 3]);
  assert.deepEqual((await edge.call("POST", `${place(1)}/exclude`)).body, { releaseId: ids[1], excluded: true });
  await Promise.all([edge.fold(), edge.fold()]);
  await holds([0, 2, 3]);
  assert.deepEqual(
    (await edge.call("GET", `campaigns/${campaign.id}/releases`)).body.releases.map((r) => r.excluded),
    [false, true, false, false],
  );
  await edge.call("POST", `${place(1)}/include`);
  await holds([0, 1, 2, 3]);
  await edge.fold();
  assert.equal((await edge.call("DELETE", place(2))).status, 200);
  await holds([0, 1, 3]);
  assert.equal((await edge.call("GET", place(2))).status, 404);
  assert.equal((await edge.call("DELETE", place(2))).body.code, "no-release");
  assert.equal((await edge.call("POST", `${place(2)}/exclude`)).body.code, "no-release");
  const again = await edge.send(campaign.id, campaign.tokens[2], texts[2]);
  assert.deepEqual([again.status, again.body.code], [410, "deleted"]);
  // New arrivals are added to what is left.
  texts.push(await people.release({ rows: 90 }));
  await edge.send(campaign.id, campaign.tokens[4], texts[4]);
  await holds([0, 1, 3, 4]);
  for (const i of [0, 1, 3]) await edge.call("POST", `${place(i)}/exclude`);
  await holds([4]);
  await edge.call("DELETE", `campaigns/${campaign.id}/releases/${JSON.parse(texts[4]).releaseId}`);
  assert.equal((await edge.call("GET", `campaigns/${campaign.id}/combined`)).body.code, "nothing-to-combine");
});

test("an exclusion while a fold runs is in no sum", async () => {
  const campaign = await edge.campaign(8);
  const texts = await Promise.all(campaign.tokens.map(() => people.release({ rows: 30 })));
  for (const [i, text] of texts.entries()) await edge.send(campaign.id, campaign.tokens[i], text);
  const excluded = texts.slice(0, 4).map((text) => JSON.parse(text).releaseId);
  await Promise.all([
    edge.fold(),
    ...excluded.map((id) => edge.call("POST", `campaigns/${campaign.id}/releases/${id}/exclude`)),
    edge.fold(),
  ]);
  const { body } = await edge.call("GET", `campaigns/${campaign.id}/combined`);
  const own = await sumOf(texts.slice(4));
  assert.deepEqual(body.certificate, own.certificate);
  assert.deepEqual(body.values, own.values);
});

test("labels that were made up stand out, although the columns are as they were", async () => {
  const campaign = await edge.campaign(5, { labels: "required", base: "linear" });
  const ids = [];
  for (const [i, token] of campaign.tokens.entries()) {
    const release = JSON.parse(await people.release({ rows: 4000, useLabels: true, labels: true, base: "linear" }));
    ids.push(release.releaseId);
    const { labelledSum } = release.values;
    // Squares of the residual.
    if (i === 3) labelledSum[labelledSum.length - 1] = String(BigInt(labelledSum.at(-1)) * 3n);
    assert.equal(
      (await edge.send(campaign.id, token, JSON.stringify(release))).status,
      201,
      "a consistently fabricated release is accepted",
    );
  }
  const { deviations } = (await edge.call("GET", `campaigns/${campaign.id}/plausibility`)).body;
  const [farthest, ...others] = deviations.toSorted((a, b) => Math.abs(b.fromOthers) - Math.abs(a.fromOthers));
  assert.deepEqual(
    [farthest.releaseId, farthest.row, farthest.column, farthest.inLabels],
    [ids[3], "residual of y", "residual of y", true],
  );
  // In 100 repetitions at least 14 times, e^3.25 = 26 times on average; the logarithm has a standard deviation of 0.26,
  // so that 3 is 8 of them away.
  assert.ok(farthest.fromOthers > 3 * Math.abs(others[0].fromOthers), JSON.stringify(deviations));
  assert.equal(others.length, 4);
});

test("a fabricated release stands out, and a trimmed mean resists it", async () => {
  const campaign = await edge.campaign(7);
  const texts = [];
  for (const [i, token] of campaign.tokens.entries()) {
    const release = JSON.parse(await people.release({ rows: 4000 }));
    if (i === 3) release.values.moments[1][1] *= 1.5;
    texts.push(JSON.stringify(release));
    assert.equal(
      (await edge.send(campaign.id, token, texts[i])).status,
      201,
      "a consistently fabricated release is accepted",
    );
  }
  const { deviations } = (await edge.call("GET", `campaigns/${campaign.id}/plausibility`)).body;
  assert.deepEqual(
    deviations.map((d) => d.releaseId),
    texts.map((text) => JSON.parse(text).releaseId),
  );
  const farthest = deviations.toSorted((a, b) => Math.abs(b.fromOthers) - Math.abs(a.fromOthers))[0];
  const sigma = JSON.parse(texts[3]).certificate.noise.standardDeviation;
  assert.equal(farthest.releaseId, JSON.parse(texts[3]).releaseId);
  assert.deepEqual([farthest.row, farthest.column], ["a", "a"]);
  assert.ok(
    Math.abs(farthest.fromOthers - JSON.parse(texts[3]).values.moments[1][1] / 3 / sigma) < 9,
    JSON.stringify(farthest),
  );

  const trimmed = await edge.call("GET", `campaigns/${campaign.id}/combined?trim=1`);
  assert.equal(trimmed.status, 200, JSON.stringify(trimmed.body));
  const report = await people.engine.verify(trimmed.body);
  assert.ok(report.ok, report.problems.join());
  assert.deepEqual([report.owners, report.method], [7, "trimmed-mean"]);
  const own = await sumOf(texts, { trim: 1 });
  assert.deepEqual([trimmed.body.values, trimmed.body.certificate], [own.values, own.certificate]);
  const honest = (await sumOf(texts.toSpliced(3, 1))).values.moments[1][1];
  const sum = (await edge.call("GET", `campaigns/${campaign.id}/combined`)).body.values.moments[1][1];
  assert.ok(
    Math.abs(own.values.moments[1][1] - honest) < Math.abs(sum - honest) / 2,
    `${[own.values.moments[1][1], honest, sum]}`,
  );
  for (const trim of ["0", "4", "x", "-1"])
    assert.equal((await edge.call("GET", `campaigns/${campaign.id}/combined?trim=${trim}`)).status, 422);
  assert.deepEqual((await edge.call("GET", `campaigns/${(await edge.campaign()).id}/plausibility`)).body, {
    deviations: [],
  });
});
