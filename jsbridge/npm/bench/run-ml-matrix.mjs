// The same run in JavaScript by ml-matrix, the peer of a web page without wasm.
import { EigenvalueDecomposition, Matrix } from "ml-matrix";

const MU = 20;
const LAMBDA = 10;

function uniform(k) {
  k ^= k >>> 16;
  k = Math.imul(k, 0x85ebca6b);
  k ^= k >>> 13;
  k = Math.imul(k, 0xc2b2ae35);
  k ^= k >>> 16;
  return (k >>> 0) / 2 ** 32;
}

function points(rows, d, shift, first) {
  const x = new Matrix(rows, d);
  let longest = 0;
  for (let j = 0, k = first; j < rows; j++) {
    let norm = 0;
    for (let i = 0; i < d; i++, k += 4) {
      const v = (uniform(k) + uniform(k + 1) + uniform(k + 2) + uniform(k + 3) - 2) * 1.7320508 + shift;
      x.set(j, i, v);
      norm += v * v;
    }
    longest = Math.max(longest, norm);
  }
  return x.div(Math.sqrt(longest));
}

export function measure({ rows, order, iterations, repetitions, scale }) {
  const x = points(rows, order, 0, 0);
  const t = points(400, order, 0.3, 2 ** 31);
  const m0 = t.transpose().mmul(t).div(400);
  const seconds = [];
  for (let r = 0; r < repetitions; r++) {
    const start = performance.now();
    selection(x, m0, iterations, scale);
    seconds.push((performance.now() - start) / 1e3);
  }
  return { seconds };
}

function selection(x, m0, iterations, scale) {
  const [m, d] = [x.rows, x.columns];
  const q = new Float64Array(m).fill(1 / m);
  let matrix = Matrix.sub(m0, x.transpose().mmul(x).div(m));
  const sums = new Float64Array(m);
  for (let step = 1; step < iterations; step++) {
    const { realEigenvalues: values, eigenvectorMatrix: vectors } = new EigenvalueDecomposition(matrix, {
      assumeSymmetric: true,
    });
    const top = Math.max(...values.map(Math.abs));
    const up = values.map((v) => Math.exp(MU * (v - top)));
    const down = values.map((v) => Math.exp(MU * (-v - top)));
    const total = up.reduce((a, b) => a + b) + down.reduce((a, b) => a + b);
    const g = vectors
      .clone()
      .mulRowVector(up.map((v, k) => (v - down[k]) / total))
      .mmul(vectors.transpose());
    const xg = x.mmul(g);
    const scores = new Float64Array(m);
    let least = Infinity;
    for (let j = 0; j < m; j++) {
      let form = 0;
      for (let i = 0; i < d; i++) form += xg.get(j, i) * x.get(j, i);
      scores[j] = LAMBDA * q[j] - form;
      least = Math.min(least, scores[j]);
    }
    let sum = 0;
    for (let j = 0; j < m; j++) sums[j] = sum += Math.exp((least - scores[j]) / scale);
    const u = Math.random() * sum;
    const j = sums.findIndex((v) => v > u);
    const eta = Math.min(1, 3 / (step + 2));
    for (let i = 0; i < m; i++) q[i] *= 1 - eta;
    q[j] += eta;
    const row = x.getRowVector(j);
    matrix = Matrix.add(Matrix.mul(matrix, 1 - eta), Matrix.sub(m0, row.transpose().mmul(row)).mul(eta));
  }
}
