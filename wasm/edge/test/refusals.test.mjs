// Every request may be hostile: each of these is refused with its status and code, and leaves nothing in the
// store.
import assert from "node:assert/strict";
import test from "node:test";
import { document, forge, forgeries, said } from "../../../jsbridge/npm/test/forged.mjs";
import { owners, sample, world } from "./support.mjs";

const [edge, people] = await Promise.all([world(), owners()]);
test.after(() => Promise.all([edge.end(), people.end()]));

const campaign = await edge.campaign(3, { rowsMin: 20, rowsMax: 500 });
const other = await edge.campaign(1);
const [first, second, third] = campaign.tokens;

const good = await people.release({ rows: 100 });
const received = await people.release({ rows: 100 });
assert.equal((await edge.send(campaign.id, first, received)).status, 201);

const edited = (change, text = good) => {
  const release = JSON.parse(text);
  change(release);
  return JSON.stringify(release);
};
const sourceOf = async (text, options) => people.engine.loadSource(new Blob([text]), options);

const malformed = [
  ["nothing", ""],
  ["no JSON", "a,b\n1,2\n"],
  ["half a release", good.slice(0, good.length / 2)],
  ["two releases", good + good],
  ["a list of releases", `[${good}]`],
  ["null", "null"],
  ["a field twice", good.replace('"kind"', '"kind":"model","kind"')],
  ["a number beyond numbers", good.replace(/"delta": [^,]*/, '"delta": 1e999')],
  ["deeply nested", "[".repeat(100_000)],
  ["bytes that are no text", new Uint8Array([0xff, 0xfe, 0, 1, 2])],
].map(([name, body]) => [name, body, 400, "bad-release"]);

const sources = {
  another: await sourceOf(sample.replace(/\n$/, "\n1,2,3\n"), { label: "y" }),
  labelled: await sourceOf(sample, { label: "b" }),
};
const unfit = [
  ["more ε than the cap", await people.release({ epsilon: 1.5 }), 422, "epsilon"],
  ["more δ than the campaign's", await people.release({ delta: 1e-4 }), 422, "delta"],
  ["too few rows", await people.release({ rows: 5 }), 422, "too-few-rows"],
  ["too many rows", await people.release({ rows: 600 }), 422, "too-many-rows"],
  ["a model where moments are asked for", await people.release({ release: "model" }), 422, "wrong-kind"],
  ["weights where moments are asked for", await people.release({ release: "weights" }), 422, "wrong-kind"],
  ["another sample", await people.release({ from: sources.another }), 422, "wrong-sample"],
  ["another label", await people.release({ from: sources.labelled }), 422, "wrong-label"],
  ["a combination", (await people.engine.combine([good, received], { release: "moments" })).text, 422, "combined"],
  ["made for another campaign", edited((r) => (r.campaignId = other.id)), 422, "wrong-campaign"],
];

const oversized = [
  ["more than 1 MiB", `{"format":"${"x".repeat(1 << 20)}"}`, 413, "too-large"],
  ["white space without end", " ".repeat(5 << 20), 413, "too-large"],
];

for (const [name, body, status, code] of [...malformed, ...unfit, ...oversized]) {
  test(`a release is refused: ${name}`, async () => {
    const before = await edge.stored();
    const answer = await edge.send(campaign.id, second, body);
    assert.equal(answer.status, status, JSON.stringify(answer.body));
    assert.equal(answer.body.code, code);
    assert.equal(typeof answer.body.message, "string");
    assert.deepEqual(await edge.stored(), before);
  });
}

test("each forged document of the table is refused", async () => {
  const before = await edge.stored();
  for (const { documents, changes, verdicts } of forgeries) {
    if (verdicts.includes("holds")) continue;
    const { status, body } = await edge.send(campaign.id, second, forge(document(documents[0]), changes));
    const unread = status === 400 && body.code === "bad-release";
    assert.ok(unread || (status === 422 && body.code === "bad-certificate"), `${changes}: ${JSON.stringify(body)}`);
    const verdict = (unread ? "read: " : "") + said(body.message.replace("the certificate does not hold: ", ""));
    assert.ok(verdicts.includes(verdict), `${documents[0]} with ${changes}: ${verdict}, not ${verdicts}`);
  }
  assert.deepEqual(await edge.stored(), before);
});

