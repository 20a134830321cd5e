// Invitation links, without a browser: good ones come back as they were made, hostile ones are refused in words, and terms
// on both sides of each limit are judged as Go does, which runs the same file (core/terms). What a link may have a machine
// ask, and what its receiver says that it takes, which holds before anything is charged.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import test from "node:test";
import { mayAsk, placeOf } from "../host-place.js";
import { formatInvitation, parseInvitation, readingOf, termsOf, textsOf } from "../invitation.js";
import { askReceiver, closed, deliver } from "../receiver.js";
import { askedBy, columnNames } from "../terms/asked.js";
import { words } from "./tools.mjs";

const WHOLE = {
  source: "https://data.example.org/prices.csv?version=2&raw=1",
  sha256: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
  label: "price in €",
  epsilonMin: "0.1",
  epsilonMax: "2",
  epsilon: "1",
  delta: "1e-6",
  release: "model",
  task: "regression",
  base: "file",
  baseFile: "https://data.example.org/model.json",
  baseSHA256: "60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752",
  labels: "wish",
  rowsMin: "20",
  rowsMax: "5000",
  reply: "https://example.org/releases",
  campaign: "prices-2026",
  title: "What do homes cost? 50% + more",
  asker: "Institut für Häuser & Gärten",
  token: "h7_Zk20-Lq91xxYYa0b1",
};
/** An invitation to a report has other fields. */
const { base, baseFile, baseSHA256, labels, ...others } = WHOLE;
const MOMENTS = { ...WHOLE, release: "moments", labels: "required" };
const REPORT = {
  ...others,
  release: "report",
  model: "https://data.example.org/release.json",
  modelSHA256: baseSHA256,
  groupBy: "a town",
  unit: "patient_id",
};
const ABSENT = Object.fromEntries(Object.keys({ ...WHOLE, ...REPORT }).map((name) => [name, undefined]));
const NEEDED = { source: WHOLE.source, label: "y" };

test("an invitation comes back from its link as it was made", () => {
  for (const asked of [WHOLE, MOMENTS, REPORT]) {
    const { fragment, invitation } = formatInvitation(asked);
    const { epsilon, epsilonMin, epsilonMax, delta, ...texts } = { ...ABSENT, ...asked };
    assert.deepEqual(invitation, {
      ...texts,
      delta: 1e-6,
      rowsMin: 20,
      rowsMax: 5000,
      epsilon: { min: 0.1, max: 2, suggested: 1 },
    });
    assert.deepEqual(parseInvitation(`#${fragment}`), { invitation });
    assert.deepEqual(Object.fromEntries(new URLSearchParams(fragment)), asked, "any program can make such links");
    assert.ok([invitation, invitation.epsilon].every(Object.isFrozen));
  }
  for (const base of ["linear", "trees"])
    assert.equal(
      formatInvitation({ ...NEEDED, release: "report", base }).invitation.base,
      base,
      "a report on a kind of public model",
    );
  assert.ok(
    formatInvitation({ ...NEEDED, release: "report", base: "file", baseFile, baseSHA256 }).invitation,
    "a report on a model in a file",
  );
});

test("an invitation says how the columns of the sample are read", () => {
  const asked = { ...NEEDED, ignore: ["name", " wind, m/s "], dateOrder: ["dmy:born", "mdy:a:b "] };
  const { fragment, invitation } = formatInvitation(asked);
  const reading = {
    label: "y",
    task: undefined,
    ignore: ["name", "wind, m/s"],
    dateOrder: { born: "dmy", "a:b": "mdy" },
  };
  assert.deepEqual(readingOf(invitation), reading, "as loadSource() takes it");
  assert.deepEqual(parseInvitation(`#${fragment}`), { invitation });
  assert.equal(formatInvitation(textsOf(invitation)).fragment, fragment, "and back");
  assert.ok([invitation.ignore, invitation.dateOrder].every(Object.isFrozen));
  for (const [field, fault] of Object.entries({
    ignore: ["y"],
    dateOrder: ["dmy:born", "mdy:born"],
  }))
    assert.deepEqual(
      formatInvitation({ ...asked, [field]: fault }).faults.map((one) => one.field),
      [field],
    );
});

