// The package as its callers have it: whole runs, reading, predictions.
import { existsSync } from "node:fs";
import { REPETITIONS, aim, compare, median, ratio, results } from "./measured.mjs";
import { here, run } from "./peers.mjs";
import { packageInChromium } from "./run-chromium.mjs";

/** A million source rows by the package itself, on two cores and, where these share the work, on one. */
export async function million() {
  const size = { rows: 1e6, order: 20 };
  const measured = {};
  for (const { counts, ...settings } of [
    { counts: [2], mechanism: "selection", iterations: 200 },
    { counts: [2, 1], mechanism: "moment" },
  ]) {
    const { mechanism } = settings;
    for (const cores of counts) {
      const r = await packageInChromium({ cores, ...size, ...settings }).catch(
        (error) => void console.log(`a million rows: not measured (${error.message.split("\n")[0]})`),
      );
      if (!r) continue;
      measured[`${mechanism} ${cores}`] = r;
      results.push({ name: `a million rows, ${mechanism}, ${cores} cores`, ...r });
      console.log(
        `\nm=10⁶ d=20 ${mechanism}${"iterations" in settings ? ` K=${settings.iterations}` : ""}, Chromium, ${r.threads} of the engine's threads: ${r.seconds.toFixed(1)} s${r.rounds ? ` for ${r.rounds} rounds` : ""} after ` +
          `${r.loading.toFixed(1)} s for the sample, ${r.memory.toFixed(0)} MB, progress reported ${r.progress} times, page blocked for ${(1e3 * r.blocked).toFixed(0)} ms at most, ` +
          `cancelled within ${r.cancelled?.toFixed(0)} ms, ${r.left} thread left`,
      );
    }
  }
  const r = measured["selection 2"];
  aim("a million rows: seconds", r?.seconds, (v) => v < 30, "< 30");
  aim("a million rows: gigabytes", r && r.memory / 1e3, (v) => v < 1.5, "< 1.5");
  const [two, one] = [measured["moment 2"], measured["moment 1"]];
  aim("a million rows, moment: seconds", two?.seconds, (v) => v <= 5, "≤ 5");
  aim("a million rows, moment: gigabytes", two && two.memory / 1e3, (v) => v <= 0.5, "≤ 0.5");
  aim(
    "a million rows, moment: speed of two threads",
    two && one && ratio(one.seconds / one.rounds, two.seconds / two.rounds),
    (v) => v >= 1.5,
    "≥ 1.5 times one thread's",
  );
  aim("a million rows, moment: threads", measured["moment 2"]?.threads, (v) => v === 2, "2");
  aim("a million rows: progress reports", r?.progress, (v) => v > 10, "> 10 times");
  aim("a million rows: milliseconds until cancelled", r && (r.cancelled ?? Infinity), (v) => v < 100, "< 100");
}

export async function ingest() {
  const { ingest: measure } = await import("./ingest.mjs");
  const table = await measure({ repetitions: REPETITIONS, log: (line) => console.error(line) });
  console.log("\ningest");
  for (const { name, unit, values } of table) {
    console.log(
      `  ${name.padEnd(52)} ${median(values).toFixed(1).padStart(8)} ${unit}  (${Math.min(...values).toFixed(1)} to ${Math.max(...values).toFixed(1)})`,
    );
    results.push({ name, unit, values, median: median(values) });
  }
  const value = (name) => median(table.find((row) => row.name === name)?.values ?? []);
  for (const shape of ["short", "long"]) {
    const name = `ingest ${shape} Chromium`;
    aim(
      `${name}: speed of PapaParse`,
      ratio(value(`${name} privadapt`), value(`${name} papaparse`)),
      (v) => v > 1,
      "> 1 reached",
    );
    aim(
      `${name}: speed of DuckDB-Wasm`,
      ratio(value(`${name} privadapt`), value(`${name} duckdb`)),
      (v) => v > 1,
      "> 1 reached",
    );
    aim(`${name}: megabytes`, value(`${name} privadapt memory`), (v) => v < 200, "< 200");
  }
}

export async function predict() {
  const { rows, runners, close } = await (await import("./predict.mjs")).predictors();
  const t = await compare(`predictions of ${rows} rows of 8 columns`, runners, {});
  aim("linear predictions of 100,000 rows held as objects: seconds", t["rows, numbers"], (v) => v <= 0.3, "≤ 0.3");
  await close();
}

/**
 * The default run on California's rows, by the package itself: an engine's first run, and its fifth. Each engine has a
 * process of its own.
 */
export async function defaultRun() {
  const task = here("../../../../shared/data/calhousing_ratio_inland_to_coast");
  const runs = [];
  for (let repetition = 0; existsSync(task) && repetition < REPETITIONS; repetition++) {
    runs.push(JSON.parse((await run(process.execPath, [here("default-run.mjs"), task])).stdout));
  }
  console.log(
    `\ndefault run, California, weights, both files read${runs.length > 0 ? `, m=${runs[0].rows}` : `: not measured (${task} is missing)`}`,
  );
  for (const [which, at] of runs.length === 0
    ? []
    : [
        ["first", 0],
        ["fifth", 4],
      ]) {
    const [seconds, processor] = ["seconds", "processor"].map((kind) => runs.map((one) => one[kind][at]));
    const spread = `${(1e3 * Math.min(...seconds)).toFixed(1)} to ${(1e3 * Math.max(...seconds)).toFixed(1)}`;
    console.log(
      `  ${`${which} run of an engine`.padEnd(30)} ${(1e3 * median(seconds)).toFixed(1).padStart(9)} ms  (${spread}), of a processor ${(1e3 * median(processor)).toFixed(1)} ms`,
    );
    results.push({
      name: "default run, California",
      runner: `${which} run of an engine`,
      seconds,
      processor,
      median: median(seconds),
    });
  }
  aim(
    "default run, California: seconds of an engine's first",
    median(runs.map(({ seconds }) => seconds[0])),
    (v) => v <= 0.25,
    "≤ 0.25",
  );
}

/** A whole run in Node on five public files of 100,000 rows, and on the same rows as one. */
export async function severalFiles() {
  const measured = JSON.parse((await run(process.execPath, [here("several-run.mjs"), String(REPETITIONS)])).stdout);
  const [one, five] = ["one", "five"].map((which) => ({
    seconds: median(measured[which].seconds),
    processor: median(measured[which].processor),
  }));
  console.log(
    `\nfive public files of 100,000 rows beside one of 500,000, whole run in Node: ×${ratio(five.seconds, one.seconds).toFixed(2)}, of a processor ×${ratio(five.processor, one.processor).toFixed(2)}`,
  );
  for (const [name, { seconds, processor }] of Object.entries({ "five files": five, "one file": one })) {
    console.log(`  ${name.padEnd(30)} ${seconds.toFixed(2).padStart(9)} s, of a processor ${processor.toFixed(2)} s`);
  }
  for (const [runner, { seconds, processor }] of Object.entries(measured))
    results.push({ name: "several public files", runner, seconds, processor, median: median(seconds) });
  aim(
    "five public files of 100,000 rows: times one of 500,000",
    ratio(five.seconds, one.seconds),
    (v) => v <= 1.5,
    "≤ 1.5",
  );
}
