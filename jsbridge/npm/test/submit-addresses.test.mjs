// tier: 2
// submit with a link of a stranger's: nothing is asked of any address before the owner agrees, then these addresses and
// no others.
import assert from "node:assert/strict";
import test from "node:test";
import { callsIn } from "./cli-calls.mjs";
import { invited, linkOf, mine } from "./invited-owner.mjs";
import { noTerminal, talk } from "./terminal.mjs";

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
