// tier: 2
// Many owners at once: none lost, none doubled. EDGE_RELEASES and EDGE_CLIENTS make it larger (1000 and 50 for the
// campaign).
// Senders that take their time keep nobody waiting: neither senders of large bodies, which anybody may send, nor
// many at once.
import assert from "node:assert/strict";
import test from "node:test";
import { once } from "node:events";
import { connect } from "node:net";
import { owners, world } from "./support.mjs";
import { bodies, networkOf } from "../limits.mjs";

const RELEASES = Number(process.env.EDGE_RELEASES ?? 80);
const CLIENTS = Number(process.env.EDGE_CLIENTS ?? 20);

test(`${RELEASES} releases from ${CLIENTS} parallel clients`, { timeout: 600_000 }, async (t) => {
  const [edge, people] = await Promise.all([world(), owners()]);
  t.after(() => Promise.all([edge.end(), people.end()]));
  const campaign = await edge.campaign(RELEASES);
  const texts = [];
  for (let i = 0; i < RELEASES; i++) texts.push(await people.release({ rows: 20 }));

  // Every client sends some of its releases again, like a client whose connection broke.
  const statuses = new Map();
  const waiting = texts.map((text, i) => [text, campaign.tokens[i]]);
  const client = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const [text, token] = next;
      const again = waiting.length % 5 === 0;
      const answers = await Promise.all(
        Array.from({ length: again ? 2 : 1 }, () => edge.send(campaign.id, token, text)),
      );
      for (const { status } of answers) statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  };
  const size = async () => (await (await edge.edge.getD1Database("DB")).prepare("SELECT 1").run()).meta.size_after;
  const [before, start] = [await size(), performance.now()];
  await Promise.all(Array.from({ length: CLIENTS }, client));
  const seconds = (performance.now() - start) / 1000;
  const bytes = ((await size()) - before) / RELEASES;
  t.diagnostic(
    `${seconds.toFixed(1)} s, ${(RELEASES / seconds).toFixed(1)} releases a second, ${Math.round(bytes)} bytes in D1 for each`,
  );
  assert.equal(statuses.get(201), RELEASES, JSON.stringify([...statuses]));
  assert.deepEqual([...statuses.keys()].sort(), [200, 201]);

  const { releases } = (await edge.call("GET", `campaigns/${campaign.id}/releases`)).body;
  assert.deepEqual(releases.map((r) => r.releaseId).sort(), texts.map((text) => JSON.parse(text).releaseId).sort());
});

test("a client that sends too many requests has to wait", async (t) => {
  const edge = await world({ perMinute: 10 });
  t.after(() => edge.end());
  const statuses = [];
  // More than two windows take, because a minute may end meanwhile.
  for (let i = 0; i < 25; i++) statuses.push((await edge.call("GET", "campaigns")).status);
  assert.deepEqual(new Set(statuses.slice(0, 10)), new Set([200]));
  assert.ok(statuses.includes(429), statuses.join());
});

test("an IPv6 network counts as one client, and an IPv4 address too", () => {
  for (const [address, network] of [
    ["2001:db8::1", "2001:db8:0:0"],
    ["2001:db8::a:2", "2001:db8:0:0"],
    ["2001:db8:0:0:1:2:3:4", "2001:db8:0:0"],
    ["2001:db8:0:1::1", "2001:db8:0:1"],
    ["2001:db8:1::", "2001:db8:1:0"],
    ["192.0.2.1", "192.0.2.1"],
  ])
    assert.equal(networkOf(address), network);
});

/** The beginning of a request over a connection of its own, whose body never ends. */
async function slow(edge, place, headers = "") {
  const { port } = new URL(edge.origin);
  const socket = connect(Number(port), "127.0.0.1");
  await once(socket, "connect");
  socket.on("error", () => {});
  socket.on("data", () => (socket.answered = true));
  socket.write(
    `POST /api/${place} HTTP/1.1\r\nHost: localhost:${port}\r\nContent-Length: 500000\r\n${headers}\r\n{"format":`,
  );
  return socket;
}

