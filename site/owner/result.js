// Shows a release: public by now, and still a text from a frame, so it is checked for shape and shown as text only.
import { download, el } from "../shared/dom.js";
import { coefficientRows, plotsOf } from "./result-plots.js";
import { wordsFor } from "./result-words.js";
import { sendForm } from "./send.js";
import { numberTable } from "./table.js";
import { bound, kinds, result, words } from "./texts-result.js";

const SHOWN_MOMENTS = 12;
const SHOWN_TEXT = 200_000;

/**
 * Fills `place`. `message` is the vault's release message; `score` gives a sentence about the sample data, or undefined;
 * `reply` is where the owner was asked to send it, {address, token} or undefined.
 */
export function showRelease(place, message, { score, reply } = {}) {
  let release;
  try {
    release = JSON.parse(message.release);
    place.replaceChildren(...body(release, message, { score: score?.(release), reply }));
  } catch (error) {
    console.error(error);
    place.replaceChildren(el("p", { class: "alert" }, result.unreadable));
  }
}

function body(release, { release: text, weightsCSV, verification, explanation: numbers }, { score, reply }) {
  const explanation = numbers === undefined ? undefined : JSON.parse(numbers);
  const { kind, certificate, releaseId } = release;
  const said = wordsFor(release, explanation);
  const name = `privadapt-${kind}-${String(releaseId).replace(/[^0-9a-z-]/gi, "").slice(0, 8)}`;
  return [
    el("h3", {}, kinds[kind]),
    verification?.ok ? el("p", { class: "good" }, result.verified(verification)) : el("p", { class: "warning" }, result.unverified),
    score && el("p", { class: "score" }, score),
    el("p", { class: "short" }, el("strong", {}, `${result.short}: `), said.short),
    section(result.inWords, sentences(said.found)),
    section(words.caution, sentences(said.caution)),
    ...(explanation ? plotsOf(release, explanation) : []),
    ...values(release, explanation),
    certificate.learningBound && boundDetails(certificate.learningBound),
    section(result.promise, sentences(said.promise)),
    el("h3", {}, result.leaves),
    el("p", { class: "help" }, result.leavesHelp),
    el("details", {}, el("summary", {}, result.whole), el("pre", { tabindex: "0", role: "region", "aria-label": result.whole }, text.slice(0, SHOWN_TEXT))),
    el(
      "div",
      { class: "actions" },
      download(result.downloadRelease, text, "application/json", `${name}.json`, "primary"),
      weightsCSV && download(result.downloadWeights, weightsCSV, "text/csv", `${name}.csv`, ""),
      ...copyButton(text),
    ),
    reply && sendForm(text, reply),
  ].filter(Boolean);
}

const section = (title, content) => el("section", {}, el("h4", {}, title), content);
const sentences = (texts) => el("ul", { class: "facts" }, ...texts.map((text) => el("li", {}, text)));

/** The released values as a table; weights have their plot and their file. */
function values({ kind, values, certificate }, explanation) {
  switch (kind) {
    case "model": {
      if (certificate.base) return [el("p", {}, result.chosen(certificate.base))];
      const unweighted = explanation?.unweighted;
      const head = [result.column, ...(unweighted ? [result.before] : []), unweighted ? result.after : result.coefficient];
      return [numberTable(head, coefficientRows(values, unweighted), result.coefficient), el("p", { class: "help" }, coefficientsHelp(values))];
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
  const help = coefficients.some(({ feature }) => feature !== undefined) ? result.featuresHelp : result.coefficientsHelp;
  return labelRange ? `${help} ${result.limited(labelRange)}` : help;
}

/** A bound beyond the square of the largest distance of a label from their centre would hold for a constant as well. */
function boundDetails(b) {
  return el(
    "details",
    { id: "learning-bound" },
    el("summary", {}, bound.title),
    el("p", {}, bound.value(b), " ", b.value >= b.label ** 2 ? bound.loose : bound.wide),
    el("p", {}, bound.assumption(b)),
    el("p", { class: "help" }, bound.parts(b)),
  );
}

function copyButton(text) {
  const status = el("span", { role: "status", class: "help" });
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => (status.textContent = result.copied),
      () => (status.textContent = result.notCopied),
    );
  return [el("button", { type: "button", click: copy }, result.copy), status];
}
