// tier: 2
// submit --release: a file is sent only if it is a release whose certificate holds and which the link or the kit asks
// for. Until then, no connection is made.
import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import test from "node:test";
import { deliverFile } from "../cli/submit.js";
import { readTerms } from "../kit/read.js";
import { callsIn } from "./cli-calls.mjs";
import { digestOf, serverOf } from "./tools.mjs";
import { folderFor, privacy, sourceCSV, targetCSV } from "./support.mjs";

const TOKEN = "a-token-of-24-characters";

/** A receiver on this machine: what was sent to it, and how many connections were made, whatever came by them. */
async function receiver(t) {
  const taken = [];
  const { at, connections, close } = await serverOf((request, answer) => {
    let text = "";
    request.on("data", (part) => (text += part));
    request.on("end", () => {
      taken.push({ text, method: request.method, authorization: request.headers.authorization });
      answer.writeHead(200).end("{}");
    });
  });
  t.after(close);
  return { reply: `${at}/releases`, taken, connections };
}

/** A link and a kit that ask for a linear model, and files of the owner's. */
async function desk(t) {
  const folder = await folderFor(t);
  const at = (name) => join(folder, name);
  const call = callsIn(folder);
  const { reply, ...server } = await receiver(t);
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
  const spent = (epsilon) => ["--label", "y", "--epsilon", epsilon, "--delta", "1e-6", "--base", "linear"];
  await adapt("sample.json", "--source", "other.csv", ...privacy);
  await adapt("dear.json", "--source", "source.csv", ...spent("1.5"));
  await adapt("moments.json", "--source", "source.csv", "--label", "y", ...privacy.slice(2, 6), "--release", "moments");
  await adapt("label.json", "--source", "source.csv", ...privacy.with(1, "wind"), "--accept", "missing-columns");
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
    "dear.json": /spends more than the campaign's cap of epsilon 1.*\[epsilon\]/,
    "moments.json": /asks for model, not for a release of kind “moments”.*\[wrong-kind\]/,
    "label.json": /made for another label column.*\[wrong-label\]/,
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
  const expected = { text, method: "POST", authorization: `Bearer ${TOKEN}` };
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
