// Makes the result that the owner's page shows to whoever comes without an invitation: a run of the engine on the
// sample data, with the prices of the private rows. It is kept in the repository, in finished.json here,
// because noise is fresh in every run, and builds of the same sources give the same bytes. Every build has its engine
// verify it.
//
//   node build/finished.mjs
import { writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { load } from "../../jsbridge/npm/index.js";
import { explanations } from "../../jsbridge/npm/handles.js";
import { LABEL, makeSample } from "../owner/sample-houses.js";
import { sha256 } from "./vault.mjs";

/** The private file of the example, whose prices are known. */
function privateFile(files) {
  const [rows, labels] = ["target.csv", "target-labels.csv"].map((name) => files[name].trimEnd().split("\n"));
  return rows.map((row, i) => `${row},${labels[i]}\n`).join("");
}

async function make() {
  const files = makeSample();
  const engine = await load({ ledger: false });
  try {
    const source = await engine.loadSource(new Blob([files["source.csv"]]), { label: LABEL });
    const target = await engine.loadTarget(new Blob([privateFile(files)]));
    const options = { epsilon: 1, delta: 1e-7, release: "model", base: "linear", useLabels: true, explain: true };
    const release = await engine.adapt({ source, target, ...options });
    return { release: release.toJSON(), explanation: explanations.get(release) };
  } finally {
    engine.dispose();
  }
}

/**
 * Resolves with the files of the example on the site, from its text in the repository: the whole document, and a module
 * with what the page shows of it, which is all but the values. Throws where the engine does not confirm the document,
 * or where it was made of another sample.
 */
export async function finishedFiles(text, sample) {
  const { release, explanation } = JSON.parse(text);
  const document = `${JSON.stringify(release)}\n`;
  const engine = await load({ ledger: false });
  const verification = await engine.verify(document).finally(() => engine.dispose());
  if (!verification.ok || release.provenance.sourceSHA256 !== sha256(sample["source.csv"], "hex"))
    throw new Error("build: finished.json is no result of this sample; run node site/build/finished.mjs");
  const shown = { release: { ...release, values: {} }, explanation, verification };
  return {
    "sample/release.json": document,
    "owner/finished-data.js": `export const finished = ${JSON.stringify(shown)};\n`,
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  await writeFile(new URL("finished.json", import.meta.url), `${JSON.stringify(await make())}\n`);
