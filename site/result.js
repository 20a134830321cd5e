// Shows a release: public by now, and still a text from a frame, so it is checked for shape and shown as text only.
import { download, el } from "./dom.js";
import * as texts from "./texts.js";

const { plain, result } = texts;
const SHOWN_WEIGHTS = 10;
const SHOWN_MOMENTS = 12;
const SHOWN_TEXT = 200_000;

/** Fills `place`. `message` is the vault's release message; `score` gives a sentence about the sample data, or undefined. */
export function showRelease(place, message, score) {
  let release;
  try {
    release = JSON.parse(message.release);
    place.replaceChildren(...body(release, message, score?.(release)));
  } catch (error) {
    console.error(error);
    place.replaceChildren(el("p", { class: "alert" }, result.unreadable));
  }
}

function body(release, { release: text, weightsCSV, verification }, score) {
  const { kind, certificate, provenance, releaseId } = release;
  const show = { model, weights, moments }[kind];
  const facts = [
    result.guarantee(certificate),
    result.rows(certificate),
    result.mechanism(certificate),
    certificate.effectiveSampleSize && result.effective(certificate.effectiveSampleSize, provenance.sourceRows),
    certificate.discrepancy && result.discrepancy(certificate.discrepancy),
    certificate.discrepancy && certificate.tolerance === certificate.discrepancy.uniform && result.aside,
    provenance.settingsAfterPreview && result.late,
  ].filter(Boolean);
  const name = `privadapt-${kind}-${String(releaseId).replace(/[^0-9a-z-]/gi, "").slice(0, 8)}`;
  return [
    el("h3", {}, texts.kinds[kind]),
    verification?.ok ? el("p", { class: "good" }, result.verified(verification)) : el("p", { class: "warning" }, result.unverified),
    score && el("p", { class: "score" }, score),
    el("ul", { class: "facts" }, ...facts.map((fact) => el("li", {}, fact))),
    ...show(release.values),
    el(
      "div",
      { class: "actions" },
      download(result.downloadRelease, text, "application/json", `${name}.json`, "primary"),
      weightsCSV && download(result.downloadWeights, weightsCSV, "text/csv", `${name}.csv`, ""),
    ),
    el("details", {}, el("summary", {}, result.whole), el("pre", { tabindex: "0", role: "region", "aria-label": result.whole }, text.slice(0, SHOWN_TEXT))),
  ].filter(Boolean);
}

function model({ intercept, coefficients }) {
  const rows = [
    [result.intercept, intercept],
    ...coefficients.map(({ column, level, feature, value }) => [feature ?? (level === undefined ? column : `${column} = ${level}`), value]),
  ];
  return [table([result.column, result.coefficient], rows), el("p", { class: "help" }, result.coefficientsHelp)];
}

function weights({ weights }) {
  const largest = weights
    .map((weight, row) => [String(row + 1), weight])
    .sort((a, b) => b[1] - a[1])
    .slice(0, SHOWN_WEIGHTS);
  return [table([result.row, result.weight], largest), el("p", { class: "help" }, result.topWeights(largest.length, weights.length))];
}

function moments({ names, moments }) {
  const shown = names.slice(0, SHOWN_MOMENTS);
  const rows = shown.map((name, i) => [name, ...moments[i].slice(0, shown.length)]);
  const help = shown.length < names.length ? `${result.momentsHelp} ${result.cut(shown.length, names.length)}` : result.momentsHelp;
  return [table([result.column, ...shown], rows), el("p", { class: "help" }, help)];
}

/** A table of one name and numbers per row, which scrolls by itself on narrow screens. */
function table(head, rows) {
  return el(
    "div",
    { class: "scroll", tabindex: "0", role: "region", "aria-label": head.slice(0, 2).join(", ") },
    el(
      "table",
      {},
      el("thead", {}, el("tr", {}, ...head.map((name) => el("th", { scope: "col" }, name)))),
      el("tbody", {}, ...rows.map(([name, ...values]) => el("tr", {}, el("th", { scope: "row" }, name), ...values.map((value) => el("td", {}, plain(value)))))),
    ),
  );
}
