// What pages say and draw, without a browser: each sentence about a result or a report appears where it is true, and only
// there, and the paper's figures of odd results are numbers. The site as built is asked, which has modules of the npm
// package beside its own. Sentences of whole runs are in snapshots/.
import assert from "node:assert/strict";
import test from "node:test";
import { resultFigures } from "../dist/figures/result.js";
import { svgText } from "../dist/figures/tree.js";
import { wordsFor } from "../dist/owner/result-words.js";
import { curvesOf, epsilonsOf, figureOf } from "../dist/paper-files/figures.js";
import { readOwn } from "../dist/paper-files/settings.js";
import { words } from "../dist/plots/plot-figure.js";
import { aboutModel, estimateWords, estimateWorth, reportWords, reportWorth } from "../dist/plots/report.js";
import { plots } from "../dist/shared/texts.js";

const distance = (uniform, weighted, noise = 0.3) => ({ uniform, weighted, noise, confidence: 0.95 });
const certificate = {
  ...{ mechanism: "moment", epsilon: 1, delta: 1e-6, n: 3000, unit: "record", order: 9, radius: Math.sqrt(20) },
  ...{ effectiveSampleSize: 480, tolerance: 0.2, discrepancy: distance(4.8, 0.13) },
};
const explanation = {
  shiftNoise: 0.02,
  shifts: [
    { name: "distance", source: 0, target: 1.37, weighted: 1.3 },
    { name: "rooms", source: 0, target: 0.05, weighted: 0.1 },
    { name: "age", source: 0.01, target: -0.56, weighted: -0.5 },
  ],
};
const blind = { mechanism: "selection", discrepancy: null, tolerance: null };

/** What is said of a model with another certificate, explanation or provenance: {short, verdict, promise, found, caution}. */
function say(change = {}, told = explanation, provenance = {}) {
  const { promise, found, caution, ...rest } = wordsFor(
    {
      kind: "model",
      certificate: { ...certificate, ...change },
      provenance: { sourceRows: 1500, schema: { columns: [] }, settingsAfterPreview: false, ...provenance },
    },
    told,
  );
  return { ...rest, promise: promise.join(" "), found: found.join(" "), caution: caution.join(" ") };
}

/** A blend of which so much is fitted to all public rows alike. */
const blend = (unweighted, kept = false) => ({
  ...{ kind: "auto", kept, public: 0 },
  candidates: [
    { base: "trees", way: "unweighted", share: unweighted - 0.1 },
    { base: "linear", way: "unweighted", share: 0.1 },
    { base: "linear", way: "weighted", share: 1 - unweighted },
  ],
});
const isPublic = /^This is the public model: .* Its predictions are the same from run to run\.$/;

test("what was found is said with its numbers, and what could not be found is not", () => {
  for (const [where, change, told, says, not = {}] of [
    [
      "a clear difference",
      {},
      explanation,
      {
        found:
          /estimated at 4\.8, which is 24% of the largest possible and 16 times what the noise.*reduce the distance to 0\.13, by 97\.3%.*between 4\.5 and 5\.1, and with the weights it is at most 0\.43, so they do help/,
        promise: /except in about one in 1,000,000 cases.*3,000 private rows took part/,
        caution: /^Weights correct for differences in the columns, and not for differences in the labels/,
      },
      { found: /rooms/ }, // within three times the noise
    ],
    [
      "a difference within the noise",
      { discrepancy: distance(0.25, 0.2) },
      explanation,
      { found: /they may be alike.*between 0 and 0\.55.*That they help the match is likely and not certain/ },
    ],
    [
      "a run that stepped aside",
      { tolerance: 0.25, effectiveSampleSize: 1500, discrepancy: distance(0.25, 0.25) },
      explanation,
      {
        verdict: isPublic,
        found: /no evidence that the private data differ.*the result comes from the public sample alone/,
      },
      { found: /The weights reduce|How sure/ },
    ],
    ["nothing measured", blind, { shiftNoise: null, shifts: [] }, { found: /does not measure how different/ }],
    ["no explanation", {}, null, {}, { found: /averages/ }],
    ["public fits alone", { base: blend(1, true) }, explanation, { verdict: isPublic }, { verdict: /follows/ }],
    ["the same, nothing measured", { ...blind, base: blend(1, true) }, explanation, { verdict: isPublic }],
    [
      "mostly public fits",
      { base: blend(0.97) },
      explanation,
      { verdict: /^Your data differ.* 97% of it is the public/ },
    ],
    ["half of them", { base: blend(0.5) }, explanation, {}, { verdict: /% of it/ }],
    [
      "few rows, and much that remains",
      { effectiveSampleSize: 40, discrepancy: distance(4, 2) },
      explanation,
      {
        short: /^Careful: .* only 40 of the 1,500/,
        caution: /at least 1\.7 remains: the public sample has too few rows/,
      },
      { caution: /only 40 rows/ }, // once
    ],
  ]) {
    const said = say(change, told);
    for (const [part, words] of Object.entries(says)) assert.match(said[part], words, where);
    for (const [part, words] of Object.entries(not)) assert.doesNotMatch(said[part], words, where);
  }
  assert.match(say({}, explanation, { settingsAfterPreview: true }).caution, /settings were changed after a report/);
});

