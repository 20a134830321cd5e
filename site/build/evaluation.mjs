// Takes what the owner's page shows out of the report of `make evaluate`, into owner/evaluation.json, which is kept in the
// repository: a build of the site does not measure anew.
//
//   node build/evaluation.mjs [REPORT]
import { readFile, writeFile } from "node:fs/promises";

const report = new URL(process.argv[2] ?? "../../jsbridge/npm/dist/evaluate.json", process.argv[2] ? `file://${process.cwd()}/` : import.meta.url);
const { settings, tasks, summary } = JSON.parse(await readFile(report, "utf8"));
const epsilons = settings.epsilons.filter((epsilon) => epsilon !== null);
const round = (value) => Number(value.toFixed(3));

const shown = tasks.map(({ name, real, sourceRows, targetRows, features, counts, curves }) => {
  const of = (method, epsilon) => curves.find((curve) => curve.method === method && (epsilon === undefined || curve.epsilon === epsilon));
  return {
    name, real, sourceRows, targetRows, features,
    // Of what reweighting gains without privacy, by ε; where that is less than 5% only how much it changes the error.
    kept: counts ? epsilons.map((epsilon) => round(of("engine", epsilon).kept)) : undefined,
    reference: counts ? undefined : round(of("reference").harm),
    engine: counts ? undefined : epsilons.map((epsilon) => round(of("engine", epsilon).harm)),
  };
});
const median = epsilons.map((epsilon) => round(summary.kept.find((one) => one.epsilon === epsilon).real));
const file = new URL("../owner/evaluation.json", import.meta.url);
const lines = shown.map((task) => `  ${JSON.stringify(task)}`).join(",\n");
await writeFile(file, `{\n "delta": ${settings.delta}, "repetitions": ${settings.repetitions}, "epsilons": ${JSON.stringify(epsilons)}, "median": ${JSON.stringify(median)},\n "tasks": [\n${lines}\n ]\n}\n`);
