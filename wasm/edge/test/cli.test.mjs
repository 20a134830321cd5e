// The task of an owner by `privadapt submit`, against the edge on workerd.
import assert from "node:assert/strict";
import { readFile, readdir } from "node:fs/promises";
import path from "node:path";
import test from "node:test";
import { digestOf, published, serverOf, words } from "../../../jsbridge/npm/test/tools.mjs";
import { noTerminal, talk } from "../../../jsbridge/npm/test/terminal.mjs";
import { commandLine, mine } from "./command-line.mjs";

const { edge, cwd, env, privadapt, spent, read, end } = await commandLine();
test.after(end);

test("submit does the owner's whole part", async () => {
  const campaign = await edge.campaign(2, { title: "Rents", asker: "City office" });
  const { status, stdout, stderr } = await privadapt("submit", campaign.links[0], ...mine, "--rows", "120");
  assert.equal(status, 0, stderr);
  assert.match(stderr, /Invitation “Rents” from City office/);
  assert.match(stderr, /ε = 0.5 at δ = 1e-7, charged to the account "default"/);
  assert.doesNotMatch(stderr, /no forecast/);
  assert.match(stdout, /wrote moments\.json[\s\S]*sent to localhost:\d+, which has accepted it/);
  const release = await read("moments.json");
  assert.equal(release.campaignId, campaign.id);
  const { releases } = (await edge.call("GET", `campaigns/${campaign.id}/export`)).body;
  assert.deepEqual(releases, [release]);
  assert.equal(await spent(), 1);
  // The release can be sent again, which spends nothing.
  assert.equal((await privadapt("submit", campaign.links[0], "--release", "moments.json", "--yes")).status, 0);
  assert.equal(await spent(), 1);
  assert.equal((await edge.call("GET", `campaigns/${campaign.id}/releases`)).body.releases.length, 1);
});

test("submit asks the receiver first and spends nothing if it would refuse", async () => {
  const campaign = await edge.campaign(4);
  const place = `campaigns/${campaign.id}/invitations`;
  const { invitations } = (await edge.call("GET", place)).body;
  await edge.call("DELETE", `${place}/${invitations[0].id}`);
  const [revoked, open] = [[], []];
  for (const [i, token] of campaign.tokens.entries()) {
    const { state } = (
      await edge.call("GET", `campaigns/${campaign.id}/invitation`, undefined, { Authorization: `Bearer ${token}` })
    ).body;
    (state === "open" ? open : revoked).push(campaign.links[i]);
  }
  const before = [await spent(), await readdir(cwd)];
  const closed = await edge.campaign(1);
  await edge.call("POST", `campaigns/${closed.id}/close`);
  const forged = open[0].replace(/epsilonMax=1\b/, "epsilonMax=5");
  assert.notEqual(forged, open[0]);
  for (const [link, args, says] of [
    [revoked[0], mine, /has been withdrawn; nothing was spent \[refused-by-receiver\]/],
    [closed.links[0], mine, /takes no more releases; nothing was spent/],
    [
      forged,
      ["--target", "private.csv", "--epsilon", "1.5", "--yes"],
      /more than the campaign's cap of epsilon 1; nothing was charged \[refused-by-receiver\]/,
    ],
    [
      open[0].replace(/token=[^&]*/, "token=0123456789abcdef0123"),
      mine,
      /belongs to no invitation \[refused-by-receiver\]/,
    ],
    [open[0].replace(/%2Fcampaigns%2F[^%]*/, "%2Fcampaigns%2Fnowhere"), mine, /there is no such campaign/],
    [open[0].slice(0, open[0].indexOf("#")), mine, /not an invitation/],
    [
      open[0].replace(/http%3A%2F%2Flocalhost%3A\d+/g, "http%3A%2F%2Flocalhost%3A1"),
      mine,
      /could not be reached \[unreachable\]/,
    ],
  ]) {
    const { status, stdout, stderr } = await privadapt("submit", link, ...args);
    assert.notEqual(status, 0, `${says}: ${stdout}`);
    assert.match(stderr, says);
    assert.equal(stdout, "");
  }
  assert.deepEqual([await spent(), await readdir(cwd)], before);
});

