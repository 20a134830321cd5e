// The result of the experiment, from the lab or from a file. A file may come from strangers: everything the page uses
// is checked here, and nothing else is passed on.

export const MAX_BYTES = 5_000_000;
const MAX_POINTS = 4000;
const MAX_CURVES = 240;
const MAX_METHODS = 24;
const MAX_GRID = 100;
const MAX_TEXT = 2000;
/** Beyond these a number is no norm, error or ε, and would make charts and tables overflow. */
const LARGEST = 1e12;
const SMALLEST = 1e-12;

const NOISES = ["none", "paper", "tight", "moment"];

/** `code` is a key of texts.paper.problems; `detail` names the faulty place in our own words. */
export class ResultProblem extends Error {
  constructor(code, detail) {
    super(detail ? `${code}: ${detail}` : code);
    this.code = code;
    this.detail = detail;
  }
}

/** Returns the checked result in a text, as checkResult does. Throws ResultProblem. */
export function parseResult(text) {
  let value;
  try {
    value = JSON.parse(text);
  } catch {
    throw new ResultProblem("not-json");
  }
  return checkResult(value);
}

/**
 * Returns {settings, methods, points, grid, raw}, where `raw` is the value itself, for saving. Throws ResultProblem.
 */
export function checkResult(value) {
  if (!isObject(value) || !Array.isArray(value.methods) || !Array.isArray(value.points))
    throw new ResultProblem("not-a-result");
  if (value.points.length === 0) throw new ResultProblem("no-points");
  if (value.points.length > MAX_POINTS || value.methods.length > MAX_METHODS) throw new ResultProblem("too-many");
  const methods = value.methods.map(checkMethod);
  const known = new Set(methods.map((method) => method.id));
  if (known.size < methods.length) throw new ResultProblem("bad-value", "methods: an id occurs twice");
  const points = value.points.map((point, i) => checkPoint(point, `points[${i}]`, known));
  const places = new Set(points.map(({ method, noise, epsilon, rows }) => [method, noise, epsilon, rows].join()));
  if (places.size < points.length) throw new ResultProblem("bad-value", "points: one occurs twice");
  if (new Set(points.map(curveId)).size > MAX_CURVES) throw new ResultProblem("too-many");
  return { settings: checkSettings(value.settings), methods, points, grid: checkGrid(value.grid), raw: value };
}

function checkMethod(method, i) {
  const where = `methods[${i}]`;
  if (!isObject(method)) throw new ResultProblem("bad-value", where);
  // An id also goes into files, where a leading = or - would be a formula to a spreadsheet.
  if (typeof method.id !== "string" || !/^[a-z][a-z0-9-]{0,40}$/.test(method.id))
    throw new ResultProblem("bad-value", `${where}.id`);
  return {
    id: method.id,
    title: text(method.title, `${where}.title`, 100) || method.id,
    description: text(method.description ?? "", `${where}.description`, MAX_TEXT),
    private: method.private === true,
  };
}

function checkPoint(point, where, methods) {
  if (!isObject(point)) throw new ResultProblem("bad-value", where);
  const { method, noise, epsilon } = point;
  if (!methods.has(method)) throw new ResultProblem("bad-value", `${where}.method`);
  if (!NOISES.includes(noise)) throw new ResultProblem("bad-value", `${where}.noise`);
  const number = (name, least, orNull) => {
    const x = point[name] ?? null;
    if (x === null && orNull) return null;
    if (typeof x !== "number" || !(x >= least && x <= LARGEST))
      throw new ResultProblem("bad-value", `${where}.${name}`);
    return x;
  };
  const norm = number("norm", 0, true);
  return {
    method,
    noise,
    epsilon: epsilon === null ? null : number("epsilon", SMALLEST),
    rows: whole(number("rows", 1), `${where}.rows`),
    norm,
    normSD: norm === null ? null : (number("normSD", 0, true) ?? 0),
    error: number("error", 0),
    errorSD: number("errorSD", 0, true) ?? 0,
    effectiveSampleSize: number("effectiveSampleSize", 0, true),
    repetitions: whole(number("repetitions", 1), `${where}.repetitions`),
  };
}

/** Settings are only shown, so what is not of the agreed kind is left out. */
function checkSettings(settings) {
  if (!isObject(settings)) return {};
  const checked = {};
  for (const name of ["repetitions", "iterations", "mu", "lambda", "delta", "sourceRows"]) {
    if (isShowable(settings[name])) checked[name] = settings[name];
  }
  for (const name of ["modelNorm", "rule"]) {
    if (typeof settings[name] === "string") checked[name] = settings[name].slice(0, MAX_TEXT);
  }
  return checked;
}

/** The parameters that the single stage was tried with; a result need not have any. */
function checkGrid(grid) {
  if (!Array.isArray(grid) || grid.length > MAX_GRID) return [];
  const numbers = ["mu", "modelNorm", "playedError", "error"];
  return grid.filter((cell) => isObject(cell) && numbers.every((name) => isShowable(cell[name])));
}

/** Returns the curves: {id, method, noise, epsilon, points in order of rows}, in the order in which they are listed. */
export function curvesOf({ methods, points }) {
  const curves = new Map();
  for (const point of points) {
    const id = curveId(point);
    if (!curves.has(id)) {
      const method = methods.find((one) => one.id === point.method);
      curves.set(id, { id, method, noise: point.noise, epsilon: point.epsilon, points: [] });
    }
    curves.get(id).points.push(point);
  }
  for (const curve of curves.values()) curve.points.sort((a, b) => a.rows - b.rows);
  const rank = (curve) => [methods.indexOf(curve.method), NOISES.indexOf(curve.noise), curve.epsilon ?? Infinity];
  return [...curves.values()].sort((a, b) => {
    const [x, y] = [rank(a), rank(b)];
    const i = x.findIndex((value, j) => value !== y[j]);
    return i < 0 ? 0 : x[i] - y[i];
  });
}

const curveId = ({ method, noise, epsilon }) => `${method} ${noise} ${epsilon ?? "none"}`;

function text(value, where, longest) {
  if (typeof value !== "string") throw new ResultProblem("bad-value", where);
  return value.slice(0, longest);
}

function whole(value, where) {
  if (!Number.isInteger(value)) throw new ResultProblem("bad-value", where);
  return value;
}

const isShowable = (value) => typeof value === "number" && value >= 0 && value <= LARGEST;

const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
