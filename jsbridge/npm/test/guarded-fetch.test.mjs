// What a link may have this machine ask: where hosts are, and that no connection is made to a place that the link may
// not name.
import assert from "node:assert/strict";
import test from "node:test";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { guardedFetch } from "../runtime/guarded-fetch.js";
import { mayAsk, placeOf } from "../host-place.js";
import { fetchSource } from "../reading/fetch-source.js";
import { serverOf } from "./tools.mjs";
import { errorOfSilence } from "./support.mjs";

const PLACES = {
  loopback: [
    "localhost",
    "LOCALHOST.",
    "a.localhost",
    "127.0.0.1",
    "127.255.255.254",
    "[::1]",
    "::1",
    "[::ffff:127.0.0.1]",
    "[::ffff:7f00:1]",
    "64:ff9b::7f00:1",
  ],
  private: [
    "10.0.0.1",
    "10.255.255.255",
    "172.16.0.1",
    "172.31.255.255",
    "192.168.1.1",
    "100.64.0.1",
    "100.127.255.255",
    "[fc00::1]",
    "[fdff::1]",
    "::ffff:10.1.2.3",
    "64:ff9b::a00:1",
    "intranet",
    "printer.local",
    "db.internal",
    "x.home.arpa",
  ],
  none: [
    "0.0.0.0",
    "169.254.169.254",
    "192.0.2.1",
    "198.18.0.1",
    "198.51.100.7",
    "203.0.113.9",
    "224.0.0.1",
    "255.255.255.255",
    "[::]",
    "[fe80::1]",
    "fe80::1%eth0",
    "[ff02::1]",
    "[2001:db8::1]",
    "[2002:7f00:1::1]",
    "[2001::1]",
    "[::2]",
    "[64:ff9b:1::1]",
    "[4000::1]",
  ],
  public: [
    "8.8.8.8",
    "9.255.255.255",
    "11.0.0.1",
    "172.15.255.255",
    "172.32.0.1",
    "192.167.255.255",
    "192.169.0.1",
    "100.63.255.255",
    "100.128.0.1",
    "126.255.255.255",
    "128.0.0.1",
    "[2606:4700::1111]",
    "::ffff:8.8.8.8",
    "64:ff9b::808:808",
  ],
  undefined: [
    "example.org",
    "localhost.example.org",
    "127.0.0.1.example.org",
    "internal.example.org",
    "local.example",
    "",
  ],
};

test("where a host is", () => {
  for (const [place, hosts] of Object.entries(PLACES))
    for (const host of hosts) assert.equal(String(placeOf(host)), place, host);
  // Browsers write an IPv4 address in one way, whatever a link writes.
  for (const host of ["0x7f.1", "2130706433", "127.1", "0177.0.0.1"])
    assert.equal(placeOf(new URL(`http://${host}/`).hostname), "loopback", host);
});

test("who may ask whom", () => {
  const asked = (own) => ["public", undefined, "private", "loopback", "none"].filter((other) => mayAsk(own, other));
  assert.deepEqual(asked("public"), ["public", undefined]);
  assert.deepEqual(asked(undefined), ["public", undefined]);
  assert.deepEqual(asked("none"), ["public", undefined]);
  assert.deepEqual(asked("private"), ["public", undefined, "private"]);
  assert.deepEqual(asked("loopback"), ["public", undefined, "private", "loopback"]);
});

const text = "a,y\n1,2\n".repeat(1000);
const requests = [];
const {
  at: here,
  connections,
  close,
} = await serverOf((request, answer) => {
  let body = "";
  request
    .on("data", (part) => (body += part))
    .on("end", () => {
      requests.push({ method: request.method, url: request.url, headers: request.headers, body });
      const packed = { "/gzip": gzipSync, "/br": brotliCompressSync }[request.url];
      if (packed) answer.writeHead(200, { "content-encoding": request.url.slice(1) }).end(packed(text));
      else if (request.url === "/moved") answer.writeHead(302, { location: "/file" }).end();
      else if (request.url === "/cut")
        answer
          .writeHead(200, { "content-length": text.length })
          .write(text.slice(0, 4000), () => setTimeout(() => answer.destroy(), 20));
      else if (request.url === "/stalled") answer.writeHead(200).write("a");
      else if (request.url === "/empty") answer.writeHead(204).end();
      else answer.writeHead(200, { "content-length": text.length }).end(text);
    });
});
const { port } = new URL(here);
test.after(close);

