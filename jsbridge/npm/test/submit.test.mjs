// tier: 2
// submit with a link of a stranger's: nothing is asked of any address before the owner agrees, then these addresses and no
// others; what would be refused after the run is refused before it is paid for; and a file that was made before is sent only
// if it is a release whose certificate holds and which the link or the kit asks for. wasm/edge/test has the whole of it
// against the edge.
import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import test from "node:test";
import { deliverFile } from "../cli/submit.js";
import { readTerms } from "../kit/read.js";
import { callsIn } from "./cli-calls.mjs";
import { files, folderFor, privacy, setUp, settings, sourceCSV, targetCSV, words } from "./support.mjs";
import { noTerminal, talk } from "./terminal.mjs";
import { digestOf, serverOf } from "./tools.mjs";

const source = `a,b,y\n${Array.from({ length: 80 }, (_, i) => `${i % 7},${i % 5},${(i % 7) + (i % 3)}\n`).join("")}`;
const target = `a,b,y\n${Array.from({ length: 200 }, (_, i) => `${i % 6},${i % 4},${i % 6}\n`).join("")}`;

/**
 * A receiver and the public files, at one address. `asked` lists what was asked of it; `connections()` counts, whatever
 * was asked.
 */
async function serverFor(t, files = {}) {
  const asked = [];
  const taken = []; // {text, authorization} of each release
  const said = { state: "open", release: "" };
  const { at, connections, close } = await serverOf((request, answer) => {
    asked.push(`${request.method} ${request.url}`);
    let body = "";
    request
      .on("data", (part) => (body += part))
      .on("end", () => {
        const file = files[request.url];
        if (file?.to) answer.writeHead(302, { location: file.to }).end();
        else if (file !== undefined) answer.writeHead(200).end(file);
        else if (request.url === "/sample.csv") answer.writeHead(200, { "content-type": "text/csv" }).end(source);
        else if (request.method === "POST") {
          taken.push({ text: body, authorization: request.headers.authorization });
          answer.writeHead(200).end("{}");
        } else answer.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(said));
      });
  });
  t.after(close);
  return { at, asked, taken, said, connections };
}

/**
 * A link to `page` with these fields, to the sample and the receiver of the server unless they are others; a field that
 * is undefined is left out.
 */
function linkOf({ at }, fields = {}, page = "http://localhost/owner/") {
  const places = { source: `${at}/sample.csv`, label: "y", reply: `${at}/campaigns/1/releases` };
  const asked = { ...places, epsilon: "1", delta: "1e-6", release: "model", base: "linear", ...fields };
  return `${page}#${new URLSearchParams(Object.entries(asked).filter(([, value]) => value !== undefined))}`;
}

const mine = ["--target", "target.csv", "--rows", "200"];

/** Such a server and an owner, whose ledger has `spent()` runs. */
async function invited(t, files) {
  const server = await serverFor(t, files);
  const owner = await setUp(t, { source, target });
  const accounts = async () => JSON.parse((await owner.privadapt("ledger", "--json")).stdout).accounts;
  const spent = async () => (await accounts())[0].spent.runs;
  return { server, owner: { ...owner, accounts, spent, submit: (...args) => owner.privadapt("submit", ...args) } };
}

/** A tree of the column a, as XGBoost writes it. */
const tree = await readFile(new URL("../../../core/model/trees/testdata/stump.json", import.meta.url), "utf8");

test("files that the link does not name are refused before a charge, whatever the receiver says", async (t) => {
  const { server, owner } = await invited(t, { "/model.json": tree });
  const before = await owner.spent();
  const other = digestOf("another file");
  const report = { release: "report", base: undefined, model: `${server.at}/model.json`, modelSHA256: other };
  for (const [fields, says] of [
    [{ sha256: other }, /\[integrity\]/],
    [{ base: "file", baseFile: `${server.at}/model.json`, baseSHA256: other }, /\[integrity\]/],
    [report, /the invitation asks for another; nothing was spent \[integrity\]/],
  ]) {
    server.said.release = fields.release ?? "model";
    const { status, stderr } = await owner.submit(linkOf(server, fields), ...mine, "--yes");
    assert.equal(status, 1, stderr);
    assert.match(stderr, says, JSON.stringify(fields));
  }
  assert.equal(await owner.spent(), before);
  assert.equal(server.taken.length, 0);
});