const renamed = edited((r) => (r.releaseId = crypto.randomUUID()), received);
for (const [name, place, token, body, status, code] of [
  ["no token", campaign.id, undefined, good, 401, "no-token"],
  ["an empty token", campaign.id, "", good, 401, "no-token"],
  ["a made-up token", campaign.id, "0123456789abcdef", good, 401, "bad-token"],
  ["a token with more at its end", campaign.id, `${second}0`, good, 401, "bad-token"],
  ["SQL for a token", campaign.id, "'OR'1'='1", good, 401, "bad-token"],
  ["the analyst's token", campaign.id, "an-analysts-token.long-and-secret", good, 401, "bad-token"],
  ["a token of another campaign", campaign.id, other.tokens[0], good, 403, "wrong-campaign"],
  ["the campaign of another token", other.id, second, good, 403, "wrong-campaign"],
  ["no such campaign", "nowhere", second, good, 404, "no-campaign"],
  ["SQL for a campaign", encodeURIComponent("' OR 1=1 --"), second, good, 404, "no-campaign"],
  ["a used token with another release", campaign.id, first, good, 409, "token-used"],
  ["a received release with another invitation", campaign.id, second, received, 409, "duplicate"],
  ["received values under another name", campaign.id, second, renamed, 409, "duplicate"],
  [
    "another release under a received name",
    campaign.id,
    second,
    edited((r) => (r.releaseId = JSON.parse(received).releaseId)),
    409,
    "duplicate",
  ],
]) {
  test(`a sender is refused: ${name}`, async () => {
    const before = await edge.stored();
    const answer = await edge.send(place, token, body);
    assert.equal(answer.status, status, JSON.stringify(answer.body));
    assert.equal(answer.body.code, code);
    assert.deepEqual(await edge.stored(), before);
  });
}

test("afterwards each refused invitation can still be used, once", async () => {
  assert.equal((await edge.send(campaign.id, second, good)).status, 201);
  // The same release with another layout of its JSON is the same release.
  assert.equal((await edge.send(campaign.id, second, JSON.stringify(JSON.parse(good)))).status, 200);
  assert.equal((await edge.send(campaign.id, second, await people.release({ rows: 100 }))).status, 409);
  assert.equal((await edge.stored()).releases, 2);
});

test("two at once with one token: one is taken", async () => {
  const texts = await Promise.all(Array.from({ length: 8 }, () => people.release({ rows: 100 })));
  const answers = await Promise.all(texts.map((text) => edge.send(campaign.id, third, text)));
  assert.deepEqual(answers.map((a) => a.status).sort(), [201, 409, 409, 409, 409, 409, 409, 409]);
});

