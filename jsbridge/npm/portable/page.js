// One page for the records: what was asked, what left and what it promises. No script, and nothing is fetched.
import { inShort } from "../in-short.js";
import { version } from "../version.js";
import { barsSVG, escaped } from "./bars.js";

const DRAWN = 12; // bars, and
const SAID = 30; // lines of a report: two sheets hold the page

const plain = (v) => String(Number(v.toPrecision(6)));
const count = new Intl.NumberFormat("en", { maximumFractionDigits: 0 });

const STYLE = `@page{size:A4;margin:16mm}body{font:10pt/1.4 sans-serif;max-width:170mm;margin:8mm auto;color:#111}
h1{font-size:16pt}h2{font-size:12pt;break-after:avoid}table{border-collapse:collapse;width:100%}
th,td{text-align:left;padding:2pt 6pt 2pt 0;vertical-align:top;border-bottom:.5pt solid #ccc;overflow-wrap:anywhere}
th{font-weight:normal;width:45mm}svg{max-width:100%;break-inside:avoid}`;

/**
 * The page. `verified` is what the verifier said, `digest` the SHA-256 of the file, `figures` lines of what a report
 * says.
 */
export function pageOf(/** @type {Record<string, any>} */ release, { verified, digest, figures = [] }) {
  const { kind, certificate: c, provenance: p } = release;
  const table = (rows) =>
    `<table>${rows.map(([name, value]) => `<tr><th scope="row">${escaped(name)}</th><td>${escaped(value)}</td></tr>`).join("")}</table>`;
  const asked = [
    ["kind", kind],
    ["label", p.schema.label],
    [
      "columns",
      p.schema.columns
        .filter((column) => column.kind !== "ignored")
        .map(({ name }) => name)
        .join(", ")
        .slice(0, 600),
    ],
    ["privacy", `ε = ${plain(c.epsilon)}, δ = ${plain(c.delta)}, neighbours by ${c.adjacency}`],
    ["unit", unitOf(c)],
    [
      "private rows",
      c.n === undefined ? `about ${count.format(c.rowsEstimate)}; the exact number is private` : count.format(c.n),
    ],
    ["public rows", count.format(p.sourceRows)],
    ["mechanism", `${c.mechanism}, solver ${c.solver}`],
  ];
  const files = [
    ["release", release.releaseId],
    ["SHA-256 of the file", digest],
    ["SHA-256 of the public sample", p.sourceSHA256],
    ["engine", `${p.engineVersion}, SHA-256 ${p.wasmSHA256 ?? "not stated"}`],
    ["this page", `privadapt ${version}`],
  ];
  const checked = verified.ok
    ? `The certificate was checked by a second calculation and holds: ε = ${plain(verified.epsilon)} at δ = ${plain(verified.delta)}.`
    : `The certificate does NOT hold: ${verified.problems.join("; ")}.`;
  const sentences = (texts) => texts.map((text) => `<p>${escaped(text)}</p>`).join("");
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Release ${escaped(release.releaseId)}</title><style>${STYLE}</style></head><body>
<h1>A differentially private release</h1>
<h2>What was asked</h2>${table(asked)}
<h2>What is promised</h2>${sentences([promiseOf(c), checked, ...verified.remarks.map((remark) => `Remark: ${remark}.`)])}
<h2>What left</h2>${sentences(inShort(/** @type {any} */ (release)))}${sentences(figures.slice(0, SAID))}${drawn(release)}
<h2>Digests</h2>${table(files)}
</body></html>
`;
}

const unitOf = ({ unit, unitColumn }) =>
  unit === "person" ? `a person, with all rows${unitColumn === undefined ? "" : ` (column ${unitColumn})`}` : "a row";

const promiseOf = ({ epsilon, delta, unit }) =>
  `Whatever somebody believes about one ${unit === "person" ? "person" : "row"} of the private data, this release changes the odds by a factor of at most ${Math.exp(epsilon).toPrecision(3)}, except with a probability of about ${plain(delta)}.`;

/** The largest of what was released, as bars. */
function drawn(/** @type {Record<string, any>} */ { values, certificate, provenance: { schema } }) {
  const [title, all] = barsOf(values, certificate, schema) ?? [];
  if (!title) return "";
  const rows = all.toSorted((a, b) => Math.abs(b[1]) - Math.abs(a[1])).slice(0, DRAWN);
  const rest = all.length > rows.length ? ` The largest ${rows.length} of ${all.length}.` : "";
  return `<p>${escaped(title + rest)}</p>${barsSVG(title, rows)}`;
}

function barsOf(values, { base }, { columns, label }) {
  if (values.coefficients) {
    const scales = new Map(columns.map((column) => [column.name, column]));
    const effect = ({ column, level, value }) => {
      const own = scales.get(column);
      return value * ((level === undefined ? own : own?.levels.find(({ name }) => name === level))?.scale ?? 1);
    };
    const name = ({ column, level, feature }) => feature ?? (level === undefined ? column : `${column} = ${level}`);
    return [
      `Change of ${label} for one standard deviation of each column.`,
      values.coefficients.map((c) => [name(c), effect(c)]),
    ];
  }
  const shared = (base?.candidates ?? []).filter(({ share }) => share !== 0);
  if (shared.length === 0) return undefined;
  return ["Shares of the models in the blend.", shared.map((one) => [`${one.base}, ${one.way}`, one.share])];
}