test("all but the sample and its label may be left out", () => {
  const { fragment } = formatInvitation({ ...NEEDED, epsilon: " ", reply: "", title: undefined });
  assert.equal(fragment, "source=https%3A%2F%2Fdata.example.org%2Fprices.csv%3Fversion%3D2%26raw%3D1&label=y");
  const { invitation } = parseInvitation(fragment);
  assert.deepEqual(
    [invitation.reply, invitation.release, invitation.epsilon],
    [undefined, undefined, { min: undefined, max: undefined, suggested: undefined }],
  );
  for (const local of ["http://localhost:8080/a.csv", "http://127.0.0.1/a.csv"])
    assert.equal(formatInvitation({ ...NEEDED, source: local }).invitation.source, local);
  assert.equal(
    parseInvitation(`source=https://EXAMPLE.org:443/%7Ea.csv&label=y`).invitation.source,
    "https://example.org/~a.csv",
  );
});

test("a fragment that is none, such as a place in the page, is no problem", () => {
  for (const none of ["", "#", "#sample", "#budget-heading", undefined, null, 7, {}])
    assert.deepEqual(parseInvitation(none), {});
});

test("one fault is one sentence", () => {
  const { problems } = parseInvitation("source=https://data.example.org/a.csv&label=y&ignore=%07");
  assert.match(problems.join(), /^The name of a column to leave out must be plain text of at most 200 [^.]*\.$/);
});

test("a text that a form cannot use is reported for its field", () => {
  const { faults } = formatInvitation({ source: "example.org", label: "", epsilonMax: "99", epsilonMin: "1" });
  assert.deepEqual(faults.map(({ field }) => field).sort(), ["epsilonMax", "label", "source"]);
  assert.match(faults.find(({ field }) => field === "label").text, /label column/);
});

test("the attributes of <private-adapt> are fields of a link", () => {
  const attributes = {
    source: "a.csv",
    label: "price",
    ignore: '"id, of us",age',
    "date-order": "sold=dmy",
    unit: "household",
    "group-by": "heating",
    "epsilon-max": "1",
    "base-file": "m.json",
    campaign: "c",
  };
  const element = { getAttribute: (name) => attributes[name] ?? null };
  assert.deepEqual(
    [...new URLSearchParams(askedBy(element, "https://page.example/x/"))].sort(),
    [
      ["source", "https://page.example/x/a.csv"],
      ["label", "price"],
      ["ignore", "id, of us"],
      ["ignore", "age"],
      ["dateOrder", "dmy:sold"],
      ["unit", "household"],
      ["groupBy", "heating"],
      ["epsilonMax", "1"],
      ["baseFile", "https://page.example/x/m.json"],
      ["campaign", "c"],
    ].sort(),
  );
});

test("a name with a comma is put in quotes, as in a line of CSV", () => {
  for (const [texts, names] of [
    [
      ["a,b", " c "],
      ["a", "b", "c"],
    ],
    [['"WIND, m/s",a'], ["WIND, m/s", "a"]],
    [['a, "b, c" ,d'], ["a", "b, c", "d"]],
    [['"say ""x"", y"'], ['say "x", y']],
    [['5" pipe,b'], ['5" pipe', "b"]],
    [['"a"b,c'], ['"a"b', "c"]],
    [['"open,b'], ['"open', "b"]],
    [[",,a,", ""], ["a"]],
    [undefined, undefined],
  ])
    assert.deepEqual(columnNames(texts), names, JSON.stringify(texts));
});

const GOOD = "source=https%3A%2F%2Fexample.org%2Fa.csv&label=y";

