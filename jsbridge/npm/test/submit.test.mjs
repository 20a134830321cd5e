// submit with a link of a stranger's: nothing is asked of any address before the owner agrees, then these addresses and
// no others; and what would be refused afterwards is refused before it is paid for. The whole of it against the edge is
// in wasm/edge/test.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { createServer } from "node:http";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import test from "node:test";
import { callsIn } from "./cli-calls.mjs";
import { cli, setUp } from "./support.mjs";

const digestOf = (text) => createHash("sha256").update(text).digest("hex");
const source = `a,b,y\n${Array.from({ length: 80 }, (_, i) => `${i % 7},${i % 5},${(i % 7) + (i % 3)}\n`).join("")}`;
const target = `a,b,y\n${Array.from({ length: 200 }, (_, i) => `${i % 6},${i % 4},${i % 6}\n`).join("")}`;

/**
 * A receiver and the public files, at one address. `asked` lists what was asked of it; `connections()` counts, whatever
 * was asked.
 */
async function serverFor(t, files = {}) {
  const asked = [];
  const taken = [];
  let connections = 0;
  const said = { state: "open", release: "" };
  const server = createServer((request, answer) => {
    asked.push(`${request.method} ${request.url}`);
    let body = "";
    request
      .on("data", (part) => (body += part))
      .on("end", () => {
        const file = files[request.url];
        if (file?.to) answer.writeHead(302, { location: file.to }).end();
        else if (file !== undefined) answer.writeHead(200).end(file);
        else if (request.url === "/sample.csv") answer.writeHead(200, { "content-type": "text/csv" }).end(source);
        else if (request.method === "POST") taken.push(body) && answer.writeHead(200).end("{}");
        else answer.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(said));
      });
  });
  server.on("connection", () => connections++);
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { at: `http://127.0.0.1:${server.address().port}`, asked, taken, said, connections: () => connections };
}

/** A link to `page` with these fields, to the sample and the receiver of the server unless they are others. */
const linkOf = ({ at }, fields = {}, page = "http://localhost/owner/") =>
  `${page}#${new URLSearchParams({ source: `${at}/sample.csv`, label: "y", reply: `${at}/campaigns/1/releases`, epsilon: "1", delta: "1e-6", release: "model", base: "linear", ...fields })}`;

const mine = ["--target", "target.csv", "--rows", "200"];
const spent = async ({ privadapt }) => JSON.parse((await privadapt("ledger", "--json")).stdout).accounts[0].spent.runs;

test("nothing is asked of any address before the owner agrees", async (t) => {
  const server = await serverFor(t);
  const owner = await setUp(t, { source, target });
  const link = linkOf(server, { baseFile: `${server.at}/base.json`, base: "file" });
  const { status, stderr, stdout } = await owner.privadapt("submit", link, ...mine);
  assert.equal(status, 2);
  assert.match(
    stderr,
    /public sample +http[\s\S]*model's file +http[\s\S]*sent to +http[\s\S]*ε = 1 at δ = 1e-7[\s\S]*needs --yes/,
  );
  assert.equal(stdout, "");
  assert.equal(server.connections(), 0);
  assert.match((await owner.privadapt("submit", link, "--release", "target.csv")).stderr, /\[bad-release\]/);
  assert.equal(server.connections(), 0);
});

test("δ is the one of the page for the rows that are stated, and the link's is the largest", async (t) => {
  const server = await serverFor(t);
  const owner = await setUp(t, { source, target });
  for (const [delta, options, want] of [
    ["1e-6", ["--rows", "100"], "0.000001"],
    ["1e-6", ["--rows", "30000"], "1e-9"],
    ["1e-8", ["--rows", "100"], "1e-8"],
    ["1e-6", [], "1e-7"], // the number of rows with which the page begins
    ["1e-6", ["--rows", "30000", "--delta", "1e-6"], "0.000001"],
    [undefined, ["--rows", "30000"], "1e-9"],
  ]) {
    const link = linkOf(server, { delta: delta ?? "" }).replace(/&delta=(?=&|$)/, "");
    const { stderr } = await owner.privadapt("submit", link, "--target", "target.csv", ...options);
    assert.ok(stderr.includes(` at δ = ${want}, `), `${delta} ${options}: ${stderr}`);
  }
  const { status, stderr } = await owner.privadapt("submit", linkOf(server), ...mine, "--delta", "1e-5");
  assert.equal(status, 2);
  assert.match(stderr, /a δ of at most 0.000001/);
});

