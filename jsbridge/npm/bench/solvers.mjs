// The engine's solvers and loops beside their peers.
import { REPETITIONS, aim, compare, median, ratio, results } from "./measured.mjs";
import { asking, cTwin, chromium, close, dist, numpy, present, python } from "./peers.mjs";
import { engineInNode } from "./run-node.mjs";

const CASES = [
  { rows: 1000, order: 10, iterations: 1000 },
  { rows: 10000, order: 20, iterations: 200 },
  { rows: 2000, order: 100, iterations: 50 },
];

export async function wholeRuns() {
  const runners = await present({
    "engine, Node": () => engineInNode(dist("bench.wasm")),
    "engine, Chromium": chromium,
    "Go natively": async () => asking(dist("bench"), []),
    "Go as wasm, no kernel": () => engineInNode(dist("bench-portable.wasm")),
    "NumPy + OpenBLAS, 1 thread": numpy,
    "ml-matrix": async () => (await import("./run-ml-matrix.mjs")).measure,
  });
  for (const c of CASES) {
    const size = `m=${c.rows} d=${c.order} K=${c.iterations}`;
    const t = await compare(`whole run, selection, ${size}`, runners, { kind: "selection", ...c });
    for (const place of ["Node", "Chromium"]) {
      const name = `whole run in ${place}, ${size}`;
      aim(
        `${name}: NumPy's time`,
        ratio(t["NumPy + OpenBLAS, 1 thread"], t[`engine, ${place}`]),
        (v) => v > 1,
        "> 1 times the engine's",
      );
    }
    aim(
      `whole run, ${size}: ml-matrix's time`,
      ratio(t["ml-matrix"], t["engine, Node"]),
      (v) => v >= 10,
      "≥ 10 times the engine's",
    );
  }
  const { "ml-matrix": _, "NumPy + OpenBLAS, 1 thread": __, ...own } = runners;
  const peers = await present({ "SciPy's L-BFGS-B, 1 thread": () => python("scipy", "run-numpy.py") });
  for (const c of CASES) {
    const size = `m=${c.rows} d=${c.order}`;
    const t = await compare(
      `default solver on a released moment, ${size}`,
      { ...own, ...peers },
      { kind: "moment", ...c },
    );
    aim(
      `default solver, ${size}: SciPy's time to the same value`,
      ratio(t["SciPy's L-BFGS-B, 1 thread"], t["engine, Node"]),
      (v) => v > 1,
      "> 1 times the engine's",
    );
  }
  await close({ ...runners, ...peers });
}

export async function trees() {
  const runners = await present({
    "engine, Node": () => engineInNode(dist("bench.wasm")),
    "Go natively": async () => asking(dist("bench"), []),
    "scikit-learn, 1 thread": () => python("sklearn", "run-sklearn.py"),
  });
  const t = await compare(
    "100 boosted trees of 31 leaves, 100,000 rows of 20 columns",
    runners,
    { kind: "trees", rows: 1e5, order: 20 },
    Math.min(3, REPETITIONS),
  );
  aim("trees: times scikit-learn's time", ratio(t["engine, Node"], t["scikit-learn, 1 thread"]), (v) => v <= 2, "≤ 2");
  await close(runners);
}

export async function scores() {
  const runners = await present({
    "engine, Node": () => engineInNode(dist("bench.wasm")),
    "C, 128-bit vectors": cTwin,
    "Go as wasm, no kernel": () => engineInNode(dist("bench-portable.wasm")),
    "NumPy + OpenBLAS, 1 thread": numpy,
  });
  for (const kind of ["scores64", "scores32"]) {
    for (const { rows, order } of [...CASES, { rows: 2000, order: 400 }]) {
      const flops = rows * order * (order + 1);
      const iterations = Math.ceil(3e8 / flops);
      const t = await compare(`${kind}, m=${rows} d=${order}`, runners, { kind, rows, order, iterations });
      console.log(`  ${((flops * iterations) / t["engine, Node"] / 1e9).toFixed(1)} · 10⁹ flop/s`);
      aim(
        `${kind} m=${rows} d=${order}: speed of the C twin`,
        ratio(t["C, 128-bit vectors"], t["engine, Node"]),
        (v) => v >= 0.6,
        "≥ 0.6 reached",
      );
    }
  }
  await close(runners);
}

/** Time against m, d and K, each over two decades. */
export async function curves() {
  const measure = await engineInNode(dist("bench.wasm"));
  const base = { rows: 1000, order: 10, iterations: 100 };
  const [byRows, byOrder] = [
    { name: "rows", values: [2000, 6000, 20000, 60000, 200000], most: 1 },
    { name: "order", values: [4, 12, 40, 120, 400], most: 2.4 },
  ];
  for (const { kind, name, values, most, ...extra } of [
    { kind: "selection", ...byRows, iterations: 40 },
    { kind: "moment", ...byRows },
    { kind: "selection", ...byOrder, iterations: 20 },
    { kind: "moment", ...byOrder },
    { kind: "selection", name: "iterations", values: [50, 150, 500, 1500, 5000], most: 1 },
  ]) {
    // A solver ends by its duality gap, after more rounds where the problem is harder. How a round grows is what the
    // engine decides.
    const points = [];
    for (const value of values) {
      const { seconds, rounds = 1 } = await measure({
        ...base,
        kind,
        ...extra,
        [name]: value,
        repetitions: REPETITIONS,
      });
      points.push([value, median(seconds) / rounds, rounds]);
    }
    // Least squares on the logarithms of the upper half, where constants no longer count.
    const upper = points.slice(2).map(([x, y]) => [Math.log(x), Math.log(y)]);
    const mean = (i) => upper.reduce((sum, p) => sum + p[i], 0) / upper.length;
    const [mx, my] = [mean(0), mean(1)];
    const exponent =
      upper.reduce((s, [x, y]) => s + (x - mx) * (y - my), 0) / upper.reduce((s, [x]) => s + (x - mx) ** 2, 0);
    const shown = points.map(
      ([x, y, rounds]) =>
        `${x}: ${(1e3 * y).toFixed(rounds > 1 ? 3 : 1)} ms${rounds > 1 ? ` in each of ${rounds} rounds` : ""}`,
    );
    console.log(`\ntime of ${kind} against ${name}: ${shown.join(", ")}; exponent ${exponent.toFixed(2)}`);
    results.push({ name: `curve ${kind} ${name}`, points, exponent });
    aim(
      `growth of ${kind === "moment" ? "a round of moment" : kind} with ${name}: exponent`,
      exponent,
      (v) => v <= most + 0.05,
      `≤ ${most}, 0.05 for what a measurement varies`,
    );
  }
}