test("an address on the owner's device or in its network is refused unless the link comes from there", () => {
  const inside = {
    loopback: "http://127.0.0.1:9/a",
    name: "http://localhost:9/a",
    six: "https://[::1]/a",
    private: "https://192.168.1.1/a",
    unique: "https://[fd00::1]/a",
    local: "https://printer.local/a",
    bare: "https://intranet/a",
  };
  const never = ["https://169.254.169.254/latest", "https://0.0.0.0/a", "https://[fe80::1]/a"];
  const linkTo = (field, address) =>
    new URLSearchParams({
      source: "https://example.org/a.csv",
      label: "y",
      base: "file",
      baseFile: "https://example.org/m.json",
      [field]: address,
    }).toString();
  const refused = (fragment, from) =>
    /own device or in its network/.test(parseInvitation(fragment, from).problems?.join());
  for (const field of ["source", "baseFile", "reply"]) {
    for (const address of [...Object.values(inside), ...never]) {
      for (const from of ["", "adapt.example.org", "8.8.8.8", "localhost.example.org"])
        assert.ok(refused(linkTo(field, address), from), `${from}: ${field} ${address}`);
    }
  }
  const report = new URLSearchParams({
    source: "https://example.org/a.csv",
    label: "y",
    release: "report",
    model: inside.private,
    modelSHA256: "6".repeat(64),
  });
  assert.ok(refused(report.toString(), "adapt.example.org"));
  for (const address of Object.values(inside))
    for (const from of ["localhost", "127.0.0.1", "[::1]"])
      assert.ok(parseInvitation(linkTo("reply", address), from).invitation, `${from}: ${address}`);
  for (const address of never) assert.ok(refused(linkTo("reply", address), "localhost"), address);
  assert.ok(parseInvitation(linkTo("reply", inside.private), "192.168.7.7").invitation);
  assert.ok(refused(linkTo("reply", inside.loopback), "192.168.7.7"));
  for (const from of ["", "localhost", "10.0.0.1", "example.org"])
    assert.ok(parseInvitation(linkTo("reply", "https://example.org/r"), from).invitation, from);
});

const replaced = (name, value) =>
  new URLSearchParams({ source: "https://example.org/a.csv", label: "y", [name]: value }).toString();
const HOSTILE = {
  "a script in capitals and with a tab": replaced("source", "JAVA\tSCRIPT:alert(1)"),
  "an empty user name": replaced("reply", "https://@example.org/r"),
  "a reply unencrypted": replaced("reply", "http://example.org/r"),
  "a lone surrogate": `${GOOD}&title=%ED%A0%80`,
  "ε = Infinity": replaced("epsilon", "Infinity"),
  "ε = NaN": replaced("epsilon", "NaN"),
  "ε too large for a number": replaced("epsilon", "1e999"),
  "ε in hexadecimal": replaced("epsilon", "0x1"),
  "ε with a comma": replaced("epsilon", "1,5"),
  "ε in other digits": replaced("epsilon", "\u0661"),
  "ε left empty": replaced("epsilon", ""),
  "a kind from the prototype": replaced("release", "constructor"),
  "a model to be judged, and no kind of result": `${GOOD}&model=https%3A%2F%2Fexample.org%2Fm.json&modelSHA256=${"6".repeat(64)}`,
  "a file for weights": `${GOOD}&release=weights&baseFile=https%3A%2F%2Fexample.org%2Fm.json`,
  "a campaign with a path": replaced("campaign", "../../etc"),
  "a token with markup": `${GOOD}&reply=https://example.org/r&token=${encodeURIComponent("<img src=x onerror=1>")}`,
  "a token without a reply": replaced("token", "h7_Zk20-Lq91xxYYa0b1"),
  "an unknown field": `${GOOD}&mechanism=none`,
  "an unknown field of markup": `${GOOD}&%3Cscript%3E=1`,
  "a field of the prototype": `${GOOD}&__proto__=1`,
  "another field of the prototype": `${GOOD}&constructor=1`,
  "an empty field": `${GOOD}&=1`,
  "a field twice": `${GOOD}&label=z`,
  "two digests for one sample": `${GOOD}&sha256=${"a".repeat(64)}&sha256=${"b".repeat(64)}`,
  "a second address that is a script": `${GOOD}&source=javascript:alert(1)`,
  "a field twice, once encoded": `${GOOD}&l%61bel=z`,
  "a part that is no pair": `${GOOD}&epsilon`,
  "an empty part": `${GOOD}&&epsilon=1`,
  "a broken percent sign": `${GOOD}&title=100%`,
  "an overlong slash": `${GOOD}&title=%C0%AF`,
  "a script encoded twice": "source=javascript%253Aalert(1)&label=y",
  "a separator encoded": "source=https://example.org/a.csv%26label=y",
  "another separator": "source=https://example.org/a.csv;label=y",
  "a huge link": `${GOOD}&title=${"a".repeat(1e6)}`,
  "a million fields": `${GOOD}${"&a=1".repeat(1e6)}`,
};

