// What a result is said to mean, without a browser: each sentence appears where it is true, and only there. The site as
// built is asked, which has modules of the npm package beside its own.
import assert from "node:assert/strict";
import test from "node:test";
import { wordsFor } from "../dist/owner/result-words.js";

const certificate = {
  mechanism: "moment",
  epsilon: 1,
  delta: 1e-6,
  n: 3000,
  order: 9,
  radius: Math.sqrt(20),
  effectiveSampleSize: 480,
  tolerance: 0.2,
  discrepancy: { uniform: 4.8, weighted: 0.13, noise: 0.3, confidence: 0.95 },
};
const explanation = {
  shiftNoise: 0.02,
  shifts: [
    { name: "distance", source: 0, target: 1.37, weighted: 1.3 },
    { name: "rooms", source: 0, target: 0.05, weighted: 0.1 },
    { name: "age", source: 0.01, target: -0.56, weighted: -0.5 },
  ],
};
const say = (change = {}, told = explanation, late = false) => {
  const { short, promise, found, caution } = wordsFor(
    {
      kind: "model",
      certificate: { ...certificate, ...change },
      provenance: { sourceRows: 1500, schema: { columns: [] }, settingsAfterPreview: late },
    },
    told,
  );
  return { short, promise: promise.join(" "), found: found.join(" "), caution: caution.join(" ") };
};

test("a clear difference that the weights correct", () => {
  const { short, promise, found, caution } = say();
  assert.match(short, /^The columns of your data clearly differ.*make the two much alike/);
  assert.match(promise, /3,000 private rows took part/);
  assert.match(promise, /except in about one in 1,000,000 cases/);
  assert.match(
    found,
    /estimated at 4\.8, which is 24% of the largest possible and 16 times what the noise alone could explain/,
  );
  assert.match(found, /differ most in distance \(1\.37 higher\) and age \(0\.57 lower\), counted/);
  assert.doesNotMatch(found, /rooms/, "a difference within three times the noise is not named");
  assert.match(found, /reduce the distance to 0\.13, by 97\.3%/);
  assert.match(found, /between 4\.5 and 5\.1, and with the weights it is at most 0\.43, so they do help/);
  assert.match(
    caution,
    /^Weights correct for differences in the columns, and not for differences in the labels/,
    "what no method can see is always said, and nothing else here",
  );
});

test("a difference within the noise, with weights that may help", () => {
  const { short, found } = say({ discrepancy: { uniform: 0.25, weighted: 0.2, noise: 0.3, confidence: 0.95 } });
  assert.match(short, /may differ.*too large to say/);
  assert.match(found, /they may be alike/);
  assert.match(found, /between 0 and 0\.55.*That they help the match is likely and not certain/);
});

test("a run that stepped aside", () => {
  const { short, found } = say({
    tolerance: 0.25,
    effectiveSampleSize: 1500,
    discrepancy: { uniform: 0.25, weighted: 0.25, noise: 0.3, confidence: 0.95 },
  });
  assert.match(short, /no difference that the noise could not explain/);
  assert.match(found, /no evidence that the private data differ.*the result comes from the public sample alone/);
  assert.doesNotMatch(found, /The weights reduce|How sure/);
});

test("a model of public fits is called the public model, and one of mostly public fits says how much", () => {
  const verdict = (base, change = {}) =>
    wordsFor(
      {
        kind: "model",
        certificate: { ...certificate, ...change, base },
        provenance: { sourceRows: 1500, schema: { columns: [] } },
      },
      explanation,
    ).verdict;
  const blend = (unweighted, kept = false) => ({
    kind: "auto",
    kept,
    public: 0,
    candidates: [
      { base: "trees", way: "unweighted", share: unweighted - 0.1 },
      { base: "linear", way: "unweighted", share: 0.1 },
      { base: "linear", way: "weighted", share: 1 - unweighted },
    ],
  });
  assert.match(verdict(blend(1, true)), /^This is the public model/);
  assert.doesNotMatch(verdict(blend(1, true)), /follows/);
  const blind = { mechanism: "selection", discrepancy: null, tolerance: null };
  assert.match(verdict(blend(1, true), blind), /^This is the public model/);
  assert.match(verdict(blend(0.97)), /^Your data differ.* 97% of it is the public model\.$/);
  assert.match(verdict(blend(0.97), blind), / 97% of it is the public model\.$/);
  assert.doesNotMatch(verdict(blend(0.5)), /% of it/);
  assert.doesNotMatch(verdict(undefined), /% of it/);
});