const own = [
  ["POST", "samples?name=s.csv", sample],
  ["POST", "campaigns", {}],
  ["GET", "campaigns"],
  ["GET", `campaigns/${campaign.id}`],
  ["POST", `campaigns/${campaign.id}/close`],
  ["POST", `campaigns/${campaign.id}/invitations`, { count: 1 }],
  ["GET", `campaigns/${campaign.id}/releases`],
  ["GET", `campaigns/${campaign.id}/releases/${JSON.parse(received).releaseId}`],
  ["GET", `campaigns/${campaign.id}/export`],
  ["GET", `campaigns/${campaign.id}/releases.csv`],
  ["POST", `campaigns/${campaign.id}/releases/${JSON.parse(received).releaseId}/exclude`],
  ["POST", `campaigns/${campaign.id}/releases/${JSON.parse(received).releaseId}/include`],
  ["DELETE", `campaigns/${campaign.id}/releases/${JSON.parse(received).releaseId}`],
  ["DELETE", `campaigns/${campaign.id}`],
  ["GET", `campaigns/${campaign.id}/invitations`],
  ["DELETE", `campaigns/${campaign.id}/invitations/0123456789abcdef`],
  ["GET", `campaigns/${campaign.id}/refusals`],
  ["GET", `campaigns/${campaign.id}/plausibility`],
  ["GET", "samples"],
  ["DELETE", `samples/${campaign.sha256}/sample.csv`],
  ["GET", `campaigns/${campaign.id}/combined`],
];
test("without the analyst's token nothing is shown or done", async () => {
  const before = await edge.stored();
  for (const [method, place, body] of own) {
    for (const headers of [
      {},
      { Authorization: "Bearer wrong" },
      { Authorization: `Bearer ${first}` },
      { Authorization: "Basic YTpi" },
      { Cookie: "token=an-analysts-token.long-and-secret" },
    ]) {
      const answer = await edge.call(method, place, body, headers);
      assert.equal(answer.status, 401, `${method} ${place}`);
      assert.equal(answer.body.code, "not-signed-in");
      assert.ok(!JSON.stringify(answer.body).includes(campaign.id));
    }
  }
  assert.deepEqual(await edge.stored(), before);
});

test("no endpoint takes rows", async () => {
  const before = await edge.stored();
  for (const place of [
    "rows",
    "targets",
    "target",
    "adapt",
    `campaigns/${campaign.id}/rows`,
    `campaigns/${campaign.id}/target`,
  ]) {
    const answer = await fetch(`${edge.origin}/api/${place}`, {
      method: "POST",
      body: sample,
      headers: { Authorization: "Bearer an-analysts-token.long-and-secret" },
    });
    assert.equal(answer.status, 404, place);
  }
  assert.equal((await edge.send(campaign.id, third, sample)).status, 400);
  assert.deepEqual(await edge.stored(), before);
});

test("bad settings, samples and counts are refused", async () => {
  const { source, sha256 } = campaign;
  const fair = { source, sha256, label: "y", epsilonMax: 1, delta: 1e-6 };
  const before = await edge.stored();
  for (const wrong of [
    { epsilonMax: 0 },
    { epsilonMax: 11 },
    { epsilonMax: -1 },
    { epsilon: 2 },
    { epsilonMin: 1.5 },
    { delta: 0 },
    { delta: 0.5 },
    { sha256: "00" },
    { source: "javascript:alert(1)" },
    { source: "http://example.org/s.csv" },
    { source: "https://a@b.example/s.csv" },
    { source: "https://b.example/s.csv#x" },
    { source: "https://b.example\\@evil.example/" },
    { label: "" },
    { label: "x".repeat(201) },
    { title: "a\u202eb" },
    { release: "rows" },
    { rowsMin: 9, rowsMax: 3 },
    { rowsMin: -1 },
  ]) {
    const answer = await edge.call("POST", "campaigns", { ...fair, ...wrong });
    assert.equal(answer.status, 422, JSON.stringify([wrong, answer.body]));
  }
  assert.equal((await edge.call("POST", "campaigns", { ...fair, extra: 1 })).status, 400);
  assert.equal((await edge.call("POST", "campaigns", "[]")).status, 400);
  for (const count of [0, -1, 201, 1e9])
    assert.equal((await edge.call("POST", `campaigns/${campaign.id}/invitations`, { count })).status, 422);
  for (const name of ["", "x.html", "../x.csv", "x.csv.html", ".csv", "a/b.csv", `${"x".repeat(70)}.csv`]) {
    assert.equal((await edge.call("POST", `samples?name=${encodeURIComponent(name)}`, sample)).status, 422, name);
  }
  assert.equal((await edge.call("POST", `samples?name=s.csv&sha256=${"0".repeat(64)}`, sample)).body.code, "integrity");
  assert.equal((await edge.call("POST", "samples?name=s.csv", "")).body.code, "empty");
  assert.equal((await edge.call("GET", `campaigns/${campaign.id}/releases?after=x`)).status, 422);
  assert.deepEqual(await edge.stored(), before);
});