test("in short, the weights are said to fit only where that holds whichever way the noise went", () => {
  for (const [weighted, noise, says] of [
    [0.5, 0.3, /clearly differ.*much alike.*Only a comparison with labels that are known can decide/],
    [0.5, 0.5, /clearly differ.*perhaps not all.*Only a comparison with labels/],
    [2.5, 0.8, /may differ.*too large to say.*Only a comparison with labels/],
  ])
    assert.match(say({ discrepancy: distance(4, weighted, noise) }).short, says);
  assert.match(say(blind).short, /does not measure how alike.*Only a comparison with labels/);
  for (const [effectiveSampleSize, sourceRows, isFew] of [
    [99, 1000, true],
    [100, 1000, false],
    [499, 10_000, true],
    [500, 10_000, false],
  ])
    assert.equal(/^Careful/.test(say({ effectiveSampleSize }, explanation, { sourceRows }).short), isFew);
});

test("of a column with two levels one is told", () => {
  const levels = ["no", "yes"].map((name) => ({ name, mean: 0.5, scale: 0.5 }));
  const shifts = [
    { name: "emergency=no", source: 0, target: -0.4, weighted: 0 },
    { name: "emergency=yes", source: 0, target: 0.4, weighted: 0 },
  ];
  const { found } = say({}, { shiftNoise: 0.02, shifts }, { schema: { columns: [{ name: "emergency", levels }] } });
  assert.match(found, /emergency=yes 70% instead of 50%/);
});

const estimate = (value, low = value, high = value) => ({ value, low, high });
const labelled = (base, gain, verdict, schema = { label: "price" }, change = {}) => {
  const labels = {
    base: "linear",
    share: 0.25,
    rowsEstimate: 1999.6,
    rowsNoise: 10.1,
    errors: [{ base, gain, verdict }],
  };
  const columns = Object.entries({ area: 3, age: 0, rooms: -20 }).map(([name, value]) => ({ name, value }));
  const corrections = [{ shift: -12.5, columns, predictions: [{ name: "", value: 0.5 }] }];
  return say({ ...change, labels }, { ...explanation, corrections }, { schema: { columns: [], ...schema } });
};
const sold = { label: "sold", classes: ["no", "yes"] };

