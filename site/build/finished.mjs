// Makes the results that the first page shows, one for each use: runs of the engine on the sample data, as a visitor can
// repeat them. They are kept in the repository, in finished.json here, because noise is fresh in every run, and builds
// of the same sources give the same bytes. Every build has its engine verify them.
//
//   node build/finished.mjs
import { writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { load } from "../../jsbridge/npm/index.js";
import { explanations } from "../../jsbridge/npm/handles.js";
import { LABEL, makeSample } from "../owner/sample-houses.js";

const DELTA = 1e-8; // as the form computes it for so many rows
export const OWNERS = 3; // among whom the private rows are divided for the last use
/** The ε of further checks, to show what strength costs. */
export const STRENGTHS = [0.1, 0.2, 0.5, 2, 5];

async function make() {
  const files = makeSample();
  const engine = await load({ ledger: false });
  try {
    const source = await engine.loadSource(new Blob([files["source.csv"]]), { label: LABEL });
    const [head, ...rows] = files["priced.csv"].trimEnd().split("\n");
    const run = async (release, rows, options = {}) => {
      const target = await engine.loadTarget(new Blob([[head, ...rows].join("\n")]));
      return engine.adapt({ source, target, epsilon: 1, delta: DELTA, release, explain: true, ...options });
    };
    const shares = Array.from({ length: OWNERS }, (_, k) =>
      rows.filter((_, i) => Math.floor(i / OWNERS) % OWNERS === k),
    );
    const moments = [];
    for (const share of shares) moments.push(await run("moments", share, { useLabels: true }));
    const releases = {
      check: await run("report", rows),
      estimate: await run("estimate", rows),
      improve: await run("model", rows, { useLabels: true }),
      alone: await engine.combine(moments.slice(0, 1), { source }),
      pool: await engine.combine(moments, { source }),
    };
    for (const epsilon of STRENGTHS) releases[`check-${epsilon}`] = await run("report", rows, { epsilon });
    const kept = (release) => ({ release: release.toJSON(), explanation: explanations.get(release) });
    return Object.fromEntries(Object.entries(releases).map(([name, release]) => [name, kept(release)]));
  } finally {
    engine.dispose();
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  await writeFile(new URL("finished.json", import.meta.url), `${JSON.stringify(await make())}\n`);
