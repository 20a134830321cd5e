// What a report says in sentences and rows of plots, without a browser. The site as built is asked:
// see result-words.test.mjs.
import assert from "node:assert/strict";
import test from "node:test";
import { aboutModel, reportWords } from "../dist/plots/report.js";

const n = (value, low = value, high = value) => ({ value, low, high });
const unknown = n(null);
const numbers = (more) => ({
  all: {
    labelled: n(900, 890, 910),
    unlabelled: n(100),
    measures: { rmse: n(20, 18, 22), bias: n(1, -1, 3), r2: n(0.7, 0.6, 0.8), beyond: n(0.001, 0, 0.004), ...more },
  },
});
const price = { label: "price" };

test("numbers: the typical error with its interval, rows, what is explained, and what cannot be seen", () => {
  const words = reportWords(numbers(), price).join(" ");
  for (const said of [
    /^On the private rows with a label the predicted price is typically off by 20 \(19 times in 20 between 18 and 22\)\. About 900 private rows.*between 890 and 910.*about 100 have none/,
    /explains 70% of the variance \(19 times in 20 between 60% and 80%\)/,
    /too large to say whether the model predicts the price too high or too low on average/,
  ]) {
    assert.match(words, said);
  }
  assert.doesNotMatch(words, /more than the counts can show/);
});

test("what noise hides is not said, and what is bad is", () => {
  const say = (more) => reportWords(numbers(more), price).join(" ");
  assert.match(
    say({ rmse: n(1.4, 0, 36) }),
    /off by at most 36 \(19 times in 20\)\. The noise is too large to say how much less/,
  );
  assert.match(say({ rmse: n(20, 18, null) }), /off by at least 18 \(19 times in 20\)/);
  assert.match(
    say({ rmse: n(null, 0, 36) }),
    /off by at most 36 \(19 times in 20\)\. The noise is too large to say how much less/,
  );
  assert.match(say({ rmse: n(null, 50, 60) }), /off by 50 to 60 \(19 times in 20\)\./);
  assert.match(say({ r2: n(null, 0.8, 1) }), /explains at least 80% of the variance/);
  assert.match(say({ rmse: unknown }), /The noise is too large to say how good the model is/);
  assert.match(say({ r2: n(1, 0.8, 1) }), /explains at least 80% of the variance/);
  assert.match(say({ r2: n(-0.5, -0.8, -0.1) }), /worse than always predicting the average: do not use it here/);
  assert.match(say({ r2: n(0.1, -0.1, 0.3) }), /may be no better than always predicting the average/);
  assert.match(say({ bias: n(3, 1, 5) }), /too high on average, by 3 \(19 times in 20 between 1 and 5\)/);
  assert.match(say({ bias: n(-3, -5, -1) }), /too low on average, by 3 \(19 times in 20 between 1 and 5\)/);
  assert.match(say({ beyond: n(0.1, 0.05, 0.2) }), /10% of the rows are off by more than the counts can show/);
});

test("classes, of two and of more", () => {
  const rows = { labelled: n(900, 890, 910), unlabelled: n(0) };
  const two = reportWords(
    { all: { ...rows, measures: { auc: n(0.9, 0.88, 0.92), accuracy: n(0.8, 0.78, 0.82) } } },
    { label: "y", classes: ["no", "yes"] },
  ).join(" ");
  assert.match(
    two,
    /one of the class “yes” and one of the class “no”, the model ranks them in the right order 90% of the time.*predicts the right class for 80% of the rows/,
  );
  const hidden = reportWords(
    { all: { ...rows, measures: { auc: n(null, 0.62, 1), accuracy: n(null, 0.7, 1) } } },
    { label: "y", classes: ["no", "yes"] },
  ).join(" ");
  assert.match(hidden, /right order 62% to 100% of the time \(AUC; 19 times in 20\)/);
  const three = reportWords(
    { all: { ...rows, measures: { accuracy: n(0.8, 0.78, 0.82) } } },
    { label: "y", classes: ["a", "b", "c"] },
  ).join(" ");
  assert.match(
    three,
    /predicts the right y for 80% of the private rows with a label \(19 times in 20 between 78% and 82%\)/,
  );
});

test("which model it is about", () => {
  const about = (report) => aboutModel({ certificate: { report } });
  assert.match(
    about({ model: "public", base: "trees", modelSHA256: "ab" }),
    /fitted on the public sample alone \(trees\)\. Its SHA-256 is ab/,
  );
  assert.match(about({ model: "given", modelSHA256: "ab" }), /The model was given: the release with the SHA-256 ab/);
});
