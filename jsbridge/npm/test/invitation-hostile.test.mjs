// Hostile invitation links, without a browser: they are refused as a whole.
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
  "a script as the address": replaced("source", "javascript:alert(1)"),
  "a script in capitals and with a tab": replaced("source", "JAVA\tSCRIPT:alert(1)"),
  "a data address": replaced("source", "data:text/csv,a"),
  "a blob": replaced("source", "blob:https://example.org/6f0e"),
  "a file": replaced("source", "file:///etc/passwd"),
  "no encryption": replaced("source", "http://example.org/a.csv"),
  "a host that begins like localhost": replaced("source", "http://localhost.example.org/a.csv"),
  "a host that begins like 127.0.0.1": replaced("source", "http://127.0.0.1.example.org/a.csv"),
  "localhost as a user name": replaced("source", "http://localhost@example.org/a.csv"),
  credentials: replaced("source", "https://me:secret@example.org/a.csv"),
  "an empty user name": replaced("reply", "https://@example.org/r"),
  backslashes: replaced("source", "https:\\\\example.org\\a.csv"),
  "a third slash": replaced("source", "https:///example.org/a.csv"),
  "no slashes": replaced("source", "https:example.org/a.csv"),
  "a relative address": replaced("source", "//example.org/a.csv"),
  "a line break in the address": replaced("source", "https://example.org/a\n.csv"),
  "a bidi override in the address": replaced("source", "https://example.org/\u202Evsc.a"),
  "a fragment in the address": replaced("source", "https://example.org/a.csv#b"),
  "an impossible port": replaced("source", "https://example.org:99999/a.csv"),
  "a huge address": replaced("source", `https://example.org/${"a".repeat(2000)}`),
  "a reply by mail": replaced("reply", "mailto:a@example.org"),
  "a reply by script": replaced("reply", "javascript:fetch('//example.org')"),
  "a reply unencrypted": replaced("reply", "http://example.org/r"),
  "a huge label": replaced("label", "y".repeat(201)),
  "an empty label": replaced("label", " "),
  "a null byte in the label": replaced("label", "y\0"),
  "a line break in the label": replaced("label", "y\nz"),
  "a bidi override in the title": replaced("title", "price\u202Eecirp"),
  "a bidi isolate in the asker": replaced("asker", "\u2067Bank\u2069"),
  "an invisible character in the asker": replaced("asker", "Ba\u200Bnk"),
  "a line separator in the title": replaced("title", "a\u2028b"),
  "marks that climb": replaced("title", `a${"\u0301".repeat(20)}`),
  "a lone surrogate": `${GOOD}&title=%ED%A0%80`,
  "ε beyond the cap": replaced("epsilonMax", "10.1"),
  "ε = 1e308": replaced("epsilon", "1e308"),
  "ε = Infinity": replaced("epsilon", "Infinity"),
  "ε = NaN": replaced("epsilon", "NaN"),
  "ε too large for a number": replaced("epsilon", "1e999"),
  "ε of nothing": replaced("epsilonMin", "0"),
  "ε below nothing": replaced("epsilonMin", "-1"),
  "ε in hexadecimal": replaced("epsilon", "0x1"),
  "ε with a comma": replaced("epsilon", "1,5"),
  "ε in other digits": replaced("epsilon", "\u0661"),
  "ε left empty": replaced("epsilon", ""),
  "smallest ε above the largest": `${GOOD}&epsilonMin=2&epsilonMax=1`,
  "suggested ε above the largest": `${GOOD}&epsilon=2&epsilonMax=1`,
  "δ = 0.5": replaced("delta", "0.5"),
  "δ = 0": replaced("delta", "0"),
  "an unknown kind of result": replaced("release", "rows"),
  "a kind from the prototype": replaced("release", "constructor"),
  "an unknown task": replaced("task", "ranking"),
  "a task from the prototype": replaced("task", "constructor"),
  "an unknown wish of labels": replaced("labels", "yes"),
  "labels for weights": `${replaced("labels", "wish")}&release=weights`,
  "labels of moments that some owners leave out": `${replaced("labels", "wish")}&release=moments`,
  "a kind of model for moments without labels": `${GOOD}&release=moments&base=trees`,
  "a file for moments without labels": `${GOOD}&release=moments&baseFile=https%3A%2F%2Fexample.org%2Fm.json`,
  "labels for a report, which needs them": `${replaced("labels", "required")}&release=report`,
  "a model to be judged by weights": `${GOOD}&release=weights&model=https%3A%2F%2Fexample.org%2Fm.json&modelSHA256=${"6".repeat(64)}`,
  "a model to be judged, and no kind of result": `${GOOD}&model=https%3A%2F%2Fexample.org%2Fm.json&modelSHA256=${"6".repeat(64)}`,
  "a model to be judged without a digest": `${GOOD}&release=report&model=https%3A%2F%2Fexample.org%2Fm.json`,
  "a digest without a model to be judged": `${GOOD}&release=report&modelSHA256=${"6".repeat(64)}`,
  "a model to be judged and a kind of model": `${GOOD}&release=report&base=linear&model=https%3A%2F%2Fexample.org%2Fm.json&modelSHA256=${"6".repeat(64)}`,
  "a model to be judged by a script": `${GOOD}&release=report&model=javascript:alert(1)&modelSHA256=${"6".repeat(64)}`,
  "groups of a model": `${GOOD}&release=model&groupBy=town`,
  "groups with a line break": `${GOOD}&release=report&groupBy=a%0Ab`,
  "an unknown kind of model": replaced("base", "forest"),
  "the kind file without a file": replaced("base", "file"),
  "a file for another kind of model": `${GOOD}&base=trees&baseFile=https%3A%2F%2Fexample.org%2Fm.json`,
  "a file for weights": `${GOOD}&release=weights&baseFile=https%3A%2F%2Fexample.org%2Fm.json`,
  "a file by a script": replaced("baseFile", "javascript:alert(1)"),
  "a digest of no file": replaced("baseSHA256", "6".repeat(64)),
  "a kind of model for weights": `${GOOD}&release=weights&base=trees`,
  "a curve for classes": `${GOOD}&task=classification&base=smooth`,
  "a short hash": replaced("sha256", "abc"),
  "a hash in other letters": replaced("sha256", "g".repeat(64)),
  "a campaign with a path": replaced("campaign", "../../etc"),
  "a token with markup": `${GOOD}&reply=https://example.org/r&token=${encodeURIComponent("<img src=x onerror=1>")}`,
  "a token without a reply": replaced("token", "h7_Zk20-Lq91xxYYa0b1"),
  "an unknown field": `${GOOD}&mechanism=none`,
  "an unknown field of markup": `${GOOD}&%3Cscript%3E=1`,
  "a field of the prototype": `${GOOD}&__proto__=1`,
  "another field of the prototype": `${GOOD}&constructor=1`,
  "an empty field": `${GOOD}&=1`,
  "a field twice": `${GOOD}&label=z`,
  "nine samples": `label=y${Array.from({ length: 9 }, (_, k) => `&source=https://example.org/${k}.csv`).join("")}`,
  "one sample twice": `${GOOD}&source=https://EXAMPLE.org/a.csv`,
  "one digest twice": `${GOOD}&source=https://example.org/b.csv&sha256=${"a".repeat(64)}&sha256=${"A".repeat(64)}`,
  "one name twice": `${GOOD}&source=https://example.org/b.csv&name=a&name=a`,
  "a digest for one of two samples": `${GOOD}&source=https://example.org/b.csv&sha256=${"a".repeat(64)}`,
  "two digests for one sample": `${GOOD}&sha256=${"a".repeat(64)}&sha256=${"b".repeat(64)}`,
  "a name for one of two samples": `${GOOD}&source=https://example.org/b.csv&name=a`,
  "a second address that is a script": `${GOOD}&source=javascript:alert(1)`,
  "a bidi override in a name": `${GOOD}&name=${encodeURIComponent("a\u202Eb")}`,
  "a field twice, once encoded": `${GOOD}&l%61bel=z`,
  "a part that is no pair": `${GOOD}&epsilon`,
  "an empty part": `${GOOD}&&epsilon=1`,
  "a broken percent sign": `${GOOD}&title=100%`,
  "an overlong slash": `${GOOD}&title=%C0%AF`,
  "a script encoded twice": "source=javascript%253Aalert(1)&label=y",
  "a separator encoded": "source=https://example.org/a.csv%26label=y",
  "another separator": "source=https://example.org/a.csv;label=y",
  "no sample": "label=y",
  "no label": "source=https://example.org/a.csv",
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