/** A look-up of names as of node:dns that knows these; each name has one answer after the other. */
const names = (known) => (host, options, done) => {
  const answers = known[host];
  if (!answers) return done(Object.assign(new Error("no such name"), { code: "ENOTFOUND" }));
  const list = [answers.length > 1 ? answers.shift() : answers[0]]
    .flat()
    .map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
  if (options.all) done(null, list);
  else done(null, list[0].address, list[0].family);
};

test("an address on this machine is asked only for a link that leads to this machine", async () => {
  const before = connections();
  const strangers = ["", "example.org", "192.168.1.5", "169.254.1.1", "unknown.example.org", "both.example.org"];
  for (const own of strangers) {
    const fetch = guardedFetch(
      own,
      names({
        "example.org": ["93.184.216.34"],
        "sneaky.example.org": ["127.0.0.1"],
        "half.example.org": [["93.184.216.34", "127.0.0.1"]],
        "both.example.org": [["127.0.0.1", "93.184.216.34"]],
      }),
    );
    for (const host of [
      "127.0.0.1",
      "localhost",
      "[::1]",
      "[::ffff:127.0.0.1]",
      "sneaky.example.org",
      "half.example.org",
    ]) {
      await assert.rejects(
        fetch(`http://${host}:${port}/file`),
        { code: "private-address", message: /nothing was asked of it/ },
        `${own} asks ${host}`,
      );
      await assert.rejects(
        fetchSource(`http://${host}:${port}/file`, { fetch }),
        { code: "private-address" },
        "the reason reaches the owner",
      );
    }
  }
  assert.equal(connections(), before);
  for (const own of ["127.0.0.1", "localhost", "mine.example.org"]) {
    const fetch = guardedFetch(
      own,
      names({ "mine.example.org": ["127.0.0.1"], "sneaky.example.org": ["127.0.0.1"], localhost: ["127.0.0.1"] }),
    );
    for (const host of ["127.0.0.1", "localhost", "sneaky.example.org"])
      assert.equal(await (await fetch(`http://${host}:${port}/file`)).text(), text, `${own} asks ${host}`);
  }
});

test("the connection goes to the address that was looked at, and each connection is looked at anew", async () => {
  const before = connections();
  const fetch = guardedFetch(
    "example.org",
    names({ "example.org": ["93.184.216.34"], "rebound.example.org": ["192.0.2.1", "127.0.0.1"] }),
  );
  await assert.rejects(fetch(`http://rebound.example.org:${port}/file`), { code: "private-address" });
  await assert.rejects(fetch(`http://rebound.example.org:${port}/file`), { code: "private-address" });
  assert.equal(connections(), before);
});

test("answers are those that the platform's fetch gives", async () => {
  const fetch = guardedFetch("localhost");
  for (const place of ["/file", "/gzip", "/br"]) {
    const [own, platforms] = await Promise.all(
      [fetch, globalThis.fetch].map(async (fetch) => (await fetchSource(`${here}${place}`, { fetch })).text()),
    );
    assert.equal(own, platforms, place);
    assert.equal(own, text);
  }
  const { status, ok } = await fetch(`${here}/moved`);
  assert.deepEqual([status, ok], [302, false]);
  requests.length = 0;
  await assert.rejects(fetchSource(`${here}/moved`, { fetch }), { code: "redirected" });
  assert.deepEqual(
    requests.map(({ url }) => url),
    ["/moved"],
    "a redirect is not followed",
  );
  await assert.rejects(fetchSource(`${here}/cut`, { fetch }), { code: "interrupted" });
  const silent = await errorOfSilence((patience) => fetchSource(`${here}/stalled`, { fetch, ...patience }));
  assert.equal(silent.code, "interrupted");
  await assert.rejects(fetchSource("http://127.0.0.1:1/x", { fetch }), { code: "unreachable" });
  await assert.rejects(fetch(`${here}/stalled`, { signal: AbortSignal.timeout(100) }).then((answer) => answer.text()));
  assert.equal((await fetch(`${here}/empty`)).status, 204);
  requests.length = 0;
  await fetch(here, { method: "POST", body: "é", headers: { Authorization: "Bearer t" } });
  const [{ method, body, headers }] = requests;
  assert.deepEqual(
    [method, body, headers.authorization, headers["content-length"], headers.cookie, headers.referer],
    ["POST", "é", "Bearer t", "2", undefined, undefined],
  );
});

test("where a file must be at its very address, the platform's fetch follows no redirect either", async () => {
  requests.length = 0;
  await assert.rejects(fetchSource(`${here}/moved`, { stay: true }), { code: "redirected" });
  assert.deepEqual(
    requests.map(({ url }) => url),
    ["/moved"],
  );
});
