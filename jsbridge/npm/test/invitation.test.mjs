// Invitation links, without a browser: good ones come back as they were made.
import assert from "node:assert/strict";
import test from "node:test";
import { formatInvitation, parseInvitation, readingOf, textsOf } from "../invitation.js";
import { askedBy, columnNames } from "../terms/asked.js";

const WHOLE = {
  source: "https://data.example.org/prices.csv?version=2&raw=1",
  sha256: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
  name: "Prices of 2025",
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
    const { source, sha256, name, epsilon, epsilonMin, epsilonMax, delta, ...texts } = { ...ABSENT, ...asked };
    assert.deepEqual(invitation, {
      samples: [{ source, sha256, name }],
      ...texts,
      delta: 1e-6,
      rowsMin: 20,
      rowsMax: 5000,
      epsilon: { min: 0.1, max: 2, suggested: 1 },
    });
    assert.deepEqual(parseInvitation(`#${fragment}`), { invitation });
    assert.deepEqual(Object.fromEntries(new URLSearchParams(fragment)), asked, "any program can make such links");
    assert.ok([invitation, invitation.epsilon, invitation.samples, invitation.samples[0]].every(Object.isFrozen));
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
    assert.equal(formatInvitation({ ...NEEDED, source: local }).invitation.samples[0].source, local);
  assert.equal(
    parseInvitation(`source=https://EXAMPLE.org:443/%7Ea.csv&label=y`).invitation.samples[0].source,
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
    source: "a.csv https://example.org/b.csv",
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
      ["source", "https://example.org/b.csv"],
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
