// tier: 2
// Two runs of the whole program with the same random bits, on files that differ in one record: everything that can be
// observed is the same, except the output of the mechanism. 180 pairs with PRIVADAPT_CAMPAIGN=1, which `make audit`
// sets, otherwise 36, each seventh in Excel workbooks; site/test/neighbours.test.mjs has more, in the vault.
import assert from "node:assert/strict";
import test from "node:test";
import { drawnPlaces, neighbours, skeleton } from "./neighbours.mjs";
import { Tape, observe } from "./replay.mjs";
import { csv, randomFrom, rows } from "./support.mjs";
import { workbookOfCSV } from "./xlsx-files.mjs";

const CAMPAIGN = process.env.PRIVADAPT_CAMPAIGN === "1";
const PAIRS = CAMPAIGN ? 180 : 36;
const source = csv(rows(60, { warm: 0.4, seed: 3 }));
const label = "y";

/**
 * Every mechanism, solver, smoothing, kind of release and adjacency; a warning that names n, and runs that end without
 * a release.
 */
const SETTINGS = [
  { release: "moments" },
  { adjacency: "add-remove", release: "moments" },
  { mechanism: "selection", iterations: 6 },
  { mechanism: "gradient", iterations: 5 },
  { release: "model" },
  { adjacency: "add-remove", release: "model" },
  { mechanism: "selection", release: "weights", iterations: 9, smoothing: "pnorm" },
  { mechanism: "gradient", release: "weights", iterations: 7, smoothing: "pnorm" },
  { release: "weights", iterations: 60 },
  { release: "weights", adjacency: "add-remove", solver: "mirror-descent", iterations: 40 },
  { mechanism: "selection", solver: "single-stage", modelNorm: 2, iterations: 5 },
  { mechanism: "moment", solver: "single-stage", modelNorm: 2, iterations: 30 },
  { mechanism: "moment", smoothing: "pnorm" },
  { mechanism: "selection", calibration: "paper", iterations: 4 },
  { mechanism: "moment", modelNorm: 1, solver: "projected-gradient" },
  { mechanism: "gradient", calibration: "paper", iterations: 4, modelNorm: 1, delta: 0.3 },
  { adjacency: "add-remove", delta: 0.3 },
  { useLabels: true, base: "linear" },
  { useLabels: true, base: "linear", adjacency: "add-remove" },
  { useLabels: true, base: "linear", release: "moments" },
  { useLabels: true, base: "linear", release: "moments", adjacency: "add-remove" },
  { release: "report", base: "linear" },
  { release: "report", base: "linear", adjacency: "add-remove" },
  { release: "estimate", base: "linear" },
  { release: "estimate", base: "linear", useLabels: true, adjacency: "add-remove" },
  { epsilon: 5 }, // more than the ledger admits
].map((settings) => ({ epsilon: 1, delta: 1e-6, ...settings }));

/**
 * Replaces, in everything that was observed, the parts that may differ. The release's text appears in a message and in
 * the outcome.
 */
function comparable(seen, settings, { same }) {
  const places = same ? [] : drawnPlaces({ mechanism: "moment", ...settings });
  const document = (text) => text && skeleton(text, places);
  const table = (text) => (same ? text : text?.replace(/(?<=,)[\d.e+-]+$/gm, "#"));
  const messages = seen.messages.filter(isPublic).map((message) => {
    const { value } = message;
    if (value?.report) return { ...message, value: { ...value, report: "for the owner's eyes" } };
    if (value?.release)
      return { ...message, value: { ...value, release: document(value.release), weightsCSV: table(value.weightsCSV) } };
    return message;
  });
  const callbacks = seen.callbacks.filter(({ progress }) => progress?.stage !== "target");
  const { text, weightsCSV, ...outcome } = seen.outcome;
  const afterDraw = same ? (list) => list : (list) => withoutRounds(list, settings);
  return {
    messages: afterDraw(messages).map(inOrder),
    callbacks: afterDraw(callbacks).map(inOrder),
    console: seen.console,
    journal: seen.journal,
    outcome: { ...outcome, text: document(text), weightsCSV: table(weightsCSV) },
  };
}

/**
 * A message as text, its fields sorted by name: Go iterates over a map in a random order, and reading private records
 * uses some of the same random bits.
 */
function inOrder(message) {
  const sorted = (_, value) =>
    Object.prototype.toString.call(value) === "[object Object]"
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value;
  return JSON.stringify(message, sorted);
}