test("what a link does not ask for is refused before any address is asked", async (t) => {
  const server = await serverFor(t);
  const owner = await setUp(t, { source, target });
  const { call, end } = callsIn(owner.cwd);
  t.after(end);
  for (const [fields, words, ...args] of [
    [{ epsilonMax: "2" }, /an ε of at most 2/, "--epsilon", "2.001"],
    [{}, /a δ of at most 0\.000001/, "--delta", "1.001e-6"],
    [{}, /asks for model, not weights/, "--release", "weights"],
    [{ labels: "required" }, /a model that your labels correct/],
  ]) {
    const { status, stderr } = await call(["submit", linkOf(server, fields), ...mine, ...args, "--yes"]);
    assert.equal(status, 2, stderr);
    assert.match(stderr, words);
  }
  assert.equal(server.connections(), 0);
});

/** A tree of the column a, as XGBoost writes it. */
const tree = JSON.stringify({
  learner: {
    feature_names: ["a", "b"],
    gradient_booster: {
      name: "gbtree",
      model: {
        tree_info: [0],
        trees: [
          {
            left_children: [1, -1, -1],
            right_children: [2, -1, -1],
            split_indices: [0, 0, 0],
            split_type: [0, 0, 0],
            split_conditions: [3, 1, 5],
            default_left: [1, 0, 0],
          },
        ],
      },
    },
    learner_model_param: { base_score: "0", num_class: "0", num_feature: "2", num_target: "1" },
    objective: { name: "reg:squarederror" },
  },
  version: [1, 7, 4],
});

test("files that the link does not name are refused before a charge, whatever the receiver says", async (t) => {
  const server = await serverFor(t, { "/model.json": tree });
  const owner = await setUp(t, { source, target });
  const before = await spent(owner);
  const other = digestOf("another file");
  const report = { release: "report", model: `${server.at}/model.json`, modelSHA256: other };
  for (const [fields, words] of [
    [{ sha256: other }, /\[integrity\]/],
    [{ base: "file", baseFile: `${server.at}/model.json`, baseSHA256: other }, /\[integrity\]/],
    [report, /the invitation asks for another; nothing was spent \[integrity\]/],
  ]) {
    server.said.release = fields.release ?? "model";
    const link = linkOf(server, fields);
    const asked = fields.model ? link.replace("&base=linear", "") : link;
    const { status, stderr } = await owner.privadapt("submit", asked, ...mine, "--yes");
    assert.equal(status, 1, stderr);
    assert.match(stderr, words, JSON.stringify(fields));
  }
  assert.equal(await spent(owner), before);
  assert.equal(server.taken.length, 0);
});

test("the notes on the public sample come before the charge, once, in a dry run too", async (t) => {
  const sample = source.replaceAll("\n", ",7\n").replace("y,7", "y,hall");
  const server = await serverFor(t, { "/noted.csv": sample });
  const owner = await setUp(t, { source, target });
  const before = await spent(owner);
  const link = linkOf(server, { source: `${server.at}/noted.csv` });
  for (const more of [["--dry-run"], ["--dry-run", "--quiet"], []]) {
    const { status, stderr } = await owner.privadapt("submit", link, ...mine, "--yes", ...more);
    assert.equal(status, 0, stderr);
    assert.equal(stderr.match(/^note: .*hall/gm)?.length, 1, stderr);
    if (!more.includes("--quiet")) assert.match(stderr, /^note: .*hall[\s\S]*would cost/m);
  }
  assert.equal(await spent(owner), before + 1);
});

const noTerminal =
  spawnSync("script", ["--version"]).error &&
  "the command script, which gives a program a terminal, is not here: NOT tested";

test("on a terminal the first yes is for asking, the second for the run", { skip: noTerminal }, async (t) => {
  const server = await serverFor(t);
  const { cwd } = await setUp(t, { source, target });
  const talk = (answers) =>
    new Promise((resolve) => {
      const command = [process.execPath, cli, "submit", linkOf(server), "--target", "target.csv"]
        .map((text) => `'${text}'`)
        .join(" ");
      const child = spawn("script", ["-qec", command, "/dev/null"], {
        cwd,
        env: { ...process.env, TERM: "dumb" },
        stdio: ["pipe", "pipe", "inherit"],
      });
      let said = "";
      child.stdout.on("data", (part) => {
        said += part;
        const next = answers.find(({ question, done }) => !done && said.includes(question));
        if (!next) return;
        next.done = true;
        next.before?.(said);
        child.stdin.write(`${next.answer}\n`);
      });
      child.on("close", (status) => resolve({ status, said }));
    });
  const untouched = () => assert.equal(server.connections(), 0);
  const { host } = new URL(server.at);
  const asked = () => [
    { question: "The privacy loss ε that you accept", answer: "", before: untouched },
    { question: "About how many rows", answer: "200", before: untouched },
  ];
  const first = `Nothing has been asked of ${host} so far. Type "yes" to ask: `;
  const refused = await talk([...asked(), { question: first, answer: "no", before: untouched }]);
  assert.match(refused.said, /nothing was asked of any address, and nothing spent \[cancelled\]/);
  untouched();
  const stopped = await talk([
    ...asked(),
    { question: first, answer: "yes", before: untouched },
    {
      question: 'Type "yes" to spend this and send the release to',
      answer: "no",
      before: (said) => assert.match(said, /rows read[\s\S]*would cost/),
    },
  ]);
  assert.match(stopped.said, /nothing was released and nothing was spent \[cancelled\]/);
  assert.deepEqual(server.asked.toSorted(), ["GET /campaigns/1/invitation", "GET /sample.csv"]);
});

