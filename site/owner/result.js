// Shows a release: public by now, and still a text from a frame, so it is checked for shape and shown as text only.
import { coefficientName, keyOf, resultFigures } from "../figures/result.js";
import { wordsFor } from "./result-words.js";
import { sendForm } from "./send.js";
import { kinds, result, words } from "./texts.js";
import { numberTable, plotFigure, words as plotWords } from "../plots/plot-figure.js";
import { reportPlots } from "../plots/report.js";
import { download, el } from "../shared/dom.js";
import { chosen } from "../shared/release-words.js";
import { plots } from "../shared/texts.js";

const SHOWN_MOMENTS = 12;

/**
 * Fills `place` with what came out, `picture` with a plot of it and `more` with what can be unfolded. `message` is the
 * vault's release message; `score` gives a sentence about the sample data, or undefined; `reply` is where the owner was
 * asked to send it, {address, token} or undefined; `saved` is called once the owner has it in a file or the receiver
 * has taken it; `apply` makes a button that leads from a model to where it is applied. The text itself is on the screen
 * of the vault, which has handed it out.
 */
export function showRelease(
  { place, picture, more },
  message,
  /** @type {Record<string, any>} */ { score, reply, saved, booked, left, apply } = {},
) {
  try {
    const release = JSON.parse(message.release);
    const explanation = message.explanation === undefined ? undefined : JSON.parse(message.explanation);
    const said = wordsFor(release, explanation);
    const [first, ...plots] = explanation ? plotsOf(release, explanation) : [];
    picture.replaceChildren(first ?? "");
    place.replaceChildren(...short(release, said, message, { score: score?.(release), reply, saved, left, apply }));
    more.replaceChildren(...long(release, said, plots, explanation, message.weightsCSV, booked));
  } catch (error) {
    console.error(error);
    place.replaceChildren(el("p", { class: "alert" }, result.unreadable));
    picture.replaceChildren();
    more.replaceChildren();
  }
}

function short(release, said, { release: text, verification }, { score, reply, saved, left, apply }) {
  const file = fileName(release, "json");
  return [
    ...verdict(release, said),
    score && el("p", { class: "score" }, score),
    checked(verification, left),
    reply && sendForm(text, reply, saved),
    el(
      "div",
      { class: "actions", click: ({ target }) => target.closest("[download], button") && saved?.() },
      download(result.downloadRelease, text, "application/json", file, reply ? "" : "primary"),
    ),
    el(
      "div",
      { class: "actions" },
      el("button", { type: "button", class: "quiet", click: () => print() }, result.print),
      release.kind === "model" && apply?.({ name: file, text }),
    ),
  ].filter(Boolean);
}

/** What came out, in a few lines, where nothing is to be done with it. */
export const summary = (release, explanation, verification) => [
  ...verdict(release, wordsFor(release, explanation)),
  checked(verification),
];

const verdict = (release, said) =>
  [
    el("p", { class: "short" }, release.kind !== "model" && el("strong", {}, `${kinds[release.kind]}. `), said.verdict),
    said.differs && el("p", { class: "differs" }, said.differs),
  ].filter(Boolean);

const checked = (verification, left = "") =>
  verification?.ok
    ? el("p", { class: "good" }, [result.verified(verification), left].filter(Boolean).join(" "))
    : el("p", { class: "warning" }, result.unverified);

const fileName = ({ kind, releaseId }, extension) =>
  `privadapt-${kind}-${String(releaseId)
    .replace(/[^0-9a-z-]/gi, "")
    .slice(0, 8)}.${extension}`;

function long(release, said, plots, explanation, weightsCSV, booked) {
  return [
    el(
      "details",
      { id: "analyst", class: "panel" },
      el("summary", {}, result.analyst),
      fold("meaning", result.inWords, sentences([said.short, ...said.found])),
      said.caution.length > 0 && fold("caution", words.caution, sentences(said.caution)),
      fold(
        "numbers",
        result.numbers,
        release.certificate.base && el("p", {}, chosen(release.certificate)),
        ...plots,
        ...values(release, explanation),
        weightsCSV && download(result.downloadWeights, weightsCSV, "text/csv", fileName(release, "csv"), ""),
      ),
      fold(
        "promised",
        result.promise,
        sentences([...said.promise, booked].filter(Boolean)),
        el("p", { class: "help" }, result.leavesHelp),
      ),
    ),
  ];
}

const fold = (id, title, ...content) => el("details", { id, class: "panel" }, el("summary", {}, title), ...content);
const sentences = (texts) => el("ul", { class: "facts" }, ...texts.map((text) => el("li", {}, text)));

/** The released values as a table; weights have their plot and their file. */
function values({ kind, values, certificate }, explanation) {
  switch (kind) {
    case "model": {
      if (certificate.base) return [];
      const unweighted = explanation?.unweighted;
      const head = [
        result.column,
        ...(unweighted ? [result.before] : []),
        unweighted ? result.after : result.coefficient,
      ];
      return [
        numberTable(head, coefficientRows(values, unweighted), result.coefficient),
        el("p", { class: "help" }, coefficientsHelp(values)),
      ];
    }
    case "moments": {
      const shown = values.names.slice(0, SHOWN_MOMENTS);
      const rows = shown.map((name, i) => [name, ...values.moments[i].slice(0, shown.length)]);
      const cut = shown.length < values.names.length ? ` ${result.cut(shown.length, values.names.length)}` : "";
      return [numberTable([result.column, ...shown], rows), el("p", { class: "help" }, result.momentsHelp + cut)];
    }
  }
  return [];
}

function coefficientsHelp({ coefficients, labelRange }) {
  const help = coefficients.some(({ feature }) => feature !== undefined)
    ? result.featuresHelp
    : result.coefficientsHelp;
  return labelRange ? `${help} ${result.limited(labelRange)}` : help;
}

/** The plots of a result. `release` is the document, `explanation` what came with it. */
export const plotsOf = (release, explanation) =>
  explanation.figures
    ? reportPlots(explanation.figures, release.provenance.schema)
    : resultFigures(release, explanation, { ...plotWords, plots }).map((figure) => plotFigure(figure));

/** The rows of the table of coefficients: [name, before, after], or without before where it is not known. */
function coefficientRows({ intercept, coefficients }, unweighted) {
  const before = unweighted && new Map(unweighted.coefficients.map((c) => [keyOf(c), c.value]));
  return [
    [result.intercept, ...(before ? [unweighted.intercept] : []), intercept],
    ...coefficients.map((c) => [coefficientName(c), ...(before ? [before.get(keyOf(c))] : []), c.value]),
  ];
}