/** The progress of reading the private file, in bytes, is for its owner, who knows its size. */
const isPublic = ({ type, stage }) => !(type === "progress" && stage === "target");

/** Under the mechanism moment the solver works on the drawn moments, and its number of rounds depends on them. */
function withoutRounds(list, { mechanism = "moment" }) {
  if (mechanism !== "moment") return list;
  return list.filter((one) => (one.progress ?? one).stage !== "solve");
}

test("what may differ between neighbours is taken out of a document, and nothing else", () => {
  const places = ["a.*.b", "c", "d.*.*", "g"];
  const text =
    '{\n "a": [{"b": 1e-7, "c": 2}, {"b": null, "e": {"c": 3}}], "c": "x,\\"y", "d": [[1, -2.5], []], "b": [5], "f": {"c": 1, "g": true}, "g": false}';
  const hidden = '{"certificate": {"labels": {"errors": [{"base": {"value": null, "low": 0, "other": null}}]}}}';
  assert.equal(
    skeleton(
      hidden,
      ["value", "low"].map((name) => `certificate.labels.errors.*.base.${name}`),
    ),
    '{"certificate": {"labels": {"errors": [{"base": {"value": #, "low": #, "other": null}}]}}}',
  );
  assert.equal(
    skeleton(text, places),
    '{\n "a": [{"b": #, "c": 2}, {"b": null, "e": {"c": 3}}], "c": #, "d": [[#, #], []], "b": [5], "f": {"c": 1, "g": true}, "g": #}',
  );
  assert.equal(skeleton(text, []), text);
  assert.equal(
    skeleton('{"a": {"b": {"c": "}"}}, "d": {"e": 1}, "f": 2}', ["a", "f"]),
    '{"a": #, "d": {"e": 1}, "f": #}',
  );
});

test(`${PAIRS} pairs of neighbours with the same random bits look the same except for what was drawn`, async (t) => {
  const seed = CAMPAIGN ? Math.floor(Math.random() * 2 ** 32) : 1;
  const random = randomFrom(seed);
  let released = 0;
  let different = 0;
  for (let i = 0; i < PAIRS; i++) {
    const settings = SETTINGS[i % SETTINGS.length];
    const pair = neighbours(i, settings.adjacency, random, settings.useLabels || settings.release === "report");
    const tape = new Tape();
    const seen = [];
    const inWorkbook = i % 7 === 3;
    for (const file of pair.files)
      seen.push(await observe({ source, label, target: inWorkbook ? workbookOfCSV(file) : file, settings, tape }));
    const where = `pair ${i} of seed ${seed}${inWorkbook ? " in workbooks" : ""}, ${pair.what}, ${JSON.stringify(settings)}`;
    const [one, other] = seen.map((run) => comparable(run, settings, pair));
    for (const part of Object.keys(one)) assert.deepEqual(other[part], one[part], `${part} of ${where}`);
    released += seen[0].outcome.text !== undefined;
    different += seen[0].outcome.text !== seen[1].outcome.text;
  }
  t.diagnostic(`seed ${seed}: ${released} of ${PAIRS} pairs released, ${different} releases differ in what was drawn`);
  assert.ok(released >= 0.75 * PAIRS, `only ${released} pairs released anything`);
  assert.ok(different >= 0.25 * PAIRS, `only ${different} pairs differ: the records replaced do not count`);
});

const PEOPLE_SETTINGS = SETTINGS.filter(({ epsilon, delta }) => epsilon === 1 && delta < 0.3);

