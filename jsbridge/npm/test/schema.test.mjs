// The published schema of the release file and the engine agree: the engine's releases are valid, and both refuse a
// text that is not a release, or only the engine if a schema cannot detect the error.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import test from "node:test";
import Ajv from "ajv/dist/2020.js";
import { combinations, makeReleases } from "./schema-samples.mjs";

const schema = JSON.parse(await readFile(new URL("../release.schema.json", import.meta.url), "utf8"));
// strictTypes would have every subschema repeat "type"; the strict mode that is left finds misspelt keywords.
const isRelease = new Ajv({ strictTypes: false }).compile(schema);

const { engine, releases, combined } = await makeReleases();
test.after(() => engine.dispose());

/** The release of the first combination that has these settings, to be changed. */
function sample(settings) {
  const at = combinations.findIndex((made) => Object.entries(settings).every(([key, value]) => made[key] === value));
  return structuredClone(releases[at]);
}

/** Whether the engine reads a text and believes its claim. */
async function engineAccepts(text) {
  try {
    return (await engine.verify(text)).ok;
  } catch (error) {
    assert.equal(error.code, "bad-release");
    return false;
  }
}

test("every release of the engine is valid", async () => {
  for (const [i, release] of releases.entries()) {
    const name = JSON.stringify(combinations[i]);
    assert.ok(isRelease(release), `${name}: ${JSON.stringify(isRelease.errors)}`);
    assert.ok(await engineAccepts(JSON.stringify(release)), name);
  }
  const seen = new Set(
    releases.map(({ certificate: c }) => [c.mechanism, c.solver, c.smoothing, c.calibration].join(" ")),
  );
  assert.equal(seen.size, 15, [...seen].join("\n")); // 5 + 5 + 3, the moments, and reports
});

test("combined releases are valid, and damaged ones are refused", async () => {
  for (const release of combined) {
    assert.ok(isRelease(release), `${release.kind}: ${JSON.stringify(isRelease.errors)}`);
    assert.ok(await engineAccepts(JSON.stringify(release)), release.kind);
  }
  for (const [what, damage] of [
    ["another assumption", (c) => (c.combination.assumption = "none")],
    ["no cohorts", (c) => (c.combination.cohorts = [])],
    ["a cohort of no releases", (c) => (c.combination.cohorts[0].releases = 0)],
    ["a cohort with an odd variance", (c) => (c.combination.cohorts[0].diagonalVariance = "3")],
    ["no members", (c) => (c.combination.members = [])],
    ["members that are not named", (c) => delete c.combination.members],
    ["a digest of no members", (c) => (c.combination.membersSHA256 = "")],
    ["a field more", (c) => (c.combination.trust = true)],
    ["a combination of nothing", (c) => (c.combination = {})],
    ["a combination that is null", (c) => (c.combination = null)],
    ["a combination by selection", (c) => (c.mechanism = "selection")],
    ["no draws", (c) => (c.draws = 0)],
  ]) {
    const release = structuredClone(combined[2]);
    damage(release.certificate);
    assert.ok(!isRelease(release), `the schema takes ${what}`);
    assert.ok(!(await engineAccepts(JSON.stringify(release))), `the engine takes ${what}`);
  }
});

const model = { release: "model", mechanism: "moment" };
const squares = { release: "model", features: "quadratic" };
const nonlinear = { base: "trees" };
const weights = { release: "weights" };
const moments = { release: "moments" };
const selection = { mechanism: "selection", solver: "frank-wolfe", calibration: "tight", smoothing: "softmax" };
const pnorm = { mechanism: "selection", smoothing: "pnorm" };
const single = { mechanism: "selection", solver: "single-stage" };
const gradient = { mechanism: "gradient", calibration: "tight" };

const columnsOf = (release) => release.provenance.schema.columns;
const keepRowsPrivate = ({ certificate: c }) => ((c.adjacency = "add-remove"), delete c.n);
const boundOfAModel = ({ certificate }) => (certificate.learningBound = sample(model).certificate.learningBound);

