// What a result means, in sentences. Pure: from the certificate and the explanation, which are public or paid for.
import { gainSentence, inShort, restsOnFew, seesLabels } from "../in-short.js";
import { correctionWords, labelWords } from "../shared/release-words.js";
import { aboutModel, estimateWords, estimateWorth, reportAnswer, reportWords, reportWorth } from "../plots/report.js";
import { averagesIn, isTold } from "../figures/averages.js";
import { numbers, percent } from "../shared/numbers.js";
import { told } from "../shared/sentences.js";
import { inShort as sentences } from "../shared/texts.js";
import { result, words } from "./texts.js";

const NAMED = 3; // columns that are named as differing most
const MOSTLY = 0.9; // share of public fits in a model from which it is said

/**
 * Returns {short, answer, verdict, worth, promise, found, caution}: a sentence, what came out in a few words where it has
 * a number, what was bought, what follows for its use where that can be said, and lists of sentences. `explanation` is what the vault computed from the noisy result, or undefined.
 */
export function wordsFor(release, explanation) {
  const { certificate, provenance } = release;
  const { discrepancy, tolerance, effectiveSampleSize: size, order, radius } = certificate;
  const aside = discrepancy && tolerance === discrepancy.uniform;
  const { labels, report } = certificate;
  const estimates = explanation?.estimates;
  const [average, ...means] = estimates ? estimateWords(estimates, provenance.schema, certificate) : [];
  const [mainFigure, ...figures] =
    report && explanation?.figures ? reportWords(explanation.figures, provenance.schema, certificate) : [];
  const found = [
    differs(release, explanation),
    report && aboutModel(release),
    ...figures,
    ...(labels && seesLabels(labels) ? labelWords(certificate, provenance.schema) : []),
    ...(explanation?.corrections ?? []).map((one) => correctionWords(one, provenance.schema.label)),
    !discrepancy && size !== null && words.unmeasured,
    discrepancy &&
      (discrepancy.uniform > discrepancy.noise ? words.apart(discrepancy, radius) : words.close(discrepancy)),
    aside ? (labels ? words.asideLabels : words.aside) : discrepancy && words.helped(discrepancy),
    discrepancy && !aside && words.sure(discrepancy),
    size && words.effective(size, provenance.sourceRows),
  ];
  const caution = [
    size &&
      size < 10 * order &&
      !restsOnFew(release) &&
      (certificate.base ? words.fewRowsNonlinear(size) : words.fewRows(size, order)),
    discrepancy &&
      !aside &&
      discrepancy.weighted - discrepancy.noise > 0.25 * discrepancy.uniform &&
      words.remains(discrepancy),
    provenance.settingsAfterPreview && result.late,
    labels
      ? labels.errors && words.clipped
      : estimates
        ? estimates.all.labelled && words.estimate
        : report
          ? words.report
          : words.labels,
  ];
  return {
    short: [...inShort(release, sentences), !estimates && mainFigure].filter(Boolean).join(" "),
    answer: average ?? (mainFigure ? reportAnswer(explanation.figures, provenance.schema, report) : gained(labels)),
    verdict: estimates ? means.join(" ") : verdict(release, mainFigure),
    worth: estimates
      ? estimateWorth(estimates)
      : mainFigure && reportWorth(explanation.figures, provenance.schema, report),
    promise: [result.guarantee(certificate), result.rows(certificate), result.mechanism(certificate)],
    found: found.filter(Boolean),
    caution: caution.filter(Boolean),
  };
}

/** What labels brought, in a few words, where they are about one number. */
function gained(labels) {
  if (labels?.errors?.length !== 1 || !seesLabels(labels)) return undefined;
  const [{ verdict, gain }] = labels.errors;
  const known = gain.value === null ? "range" : "value";
  const [value, low] = [gain.value, gain.low].map((share) => percent(Math.round(100 * share) / 100));
  return told(words.answer[verdict][known] ?? words.answer[verdict], { value, low });
}

/** What was bought, in a sentence. It has to be true for every outcome of the noise. */
function verdict(release, figure) {
  const { kind, certificate } = release;
  if (figure) return figure;
  if (kind === "moments") return words.verdict.moments;
  if (certificate.labels && !seesLabels(certificate.labels)) return words.verdict.doubtful;
  const errors = certificate.labels?.errors;
  if (errors) return errors.length > 1 ? words.verdict.labels : gainSentence(errors[0], sentences);
  const { discrepancy, tolerance, base } = certificate;
  if (discrepancy && tolerance === discrepancy.uniform) return words.verdict.same;
  if (base?.kept) return words.verdict.kept;
  const share = publicShare(base);
  const found = [
    !discrepancy ? words.verdict.blind : resolved(discrepancy) ? words.verdict.differ : words.verdict.maybe,
    share >= MOSTLY && words.verdict.mostly(share),
  ];
  return found.filter(Boolean).join(" ");
}

/** Whether the weights bring the data closer whichever way the noise went. */
const resolved = ({ uniform, weighted, noise }) => weighted + noise < uniform - noise;

/** The share of a blend that no private row has entered; 0 for what is no blend. */
const publicShare = (base) =>
  (base?.candidates ?? []).reduce((sum, { way, share }) => (way === "unweighted" ? sum + share : sum), 0);

/**
 * The averages that differ most, beyond three times what the noise usually does, in the columns' own units; or
 * undefined.
 */
function differs({ provenance: { schema } }, explanation) {
  const noise = explanation?.shiftNoise;
  if (!noise) return undefined;
  const inUnits = averagesIn(schema, numbers);
  const apart = explanation.shifts
    .filter(isTold(schema))
    .map((shift) => ({ name: shift.name, by: shift.target - shift.source, own: inUnits(shift) }))
    .filter(({ by, own }) => own && Math.abs(by) > 3 * noise)
    .sort((a, b) => Math.abs(b.by) - Math.abs(a.by))
    .slice(0, NAMED)
    .map(({ name, own }) => words.average(name, own.there, own.here));
  return apart.length > 0 ? words.differs(apart) : undefined;
}
