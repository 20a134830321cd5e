// What a result means, in sentences. Pure: from the certificate and the explanation, which are public or paid for.
import { inShort, restsOnFew } from "../shared/in-short.js";
import { correctionWords, labelWords } from "../shared/label-errors.js";
import { aboutModel, reportWords } from "../shared/report.js";
import { sharesOf } from "../shared/shares.js";
import { result, words } from "./texts-result.js";

const NAMED = 3; // columns that are named as differing most

/**
 * Returns {short, promise, found, caution}: a few sentences, and lists of sentences. `explanation` is what the vault
 * computed from the noisy result, or undefined.
 */
export function wordsFor(release, explanation) {
  const { certificate, provenance } = release;
  const { discrepancy, tolerance, effectiveSampleSize: size, order, radius } = certificate;
  const aside = discrepancy && tolerance === discrepancy.uniform;
  const { labels, report } = certificate;
  const [mainFigure, ...figures] =
    report && explanation?.figures ? reportWords(explanation.figures, provenance.schema) : [];
  const found = [
    report && aboutModel(release),
    ...figures,
    ...(labels ? labelWords(labels, provenance.schema) : []),
    ...(explanation?.corrections ?? []).map((one) => correctionWords(one, provenance.schema.label)),
    !discrepancy && size !== null && words.unmeasured,
    discrepancy &&
      (discrepancy.uniform > discrepancy.noise ? words.apart(discrepancy, radius) : words.close(discrepancy)),
    columnsApart(explanation),
    aside ? (labels ? words.asideLabels : words.aside) : discrepancy && words.helped(discrepancy),
    discrepancy && !aside && words.sure(discrepancy),
    size && words.effective(size, provenance.sourceRows),
    sharesOf(provenance),
  ];
  const caution = [
    size &&
      size < 10 * order &&
      !restsOnFew(release) &&
      (certificate.base ? words.fewRowsBent(size) : words.fewRows(size, order)),
    discrepancy &&
      !aside &&
      discrepancy.weighted - discrepancy.noise > 0.25 * discrepancy.uniform &&
      words.remains(discrepancy),
    provenance.settingsAfterPreview && result.late,
    labels ? labels.errors && words.clipped : report ? words.report : words.labels,
  ];
  return {
    short: [...inShort(release), mainFigure].filter(Boolean).join(" "),
    promise: [result.guarantee(certificate), result.rows(certificate), result.mechanism(certificate)],
    found: found.filter(Boolean),
    caution: caution.filter(Boolean),
  };
}

/** Names the columns whose averages differ by more than three times what the noise usually does, if there are any. */
function columnsApart(explanation) {
  const noise = explanation?.shiftNoise;
  if (!noise) return undefined;
  const apart = explanation.shifts
    .map(({ name, source, target }) => ({ name, by: target - source }))
    .filter(({ by }) => Math.abs(by) > 3 * noise)
    .sort((a, b) => Math.abs(b.by) - Math.abs(a.by));
  return apart.length > 0 ? words.columns(apart.slice(0, NAMED)) : undefined;
}