test("a model in another layout than it was written in is known by the bytes that the link names, to the end", async (t) => {
  const broken = Buffer.from([0x7b, 0xe9, 0x7d]);
  const published = { "/latin.json": broken };
  const { server, owner } = await invited(t, published);
  const made = await owner.privadapt("adapt", ...files, ...privacy);
  assert.equal(made.status, 0, made.stderr);
  const model = ` ${JSON.stringify(JSON.parse(await owner.read("release.json")))}\n`;
  published["/model.json"] = model;
  const submit = (name, modelSHA256, ...more) => {
    Object.assign(server.said, { release: "report", modelSHA256 });
    const fields = { release: "report", base: undefined, model: `${server.at}/${name}`, modelSHA256 };
    return owner.submit(linkOf(server, fields), ...mine, "--yes", ...more);
  };
  const { status, stderr } = await submit("model.json", digestOf(model));
  assert.equal(status, 0, stderr);
  const { certificate } = JSON.parse(await owner.read("report.json"));
  assert.equal(
    certificate.report.modelSHA256,
    digestOf(model),
    "a receiver that compares it would otherwise refuse what is paid for",
  );
  assert.equal(server.taken.length, 1);
  await writeFile(join(owner.cwd, "model.json"), model);
  const report = words("--release report --model model.json --out own.json");
  const local = await owner.privadapt("adapt", ...files, ...settings, ...report);
  assert.equal(local.status, 0, local.stderr);
  assert.equal(JSON.parse(await owner.read("own.json")).certificate.report.modelSHA256, digestOf(model));

  const before = await owner.spent();
  const latin = await submit("latin.json", digestOf(broken), "--force");
  assert.match(latin.stderr, /not a text in UTF-8 \[bad-encoding\]/);
  assert.equal(await owner.spent(), before);
});

test("a receiver that cannot be asked takes what the link asks for: nothing else is charged", async (t) => {
  const { server, owner } = await invited(t);
  delete server.said.state; // a server of another kind
  const before = await owner.spent();
  const moments = linkOf(server, { release: "moments", base: undefined });
  for (const [link, says, ...args] of [
    [moments, /moments without labels/, "--use-labels"],
    [linkOf(server, { rowsMin: "201" }), /fewer than 201 private rows/],
    [linkOf(server, { rowsMax: "199" }), /more than 199 private rows/],
  ]) {
    const { status, stderr } = await owner.submit(link, ...mine, ...args, "--yes");
    assert.equal(status, 1, link);
    assert.match(stderr, /cannot be asked in advance/);
    assert.match(stderr, says);
  }
  assert.equal(await owner.spent(), before);
  assert.equal(server.taken.length, 0);
  const { status, stderr } = await owner.submit(moments, ...mine, "--yes");
  assert.equal(status, 0, stderr);
  assert.equal(server.taken.length, 1);
});

test("nothing is asked of any address before the owner agrees", async (t) => {
  const { server, owner } = await invited(t);
  const link = linkOf(server, { baseFile: `${server.at}/base.json`, base: "file" });
  const { status, stderr, stdout } = await owner.submit(link, ...mine);
  assert.equal(status, 2);
  assert.match(
    stderr,
    /public sample +http[\s\S]*model's file +http[\s\S]*sent to +http[\s\S]*ε = 1 at δ = 1e-7[\s\S]*needs --yes/,
  );
  assert.equal(stdout, "");
  assert.equal(server.connections(), 0);
  assert.match((await owner.submit(link, "--release", "target.csv")).stderr, /\[bad-release\]/);
  assert.equal(server.connections(), 0);
});

