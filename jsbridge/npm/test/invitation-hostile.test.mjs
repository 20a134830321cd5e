// Hostile invitation links, without a browser: they are refused as a whole. What is wrong with the value of a field, or with
// two fields together, terms.test.mjs has.
import assert from "node:assert/strict";
import test from "node:test";
import { parseInvitation } from "../invitation.js";

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
    for (const { source } of invitation?.samples ?? []) assert.equal(new URL(source).href, source);
  }
});
