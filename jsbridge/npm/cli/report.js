import { gainSentence, inShort, ownersOf } from "../in-short.js";
import { words } from "../portable/figure-lines.js";

const count = (n, noun) => `${n} ${noun}${n === 1 ? "" : "s"}`;
const people = (n) => (n === 1 ? "1 person" : `${n} people`);
const short = (x) => String(Number(x.toPrecision(4)));

/** The report on the private file for its owner, in lines; exact, hence private. */
export const reportLines = ({ lines }) => lines.map(({ text, warning }) => (warning ? `warning: ${text}` : text));

const LEAVES = {
  model: "a model that predicts the label",
  weights: "a weight for each row of the public sample",
  moments: "the second moment of the columns, with noise",
  report: "counts of a model's errors, with noise",
  estimate: "counts of rows by what a public model predicts, with noise",
};

/** What a run with these settings would release. */
export const leavesLine = ({ release = "model", adjacency, unit }) =>
  `${LEAVES[release]}${adjacency === "add-remove" ? "" : `, and the number of ${unit === undefined ? "rows" : "people"}`}; none of the rows`;

/** How many private rows or people there are, as far as the release states it; also for a verification. */
export const privateRows = ({ n, rowsEstimate, unit }) => {
  if (n === undefined)
    return `about ${short(rowsEstimate)} ${unit === "person" ? "people" : "private rows"} (the exact number is private)`;
  return unit === "person" ? people(n) : count(n, "private row");
};

/** Whom a release protects; also for a verification. The column is the owner's word. */
export const protects = ({ unit, unitColumn }) => {
  if (unit !== "person") return "protects each row";
  return `protects each person, with all of their rows${unitColumn === undefined ? "" : ` (column ${JSON.stringify(unitColumn)})`}`;
};

/** The releases and the assumption behind a combination; also for a verification. */
export const combinedLine = (owners) =>
  `${count(owners, "release")} combined, assuming that no person's rows are with two of the owners`;

/** The result of a run, in lines: first the sentences of the owner's page, then the released certificate. */
export const outcomeLines = (release) => [...inShort(release.toJSON()), ...certificateLines(release.toJSON())];

/** The released certificate, in lines. */
export function certificateLines({ kind, certificate: c, provenance }) {
  const lines = [
    `${kind}, ε = ${c.epsilon}, δ = ${c.delta}, ρ = ${short(c.rho)}, ${privateRows(c)}`,
    protects(c),
    `mechanism ${c.mechanism}, solver ${c.solver}${c.features === "linear" ? "" : `, features ${c.features}`}`,
  ];
  if (c.combination) lines.push(combinedLine(ownersOf(c.combination)));
  if (c.discrepancy) {
    const { uniform, weighted, noise, confidence } = c.discrepancy;
    const give = `±${short(noise)} with confidence ${confidence}`;
    lines.push(`discrepancy ‖M(q)‖₂ ${short(uniform)} before, ${short(weighted)} after reweighting, ${give}`);
  }
  if (c.discrepancy && c.tolerance === c.discrepancy.uniform) {
    lines.push("no evidence of a difference: noise explains the discrepancy, and all public rows count alike");
  }
  if (c.base) lines.push(baseLine(c.base), crossLine(c.base, provenance.schema.classes));
  if (c.base?.file)
    lines.push(
      `the file that came with the sample has the SHA-256 ${c.base.file.sha256}; keep it, because the release does not hold it`,
    );
  if (c.labels) lines.push(...labelLines(c.labels, provenance.schema.classes));
  if (c.effectiveSampleSize !== null) lines.push(`effective sample size ${short(c.effectiveSampleSize)}`);
  return lines;
}

/** What private labels corrected, and the estimated errors. */
function labelLines({ base, choice, share, rowsEstimate, rowsNoise, errors }, classes) {
  if (choice) {
    const lines = [
      `sums of about ${short(rowsEstimate)} rows with a label (noise ±${short(rowsNoise)}) and of those without one; labels as deviations from the public model ${base} (unweighted)`,
    ];
    return choice.file
      ? [
          ...lines,
          `it was chosen beside a file with the SHA-256 ${choice.file.sha256}; keep it, because the release does not hold it`,
        ]
      : lines;
  }
  const parts =
    share > 0
      ? `${Math.round(100 * (1 - share))}% ${base} (unweighted) and ${Math.round(100 * share)}% of that model`
      : `${base} (unweighted)`;
  const of = (k) => (classes ? ` of the probability of ${JSON.stringify(classes[k + 1])}` : "");
  return [
    `corrected by about ${short(rowsEstimate)} labels (noise ±${short(rowsNoise)}): ${parts}, and what is linear in the columns and in its prediction`,
    ...errors.map(
      (error, k) =>
        `estimated mean squared error${of(k)} of the public model on rows like them: ${words(error.base)}${errors.length > 1 ? `; ${gainSentence(error)}` : ""}`,
    ),
  ];
}

/** What model was chosen, by its largest shares. */
/** Errors of the candidates: of numbers roots of mean squared errors in the label's unit, of classes log-losses. */
function crossLine({ candidates, public: at }, classes) {
  const size = (loss) => short(classes ? loss : Math.sqrt(loss));
  const best = Math.min(...candidates.map(({ weighted }) => weighted));
  const { public: alone, weighted } = candidates[at];
  return `cross-validated on the public sample: ${classes ? "log-loss" : "error"} ${size(alone)} of that choice; under the weights ${size(weighted)}, and ${size(best)} of the best candidate`;
}

function baseLine({ candidates, public: at, kept }) {
  const named = ({ base, way }) => `${base} (${way})`;
  const shares = candidates.filter(({ share }) => share > 0).sort((a, b) => b.share - a.share);
  const parts = `${kept ? "public model" : "model"}: ${shares.map((c) => `${Math.round(100 * c.share)}% ${named(c)}`).join(", ")}`;
  return `${parts}; the choice of the public sample alone: ${named(candidates[at])}`;
}

/** The spent budget of an account of the ledger and the rest of its cap. */
export function accountLine({ name, cap, spent, left }) {
  const runs = spent.runs === 0 ? "nothing" : `ε = ${short(spent.epsilon)} in ${count(spent.runs, "run")}`;
  const more =
    left.rho > 0 ? `one more run of up to ε = ${shortDown(left.epsilon)} at this δ fits` : "no run fits any more";
  return `"${name}": ${runs} spent of the cap ε = ${short(cap.epsilon)} at δ = ${cap.delta}; ${more}`;
}

/** Rounded down, so that a run of the printed ε is admitted. */
function shortDown(x) {
  const unit = 10 ** (Math.floor(Math.log10(x)) - 3);
  return String(Number((Math.floor(x / unit) * unit).toPrecision(4)));
}