/** Documents that both refuse: [what is wrong, a good release, how it is damaged]. */
const refusedByBoth = [
  ["another format", model, (r) => (r.format = "other")],
  ["a later version", model, (r) => (r.version = 6)],
  ["the version as a text", model, (r) => (r.version = "1")],
  ["a field more", model, (r) => (r.note = "trust me")],
  ["a field more in the certificate", model, (r) => (r.certificate.trust = true)],
  ["a field more in the noise", model, (r) => (r.certificate.noise.seed = 1)],
  ["a misspelt field", model, (r) => ((r.certificate.Epsilon = r.certificate.epsilon), delete r.certificate.epsilon)],
  ["no campaign", model, (r) => delete r.campaignId],
  ["no identifier", model, (r) => delete r.releaseId],
  ["an identifier that is a number", model, (r) => (r.releaseId = 7)],
  ["an identifier in words", model, (r) => (r.releaseId = "the exact number of labels is 1475")],
  ["a campaign in words", model, (r) => (r.campaignId = "1475 of 3000 have a label")],
  ["a campaign of 65 letters", model, (r) => (r.campaignId = "x".repeat(65))],
  ["a version in words", model, (r) => (r.provenance.engineVersion = "0.1.0 of 1475 rows")],
  ["a version of four figures", model, (r) => (r.provenance.engineVersion = "1475.0.0")],
  ["a digest in words", model, (r) => (r.provenance.sourceSHA256 = "the exact number of labels is 1475".padEnd(64))],
  ["a label of 1001 letters", model, (r) => (r.provenance.schema.label = "y".repeat(1001))],
  ["a reason", model, (r) => (r.certificate.reason = "the exact number of labels is 1475")],
  ["no word of what n counts", model, (r) => delete r.certificate.unit],
  ["another unit", model, (r) => (r.certificate.unit = "household")],
  ["another kind", model, (r) => (r.kind = "rows")],
  ["no values", model, (r) => delete r.values],
  ["no certificate", model, (r) => delete r.certificate],
  ["a certificate that is null", model, (r) => (r.certificate = null)],
  ["no provenance", model, (r) => delete r.provenance],
  ["the kind of other values", model, (r) => (r.kind = "weights")],
  ["moments called weights", moments, (r) => (r.kind = "weights")],
  ["values of two kinds", model, (r) => (r.values.weights = [1])],
  ["a model without an intercept", model, (r) => delete r.values.intercept],
  ["a model without coefficients", model, (r) => (r.values.coefficients = [])],
  ["a coefficient without a value", model, (r) => delete r.values.coefficients[0].value],
  ["a coefficient that is a text", model, (r) => (r.values.coefficients[0].value = "1")],
  ["features that are not known", model, (r) => (r.certificate.features = "cubic")],
  ["a map that is not known", squares, (r) => (r.provenance.features.map = "cubic")],
  ["a map of linear features", squares, (r) => (r.provenance.features = { map: "linear" })],
  ["a map without its scales", squares, (r) => delete r.provenance.features.scales],
  ["a map with a scale of 0", squares, (r) => (r.provenance.features.scales[0] = 0)],
  ["a map with the numbers of another", squares, (r) => (r.provenance.features.matrix = [[1]])],
  ["the column of a feature", squares, (r) => (r.values.coefficients[0].column = "a")],
  ["a range of labels without an end", model, (r) => r.values.labelRange.pop()],
  ["an intercept that was no number", model, (r) => (r.values.intercept = NaN)],
  ["a nonlinear model, without its weights", nonlinear, (r) => delete r.values.weights],
  ["a nonlinear model, without its choice", nonlinear, (r) => delete r.certificate.base],
  ["a nonlinear model, with a learning bound", nonlinear, boundOfAModel],
  ["a nonlinear model, with an intercept", nonlinear, (r) => (r.values.intercept = 1)],
  ["a model that is no base64", nonlinear, (r) => (r.values.base = "?")],
  ["a candidate of no known kind", nonlinear, (r) => (r.certificate.base.candidates[0].base = "forest")],
  ["a candidate of a negative share", nonlinear, (r) => (r.certificate.base.candidates[0].share = -1)],
  ["a choice for released weights", weights, (r) => (r.certificate.base = sample(nonlinear).certificate.base)],
  ["classes of a linear model", model, (r) => (r.provenance.schema.classes = ["a", "b"])],
  ["a negative weight", weights, (r) => ((r.values.weights[0] -= 1), (r.values.weights[1] += 1))],
  ["no weights", weights, (r) => (r.values.weights = [])],
  ["a weight that is null", weights, (r) => (r.values.weights[3] = null)],
  ["moments that are one row", moments, (r) => (r.values.moments = r.values.moments[0])],
  ["moments without names", moments, (r) => delete r.values.names],
  ["ε = 0", model, (r) => (r.certificate.epsilon = 0)],
  ["a negative ε", model, (r) => (r.certificate.epsilon = -1)],
  ["ε that is null", model, (r) => (r.certificate.epsilon = null)],
  ["δ = 0", model, (r) => (r.certificate.delta = 0)],
  ["δ = 1", model, (r) => (r.certificate.delta = 1)],
  ["a negative ρ", model, (r) => (r.certificate.rho = -1)],
  ["n = 0", model, (r) => (r.certificate.n = 0)],
  ["half a row", model, (r) => (r.certificate.n = 100.5)],
  ["no n", model, (r) => delete r.certificate.n],
  ["an estimate of the public n", model, (r) => (r.certificate.rowsEstimate = 200)],
  ["the other adjacency without its estimate", model, keepRowsPrivate],
  ["a private n by selection", selection, (r) => (keepRowsPrivate(r), (r.certificate.rowsEstimate = 200))],
  ["another adjacency", model, (r) => (r.certificate.adjacency = "nobody")],
  ["another accountant", model, (r) => (r.certificate.accountant = "rdp")],
  ["another mechanism", model, (r) => (r.certificate.mechanism = "none")],
  ["another solver", model, (r) => (r.certificate.solver = "adam")],
  ["a solver that the mechanism does not serve", selection, (r) => (r.certificate.solver = "projected-gradient")],
  ["a gradient for Frank-Wolfe", gradient, (r) => (r.certificate.solver = "frank-wolfe")],
  ["another calibration", model, (r) => (r.certificate.calibration = "loose")],
  ["the paper's second moment", model, (r) => (r.certificate.calibration = "paper")],
  ["another smoothing", model, (r) => (r.certificate.smoothing = "entropy")],
  ["a smoothing without a solver", moments, (r) => (r.certificate.smoothing = "softmax")],
  ["a solver for released moments", moments, (r) => (r.certificate.solver = "frank-wolfe")],
  ["a radius of nothing", model, (r) => (r.certificate.radius = 1e-4)],
  ["a radius beyond numbers", model, (r) => (r.certificate.radius = 1e9)],
  ["a source of no size", model, (r) => (r.certificate.sourceRadius = 0)],
  ["another grid", model, (r) => (r.certificate.gridSteps /= 2)],
  ["an intercept of no steps", model, (r) => (r.certificate.interceptSteps = 0)],
  ["an intercept that fills the ball", model, (r) => (r.certificate.interceptSteps = r.certificate.gridSteps)],
  ["an order of one", model, (r) => (r.certificate.order = 1)],
  ["a negative λ", model, (r) => (r.certificate.lambda = -1)],
  ["no λ", model, (r) => (r.certificate.lambda = null)],
  ["μ = 0", selection, (r) => (r.certificate.mu = 0)],
  ["no μ where rounds draw noise", selection, (r) => (r.certificate.mu = null)],
  ["no p", pnorm, (r) => (r.certificate.p = null)],
  ["p below 1", pnorm, (r) => (r.certificate.p = 0.5)],
  ["no iterations", selection, (r) => (r.certificate.iterations = null)],
  ["half an iteration", selection, (r) => (r.certificate.iterations = 2.5)],
  ["too many iterations", model, (r) => (r.certificate.iterations = 1e7)],
  ["λ for released moments", moments, (r) => (r.certificate.lambda = 1)],
  ["two draws of the moment", moments, (r) => (r.certificate.draws = 2)],
  ["a negative number of draws", selection, (r) => (r.certificate.draws = -1)],
  ["no model norm", single, (r) => (r.certificate.modelNorm = null)],
  ["a model norm of 0", single, (r) => (r.certificate.modelNorm = 0)],
  ["a single stage on the p-norm", single, (r) => ((r.certificate.smoothing = "pnorm"), (r.certificate.p = 2))],
  ["no noise", model, (r) => delete r.certificate.noise],
  ["noise of another mechanism", selection, (r) => (r.certificate.noise = sample(gradient).certificate.noise)],
  ["a variance that is a number", moments, (r) => (r.certificate.noise.diagonalVariance = 1e20)],
  ["a variance in powers of ten", moments, (r) => (r.certificate.noise.diagonalVariance = "1e20")],
  ["an odd variance", moments, (r) => (r.certificate.noise.diagonalVariance = "12345678901234567")],
  ["a variance of 0", moments, (r) => (r.certificate.noise.diagonalVariance = "0")],
  ["a variance of a thousand digits", moments, (r) => (r.certificate.noise.diagonalVariance = "8".repeat(1000))],
  ["no standard deviation", moments, (r) => delete r.certificate.noise.standardDeviation],
  [
    "the paper's noise under the tight accounting",
    selection,
    (r) => (r.certificate.noise.distribution = "discrete-laplace"),
  ],
  ["a scale of 0", selection, (r) => (r.certificate.noise.scale = 0)],
  ["no range of scores", selection, (r) => delete r.certificate.noise.scoreRange],
  ["no error of scores", selection, (r) => delete r.certificate.noise.scoreError],
  ["no sensitivity", gradient, (r) => delete r.certificate.noise.sensitivity],
  ["a source without fourth moments", gradient, (r) => (r.certificate.sourceQuartic = 0)],
  ["half a discrepancy", model, (r) => delete r.certificate.discrepancy.noise],
  ["half a learning bound", model, (r) => delete r.certificate.learningBound.labelFactor],
  ["a learning bound chosen among twelve norms", model, (r) => (r.certificate.learningBound.normChoices = 12)],
  ["a learning bound of a selection", selection, boundOfAModel],
  ["a learning bound for released moments", moments, boundOfAModel],
  ["no digest", model, (r) => (r.provenance.sourceSHA256 = "")],
  ["a source of one row", model, (r) => (r.provenance.sourceRows = 1)],
  ["a schema without a label", model, (r) => delete r.provenance.schema.label],
  ["a schema without features", model, (r) => columnsOf(r).splice(0, 2)],
  ["a column of another kind", model, (r) => (columnsOf(r)[0].kind = "date")],
  ["an order of what are no dates", model, (r) => (columnsOf(r)[0].dateOrder = "dmy")],
  ["an order of dates that is none", model, (r) => Object.assign(columnsOf(r)[0], { dates: true, dateOrder: "ydm" })],
  ["a column without a scale", model, (r) => delete columnsOf(r)[0].scale],
  ["a mean of 0 that is written out", model, (r) => (columnsOf(r)[0].mean = 0)],
  ["a name with outer spaces", model, (r) => (r.provenance.schema.label = " y")],
  ["levels of a numeric column", model, (r) => (columnsOf(r)[0].levels = columnsOf(r)[1].levels)],
  ["a single level", model, (r) => columnsOf(r)[1].levels.pop()],
  ["a level of every row", model, (r) => (columnsOf(r)[1].levels[0].mean = 1)],
  ["a preview that is a text", model, (r) => (r.provenance.settingsAfterPreview = "yes")],
];

