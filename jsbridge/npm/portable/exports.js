// What a released model is written as for other programs. Nothing here is computed from more than the release.
import { version } from "../version.js";
import { modelOf } from "./model.js";
import { onnxOf } from "./onnx.js";
import { sqlOf } from "./sql.js";

/** The bytes of a model as ONNX. `file` is the text of the file that a release may need. */
export async function toONNX(/** @type {Record<string, any>} */ release, /** @type {string | undefined} */ file) {
  return onnxOf(modelOf(release, file), { facts: factsOf(release), version });
}

/** A query that scores a table: see sqlOf. */
export async function toSQL(
  /** @type {Record<string, any>} */ release,
  /** @type {string | undefined} */ file,
  /** @type {{dialect: string, table: string, keep?: string[]}} */ settings,
) {
  const { epsilon, delta, unit } = release.certificate;
  const head = `-- privadapt ${version}, release ${release.releaseId}: ε = ${epsilon}, δ = ${delta}, unit ${unit}\n`;
  return head + sqlOf(modelOf(release, file), settings);
}

/** What has to travel with a model, as texts. */
function factsOf(/** @type {Record<string, any>} */ { releaseId, certificate, provenance }) {
  const { epsilon, delta, unit, unitColumn, adjacency } = certificate;
  const dates = provenance.schema.columns.filter((column) => column.dates).map(({ name }) => name);
  const facts = {
    releaseId,
    epsilon: String(epsilon),
    delta: String(delta),
    adjacency,
    unit,
    unitColumn,
    label: provenance.schema.label,
    sourceSHA256: provenance.sourceSHA256,
    engineVersion: provenance.engineVersion,
    wasmSHA256: provenance.wasmSHA256 ?? undefined,
    daysSince1970: dates.length > 0 ? JSON.stringify(dates) : undefined,
  };
  return Object.fromEntries(
    Object.entries(facts)
      .filter(([, text]) => text !== undefined)
      .map(([key, text]) => [`privadapt.${key}`, text]),
  );
}