for (const [name, fragment] of Object.entries(HOSTILE)) {
  test(`refused: ${name}`, () => {
    const found = parseInvitation(`#${fragment}`);
    assert.deepEqual(Object.keys(found), ["problems"]);
    assert.ok(found.problems.length > 0);
    for (const sentence of found.problems) {
      assert.match(sentence, /^[A-Zδ][^<>\p{C}]{10,300}\.$/u);
      assert.doesNotMatch(sentence, /alert|secret|script/i, "a stranger's text is not repeated");
    }
  });
}

test("the link of each refusal differs from a good one in what it is named for alone", () => {
  // The faults above are not masked by another fault of their template.
  assert.ok(parseInvitation(GOOD).invitation);
  assert.ok(parseInvitation(replaced("title", "fine")).invitation);
  assert.ok(parseInvitation(`${GOOD}&reply=https://example.org/r&token=h7_Zk20-Lq91xxYYa0b1`).invitation);
});

test("any text at all is read without an exception", () => {
  // A fixed generator, so that a failure comes again.
  let seed = 1;
  const random = (n) => ((seed = (Math.imul(seed, 1103515245) + 12345) >>> 0) >>> 8) % n;
  const pieces = [
    "source=",
    "label=",
    "&",
    "=",
    "%",
    "%00",
    "%E2%80%AE",
    "https://",
    "epsilon=",
    "1e9",
    "\u202E",
    "\uD800",
    "a",
    "+",
    "#",
    "__proto__",
  ];
  for (let i = 0; i < 20_000; i++) {
    const text = Array.from({ length: random(12) }, () => pieces[random(pieces.length)]).join("");
    const { invitation, problems } = parseInvitation(text);
    assert.ok(invitation === undefined || problems === undefined);
    if (invitation) assert.equal(new URL(invitation.source).href, invitation.source);
  }
});

const list = JSON.parse(
  await readFile(new URL("../../../core/terms/invitation/testdata/terms.json", import.meta.url), "utf8"),
);

for (const { name, refuses, page = !refuses, terms, fragment } of list) {
  test(`${page ? "taken" : "refused"}: ${name}`, () => {
    const { invitation, problems } = parseInvitation(`#${fragment}`);
    if (!page) {
      assert.ok(problems?.length > 0, JSON.stringify(invitation));
      for (const sentence of problems) {
        assert.match(sentence, /^[A-Zδ][^<>\p{C}]{10,300}\.$/u);
        assert.doesNotMatch(sentence, /alert|secret|script/i, "a stranger's text is not repeated");
      }
      return;
    }
    assert.equal(problems, undefined);
    if (refuses) return; // by the edge alone
    const {
      epsilon,
      epsilonMin,
      epsilonMax,
      delta,
      rowsMin = 1,
      rowsMax = 1e9,
      source,
      sha256,
      release = "moments",
      ...texts
    } = terms;
    // What the page reads is what was asked for, to the last bit.
    assert.deepEqual(
      { ...invitation.epsilon, delta: invitation.delta },
      { suggested: epsilon, min: epsilonMin, max: epsilonMax, delta },
    );
    assert.deepEqual([invitation.rowsMin ?? 1, invitation.rowsMax ?? 1e9], [rowsMin, rowsMax]);
    assert.deepEqual([invitation.source, invitation.sha256], [new URL(source).href, sha256.toLowerCase()]);
    for (const [field, value] of Object.entries({ ...texts, release }))
      assert.deepEqual(invitation[field], value, field);
  });
}