test("a person of one row and one of a thousand look the same, whatever is released", async (t) => {
  const seed = CAMPAIGN ? Math.floor(Math.random() * 2 ** 32) : 2;
  const random = randomFrom(seed);
  const settings = CAMPAIGN ? PEOPLE_SETTINGS : PEOPLE_SETTINGS.filter((_, i) => i % 3 === 0);
  const record = () => `${(10 + 15 * random()).toFixed(2)},${(8 * random()).toFixed(2)},blue,${random().toFixed(2)}`;
  const others = Array.from({ length: 90 }, (_, i) => `${i % 40},${record()}`);
  let different = 0;
  for (const [i, own] of settings.entries()) {
    const tape = new Tape();
    const one = own.adjacency === "add-remove" && i % 2 === 0 ? [] : [`anna,${record()}`];
    const many = Array.from({ length: 1000 }, (_, k) => `anna,${k % 3 === 0 ? "1e9,-1e9,red," : record()}`);
    const seen = [];
    for (const records of [one, many]) {
      const target = `who,temp,wind,colour,y\n${[...others, ...records].join("\n")}\n`;
      seen.push(await observe({ source, label, target, settings: { ...own, unit: "who" }, tape }));
    }
    const [first, second] = seen.map((run) => comparable(run, own, {}));
    for (const part of Object.keys(first))
      assert.deepEqual(second[part], first[part], `${part} of seed ${seed}, ${JSON.stringify(own)}`);
    assert.ok(first.outcome.text, `nothing was released: ${JSON.stringify(first.outcome)}, ${JSON.stringify(own)}`);
    different += seen[0].outcome.text !== seen[1].outcome.text;
  }
  t.diagnostic(`seed ${seed}: ${different} of ${settings.length} releases differ in what was drawn`);
  assert.ok(different >= settings.length / 2, `only ${different} differ: the person's rows do not count`);
});

/**
 * A record as the vector that the engine adds up: the intercept, then the standardised features, shortened to their
 * ball.
 */
function vectorOf(record, { certificate, provenance }) {
  const { radius, gridSteps, interceptSteps } = certificate;
  const intercept = (interceptSteps / gridSteps) * radius;
  const cells = record.split(",");
  const z = provenance.schema.columns.flatMap(({ kind, mean = 0, scale, levels }, j) =>
    kind === "numeric"
      ? [(Number(cells[j]) - mean) / scale]
      : levels.map(({ name, mean: share, scale: spread }) => (Number(cells[j] === name) - share) / spread),
  );
  const shrink = Math.min(1, Math.sqrt(radius ** 2 - intercept ** 2) / Math.hypot(...z));
  return [intercept, ...z.map((value) => value * shrink)];
}

const outer = (x) => x.flatMap((a) => x.map((b) => a * b));
const minus = (a, b) => a.map((value, i) => value - b[i]);
const zero = ([intercept, ...features]) => [intercept, ...features.map(() => 0)];

/** Entries of second moments are numbers of the size of the squared radius, on a grid of 2⁻³⁰ of the radius. */
function assertClose(actual, expected, message) {
  actual.forEach((value, i) =>
    assert.ok(Math.abs(value - expected[i]) < 1e-6, `${message}: entry ${i} is ${value}, not ${expected[i]}`),
  );
}

for (const adjacency of ["replace-one", "add-remove"]) {
  test(`the noise on the second moment does not depend on the records: with the same random bits the sums differ as the files do, ${adjacency}`, async () => {
    const settings = { epsilon: 1, delta: 1e-6, release: "moments", adjacency };
    // Enough that the noise on their count leaves an estimate above 1.
    const records = Array(200)
      .fill(["21.5,3.2,red", "17.25,6.0,blue", "-40,90,green", "25.1,1.9,red", "19.0,4.4,green"])
      .flat();
    const other = "14.75,5.5,blue";
    const lists = {
      whole: records,
      replaced: records.with(1, other),
      unusable: records.with(1, "warm,windy,8"),
      missing: records.toSpliced(1, 1),
    };
    for (const tape of [new Tape(), new Tape()]) {
      const sums = {};
      let document;
      for (const [name, list] of Object.entries(lists)) {
        const target = `temp,wind,colour\n${list.join("\n")}\n`;
        const { outcome } = await observe({ source, label, target, settings, tape });
        document = JSON.parse(outcome.text);
        const { rowsEstimate, n } = document.certificate;
        sums[name] = {
          rows: rowsEstimate ?? n,
          sum: document.values.moments.flat().map((entry) => entry * (rowsEstimate ?? n)),
        };
      }
      const [x, y] = [records[1], other].map((record) => vectorOf(record, document));
      const { whole, replaced, unusable, missing } = sums;
      assertClose(minus(whole.sum, replaced.sum), minus(outer(x), outer(y)), "a record replaced");
      assertClose(minus(whole.sum, unusable.sum), minus(outer(x), outer(zero(x))), "a record that cannot be read");
      if (adjacency === "add-remove") {
        assertClose(minus(whole.sum, missing.sum), outer(x), "a record removed");
        assertClose([whole.rows - missing.rows, whole.rows - replaced.rows], [1, 0], "the estimate of the count");
      }
    }
  });
}
