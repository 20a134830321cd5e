// Copies the figures that the owner's page shows from the report of `make evaluate` to evaluation.json here, which is
// kept in the repository, so that a build of the site need not measure again.
//
//   node build/evaluation.mjs [REPORT]
import { readFile, writeFile } from "node:fs/promises";

const report = new URL(
  process.argv[2] ?? "../../jsbridge/npm/dist/evaluate.json",
  process.argv[2] ? `file://${process.cwd()}/` : import.meta.url,
);
const { settings, tasks, summary } = JSON.parse(await readFile(report, "utf8"));
const epsilons = settings.epsilons.filter((epsilon) => epsilon !== null);
const round = (value) => Number(value.toFixed(3));

const shown = tasks.map(({ name, real, sourceRows, targetRows, features, counts, curves }) => {
  const of = (method, epsilon) =>
    curves.find((curve) => curve.method === method && (epsilon === undefined || curve.epsilon === epsilon));
  return {
    name,
    real,
    sourceRows,
    targetRows,
    features,
    // By ε, the share kept of what reweighting gains without privacy; where that gain is below 5%, only the change of
    // the error.
    kept: counts ? epsilons.map((epsilon) => round(of("engine", epsilon).kept)) : undefined,
    reference: counts ? undefined : round(of("reference").harm),
    engine: counts ? undefined : epsilons.map((epsilon) => round(of("engine", epsilon).harm)),
  };
});
const median = epsilons.map((epsilon) => round(summary.kept.find((one) => one.epsilon === epsilon).real));
const file = new URL("evaluation.json", import.meta.url);
const lines = shown.map((task) => `  ${JSON.stringify(task)}`).join(",\n");
await writeFile(
  file,
  `{\n "delta": ${settings.delta}, "repetitions": ${settings.repetitions}, "epsilons": ${JSON.stringify(epsilons)}, "median": ${JSON.stringify(median)},\n "tasks": [\n${lines}\n ]\n}\n`,
);