/** A receiver's answer as the edge gives it. */
const said = (terms) => ({
  state: "open",
  expires: 0,
  campaign: "c",
  label: "y",
  epsilonMax: 1,
  delta: 1e-5,
  release: "moments",
  rowsMin: 1,
  rowsMax: 1e9,
  mostBytes: 1 << 20,
  ...terms,
});

test("a link says what its receiver takes in the receiver's own names, and a digest that it does not state is not compared", () => {
  const asked = (link) => JSON.parse(JSON.stringify(termsOf(parseInvitation(link).invitation)));
  const one = "source=https%3A%2F%2Fexample.org%2Fa.csv&label=y&epsilon=1&epsilonMax=2&delta=1e-6&release=moments";
  assert.deepEqual(asked(`${one}&rowsMin=20&campaign=c`), {
    label: "y",
    epsilonMax: 2,
    delta: 1e-6,
    release: "moments",
    rowsMin: 20,
    campaign: "c",
  });
  assert.equal(asked(`${one}&sha256=${"1".repeat(64)}`).sha256, "1".repeat(64));
});

test("an invitation that is not open is said to be so", () => {
  assert.equal(closed(said()), undefined);
  for (const [state, says] of [
    ["used", /has served already/],
    ["expired", /has expired/],
    ["revoked", /withdrawn/],
    ["closed", /takes no more/],
    ["new", /does not serve/],
  ]) {
    assert.match(closed(said({ state })), says);
  }
});

test("what a receiver says of its refusal is one line of plain text, of at most 500 characters", async (t) => {
  const invitation = { reply: "https://receiver.example/campaigns/1/releases", token: "0123456789abcdef" };
  const { signal } = new AbortController();
  for (const [message, shown] of [
    ["no\u202eesae\u2069lp\r\n\u001b[2Jyes", "no esae lp [2Jyes"],
    ["w".repeat(600), "w".repeat(500)],
    [`z${"\u0301".repeat(9)}`, `z${"\u0301".repeat(3)}`],
  ]) {
    t.mock.method(globalThis, "fetch", async () => Response.json({ code: "gone", message }, { status: 410 }));
    for (const call of [
      () => askReceiver(invitation, signal),
      () => deliver("{}", invitation, signal, { attempts: 1 }),
    ]) {
      await assert.rejects(call, (error) => {
        assert.deepEqual(
          [error.code, error.message, error.reason],
          ["refused-by-receiver", `the receiver refuses: ${shown}`, shown],
        );
        return true;
      });
    }
  }
});

const PLACES = {
  loopback: words(`
    localhost LOCALHOST. a.localhost 127.0.0.1 127.255.255.254 [::1] ::1 [::ffff:127.0.0.1] [::ffff:7f00:1]
    64:ff9b::7f00:1`),
  private: words(`
    10.0.0.1 10.255.255.255 172.16.0.1 172.31.255.255 192.168.1.1 100.64.0.1 100.127.255.255 [fc00::1] [fdff::1]
    ::ffff:10.1.2.3 64:ff9b::a00:1 intranet printer.local db.internal x.home.arpa`),
  none: words(`
    0.0.0.0 169.254.169.254 192.0.2.1 198.18.0.1 198.51.100.7 203.0.113.9 224.0.0.1 255.255.255.255 [::] [fe80::1]
    fe80::1%eth0 [ff02::1] [2001:db8::1] [2002:7f00:1::1] [2001::1] [::2] [64:ff9b:1::1] [4000::1]`),
  public: words(`
    8.8.8.8 9.255.255.255 11.0.0.1 172.15.255.255 172.32.0.1 192.167.255.255 192.169.0.1 100.63.255.255 100.128.0.1
    126.255.255.255 128.0.0.1 [2606:4700::1111] ::ffff:8.8.8.8 64:ff9b::808:808`),
  undefined: [
    "",
    ...words("example.org localhost.example.org 127.0.0.1.example.org internal.example.org local.example"),
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
