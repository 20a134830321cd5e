// The command line against the edge on workerd: the whole task of an owner by `privadapt submit`, and the whole
// task of an operator by `privadapt campaign`.
import assert from "node:assert/strict";
import { execFile, spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import http from "node:http";
import { mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";
import { parseInvitation } from "../../../jsbridge/npm/invitation.js";
import { PRIVATE, SEVERAL } from "../../../site/test/support/several.mjs";
import { TOKEN, sample, world } from "./support.mjs";

const edge = await world();
const cwd = await mkdtemp(path.join(tmpdir(), "privadapt-cli-"));
test.after(() => Promise.all([edge.end(), rm(cwd, { recursive: true, force: true })]));
const cli = fileURLToPath(new URL("../../../jsbridge/npm/cli.mjs", import.meta.url));

/** {status, stdout, stderr} of the command line, with a ledger of this test's own. */
const privadapt = (...args) =>
  new Promise((resolve) => {
    const env = {
      ...process.env,
      XDG_STATE_HOME: path.join(cwd, "state"),
      PRIVADAPT_EDGE: edge.origin,
      PRIVADAPT_TOKEN: TOKEN,
    };
    // Many of these runs write to one name.
    const force = args[0] === "submit" || args[0] === "adapt" ? ["--force"] : [];
    const child = execFile(process.execPath, [cli, ...args, ...force], { cwd, env }, (error, stdout, stderr) =>
      resolve({ status: error ? error.code : 0, stdout, stderr }),
    );
    child.stdin.end();
  });
const spent = async () =>
  JSON.parse((await privadapt("ledger", "--json")).stdout).accounts.reduce(
    (sum, account) => sum + account.spent.runs,
    0,
  );
const read = async (name) => JSON.parse(await readFile(path.join(cwd, name), "utf8"));

await writeFile(path.join(cwd, "private.csv"), `a,b\n${"1,2\n3,4\n5,1\n".repeat(40)}`);
await writeFile(path.join(cwd, "sample.csv"), sample);
await writeFile(path.join(cwd, "labelled.csv"), `a,b,y\n${"1,2,3\n3,4,7\n5,1,8\n".repeat(40)}`);

/** The address at which a file is served until the end of a test, and the file's digest. */
async function served(t, bytes, type = "application/json") {
  const server = http.createServer((_, answer) => answer.writeHead(200, { "content-type": type }).end(bytes));
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(() => server.close());
  return `http://127.0.0.1:${server.address().port}/model.json`;
}
const digestOf = (bytes) => createHash("sha256").update(bytes).digest("hex");

const mine = ["--target", "private.csv", "--epsilon", "0.5", "--yes"];

test("lists say that they are empty", async () => {
  for (const [name, next] of [
    ["list", /^there are no campaigns; privadapt campaign create SETTINGS\.json makes one$/m],
    ["samples", /^there are no samples; privadapt campaign upload FILE brings one$/m],
  ]) {
    const { status, stdout, stderr } = await privadapt("campaign", name);
    assert.equal(status, 0, stderr);
    assert.match(stdout + stderr, next);
  }
});

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

test("submit makes a report on the model that the invitation names, and on no other", async (t) => {
  const made = await privadapt(
    "adapt",
    "--source",
    "sample.csv",
    "--label",
    "y",
    "--target",
    "private.csv",
    "--epsilon",
    "0.1",
    "--delta",
    "1e-6",
    "--out",
    "model.json",
  );
  assert.equal(made.status, 0, made.stderr);
  const text = Buffer.from(JSON.stringify(await read("model.json"))); // in another layout than it was written in
  const digest = digestOf(text);
  const settings = { release: "report", model: await served(t, text) };
  const campaign = await edge.campaign(1, { ...settings, modelSHA256: digest });
  const args = ["--target", "labelled.csv", "--epsilon", "0.5", "--yes", "--rows", "120"];
  const before = await spent();
  const other = await edge.campaign(1, { ...settings, modelSHA256: "0".repeat(64) });
  for (const [link, says] of [
    [other.links[0], /the invitation asks for another; nothing was spent \[integrity\]/],
    [
      other.links[0].replace("0".repeat(64), digest),
      /about another model than the campaign's, whose SHA-256 is 0{64}; nothing was charged \[refused-by-receiver\]/,
    ],
    [`${campaign.links[0]}&groupBy=a`, /cannot divide a report/],
  ])
    assert.match((await privadapt("submit", link, ...args)).stderr, says);
  assert.match((await privadapt("submit", campaign.links[0], ...mine, "--rows", "120")).stderr, /has no column "y"/);
  assert.equal(await spent(), before, "nothing is charged for what could be refused before");
  const { status, stderr } = await privadapt("submit", campaign.links[0], ...args);
  assert.equal(status, 0, stderr);
  assert.match(
    stderr,
    new RegExp(
      `about +http.*, SHA-256 ${digest}\\n +labels +those in your column "y" are compared with it[\\s\\S]*a report would say`,
    ),
  );
  const { kind, certificate } = await read("report.json");
  assert.deepEqual([kind, certificate.report.model, certificate.report.modelSHA256], ["report", "given", digest]);
  assert.match((await privadapt("report", "report.json")).stdout, /mean squared error/);
  assert.equal((await edge.call("GET", `campaigns/${campaign.id}/releases`)).body.releases.length, 1);
});

test("submit compares the labels in moments with the model in a file that the campaign names, and the sum leads to a model", async (t) => {
  const stump = await readFile(new URL("../../../core/model/xgboost/testdata/stump.json", import.meta.url));
  await writeFile(path.join(cwd, "stump.json"), stump);
  const [baseFile, baseSHA256] = [await served(t, stump), digestOf(stump)];
  const campaign = await edge.campaign(2, { labels: "required", base: "file", baseFile, baseSHA256 });
  const args = ["--target", "labelled.csv", "--epsilon", "1", "--yes", "--rows", "120", "--out", "labelled.json"];
  assert.match(
    (await privadapt("submit", campaign.links[0], ...args)).stderr,
    /asks for moments with your labels; if you agree, add --use-labels/,
  );
  const before = await spent();
  const altered = campaign.links[0].replace(baseSHA256, "0".repeat(64));
  assert.match(
    (await privadapt("submit", altered, ...args, "--use-labels")).stderr,
    /is not the one that was announced/,
  );
  assert.equal(await spent(), before);
  for (const link of campaign.links) {
    const { status, stderr } = await privadapt("submit", link, ...args, "--use-labels");
    assert.equal(status, 0, stderr);
    assert.match(
      stderr,
      /model's file +http[\s\S]*to be released +moments \(labels compared with file\)[\s\S]*those in your column "y" enter the moments/,
    );
    assert.deepEqual((await read("labelled.json")).certificate.labels.choice, {
      base: "file",
      file: { url: baseFile, sha256: baseSHA256 },
    });
  }
  assert.equal((await privadapt("campaign", "sum", campaign.id, "--out", "labelled-sum.json")).status, 0);
  const sum = await read("labelled-sum.json");
  assert.deepEqual(
    [sum.certificate.n, sum.certificate.labels.choice],
    [240, { base: "file", file: { sha256: baseSHA256 } }],
  );
  const solve = (...more) =>
    privadapt(
      "combine",
      "labelled-sum.json",
      "--source",
      "sample.csv",
      "--label",
      "y",
      "--out",
      "together.json",
      ...more,
    );
  assert.match((await solve()).stderr, new RegExp(`SHA-256 (is )?${baseSHA256}`));
  const made = await solve("--base-file", "stump.json");
  assert.equal(made.status, 0, made.stderr);
  assert.equal((await read("together.json")).certificate.base.file.sha256, baseSHA256);
});

test("submit unites several samples, whose names are the campaign's, and the edge takes what comes of them", async () => {
  const upload = async (name, text) => (await edge.call("POST", `samples?name=${name}`, text)).body;
  const names = { "first.csv": "Ward A", "useless.csv": "Register", "second.csv": "Ward B" };
  const samples = [];
  for (const [file, name] of Object.entries(names)) {
    const { source, sha256 } = await upload(file, SEVERAL[file]);
    samples.push({ source, sha256, name });
  }
  const campaign = await edge.campaign(2, { source: undefined, sha256: undefined, samples, epsilonMax: 2 });
  assert.deepEqual(parseInvitation(new URL(campaign.links[0]).hash).invitation.samples, samples);
  await writeFile(path.join(cwd, "ward.csv"), PRIVATE);
  const ward = ["--target", "ward.csv", "--epsilon", "1", "--yes"];
  const { status, stdout, stderr } = await privadapt("submit", campaign.links[0], ...ward, "--out", "ward.json");
  assert.equal(status, 0, stderr);
  for (const { name, source } of samples)
    assert.ok(stderr.includes(`public sample  ${name}: ${source}, checked by its SHA-256`), stderr);
  assert.match(stderr, /^note: Register is left out: no model /m);
  assert.match(stdout, /sent to localhost:\d+, which has accepted it/);
  const { provenance } = await read("ward.json");
  assert.deepEqual(
    provenance.sources.map(({ name, leftOut }) => [name, leftOut]),
    [
      ["Ward A", undefined],
      ["Ward B", undefined],
      ["Register", true],
    ],
  );
  const changed = await privadapt("submit", campaign.links[1].replace(samples[1].sha256, "0".repeat(64)), ...ward);
  assert.match(changed.stderr, /\[integrity\]/);
  const sum = (await edge.call("GET", `campaigns/${campaign.id}/combined`)).body;
  assert.deepEqual(
    sum.provenance.sources.map(({ sha256, leftOut }) => [sha256, leftOut]),
    provenance.sources.map(({ sha256, leftOut }) => [sha256, leftOut]),
  );
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
    [open[0], ["--target", "private.csv", "--epsilon", "0.5"], /needs --yes/],
    [open[0], ["--target", "private.csv", "--epsilon", "2", "--yes"], /asks for an ε of at most 1/],
    [open[0], [...mine, "--release", "model"], /asks for moments, not model/],
    [open[0].replace(/sha256=[0-9a-f]{4}/, "sha256=0000"), mine, /\[integrity\]/],
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
  const weights = { source: await served(t, long, "text/csv"), sha256: digestOf(long), release: "weights" };
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
      "--target",
      "labelled.csv",
      "--epsilon",
      "0.5",
      "--yes",
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

const noTerminal =
  spawnSync("script", ["--version"]).error &&
  "the command script, which gives a program a terminal, is not here: NOT tested";

test("on a terminal submit asks for ε, for the rows and for a yes", { skip: noTerminal }, async () => {
  const campaign = await edge.campaign(2, { epsilon: 0.25 });
  const talk = (link, answers) =>
    new Promise((resolve) => {
      const quoted = (text) => `'${text}'`;
      const command = [process.execPath, cli, "submit", link, "--target", "private.csv", "--out", "asked.json"]
        .map(quoted)
        .join(" ");
      const env = { ...process.env, XDG_STATE_HOME: path.join(cwd, "state"), TERM: "dumb" };
      const child = spawn("script", ["-qec", command, "/dev/null"], { cwd, env, stdio: ["pipe", "pipe", "inherit"] });
      let said = "";
      child.stdout.on("data", (part) => {
        said += part;
        const next = answers.find(({ question, done }) => !done && said.includes(question));
        if (!next) return;
        next.done = true;
        child.stdin.write(`${next.answer}\n`);
      });
      child.on("close", (status) => resolve({ status, said }));
    });
  const before = await spent();
  const conversation = (last) => [
    { question: "The privacy loss ε that you accept (at most 1) [0.25]: ", answer: "" },
    { question: 'Type "yes" to ask: ', answer: "yes" },
    { question: "About how many rows has the private file?", answer: "120" },
    { question: 'Type "yes" to spend this and send the release to', answer: last },
  ];
  const refused = await talk(campaign.links[0], conversation("no"));
  assert.match(refused.said, /nothing was released and nothing was spent \[cancelled\]/);
  assert.equal(await spent(), before);
  const { status, said } = await talk(campaign.links[0], conversation("yes"));
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
  const receiver = http.createServer((request, answer) => {
    let body = "";
    request.on("data", (part) => (body += part));
    request.on("end", () => {
      if (request.method === "POST" && !broken) posted.push(body);
      answer
        .writeHead(request.method === "GET" ? 404 : broken ? 409 : 200)
        .end(broken ? '{"message":"out\\u001b[2J of order"}' : "");
    });
  });
  await new Promise((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  t.after(() => receiver.close());
  const reply = encodeURIComponent(`http://127.0.0.1:${receiver.address().port}/take`);
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

test("campaign does what an operator needs", async () => {
  const json = async (...args) => {
    const { status, stdout, stderr } = await privadapt("campaign", ...args, "--json");
    assert.equal(status, 0, stderr);
    return JSON.parse(stdout);
  };
  const { sample: uploaded } = await json("upload", "sample.csv");
  assert.ok((await json("samples")).samples.some((s) => s.sha256 === uploaded.sha256));
  await writeFile(
    path.join(cwd, "settings.json"),
    JSON.stringify({
      title: "By hand",
      source: uploaded.source,
      sha256: uploaded.sha256,
      label: "y",
      epsilonMax: 1,
      delta: 1e-6,
    }),
  );
  const { campaign } = await json("create", "settings.json");
  assert.ok((await json("list")).campaigns.some((c) => c.id === campaign.id));
  const { links, ids } = await json(
    "invite",
    campaign.id,
    "3",
    "--expires",
    new Date(Date.now() + 864e5).toISOString(),
    "--name",
    "north",
    "--name",
    "south",
  );
  assert.doesNotMatch(links.join(), /north|south/, "no link has a name");
  await json("revoke", campaign.id, ids[2]);
  for (const link of links.slice(0, 2))
    assert.equal((await privadapt("submit", link, ...mine, "--out", `${ids[links.indexOf(link)]}.json`)).status, 0);
  assert.deepEqual(
    (await json("invitations", campaign.id)).invitations.map((i) => [i.id, i.state, i.name]).sort(),
    [
      [ids[0], "used", "north"],
      [ids[1], "used", "south"],
      [ids[2], "revoked", ""],
    ].sort(),
  );
  const { releases } = await json("releases", campaign.id);
  assert.deepEqual(
    releases.map((r) => [r.invitation, r.invitationName]).sort(),
    [
      [ids[0], "north"],
      [ids[1], "south"],
    ].sort(),
  );
  await json("exclude", campaign.id, releases[0].releaseId);
  await json("sum", campaign.id, "--out", "sum.json");
  assert.equal((await read("sum.json")).certificate.draws, 1);
  await json("include", campaign.id, releases[0].releaseId);
  await json("sum", campaign.id, "--out", "sum.json");
  assert.equal((await read("sum.json")).certificate.draws, 2);
  assert.equal((await privadapt("verify", "sum.json")).status, 0);
  assert.deepEqual(
    (await json("plausibility", campaign.id)).deviations.map((d) => d.releaseId),
    releases.map((r) => r.releaseId),
  );
  assert.match(
    (await privadapt("campaign", "sum", campaign.id, "--trim", "1")).stderr,
    /cannot be trimmed by 1 .*\[trim\]/,
  );
  assert.equal((await json("export", campaign.id, "--out", "all.json")).out, "all.json");
  assert.equal((await read("all.json")).releases.length, 2);
  assert.equal((await privadapt("campaign", "export", campaign.id, "--csv")).stdout.trim().split("\n").length, 3);
  await json("delete-release", campaign.id, releases[1].releaseId, "--yes");
  await edge.send(campaign.id, new URLSearchParams(new URL(links[2]).hash.slice(1)).get("token"), "{}");
  assert.deepEqual(
    (await json("refusals", campaign.id)).refusals.map((r) => [r.code, r.invitation]),
    [["revoked", ids[2]]],
  );
  assert.match(
    (await privadapt("campaign", "releases", campaign.id)).stdout,
    /^\S+ {2}\d{4}-\d\d-\d\d \d\d:\d\d {2}ε = 0.5 {2}120 rows {2}(in the sum|waiting) {2}invitation [0-9a-f]{16} {2}(north|south)\n$/,
  );
  assert.equal((await json("close", campaign.id)).campaign.closed, true);
  assert.match((await privadapt("campaign", "delete", campaign.id)).stderr, /needs --yes/);
  await json("delete", campaign.id, "--yes");
  assert.match((await privadapt("campaign", "releases", campaign.id)).stderr, /\[no-campaign\]/);
  assert.match((await privadapt("campaign", "frobnicate")).stderr, /has no command/);
  assert.equal((await privadapt("campaign", "--help")).status, 0);
});