test("a link that leads elsewhere cannot have this machine ask itself or its network, whatever the owner says", async (t) => {
  const server = await serverFor(t);
  const owner = await setUp(t, { source, target });
  const inside = [
    "https://192.168.1.1/a",
    "https://10.0.0.1/a",
    "https://169.254.169.254/latest",
    "https://[fd00::1]/a",
    "https://printer.local/a",
    "https://[::ffff:127.0.0.1]/a",
    "https://0.0.0.0/a",
    `${server.at}/a`,
    server.at.replace("127.0.0.1", "localhost"),
  ];
  const outside = { source: "https://example.org/a.csv", reply: "https://example.org/r" };
  const refused = [
    ...inside.map((address) => linkOf(server, { ...outside, source: address }, "https://example.org/owner/")),
    ...["https://localhost.example.org/", ""].map((page) => linkOf(server, {}, page)),
    ...["reply", "baseFile"].map((field) =>
      linkOf(
        server,
        { ...outside, base: "file", baseFile: "https://example.org/m.json", [field]: `${server.at}/a` },
        "https://example.org/",
      ),
    ),
    linkOf(server, {}, "https://192.168.1.5/"), // of a private network: it may not have this machine ask itself
  ];
  const { call, end } = callsIn(owner.cwd);
  t.after(end);
  for (const link of refused) {
    const { status, stderr } = await call(["submit", link, ...mine, "--yes"]);
    assert.equal(status, 1);
    assert.match(stderr, /on your own device or in its network[\s\S]*\[bad-invitation\]\n$/, link);
  }
  assert.equal(server.connections(), 0);
});

test("redirects are followed by nothing that a link names", async (t) => {
  const files = {
    "/moved.csv": { to: "/sample.csv" },
    "/moved.json": { to: "/secret" },
    "/moved/invitation": { to: "/secret" },
    "/secret": "{}",
  };
  const server = await serverFor(t, files);
  const owner = await setUp(t, { source, target });
  const moved = `${server.at}/moved`;
  for (const [fields, code] of [
    [{ source: `${moved}.csv` }, "redirected"],
    [{ baseFile: `${moved}.json`, base: "file" }, "redirected"],
    [{ release: "report", base: [], model: `${moved}.json`, modelSHA256: "0".repeat(64) }, "redirected"],
  ]) {
    server.asked.length = 0;
    const link = linkOf(server, fields)
      .replace("&base=&", "&")
      .replace(/&base=$/, "");
    const { stderr } = await owner.privadapt("submit", link, ...mine, "--yes");
    assert.match(stderr, new RegExp(`leads on to another address[\\s\\S]*\\[${code}\\]`), JSON.stringify(fields));
    assert.ok(
      !server.asked.some((place) => place.endsWith("/secret") || (fields.source && place.endsWith("/sample.csv"))),
      server.asked.join(),
    );
  }
  const { stderr } = await owner.privadapt(
    "submit",
    linkOf(server, { source: `${server.at}/none`, reply: `${moved}/releases` }),
    ...mine,
    "--yes",
  );
  assert.match(stderr, /cannot be asked in advance/);
  assert.ok(!server.asked.includes("GET /secret"));
});

