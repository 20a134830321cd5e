// The page for the records of a release, as the command and the page for releases write it.
import { saidBy } from "./figure-lines.js";
import { plotsOf } from "../figures/plots.js";
import { escaped } from "../figures/tree.js";
import { inShort } from "../in-short.js";
import { version } from "../version.js";

/** Resolves with {html, ok}: the page, and whether the certificate holds. */
export async function recordsPage(
  engine,
  /** @type {string} */ text,
  /** @type {{acceptLargeDelta?: boolean, signal?: AbortSignal}} */ options = {},
) {
  const verified = await engine.verify(text, options);
  const release = JSON.parse(text);
  const figures = (verified.ok && (await saidBy(engine, text)).lines) || [];
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
  const digest = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return { html: pageOf(release, { verified, digest, figures }), ok: verified.ok };
}

// One page for the records: what was asked, what left and what it promises. No script, and nothing is fetched.
const SAID = 30; // lines of a report: two sheets hold the page
const WIDTH = 640; // pixels of a drawing

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
function pageOf(/** @type {Record<string, any>} */ release, { verified, digest, figures = [] }) {
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
      c.unit === "person" ? "people" : "private rows",
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

/** The plots of what the release itself says, and the shares of a blend. */
function drawn(/** @type {Record<string, any>} */ release) {
  if (release.kind === "report" || release.kind === "estimate") return ""; // its figures are said
  const shared = (release.certificate.base?.candidates ?? []).filter(({ share }) => share !== 0);
  const shares = shared.map(({ base, way, share }) => `${base}, ${way}: ${plain(share)}`).join("; ");
  const blend = shares && `<p>${escaped(`Shares of the models in the blend: ${shares}.`)}</p>`;
  const plots = plotsOf(release, {}, WIDTH);
  return blend + plots.map(({ title, help, svg }) => `<p>${escaped(`${title}. ${help}`)}</p>${svg}`).join("");
}