for (const [name, settings, damage] of refusedByBoth) {
  test(`both refuse ${name}`, async () => {
    const release = sample(settings);
    damage(release);
    assert.ok(!isRelease(release), "the schema");
    assert.ok(!(await engineAccepts(JSON.stringify(release))), "the engine");
  });
}

/** Documents of the right form that say something wrong: two fields do not fit each other, or a claim is false. */
const refusedByTheEngine = [
  ["a smaller ε than the noise gives", model, (r) => (r.certificate.epsilon = 0.9)],
  ["a smaller δ than the noise gives", selection, (r) => (r.certificate.delta /= 10)],
  ["less noise than claimed", selection, (r) => (r.certificate.noise.scale /= 2)],
  ["a variance that is not the standard deviation's", moments, (r) => (r.certificate.noise.diagonalVariance = "1000")],
  ["a learning bound below the sum of its terms", model, (r) => (r.certificate.learningBound.value *= 0.9)],
  ["a draw that is not counted", selection, (r) => (r.certificate.draws -= 1)],
  ["a range of scores that is too small", selection, (r) => (r.certificate.noise.scoreRange /= 2)],
  ["more private rows", gradient, (r) => (r.certificate.n /= 2)],
  ["a source outside the ball", model, (r) => (r.certificate.sourceRadius = 2 * r.certificate.radius)],
  ["an order that is not the schema's", model, (r) => (r.certificate.order += 1)],
  ["weights whose sum is 2", weights, (r) => (r.values.weights = r.values.weights.map((w) => 2 * w))],
  ["a weight too few", weights, (r) => r.values.weights.splice(0, 2, r.values.weights[0] + r.values.weights[1])],
  ["a coefficient too few", model, (r) => r.values.coefficients.pop()],
  ["features that the map does not give", squares, (r) => (r.certificate.features = "directions")],
  ["a map that is not stated", squares, (r) => delete r.provenance.features],
  ["a scale too few", squares, (r) => r.provenance.features.scales.pop()],
  ["a feature of another name", squares, (r) => (r.values.coefficients[0].feature = "b^2")],
  ["a range of labels upside down", model, (r) => r.values.labelRange.reverse()],
  ["coefficients in another order", model, (r) => r.values.coefficients.reverse()],
  ["moments that are not symmetric", moments, (r) => (r.values.moments[1][2] += 1)],
  ["moments that are not square", moments, (r) => r.values.moments.pop()],
  ["names that are not the schema's", moments, ({ values: { names } }) => names.splice(1, 2, names[2], names[1])],
  ["another first name", moments, (r) => (r.values.names[0] = "one")],
  ["a public entry that is not public", moments, (r) => (r.values.moments[0][0] = 2)],
  ["two columns of one name", model, (r) => (columnsOf(r)[2].name = "a")],
  ["a range upside down", model, (r) => (columnsOf(r)[0].min = 1e6)],
];

