// Releases of every kind, mechanism, solver, calibration and smoothing, made by the engine.
import { load } from "../index.js";
import { randomFrom } from "./support.mjs";

const random = randomFrom(7);
const line = (...cells) => `${cells.join(",")}\n`;
const colour = () => (random() < 0.5 ? "red" : "blue");
const number = () => (10 * random()).toFixed(2);
const source =
  line("a", "c", "skip", "y") + Array.from({ length: 30 }, () => line(number(), colour(), "x", number())).join("");
const target =
  line("a", "c", "y", "person") +
  Array.from({ length: 200 }, (_, i) => line(number(), colour(), random() < 0.7 ? number() : "", i % 90)).join("");

/** Which settings go together; the engine refuses the others. */
export const combinations = [];
for (const [mechanism, solvers, calibrations] of [
  ["moment", ["projected-gradient", "mirror-descent", "single-stage"], ["tight"]],
  ["selection", ["frank-wolfe", "single-stage"], ["tight", "paper"]],
  ["gradient", ["mirror-descent"], ["tight", "paper"]],
]) {
  for (const solver of solvers) {
    for (const calibration of calibrations) {
      for (const smoothing of ["softmax", "pnorm"]) {
        if (smoothing === "pnorm" && (solver === "single-stage" || calibration === "paper")) continue;
        for (const release of ["model", "weights"]) {
          combinations.push({ release, mechanism, solver, calibration, smoothing });
        }
      }
    }
  }
}
combinations.push({ release: "model", base: "trees" }, { release: "model", base: "auto", adjacency: "add-remove" });
combinations.push(
  { release: "model", useLabels: true },
  { release: "model", useLabels: true, adjacency: "add-remove" },
);
combinations.push({ release: "report" }, { release: "report", groupBy: "c", adjacency: "add-remove" });
combinations.push({ release: "moments" });
combinations.push({ release: "moments", adjacency: "add-remove" });
combinations.push(
  { release: "moments", useLabels: true },
  { release: "moments", useLabels: true, base: "auto", adjacency: "add-remove" },
);
combinations.push({ release: "model", adjacency: "add-remove" });
combinations.push({ release: "model", mu: "auto" }); // the norm itself: no mu
combinations.push({ release: "model", modelNorm: 2, mechanism: "gradient" }); // a norm in place of a ridge
combinations.push({ release: "weights", mechanism: "selection", iterations: 1 }); // no draw
for (const protecting of [
  { release: "model" },
  { release: "model", base: "trees" },
  { release: "model", useLabels: true },
  { release: "weights" },
  { release: "moments" },
  { release: "moments", useLabels: true },
  { release: "report" },
])
  combinations.push({ ...protecting, unit: "person" }, { ...protecting, unit: "person", adjacency: "add-remove" });
for (const features of ["quadratic", "directions"]) {
  combinations.push({ release: "model", features }, { release: "moments", features });
}
combinations.push({ release: "moments", radius: 1.01, epsilon: 8 });

/**
 * An engine and one release, as JSON.parse gives it, for each combination. Models are linear unless the settings name a
 * base.
 */
export async function makeReleases() {
  const engine = await load({ ledger: false });
  const sample = await engine.loadSource(new Blob([source]), { label: "y" });
  const owner = await engine.loadTarget(new Blob([target]));
  const releases = [];
  for (const settings of combinations) {
    const made = await engine.adapt({
      source: sample,
      target: owner,
      epsilon: 1,
      delta: 1e-6,
      iterations: 60,
      base: "linear",
      ...settings,
    });
    releases.push(made.toJSON());
  }
  const moments = [];
  for (const epsilon of [1, 1, 2]) {
    moments.push(await engine.adapt({ source: sample, target: owner, epsilon, delta: 1e-6, release: "moments" }));
  }
  const combined = [];
  const labelled = [];
  for (const epsilon of [1, 2]) {
    labelled.push(
      await engine.adapt({
        source: sample,
        target: owner,
        epsilon,
        delta: 1e-6,
        release: "moments",
        useLabels: true,
        base: "linear",
      }),
    );
  }
  for (const release of ["model", "moments"])
    combined.push((await engine.combine(labelled, { source: sample, release })).toJSON());
  for (const release of ["model", "weights", "moments"]) {
    combined.push((await engine.combine(moments, { source: sample, release, base: "linear" })).toJSON());
    combined.push((await engine.combine(moments, { source: sample, release, base: "linear", trim: 1 })).toJSON());
  }
  return { engine, releases, combined };
}