test("what the edge would refuse on arrival, submit refuses before the charge", async (t) => {
  const rows = Array.from({ length: 40_000 }, (_, k) => `${k % 97},${k % 89},${k % 83}`);
  const long = Buffer.from(`a,b,y\n${rows.join("\n")}\n`);
  const weights = { source: await published(t, long, "text/csv"), sha256: digestOf(long), release: "weights" };
  const before = [await spent(), await readdir(cwd)];
  for (const [settings, more, says] of [
    [{}, ["--use-labels"], /asks for moments without labels/],
    [{ rowsMin: 121 }, [], /fewer than 121 private rows/],
    [{ rowsMax: 119 }, [], /more than 119 private rows/],
    [weights, [], /takes releases of at most 1048 kB, and this one can have 11\d\d kB/],
  ]) {
    const campaign = await edge.campaign(1, settings);
    const { status, stderr } = await privadapt(
      "submit",
      campaign.links[0],
      ...words("--target labelled.csv --epsilon 0.5 --yes"),
      ...more,
    );
    assert.equal(status, 1, `${says}`);
    assert.match(stderr, says);
    assert.match(stderr, /nothing was charged \[refused-by-receiver\]/);
    assert.deepEqual(
      (await edge.call("GET", `campaigns/${campaign.id}/refusals`)).body.refusals,
      [],
      "nothing was sent",
    );
  }
  assert.deepEqual([await spent(), await readdir(cwd)], before);
  // Of the same sample, where the edge has it, no such campaign is made.
  const { source, sha256, rows: counted } = (await edge.call("POST", "samples?name=long.csv", long)).body;
  assert.equal(counted, 40_000);
  const { status, body } = await edge.call("POST", "campaigns", {
    source,
    sha256,
    label: "y",
    epsilonMax: 1,
    delta: 1e-6,
    release: "weights",
  });
  assert.deepEqual([status, body.code, /has 40000 rows/.test(body.message)], [422, "bad-settings", true]);
});

test("on a terminal submit asks for ε, for the rows and for a yes", { skip: noTerminal }, async () => {
  const campaign = await edge.campaign(2, { epsilon: 0.25 });
  const submit = (link, answers) =>
    talk(["submit", link, ...words("--target private.csv --out asked.json")], answers, { cwd, env });
  const before = await spent();
  const conversation = (last) => [
    { question: "The privacy loss ε that you accept (at most 1) [0.25]: ", answer: "" },
    { question: 'Type "yes" to ask: ', answer: "yes" },
    { question: "About how many rows has the private file?", answer: "120" },
    { question: 'Type "yes" to spend this and send the release to', answer: last },
  ];
  const refused = await submit(campaign.links[0], conversation("no"));
  assert.match(refused.said, /nothing was released and nothing was spent \[cancelled\]/);
  assert.equal(await spent(), before);
  const { status, said } = await submit(campaign.links[0], conversation("yes"));
  assert.equal(status, 0, said);
  assert.equal(await spent(), before + 1);
  assert.deepEqual(
    (await edge.call("GET", `campaigns/${campaign.id}/releases`)).body.releases.map((r) => [r.epsilon, r.n]),
    [[0.25, 120]],
  );
});

test("a delivery that fails keeps the release, and a receiver that cannot be asked is named", async (t) => {
  const campaign = await edge.campaign(1);
  let broken = true;
  const posted = [];
  // Knows nothing of invitations, and is out of order at first.
  const { at, close } = await serverOf((request, answer) => {
    let body = "";
    request.on("data", (part) => (body += part));
    request.on("end", () => {
      if (request.method === "POST" && !broken) posted.push(body);
      answer
        .writeHead(request.method === "GET" ? 404 : broken ? 409 : 200)
        .end(broken ? '{"message":"out\\u001b[2J of order"}' : "");
    });
  });
  t.after(close);
  const reply = encodeURIComponent(`${at}/take`);
  const link = campaign.links[0].replace(/reply=[^&]*/, `reply=${reply}`);
  const before = await spent();
  const failed = await privadapt("submit", link, ...mine, "--out", "kept.json");
  assert.equal(failed.status, 1);
  assert.match(failed.stderr, /cannot be asked in advance/);
  assert.match(
    failed.stderr,
    /out \[2J of order\. The release is charged and kept in kept\.json; to send it again: privadapt submit LINK --release kept\.json/,
  );
  assert.equal(await spent(), before + 1);
  broken = false;
  assert.equal((await privadapt("submit", link, "--release", "kept.json", "--yes")).status, 0);
  assert.equal(posted[0], await readFile(path.join(cwd, "kept.json"), "utf8"));
  assert.equal(await spent(), before + 1);
});