test("on a terminal the first yes is for asking, the second for the run", { skip: noTerminal }, async (t) => {
  const { server, owner } = await invited(t);
  const submit = (answers) => talk(["submit", linkOf(server), "--target", "target.csv"], answers, owner);
  const untouched = () => assert.equal(server.connections(), 0);
  const { host } = new URL(server.at);
  const asked = () => [
    { question: "The privacy loss ε that you accept", answer: "", before: untouched },
    { question: "About how many rows", answer: "200", before: untouched },
  ];
  const first = `Nothing has been asked of ${host} so far. Type "yes" to ask: `;
  const refused = await submit([...asked(), { question: first, answer: "no", before: untouched }]);
  assert.match(refused.said, /nothing was asked of any address, and nothing spent \[cancelled\]/);
  untouched();
  const stopped = await submit([
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
  const { server, owner } = await invited(t);
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
  const call = callsIn(owner.cwd);
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
  const { server, owner } = await invited(t, files);
  const moved = `${server.at}/moved`;
  for (const fields of [
    { source: `${moved}.csv` },
    { baseFile: `${moved}.json`, base: "file" },
    { release: "report", base: undefined, model: `${moved}.json`, modelSHA256: "0".repeat(64) },
  ]) {
    server.asked.length = 0;
    const { stderr } = await owner.submit(linkOf(server, fields), ...mine, "--yes");
    assert.match(stderr, /leads on to another address[\s\S]*\[redirected\]/, JSON.stringify(fields));
    assert.ok(
      !server.asked.some((place) => place.endsWith("/secret") || (fields.source && place.endsWith("/sample.csv"))),
      server.asked.join(),
    );
  }
  const elsewhere = linkOf(server, { source: `${server.at}/none`, reply: `${moved}/releases` });
  const { stderr } = await owner.submit(elsewhere, ...mine, "--yes");
  assert.match(stderr, /could not be reached[\s\S]*\[unreachable\]/);
  assert.ok(!server.asked.includes("GET /secret"));
});

const TOKEN = "a-token-of-24-characters";

/** A link and a kit that ask for a linear model, and files of the owner's. */
async function desk(t) {
  const folder = await folderFor(t);
  const at = (name) => join(folder, name);
  const call = callsIn(folder);
  const { at: address, ...server } = await serverFor(t);
  const reply = `${address}/releases`;
  await writeFile(at("source.csv"), sourceCSV);
  await writeFile(at("other.csv"), sourceCSV.split("\n").slice(0, 600).join("\n"));
  await writeFile(at("private.csv"), targetCSV);
  const done = async (...args) => {
    const ended = await call(args);
    assert.equal(ended.status, 0, ended.stderr);
  };
  const adapt = (name, ...args) => done("adapt", "--target", "private.csv", ...args, "--out", name);
  await adapt("model.json", "--source", "source.csv", ...privacy, "--campaign", "heat");
  const asks = { label: "y", epsilon: "1", epsilonMax: "1", delta: "1e-6", release: "model", base: "linear" };
  const asked = { ...asks, reply, campaign: "heat", token: TOKEN };
  const kebab = (name) => `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
  const fields = Object.entries(asked).flatMap(([name, value]) => [kebab(name), value]);
  await done("kit", "--source", "source.csv", ...fields, "--out", "here.html");
  await done("kit", "--source", "source.csv", ...fields, "--reply", "https://receiver.example/r", "--out", "kit.html");
  const sha256 = digestOf(sourceCSV);
  const link = `http://localhost/#${new URLSearchParams({ source: new URL("source.csv", reply).href, sha256, ...asked })}`;
  const submit = (asking, name) => call(["submit", asking, "--release", name, "--yes"]);
  return { at, adapt, link, submit, call, ...server };
}

test("a private file, a forged release and those that were not asked for are refused, and no connection is made", async (t) => {
  const { at, adapt, link, submit, connections } = await desk(t);
  await adapt("sample.json", "--source", "other.csv", ...privacy);
  await adapt("campaign.json", "--source", "source.csv", ...privacy, "--campaign", "another");
  const text = await readFile(at("model.json"), "utf8");
  await writeFile(at("forged.json"), text.replace('"epsilon": 1,', '"epsilon": 0.5,'));
  await writeFile(at("longer.json"), `${text}${targetCSV}`);
  await writeFile(at("inside.json"), text.replace("{", `{ "rows": ${JSON.stringify(targetCSV)},`));
  for (const [name, says] of Object.entries({
    "private.csv": /private\.csv is not sent: .*\[bad-release\]/,
    "longer.json": /text after the document.*\[bad-release\]/,
    "inside.json": /the field "rows" is not known.*\[bad-release\]/,
    "forged.json": /certificate does not hold.*\[bad-certificate\]/,
    "sample.json": /made with another public sample.*\[wrong-sample\]/,
    "campaign.json": /made for another campaign.*\[wrong-campaign\]/,
  }))
    for (const asking of [link, "kit.html"]) {
      const { status, stderr } = await submit(asking, name);
      assert.equal(status, 1);
      assert.match(stderr, says, asking);
      assert.ok(!stderr.includes(targetCSV.split("\n")[1]), "a private row is in the message");
    }
  assert.equal(connections(), 0);
});

test("a release that was asked for is delivered once, after a yes, with the token, by a link and by a kit", async (t) => {
  const { at, link, submit, call, connections, taken } = await desk(t);
  const text = await readFile(at("model.json"), "utf8");
  const expected = { text, authorization: `Bearer ${TOKEN}` };
  assert.equal((await call(["submit", link, "--release", "model.json"])).status, 2);
  assert.equal(connections(), 0);
  const sent = await submit(link, "model.json");
  assert.equal(sent.status, 0, sent.stderr);
  assert.deepEqual(taken, [expected]);
  // A kit may not name a receiver on this machine, so its terms are read here as those of a link that may.
  const refused = await submit("here.html", "model.json");
  assert.match(refused.stderr, /on your own device or in its network.*\[bad-kit\]/);
  assert.equal(taken.length, 1);
  const { invitation } = await readTerms(await readFile(at("here.html"), "utf8"));
  assert.equal(await deliverFile(at("model.json"), invitation, { yes: true, json: true }), 0);
  assert.deepEqual(taken, [expected, expected]);
});
