// How fast a private CSV file of ten numeric columns is read: this engine, PapaParse and DuckDB-Wasm, each in Node and
// in Chromium, on the same file, in alternating order.
//
//   node jsbridge/npm/bench/ingest.mjs       INGEST_MB=100  INGEST_REPETITIONS=5  INGEST_SHAPES=short,long
//                                            INGEST_ENGINES=privadapt,papaparse,papaparse-strings,duckdb
//
// The engine does its whole work: numbers, standardisation, clipping, the exact second moment. PapaParse makes
// JavaScript numbers of the fields (dynamicTyping, in its fast mode) and drops them; without that it only cuts strings.
// DuckDB is given the columns' types, so that it need not sniff, and adds each column up. A peer that is not installed
// is not measured.
import { execFile } from "node:child_process";
import { mkdtemp, open, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { startChromium } from "./chromium.mjs";

const ENGINES = ["privadapt", "papaparse", "papaparse-strings", "duckdb"];
const COLUMNS = Array.from({ length: 10 }, (_, j) => `x${j}`);

/** mulberry32 and Box–Muller: the same file in every run. */
function normals(seed) {
  let state = seed;
  const uniform = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  return () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform());
}

/** "short": 0 to 4 decimals, as instruments give them. "long": all digits of a float64, as programs print them. */
const cells = {
  short: (v, j) => v.toFixed(j % 5),
  long: (v) => String(v),
};

/** Writes FOLDER/SHAPE.csv and a public sample with the same columns beside it. */
async function writeFiles(folder, shape, megabytes) {
  const normal = normals(7);
  const line = () => COLUMNS.map((_, j) => cells[shape](normal() * (j + 1) * 3 + j, j)).join(",");
  const lines = (count, end = "") => Array.from({ length: count }, () => `${line()}${end}\n`).join("");
  const blocks = Array.from({ length: 8 }, () => Buffer.from(lines(20_000)));
  const path = join(folder, `${shape}.csv`);
  const file = await open(path, "w");
  let size = (await file.write(`${COLUMNS.join(",")}\n`)).bytesWritten;
  for (let i = 0; size < megabytes * 1e6; i++) size += (await file.write(blocks[i % blocks.length])).bytesWritten;
  await file.close();
  const labelled = Array.from({ length: 500 }, () => `${line()},${normal().toFixed(3)}\n`).join("");
  await writeFile(`${path}.source`, `${COLUMNS.join(",")},y\n${labelled}`);
  return { path, size };
}

/**
 * One reading in a Node process of its own: {rows, seconds, memory}, memory being its peak above the idle process.
 */
async function inNode(engine, path) {
  const runner = fileURLToPath(new URL("ingest-node.mjs", import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [runner, engine, path]);
  return JSON.parse(stdout);
}

/**
 * Returns rows {name, unit, values}: MB/s and peak megabytes of each engine, place and shape, one value a repetition.
 */
export async function ingest({
  megabytes = 100,
  repetitions = 5,
  shapes = ["short", "long"],
  engines = ENGINES,
  log = (/** @type {string} */ _line) => {},
} = {}) {
  const folder = await mkdtemp(join(tmpdir(), "privadapt-ingest-"));
  const chromium = await startChromium().catch((error) => void log(`Chromium is not measured: ${error.message}`));
  const places = { Node: inNode, ...(chromium && { Chromium: chromium.read }) };
  const table = new Map();
  const note = (name, unit, value) => {
    if (!table.has(name)) table.set(name, { name, unit, values: [] });
    table.get(name).values.push(value);
  };
  const absent = new Set();
  try {
    for (const shape of shapes) {
      const { path, size } = await writeFiles(folder, shape, megabytes);
      let rows;
      for (let i = 0; i < repetitions; i++) {
        for (const [place, read] of Object.entries(places)) {
          for (const engine of i % 2 ? engines.toReversed() : engines) {
            const name = `ingest ${shape} ${place} ${engine}`;
            if (absent.has(name)) continue;
            try {
              const seen = await read(engine, path);
              rows ??= seen.rows;
              if (seen.rows !== rows) throw new Error(`${seen.rows} rows instead of ${rows}`);
              note(name, "MB/s", size / 1e6 / seen.seconds);
              note(`${name} memory`, "MB", seen.memory);
              log(`${name}: ${(size / 1e6 / seen.seconds).toFixed(1)} MB/s, ${seen.memory.toFixed(0)} MB`);
            } catch (error) {
              absent.add(name);
              log(`${name} is not measured: ${String(error.message).split("\n")[0]}`);
            }
          }
        }
      }
      await rm(path);
    }
  } finally {
    await chromium?.close();
    await rm(folder, { recursive: true });
  }
  return [...table.values()];
}

const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { INGEST_MB, INGEST_REPETITIONS, INGEST_SHAPES, INGEST_ENGINES } = process.env;
  const rows = await ingest({
    megabytes: Number(INGEST_MB ?? 100),
    repetitions: Number(INGEST_REPETITIONS ?? 5),
    shapes: INGEST_SHAPES?.split(","),
    engines: INGEST_ENGINES?.split(","),
    log: (line) => console.error(line),
  });
  for (const { name, unit, values } of rows) {
    const spread = `${Math.min(...values).toFixed(1)} to ${Math.max(...values).toFixed(1)}`;
    console.log(
      `${name.padEnd(52)} ${median(values).toFixed(1).padStart(8)} ${unit.padEnd(4)} (${spread}, ${values.length} runs)`,
    );
  }
}
