// What a result means, in sentences. Pure: from the certificate and the explanation, which are public or paid for.
import { inShort, restsOnFew } from "../shared/in-short.js";
import { correctionWords, labelVerdict, labelWords } from "../shared/label-errors.js";
import { aboutModel, reportWords } from "../shared/report.js";
import { sharesOf } from "../shared/shares.js";
import { inShort as sentences } from "../shared/texts.js";
import { result, words } from "./texts.js";

const NAMED = 3; // columns that are named as differing most

/**
 * Returns {short, verdict, differs, promise, found, caution}: a sentence, one or none on what differs, and lists of sentences. `explanation` is what the vault
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
    short: [...inShort(release, sentences), mainFigure].filter(Boolean).join(" "),
    verdict: verdict(release, mainFigure),
    differs: differs(release, explanation),
    promise: [result.guarantee(certificate), result.rows(certificate), result.mechanism(certificate)],
    found: found.filter(Boolean),
    caution: caution.filter(Boolean),
  };
}

/** What was bought, in a sentence. It has to be true for every outcome of the noise. */
function verdict(release, figure) {
  const { kind, certificate, provenance } = release;
  if (figure) return figure;
  if (kind === "moments") return words.verdict.moments;
  const gain = certificate.labels && labelVerdict(certificate.labels, provenance.schema);
  if (gain) return gain;
  if (certificate.labels) return words.verdict.labels;
  const { discrepancy, tolerance } = certificate;
  if (!discrepancy) return words.verdict.blind;
  const { uniform, weighted, noise } = discrepancy;
  if (tolerance === uniform) return words.verdict.same;
  return weighted + noise >= uniform - noise ? words.verdict.maybe : words.verdict.differ;
}

/** The averages that differ most, beyond three times what the noise usually does, in the columns' own units; or undefined. */
function differs({ provenance: { schema } }, explanation) {
  const noise = explanation?.shiftNoise;
  if (!noise) return undefined;
  const shares = new Map();
  const means = new Map();
  for (const { name, mean, scale, levels } of schema.columns) {
    if (levels) for (const level of levels) shares.set(`${name}=${level.name}`, level);
    else if (scale !== undefined) means.set(name, { mean: mean ?? 0, scale });
  }
  const apart = explanation.shifts
    .map(({ name, source, target }) => ({ name, by: target - source, is: shares.get(name) ?? means.get(name) }))
    .filter(({ by, is }) => is && Math.abs(by) > 3 * noise)
    .sort((a, b) => Math.abs(b.by) - Math.abs(a.by))
    .slice(0, NAMED)
    .map(({ name, by, is }) => {
      const there = is.mean + by * is.scale;
      return shares.has(name)
        ? words.share(name, Math.min(1, Math.max(0, there)), is.mean)
        : words.average(name, there, is.mean, is.scale);
    });
  return apart.length > 0 ? words.differs(apart) : undefined;
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
