// What the figures make of odd results, and the reader's own settings: without a browser.
import assert from "node:assert/strict";
import test from "node:test";
import { curvesOf, epsilonsOf, figureOf } from "../dist/paper-files/figures.js";
import { svgText } from "../dist/figures/tree.js";
import { readOwn } from "../dist/paper-files/settings.js";

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
