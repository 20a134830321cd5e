// What the opened reports say: of each which model it is about, sentences, plots and tables, and several on one model
// beside each other.
import { el } from "../shared/dom.js";
import { aboutModel, ownersPlot, reportPlots, reportWords } from "../plots/report.js";

/** Fills the section with the reports among `opened`, or hides it. Figures are there only where a certificate holds. */
export function showReports(section, opened) {
  const reports = opened.filter(({ figures }) => figures !== undefined);
  section.hidden = reports.length === 0;
  const body = section.querySelector("#reports-body");
  body.replaceChildren(ownersPlot(reports) ?? "", ...reports.map((report, i) => one(report, i, reports.length === 1)));
}

function one({ name, release, figures }, i, open) {
  const { schema } = release.provenance;
  const sentences = [...reportWords(figures, schema), aboutModel(release)];
  return el(
    "details",
    { class: "panel", open },
    el("summary", {}, el("h3", {}, name)),
    el("ul", { class: "facts" }, ...sentences.map((text) => el("li", {}, text))),
    ...reportPlots(figures, schema, { id: `report-${i + 1}`, heading: "h4" }),
  );
}