test("a model in another layout than it was written in is known by the bytes that the link names, to the end", async (t) => {
  const owner = await setUp(t, { source, target });
  const made = await owner.privadapt(
    "adapt",
    "--source",
    "source.csv",
    "--label",
    "y",
    "--target",
    "target.csv",
    "--epsilon",
    "1",
    "--delta",
    "1e-6",
    "--base",
    "linear",
  );
  assert.equal(made.status, 0, made.stderr);
  const model = ` ${JSON.stringify(JSON.parse(await owner.read("release.json")))}\n`;
  const server = await serverFor(t, { "/model.json": model, "/latin.json": Buffer.from([0x7b, 0xe9, 0x7d]) });
  server.said.release = "report";
  const fields = { release: "report", model: `${server.at}/model.json`, modelSHA256: digestOf(model) };
  server.said.modelSHA256 = fields.modelSHA256;
  const link = (more) => linkOf(server, { ...fields, ...more }).replace("&base=linear", "");
  const { status, stderr } = await owner.privadapt("submit", link(), ...mine, "--yes");
  assert.equal(status, 0, stderr);
  const { certificate } = JSON.parse(await owner.read("report.json"));
  assert.equal(
    certificate.report.modelSHA256,
    digestOf(model),
    "a receiver that compares it would otherwise refuse what is paid for",
  );
  assert.equal(server.taken.length, 1);
  await writeFile(join(owner.cwd, "model.json"), model);
  const local = await owner.privadapt(
    "adapt",
    "--source",
    "source.csv",
    "--label",
    "y",
    "--target",
    "target.csv",
    "--epsilon",
    "1",
    "--delta",
    "1e-6",
    "--release",
    "report",
    "--model",
    "model.json",
    "--out",
    "own.json",
  );
  assert.equal(local.status, 0, local.stderr);
  assert.equal(JSON.parse(await owner.read("own.json")).certificate.report.modelSHA256, digestOf(model));

  const before = await spent(owner);
  const broken = Buffer.from([0x7b, 0xe9, 0x7d]);
  server.said.modelSHA256 = digestOf(broken);
  assert.match(
    (
      await owner.privadapt(
        "submit",
        link({ model: `${server.at}/latin.json`, modelSHA256: digestOf(broken) }),
        ...mine,
        "--yes",
        "--force",
      )
    ).stderr,
    /not a text in UTF-8 \[bad-encoding\]/,
  );
  assert.equal(await spent(owner), before);
});

test("people are protected where the link asks for it, by the column that it names", async (t) => {
  const patients = target
    .split("\n")
    .map((line, i) => line && `${line},${i === 0 ? "patient" : i % 100}`)
    .join("\n");
  const server = await serverFor(t);
  const owner = await setUp(t, { source, target });
  await writeFile(join(owner.cwd, "patients.csv"), patients);
  const submit = (unit, ...args) =>
    owner.privadapt("submit", linkOf(server, { unit }), "--yes", "--rows", "100", "--account", "of patients", ...args);
  const other = await submit("patient", "--target", "patients.csv", "--unit", "a");
  assert.match(other.stderr, /people be named by the column "patient"/);
  assert.equal(server.connections(), 0);
  assert.equal((await owner.privadapt("ledger", "open", "of patients", "--other-people")).status, 0);
  const nameless = await submit("patient", "--target", "target.csv");
  assert.match(nameless.stderr, /no column "?patient|"patient"/);
  const { accounts } = JSON.parse((await owner.privadapt("ledger", "--json")).stdout);
  assert.equal(accounts.find(({ name }) => name === "of patients").spent.runs, 0);
  const { status, stderr } = await submit("patient", "--target", "patients.csv");
  assert.equal(status, 0, stderr);
  assert.match(stderr, /protected +each person/);
  const { unit, unitColumn, n } = JSON.parse(server.taken[0]).certificate;
  assert.deepEqual({ unit, unitColumn, n }, { unit: "person", unitColumn: "patient", n: 100 });
});

test("a receiver that cannot be asked takes what the link asks for: nothing else is charged", async (t) => {
  const server = await serverFor(t);
  delete server.said.state; // a server of another kind
  const owner = await setUp(t, { source, target });
  const before = await spent(owner);
  const moments = linkOf(server, { release: "moments" }).replace("&base=linear", "");
  for (const [link, words, ...args] of [
    [moments, /moments without labels/, "--use-labels"],
    [linkOf(server, { rowsMin: "201" }), /fewer than 201 private rows/],
    [linkOf(server, { rowsMax: "199" }), /more than 199 private rows/],
  ]) {
    const { status, stderr } = await owner.privadapt("submit", link, ...mine, ...args, "--yes");
    assert.equal(status, 1, link);
    assert.match(stderr, /cannot be asked in advance/);
    assert.match(stderr, words);
  }
  assert.equal(await spent(owner), before);
  assert.equal(server.taken.length, 0);
  const { status, stderr } = await owner.privadapt("submit", moments, ...mine, "--yes");
  assert.equal(status, 0, stderr);
  assert.equal(server.taken.length, 1);
});