test("few rows, much that remains, late settings", () => {
  const { short, caution } = say(
    { effectiveSampleSize: 40, discrepancy: { uniform: 4, weighted: 2, noise: 0.3, confidence: 0.95 } },
    explanation,
    true,
  );
  assert.match(
    short,
    /^Careful: the result rests on the equivalent of only 40 of the 1,500 public rows.*a part of that, perhaps not all/,
  );
  assert.doesNotMatch(caution, /only 40 rows/, "it is said once");
  assert.match(caution, /at least 1\.7 remains: the public sample has too few rows/);
  assert.match(caution, /settings were changed after a report/);
});

test("it is said to fit only where that holds whichever way the noise went", () => {
  const short = (weighted, noise) => say({ discrepancy: { uniform: 4, weighted, noise, confidence: 0.95 } }).short;
  assert.match(short(0.5, 0.3), /much alike/);
  assert.match(short(0.5, 0.5), /perhaps not all/);
  assert.match(short(2.5, 0.8), /too large to say/);
});

test("mechanisms that measure nothing, and released moments", () => {
  const selection = say(
    { mechanism: "selection", discrepancy: null, tolerance: null },
    { shiftNoise: null, shifts: [{ name: "a", source: 0, target: null, weighted: 0.3 }] },
  );
  assert.match(selection.found, /does not measure how different/);
  assert.match(selection.short, /does not measure how alike/);
  const moments = say({ discrepancy: null, tolerance: null, effectiveSampleSize: null });
  assert.match(moments.found, /^The averages differ most/);
  assert.equal(say({}, null).found.includes("averages"), false, "without an explanation nothing is made up");
});

test("the short sentences claim what was measured, and leave the rest to labels", () => {
  const shorts = [
    say(),
    say({ discrepancy: { uniform: 4, weighted: 1, noise: 0.3, confidence: 0.95 } }),
    say({ discrepancy: { uniform: 0.25, weighted: 0.2, noise: 0.3, confidence: 0.95 } }),
    say({ discrepancy: null, tolerance: null }),
  ].map(({ short }) => short);
  assert.equal(new Set(shorts).size, 4);
  for (const short of shorts) {
    assert.match(
      short,
      /columns.*Only a comparison with labels that are known can decide whether the result predicts your data better/,
    );
    assert.doesNotMatch(short, /likely|suit|resembl/);
  }
});

test("few effective rows come first: fewer than 100, or than 5% of the sample", () => {
  const isFirst = (size, sourceRows) =>
    /^Careful/.test(
      wordsFor(
        {
          kind: "model",
          certificate: { ...certificate, effectiveSampleSize: size },
          provenance: { sourceRows, schema: { columns: [] } },
        },
        explanation,
      ).short,
    );
  assert.deepEqual(
    [isFirst(99, 1000), isFirst(100, 1000), isFirst(499, 10_000), isFirst(500, 10_000)],
    [true, false, true, false],
  );
});

const estimate = (value, low, high) => ({ value, low, high });
const labelled = (base, corrected, schema = { label: "price" }, change = {}) => {
  const labels = { base: "linear", share: 0.25, rowsEstimate: 1999.6, rowsNoise: 10.1, errors: [{ base, corrected }] };
  const corrections = [
    {
      shift: -12.5,
      columns: [
        { name: "area", value: 3 },
        { name: "age", value: 0 },
        { name: "rooms", value: -20 },
      ],
      predictions: [{ name: "", value: 0.5 }],
    },
  ];
  const { found, caution } = wordsFor(
    {
      kind: "model",
      certificate: { ...certificate, ...change, labels },
      provenance: { sourceRows: 1500, schema: { columns: [], ...schema } },
    },
    { ...explanation, corrections },
  );
  return { found: found.join(" "), caution: caution.join(" ") };
};

