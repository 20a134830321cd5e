// Several releases beside each other, with remarks. Each is {name, release, verification}: a file's name, its
// content, which the engine has checked, and the engine's answer.
import { chosen, labelWords, sharesOf } from "../shared/release-words.js";
import { el, tableOf } from "../shared/dom.js";
import { exported, prediction, releases as texts } from "./texts.js";

const SHOWN_REMARKS = 40;

/** The columns of words, by their place in the head. */
const WORDS = [0, 1, 2, 6, 9];

/**
 * A table with one release in each row. It shows what the engine recomputed, not what the release claims. `onRecords`
 * is called with the release whose page for the records is wanted.
 */
export const comparison = (releases, onRecords) =>
  tableOf(
    texts.label,
    texts.head,
    releases.map((one) => row(one, onRecords)),
    "compared",
    WORDS,
  );

function row(one, onRecords) {
  const { name, release, verification } = one;
  const { kind, certificate, provenance } = release;
  const { discrepancy, effectiveSampleSize } = certificate;
  return [
    name,
    el("span", { class: verification.ok ? "holds" : "fails" }, verification.ok ? texts.holds : texts.fails),
    texts.kinds[kind],
    texts.number(verification.epsilon),
    texts.number(verification.delta),
    texts.rows(verification),
    verification.mechanism,
    texts.distance(discrepancy),
    texts.effective(effectiveSampleSize, provenance.sourceRows),
    el("button", { type: "button", "aria-label": exported.pageOf(name), click: () => onRecords(one) }, exported.page),
  ];
}

/** Sentences on single releases and on all of them. `ownEngine` is the SHA-256 of this site's engine. */
export function remarksOn(releases, ownEngine) {
  const remarks = [];
  const firstOf = new Map(); // releaseId → file
  for (const {
    name,
    release: { releaseId, kind, certificate, provenance },
    verification,
  } of releases) {
    const say = (text) => remarks.push(texts.refused(name, text));
    for (const sentence of [...verification.problems, ...verification.remarks]) say(prediction.problem(sentence));
    if (texts.counted[kind]) say(verification.ok ? texts.counted[kind] : texts.brokenReport);
    if (certificate.base) say(chosen(certificate));
    if (provenance.sources) say(sharesOf(provenance));
    if (certificate.labels) say(labelWords(certificate, provenance.schema).join(" "));
    if (provenance.settingsAfterPreview) say(texts.late);
    if (provenance.wasmSHA256 === null) say(texts.noEngine);
    else if (provenance.wasmSHA256 !== ownEngine) say(texts.otherEngine);
    if (certificate.discrepancy && certificate.tolerance === certificate.discrepancy.uniform)
      say(certificate.labels ? texts.asideLabels : texts.aside);
    if (firstOf.has(releaseId)) say(texts.twice(firstOf.get(releaseId)));
    else firstOf.set(releaseId, name);
  }
  if (new Set(releases.map(({ release }) => release.provenance.sourceSHA256)).size > 1) remarks.unshift(texts.samples);
  const more = remarks.length - SHOWN_REMARKS;
  return more > 0 ? [...remarks.slice(0, SHOWN_REMARKS), texts.moreRemarks(more)] : remarks;
}
