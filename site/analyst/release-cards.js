// A card for each release, beside each other, with remarks. Each is {name, release, verification}: a file's name, its
// content, which the engine has checked, and the engine's answer.
import { chosen, labelWords } from "../shared/release-words.js";
import { actions, el, listOf, pairsOf } from "../shared/dom.js";
import { exported, problem, releases as texts } from "./texts.js";

/**
 * Cards, and before them a sentence on all where one is needed. They show what the engine recomputed, not what the
 * release claims. `ownEngine` is the SHA-256 of this site's engine; `onRecords` is called with the release whose page for
 * the records is wanted.
 */
export function cardsOf(releases, ownEngine, onRecords) {
  const firstOf = new Map(); // releaseId → file
  const samples = new Set(releases.map(({ release }) => release.provenance.sourceSHA256));
  const cards = releases.map((one) => {
    const { name, release, verification } = one;
    const { kind, certificate, provenance } = release;
    const { fact } = texts;
    const facts = [
      [fact.kind, texts.kinds[kind]],
      [fact.rows, texts.rows(verification)],
      [fact.mechanism, texts.mechanisms[verification.mechanism]],
      [fact.distance, certificate.discrepancy && texts.distance(certificate.discrepancy)],
      [fact.effective, certificate.effectiveSampleSize && texts.effective(certificate, provenance)],
    ];
    const remarks = remarksOn(one, ownEngine, firstOf.get(release.releaseId));
    if (!firstOf.has(release.releaseId)) firstOf.set(release.releaseId, name);
    return el(
      "article",
      { class: "file", "aria-label": name },
      el("h3", {}, name),
      el("p", { class: verification.ok ? "holds" : "fails" }, texts[verification.ok ? "holds" : "fails"](verification)),
      pairsOf(facts.filter(([, said]) => said)),
      listOf(remarks),
      actions(
        el(
          "button",
          { type: "button", "aria-label": exported.pageOf(name), click: () => onRecords(one) },
          exported.page,
        ),
      ),
    );
  });
  return samples.size > 1 ? [el("p", { class: "warning" }, texts.samples), ...cards] : cards;
}

/** Sentences on a release. `first` names the file before it that holds the same one. */
function remarksOn({ release: { kind, certificate, provenance }, verification }, ownEngine, first) {
  const asFound = certificate.discrepancy && certificate.tolerance === certificate.discrepancy.uniform;
  return [
    ...[...verification.problems, ...verification.remarks].map(problem),
    texts.counted[kind] && (verification.ok ? texts.counted[kind] : texts.brokenReport),
    certificate.base && chosen(certificate),
    certificate.labels && labelWords(certificate, provenance.schema).join(" "),
    provenance.settingsAfterPreview && texts.late,
    provenance.wasmSHA256 === null && texts.noEngine,
    provenance.wasmSHA256 !== null && provenance.wasmSHA256 !== ownEngine && texts.otherEngine,
    asFound && (certificate.labels ? texts.asideLabels : texts.aside),
    first && texts.twice(first),
  ].filter(Boolean);
}