test("private labels: the gain with its interval, the level where it is known, and what was changed", () => {
  const unknown = estimate(null, 4, null);
  for (const [base, gain, verdict, schema, says] of [
    [
      estimate(100, 90.2, 109.8),
      estimate(0.304, 0.123, 0.408),
      "better",
      undefined,
      /^About 2,000 private rows have a label that could be used \(the noise in this number: ± 20\)\. Better than the public model where your labels are known: the squared error is about 30% smaller \(19 times in 20 between 12% and 41%\)\. There the predicted price of the public model is typically off by 10 \(19 times in 20 between 9\.5 and 10\.5\)\. The labels change the predicted price of an average row by −12\.5, and by this much more for each standard deviation above the average: −20 for rooms, \+3 for area, \+0\.5 for the public model’s own prediction\./,
    ],
    [
      estimate(0.16, 0.15, 0.17),
      estimate(null, -0.03, 0.41),
      "probably-better",
      sold,
      /Probably better .* the squared error is between 3% larger and 41% smaller \(19 times in 20\)\. There the mean squared error of the probability of “yes” is 0\.16 for the public model \(19 times in 20 between 0\.15 and 0\.17\)/,
    ],
    [
      unknown,
      estimate(null, 0.12, 0.71),
      "better",
      undefined,
      /error is between 12% and 71% smaller \(19.*\)\. The labels/,
    ],
    [
      unknown,
      estimate(-0.3, -0.4, -0.2),
      "worse",
      undefined,
      /Worse .* about 30% larger \(19 times in 20 between 20% and 40%/,
    ],
    [unknown, estimate(null, -0.9, -0.1), "worse", undefined, /do not use it: .* between 10% and 90% larger/],
    [
      unknown,
      estimate(null, null, 1),
      "no-difference",
      undefined,
      /No difference .* by an amount that the noise hides\./,
    ],
  ])
    assert.match(labelled(base, gain, verdict, schema).found, says);
  const aside = { tolerance: 0.25, discrepancy: distance(0.25, 0.25) };
  const { found, caution, short, verdict } = labelled(unknown, estimate(0.3, 0.2, 0.4), "better", undefined, aside);
  assert.match(found, /all public rows count alike, and only the labels changed anything/);
  assert.match(caution, /^The errors are estimated on rows that were shortened/);
  assert.match(short, /The release says by how much, with noise\. Better than the public model/);
  assert.match(verdict, /^Better than the public model/);
});

const rows = { labelled: estimate(900, 890, 910), unlabelled: estimate(100) };
const price = { label: "price" };
const report = (measures, schema = price, unit = "record") =>
  reportWords({ all: { ...rows, measures } }, schema, { unit }).join(" ");
const numbers = (more) =>
  report({
    rmse: estimate(20, 18, 22),
    bias: estimate(1, -1, 3),
    r2: estimate(0.7, 0.6, 0.8),
    beyond: estimate(0.001, 0, 0.004),
    ...more,
  });

test("a report on numbers says what is known, and no more than the noise lets be known", () => {
  for (const [more, says] of [
    [
      {},
      /^Where the label is known, the predicted price is typically off by 20 \(19 times in 20 between 18 and 22\)\. About 900 private rows.*between 890 and 910.*about 100 have none/,
    ],
    [
      {},
      /explains 70% of the variance \(19 times in 20 between 60% and 80%\).*too large to say whether the model predicts the price too high or too low on average\.$/,
    ],
    [
      { rmse: estimate(1.4, 0, 36) },
      /off by at most 36 \(19 times in 20\)\. The noise is too large to say how much less/,
    ],
    [{ rmse: estimate(20, 18, null) }, /off by at least 18 \(19 times in 20\)/],
    [{ rmse: estimate(null, 50, 60) }, /off by 50 to 60 \(19 times in 20\)\./],
    [{ rmse: estimate(null) }, /The noise is too large to say how good the model is/],
    [{ r2: estimate(null, 0.8, 1) }, /explains at least 80% of the variance/],
    [{ r2: estimate(-0.5, -0.8, -0.1) }, /worse than always predicting the average: do not use it here/],
    [{ r2: estimate(0.1, -0.1, 0.3) }, /may be no better than always predicting the average/],
    [{ bias: estimate(3, 1, 5) }, /too high on average, by 3 \(19 times in 20 between 1 and 5\)/],
    [{ bias: estimate(-3, -5, -1) }, /too low on average, by 3 \(19 times in 20 between 1 and 5\)/],
    [{ beyond: estimate(0.1, 0.05, 0.2) }, /10% are off by more than the counts can show/],
  ])
    assert.match(numbers(more), says);
});

test("a report says what follows for the use of the model", () => {
  const r2 = estimate(0.7, 0.6, 0.8);
  for (const [measures, says, schema = sold] of [
    [{ rmse: estimate(25, 21, null), r2 }, /more than on the public sample: correct the model with labels/, price],
    [{ rmse: estimate(15, 12, 18), r2 }, /less than on the public sample: the model can be used here/, price],
    [{ rmse: estimate(20, 18, 22), r2 }, /nothing speaks against using/, price],
    [{ rmse: estimate(25, 18, null), r2 }, /^undefined$/, price],
    [{ rmse: estimate(25, 21, 29), r2: estimate(0.8, -0.2, 1) }, /correct the model with labels/, price],
    [{ rmse: estimate(25, 21, 29), r2: estimate(-0.8, -1, 0) }, /worse than always predicting/, price],
    [{ rmse: estimate(15, 12, 18), r2: estimate(0.1, -0.1, 0.3) }, /no better than always predicting/, price],
    [{ auc: estimate(0.9, 0.88, 0.92) }, /better than chance here/],
    [{ auc: estimate(0.6, 0.4, 0.8) }, /do not rely on it here/],
    [{ auc: estimate(0.2, 0.1, 0.3) }, /worse than chance/],
  ])
    assert.match(String(reportWorth({ all: { measures } }, schema, { residuals: [80] })), says);
});

test("a report on classes, and which model a report is about", () => {
  const accuracy = estimate(0.8, 0.78, 0.82);
  assert.match(
    report({ auc: estimate(0.9, 0.88, 0.92), accuracy }, sold),
    /one case of the class “yes” and one of the class “no”, the model picks the right one 90% of the time.*predicts the right class 80% of the time/,
  );
  const hidden = report({ auc: estimate(null, 0.62, 1), accuracy: estimate(null, 0.7, 1) }, sold);
  assert.match(hidden, /right one 62% to 100% of the time \(AUC; 19 times in 20\)/);
  assert.match(report({ accuracy }, { label: "y", classes: ["a", "b", "c"] }), /predicts the right y 80% of the time/);
  const about = (report) => aboutModel({ certificate: { report } });
  assert.match(about({ model: "public", base: "trees", modelSHA256: "ab" }), /\(boosted trees\)\. Its SHA-256 is ab/);
  assert.match(about({ model: "given", modelSHA256: "ab" }), /The model was given: the release with the SHA-256 ab/);
});

test("an estimate says its number first, how sure it is, and what nobody can see", () => {
  const averages = (means, sample, more = {}) =>
    [
      { rows: estimate(900, 890, 910), means, ...more },
      { deviation: 10, yardstick: 0.25, ...sample },
    ].reduce((all, sample) => ({ all, sample }));
  const mean = (number, noise) => ({ estimate: number, noise });
  const said = (of, schema = price) => estimateWords(of, schema, { unit: "record" });
  const open = { value: 441.62, low: null, high: null };
  const plain = averages([mean(open, estimate(441.62, 440.8, 442.4))], { averages: [454.51] });
  assert.deepEqual(said(plain), [
    "About 441.6 (public sample: 454.5)",
    "This is the average price in the private data, ± 0.8 for the noise.",
    "What the model gets wrong about these data comes on top, and nobody can see that without labels.",
    "Between parts of the public sample such estimates were off by 2.5; where labels mean something else, it is more.",
  ]);
  assert.match(estimateWorth(plain), /farther away than such estimates are usually off: take the estimate instead/);
  assert.match(estimateWorth({ ...plain, sample: { ...plain.sample, yardstick: 2 } }), /nearer than .* may do as well/);
  const share = mean(estimate(0.338, 0.32, 0.356), estimate(0.338, 0.33, 0.346));
  const labels = { labelled: estimate(200, 190, 210) };
  assert.deepEqual(said(averages([share], { averages: [0.223] }, labels), sold), [
    "About 33.8% (public sample: 22.3%)",
    "This is the share of “yes” in the private data, 19 times in 20 between 32% and 35.6%.",
    "About 200 private rows have a label that could be used.",
  ]);
  const labelled = (average) => estimateWorth(averages([share], { averages: [average] }, labels));
  assert.deepEqual(
    [labelled(0.223), labelled(0.35)].map((said) => /take the estimate/.test(said)),
    [true, false],
  );
  const ended = (ends) => said(averages([mean({ ...open, ...ends }, estimate(0))], { averages: [0] }, labels))[1];
  assert.match(ended({ high: 444.04 }), /^This is .*, 19 times in 20 at most 444\. .*how much less it is/);
  assert.match(ended({ low: 440.81 }), /^This is .*, 19 times in 20 at least 440\.8\. .*how much more it is/);
  assert.match(ended({}), /how far off it is cannot be said/);
  assert.match(
    said(averages([share, share, share], { averages: [0.2, 0.3, 0.5] }), { label: "y", classes: ["a", "b", "c"] })[0],
    /^About 33\.8% “a” \(public sample: 20%\), 33\.8% “b”.* and 33\.8% “c”/,
  );
  for (const hidden of [{ rows: estimate(3, 0, 9) }, { means: [mean(open, { ...open, value: null })] }])
    assert.match(said({ ...plain, all: { ...plain.all, ...hidden } })[0], /^The noise is too large/);
});

test("a release that protects people counts people", () => {
  const people = { unit: "person", n: 334 };
  assert.match(say(people).promise, /one person in the private file.*334 people took part/);
  assert.match(
    labelled(estimate(100), estimate(0.3), "better", price, people).found,
    /About 2,000 people have a label/,
  );
  assert.match(report({ rmse: estimate(20) }, price, "person"), /About 900 people have a label/);
});

const point = (method, noise, epsilon, rows, norm = 0.25) => ({
  ...{ method, noise, epsilon, rows, norm, normSD: 0.01, error: 0.5, errorSD: 0.02 },
  ...{ effectiveSampleSize: 300, repetitions: 2 },
});
const good = {
  methods: [
    { id: "public", title: "Public data alone" },
    { id: "oracle", title: "Oracle" },
    { id: "frank-wolfe", title: "Two stages", private: true },
  ],
  points: [
    ...[500, 1000].flatMap((rows) => [point("public", "none", null, rows), point("oracle", "none", null, rows, null)]),
    ...[500, 1000].flatMap((rows) => [1, 4].map((epsilon) => point("frank-wolfe", "tight", epsilon, rows))),
  ],
};
test("odd results are drawn in numbers of pixels, or not at all", () => {
  const all = (change) => (r) => r.points.forEach((p) => Object.assign(p, change(p)));
  for (const change of [
    () => {},
    all(() => ({ error: 0, errorSD: 0, norm: 0 })),
    all(({ error }) => ({ errorSD: 3 * error })),
    all(() => ({ norm: null })),
    (r) => void (Object.assign(r.points[0], { error: 1e12, errorSD: 1e12 }), (r.points[1].error = 1e-300)),
    (r) => void (r.points = r.points.slice(0, 1)),
    (r) => void (r.points = Array.from({ length: 60 }, (_, i) => ({ ...r.points[0], rows: 1000 + i }))),
  ]) {
    const result = structuredClone(good);
    change(result);
    const curves = curvesOf(result);
    for (const name of ["a", "b"])
      for (const width of [320, 760]) {
        const { draw } = figureOf(name, curves, epsilonsOf(curves)[0]);
        if (draw) assert.doesNotMatch(svgText(draw(width)), /NaN|Infinity|undefined/, String(change));
      }
  }
});

test("the reader's own settings are lists of numbers within bounds", () => {
  const texts = { epsilons: "4; 1, 1", rows: "1000", repetitions: "1", iterations: "50" };
  assert.deepEqual(readOwn(texts).options, { epsilons: [1, 4], rows: [1000], repetitions: 1, iterations: 50 });
  for (const [name, value, says] of [
    ["epsilons", "", /One to 8 numbers/],
    ["epsilons", "1; one", /numbers/],
    ["rows", "1000.5", /whole numbers/],
    ["rows", "1e9", /between 100 and 100,000/],
    ["rows", "100 200 300 400 500 600 700 800 900", /One to 8/],
    ["repetitions", "1, 2", /A whole number/],
    ["iterations", "1", /between 2 and 100,000/],
  ]) {
    const { problems } = readOwn({ ...texts, [name]: value });
    assert.deepEqual(Object.keys(problems), [name]);
    assert.match(problems[name], says);
  }
});

test("averages of dates are dates, wherever the noise carries them", () => {
  const of = (target) => {
    const columns = [{ name: "admission", kind: "numeric", mean: 18_806.4, scale: 105, dates: true }];
    const certificate = { mechanism: "moment", discrepancy: { uniform: 4.8, weighted: 0.13, noise: 0.3 } };
    const release = { kind: "model", certificate, provenance: { sourceRows: 1500, schema: { columns } }, values: {} };
    const explanation = { shiftNoise: 0.02, shifts: [{ name: "admission", source: 0, target, weighted: 1 }] };
    return resultFigures(release, explanation, { ...words, plots })[0].table.rows[0][2];
  };
  assert.deepEqual([2.87, 1e9, -1e9].map(of), ["2022-04-25", "9999-12-31", "0000-01-01"]);
});