for (const [name, settings, damage] of refusedByTheEngine) {
  test(`the engine refuses ${name}`, async () => {
    const release = sample(settings);
    damage(release);
    assert.ok(isRelease(release), JSON.stringify(isRelease.errors));
    assert.ok(!(await engineAccepts(JSON.stringify(release))));
  });
}

/** Texts that JSON.parse turns into a good release: the schema never sees the difference. */
const refusedAsTexts = [
  ["a field that is there twice", (text) => text.replace('"epsilon":', '"epsilon":7,"epsilon":')],
  ["a whole number with decimals", (text) => text.replace('"n":200', '"n":200.0')],
  ["text after the document", (text) => `${text} {}`],
];

for (const [name, damage] of refusedAsTexts) {
  test(`the engine refuses ${name}`, async () => {
    const text = JSON.stringify(sample(model));
    assert.ok(await engineAccepts(text));
    assert.notEqual(damage(text), text);
    assert.ok(!(await engineAccepts(damage(text))));
  });
}

test("the schema is published with the package", async () => {
  const { exports, files } = JSON.parse(await readFile(new URL("../package.json", import.meta.url), "utf8"));
  assert.equal(exports["./release.schema.json"], "./release.schema.json");
  assert.ok(files.includes("release.schema.json"));
});