test("private labels: the errors with their intervals, what was changed, and how sure that is", () => {
  const { found, caution } = labelled(estimate(100, 90.2, 109.8), estimate(64, 54.2, 73.8));
  assert.match(found, /^About 2,000 private rows have a label that could be used \(the noise in this number: ± 20\)\./);
  // Roots of mean squares.
  assert.match(
    found,
    /predicted price of the public model is typically off by 10 \(19 times in 20 between 9\.5 and 10\.5\), the released model’s by 8 \(19 times in 20 between 7\.36 and 8\.59\)\. The released model is clearly better/,
  );
  assert.match(
    found,
    /The labels change the predicted price of an average row by −12\.5, and by so much more for each standard deviation above the average: −20 for rooms, \+3 for area, \+0\.5 for the public model’s own prediction\./,
  );
  assert.match(caution, /^The errors are estimated on rows that were shortened/);
  assert.match(labelled(estimate(64, 58, 73), estimate(100, 90, 110)).found, /clearly worse/);
  const classes = labelled(estimate(0.16, 0.15, 0.17), estimate(0.12, 0.11, 0.13), {
    label: "sold",
    classes: ["no", "yes"],
  }).found;
  assert.match(
    classes,
    /mean squared error of the probability of “yes” is 0\.16 \(19 times in 20 between 0\.15 and 0\.17\) for the public model and 0\.12/,
  );
  const aside = labelled(estimate(100, 90.2, 109.8), estimate(64, 54.2, 73.8), undefined, {
    tolerance: 0.25,
    discrepancy: { uniform: 0.25, weighted: 0.25, noise: 0.3, confidence: 0.95 },
  }).found;
  assert.match(aside, /all public rows count alike, and what the labels changed is all that was changed/);
  assert.doesNotMatch(aside, /the result comes from the public sample/);
});

test("what the noise hides is said so: no error below 0, no probability above 1, and an upper end where there is one", () => {
  const hidden = labelled(estimate(null, 0, 56.25), estimate(null, 0, null)).found;
  assert.match(
    hidden,
    /public model is typically off by less than the noise can show, at most 7\.5 \(19 times in 20\), the released model’s by an amount that the noise hides\. No gain/,
  );
  const open = labelled(estimate(100, 64, null), estimate(null, 9, 25)).found;
  assert.match(
    open,
    /off by 10 \(19 times in 20 at least 8; how much more cannot be shown\), the released model’s by between 3 and 5 \(19 times in 20\)\. The released model is clearly better/,
  );
  const classes = labelled(estimate(0.2, 0, 1), estimate(null, 0, 0.4), {
    label: "sold",
    classes: ["no", "yes"],
  }).found;
  assert.match(
    classes,
    /is 0\.2 \(19 times in 20 between 0 and 1\) for the public model and less than the noise can show, at most 0\.4 \(19 times in 20\) for the released one/,
  );
});

test("a gain is called likely only where it exceeds its own error", () => {
  const said = (base, corrected) =>
    /The released model is clearly (?:better|worse)|likely and not certain|No gain/.exec(
      labelled(base, corrected).found,
    )[0];
  const [likely, none] = ["likely and not certain", "No gain"];
  for (const [base, corrected, expected] of [
    [estimate(8.41, 7.73, 9.06), estimate(8.41, 7.73, 9.06), none], // 2.9 (2.78–3.01) and 2.9 (2.78–3.01)
    [estimate(8.43, 7.75, 9.08), estimate(8.41, 7.73, 9.06), none], // printed alike
    [estimate(8.41, 7.73, 9.06), estimate(8.12, 7.45, 8.76), none],
    [estimate(8.41, 7.73, 9.06), estimate(7.6, 6.95, 8.23), none],
    [estimate(8.41, 7.73, 9.06), estimate(7.3, 6.68, 7.93), likely],
    [estimate(100, 40, 160), estimate(64, 5, 123), none],
    [estimate(100, 40, 160), estimate(36, 5, 80), none],
    [estimate(64, 5, 123), estimate(100, 40, 160), none],
    [estimate(100, 40, null), estimate(64, 30, null), none],
    [estimate(100, 81, null), estimate(36, 25, 49), "The released model is clearly better"],
    [estimate(null, 0, 8), estimate(null, 0, 7), none],
  ])
    assert.equal(said(base, corrected), expected, JSON.stringify([base, corrected]));
});

test("of a column with two levels one is told", () => {
  const levels = ["no", "yes"].map((name) => ({ name, mean: 0.5, scale: 0.5 }));
  const shifts = [
    { name: "emergency=no", source: 0, target: -0.4, weighted: 0 },
    { name: "emergency=yes", source: 0, target: 0.4, weighted: 0 },
  ];
  const { differs, found } = wordsFor(
    { kind: "model", certificate, provenance: { schema: { columns: [{ name: "emergency", levels }] } } },
    { shiftNoise: 0.02, shifts },
  );
  assert.match(differs, /emergency=yes 70% instead of 50%/);
  assert.doesNotMatch(`${differs} ${found.join(" ")}`, /emergency=no/);
});
