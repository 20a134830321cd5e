// Shows a release: public by now, and still a text from a frame, so it is checked for shape and shown as text only.
import { tableCSV } from "../csv.js";
import { resultFigures } from "../figures/result.js";
import { wordsFor } from "./result-words.js";
import { fileName, recordOf } from "./record.js";
import { sendForm } from "./send.js";
import { kinds, result, words } from "./texts.js";
import { numberTable, plotFigure, words as plotWords } from "../plots/plot-figure.js";
import { reportPlots } from "../plots/report.js";
import { actions, download, el, fold, listOf } from "../shared/dom.js";
import { chosen } from "../shared/release-words.js";
import { plots } from "../shared/texts.js";

/**
 * Fills `place` with what came out, `picture` with a plot of it and `more` with what can be unfolded. `message` is the
 * vault's release message; `asked` is who asked for what, {asker, title}, `time` when it was made; `reply` is where the
 * owner was asked to send it, {address, token} or undefined; `saved` is called once the owner has it in a file or the
 * receiver has taken it; `next` leads on. The text itself is on the screen of the vault, which has handed it out.
 */
export function showRelease({ place, picture, more }, message, /** @type {Record<string, any>} */ about = {}) {
  try {
    const release = JSON.parse(message.release);
    const explanation = message.explanation === undefined ? undefined : JSON.parse(message.explanation);
    const said = wordsFor(release, explanation);
    const [first, ...plots] = explanation ? plotsOf(release, explanation) : [];
    picture.replaceChildren(first ?? "");
    place.replaceChildren(...short(release, said, message, about));
    more.replaceChildren(
      recordOf(release, message, about, said.promise),
      codebookOf(release, explanation) ?? "",
      long(release, said, plots, message.weightsCSV),
    );
  } catch (error) {
    console.error(error);
    place.replaceChildren(el("p", { class: "alert" }, result.unreadable));
    picture.replaceChildren();
    more.replaceChildren();
  }
}

/** The answer first, what it means, how it is protected, and what is to be done with it. */
function short(release, said, message, /** @type {any} */ { asked = {}, time, reply, saved, left, next }) {
  const { release: text, verification } = message;
  const { asker, title } = asked;
  const file = fileName(release, { title, time });
  const status = el("p", { class: "status", role: "status" });
  const keep = () => {
    status.textContent = result.saved({ file, asker: asker ?? result.whoever });
    saved?.();
  };
  const save = download(
    reply ? result.downloadRelease : result.saveAndSend,
    text,
    "application/json",
    file,
    reply || next ? "" : "primary",
  );
  save.addEventListener("click", keep);
  return [
    (asker || title) && el("p", { class: "about" }, [asker, title].filter(Boolean).join(": ")),
    el("p", { class: "answer" }, said.answer ?? kinds[release.kind]),
    el("p", { class: "short" }, said.verdict),
    said.worth && el("p", { class: "worth" }, said.worth),
    verification?.ok
      ? el(
          "p",
          { class: "good" },
          [result.who(release.certificate), result.verified(verification), left].filter(Boolean).join(" "),
        )
      : el("p", { class: "warning" }, result.unverified),
    next && actions(next),
    reply && sendForm(text, reply, saved),
    actions(save),
    status,
  ].filter(Boolean);
}

function long(release, said, plots, weightsCSV) {
  const csv = fileName(release, {}, "csv");
  const numbers = [
    release.certificate.base && el("p", {}, chosen(release.certificate)),
    ...plots,
    weightsCSV && download(result.downloadWeights, weightsCSV, "text/csv", csv, ""),
  ].filter(Boolean);
  return fold(
    { id: "analyst", class: "panel" },
    result.analyst,
    fold({ id: "meaning", class: "panel" }, result.inWords, listOf([said.short, ...said.found])),
    said.caution.length > 0 && fold({ id: "caution", class: "panel" }, words.caution, listOf(said.caution)),
    numbers.length > 0 && fold({ id: "numbers", class: "panel" }, result.numbers, ...numbers),
  );
}

const figuresOf = (release, explanation) => resultFigures(release, explanation, { ...plotWords, plots });

/** The plots of a result. `release` is the document, `explanation` what came with it. */
const plotsOf = (release, explanation) =>
  (explanation.figures ?? explanation.estimates)
    ? reportPlots(explanation.figures ?? explanation.estimates, release)
    : figuresOf(release, explanation).map((figure) =>
        plotFigure(isCodebook(figure, explanation) ? { ...figure, table: undefined } : figure),
      );

/** Whether the numbers of a plot are the codebook, which stands by itself. */
const isCodebook = ({ id }, { shiftNoise }) => id === "shift" && Boolean(shiftNoise);

/** The averages and shares of all columns in both populations, as a table; undefined where they were not measured. */
function codebookOf(release, explanation) {
  const figure = explanation && figuresOf(release, explanation).find((one) => isCodebook(one, explanation));
  if (!figure) return undefined;
  const { table, note } = figure;
  const { head, rows } = table;
  const csv = tableCSV([head, ...rows]);
  return fold(
    { id: "codebook", class: "panel" },
    result.codebook,
    el("p", { class: "help" }, note),
    numberTable(head, rows, result.codebook),
    actions(download(result.downloadCodebook, csv, "text/csv", fileName(release, {}, "codebook.csv"), "")),
  );
}
