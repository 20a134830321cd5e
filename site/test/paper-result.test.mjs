// What a stranger could put into a result file, and what the figures make of odd ones: without a browser.
import assert from "node:assert/strict";
import test from "node:test";
import { epsilonsOf, figureOf } from "../dist/paper-files/figures.js";
import { svgText } from "../dist/figures/tree.js";
import { checkResult, curvesOf, parseResult } from "../paper/result.js";
import { readOwn } from "../dist/paper-files/settings.js";

const point = (method, noise, epsilon, rows, norm = 0.25) => ({
  ...{ method, noise, epsilon, rows, norm, normSD: 0.01, error: 0.5, errorSD: 0.02 },
  ...{ effectiveSampleSize: 300, repetitions: 2 },
});
const good = {
  settings: { epsilons: [1, 4], mu: 0.1, rule: "the best" },
  methods: [
    { id: "public", title: "Public data alone", description: "All rows alike." },
    { id: "oracle", title: "Oracle", description: "" },
    { id: "frank-wolfe", title: "Two stages", description: "", private: true },
  ],
  points: [
    ...[500, 1000].flatMap((rows) => [point("public", "none", null, rows), point("oracle", "none", null, rows, null)]),
    ...[500, 1000].flatMap((rows) => [1, 4].map((epsilon) => point("frank-wolfe", "tight", epsilon, rows))),
  ],
  grid: [],
};
const changed = (change) => {
  const result = structuredClone(good);
  return change(result) ?? JSON.stringify(result);
};

test("a hostile result is refused, with the place of the fault", () => {
  assert.equal(parseResult(JSON.stringify(good)).points.length, 8);
  for (const [change, code, detail] of [
    [() => "figure", "not-json"],
    [() => "", "not-json"],
    [() => "[".repeat(1e6), "not-json"],
    [() => "1", "not-a-result"],
    [() => "null", "not-a-result"],
    [() => '{"format":"privadapt-release","version":1}', "not-a-result"],
    [(r) => void (r.points = []), "no-points"],
    [(r) => void (r.points = Array(5000).fill(r.points[0])), "too-many"],
    [(r) => void r.points.push(r.points[0]), "bad-value", "points: one occurs twice"],
    [(r) => void r.methods.push(r.methods[0]), "bad-value", "methods: an id occurs twice"],
    [(r) => void (r.points[1].method = "__proto__"), "bad-value", "points[1].method"],
    [(r) => void (r.methods[0].id = "<b>"), "bad-value", "methods[0].id"],
    [(r) => void (r.methods[0].id = "=1+1"), "bad-value", "methods[0].id"], // a formula to a spreadsheet
    [(r) => void (r.methods[0].title = { toString: 1 }), "bad-value", "methods[0].title"],
    [(r) => void (r.points[0].noise = "constructor"), "bad-value", "points[0].noise"],
    [(r) => void (r.points[2].error = "0.1"), "bad-value", "points[2].error"],
    [(r) => void (r.points[2].error = -1), "bad-value", "points[2].error"],
    [(r) => void delete r.points[2].error, "bad-value", "points[2].error"],
    [(r) => void (r.points[0].norm = 1e308), "bad-value", "points[0].norm"],
    [(r) => void (r.points[0].rows = 10.5), "bad-value", "points[0].rows"],
    [(r) => void (r.points[0].rows = 0), "bad-value", "points[0].rows"],
    [(r) => void (r.points[0].epsilon = 0), "bad-value", "points[0].epsilon"],
  ])
    assert.throws(() => parseResult(changed(change)), { code, detail }, String(change));
});

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
    (r) => void (Object.assign(r, { settings: [1], grid: [null, { mu: "x" }] }), delete r.methods[0].description),
    (r) => void Object.assign(r.settings, { mu: 1e300, rule: "x".repeat(1e5) }),
    (r) => void (r.methods[2].title = "W".repeat(5000)),
  ]) {
    const result = structuredClone(good);
    change(result);
    const curves = curvesOf(checkResult(result));
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