test("twenty slow bodies hold up no release, and no other request", { timeout: 300_000 }, async (t) => {
  const [edge, people] = await Promise.all([world(), owners()]);
  const campaign = await edge.campaign(6);
  const [own, ...others] = campaign.tokens;
  let sockets = [];
  const close = () => {
    for (const socket of sockets) socket.destroy();
    sockets = [];
  };
  t.after(async () => {
    close();
    await Promise.all([edge.end(), people.end()]);
  });
  // The slow ones are given up after ten seconds. Who had to wait for that is answered after them, each time; on a slow
  // machine it may happen once.
  for (let heldUp = true, sent = 0; heldUp; close()) {
    assert.ok(sent < others.length, "answered after the slow ones, five times");
    const release = await people.release();
    for (let k = 0; k < 10; k++)
      sockets.push(
        await slow(edge, "samples?name=s.csv"),
        await slow(edge, `campaigns/${campaign.id}/releases`, `Authorization: Bearer ${own}\r\n`),
      );
    assert.equal((await edge.send(campaign.id, others[sent++], release)).status, 201);
    assert.equal((await edge.call("GET", `campaigns/${campaign.id}/releases`)).body.releases.length, sent);
    heldUp = sockets.some(({ answered }) => answered);
  }
});

/** A request whose body is these pieces and then, unless `ends`, nothing more. */
const asked = (pieces, { ends = true } = {}) => {
  const body = new ReadableStream({
    start(controller) {
      for (const piece of pieces) controller.enqueue(new Uint8Array(piece));
      if (ends) controller.close();
    },
  });
  return new Request("https://edge.example/api/samples", {
    method: "POST",
    body,
    duplex: "half",
    headers: { Authorization: "Bearer x" },
  });
};
const code = async (answer) => [answer.status, (await answer.json()).code];

test("work begins when the body is there; a sender that is too slow has none", async () => {
  const arrived = [];
  const work = async (request) => {
    arrived.push([request.method, request.headers.get("authorization"), (await request.arrayBuffer()).byteLength]);
    return new Response("{}");
  };
  const within = bodies({ most: 100, together: 150 });
  assert.equal((await within(asked([40, 50]), work)).status, 200);
  assert.equal((await within(new Request("https://edge.example/"), work)).status, 200, "a request without a body");
  assert.equal((await within(asked([90, 20, 500]), work)).status, 200, "the work says that it is too long");
  assert.deepEqual(arrived, [
    ["POST", "Bearer x", 90],
    ["GET", null, 0],
    ["POST", "Bearer x", 110],
  ]);
  assert.deepEqual(
    await code(await bodies({ most: 100, together: 150, seconds: 0 })(asked([], { ends: false }), work)),
    [408, "slow"],
  );
  assert.equal(arrived.length, 3);
});

test("bodies hold no more memory together than they may, and give it back", async () => {
  const within = bodies({ most: 100, together: 150 });
  let end;
  const first = within(asked([100]), () => new Promise((resolve) => (end = () => resolve(new Response("{}")))));
  while (!end) await new Promise((resolve) => setImmediate(resolve));
  const ok = async () => new Response("{}");
  assert.equal((await within(asked([50]), ok)).status, 200);
  assert.deepEqual(await code(await within(asked([51]), ok)), [503, "busy"]);
  end();
  await first;
  for (let k = 0; k < 3; k++) assert.equal((await within(asked([100]), ok)).status, 200, "what was held is free again");
  await assert.rejects(within(asked([100]), async () => assert.fail("a fault of the work")));
  assert.equal((await within(asked([100]), ok)).status, 200, "after a fault too");
  // However a body ends, what it held is given back.
  const broken = () => {
    const pieces = [new Uint8Array(100)];
    const pull = (controller) =>
      pieces.length > 0 ? controller.enqueue(pieces.pop()) : controller.error(new Error("reset"));
    return new Request("https://edge.example/", { method: "POST", body: new ReadableStream({ pull }), duplex: "half" });
  };
  const impatient = bodies({ most: 100, together: 150, seconds: 0.05 });
  for (const [ending, request, status] of [
    ["too long", () => asked([90, 60]), 200],
    ["too slow", () => asked([100], { ends: false }), 408],
    ["broken off", broken, 400],
    ["refused for want of memory", () => asked([90, 61]), 503],
  ]) {
    for (let k = 0; k < 3; k++) assert.equal((await impatient(request(), ok)).status, status, ending);
    assert.equal((await impatient(asked([100]), ok)).status, 200, `after one that is ${ending}`);
  }
});
