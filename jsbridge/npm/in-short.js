import { numbersIn } from "./figures/numbers.js";

// The result of a run in one or two sentences, the same for the owner's page and the command line. They depend only on
// the certificate, which is public by then.

const FEW_ROWS = 100;
const FEW_LABELS = 3; // standard deviations of the noise on their number: below, it may be that there is none
const FEW = 0.05; // of the public rows

const count = new Intl.NumberFormat("en", { maximumFractionDigits: 0 });

const few = (size, rows) =>
  `Careful: the result rests on the equivalent of only ${count.format(size)} of the ${count.format(rows)} public rows, so chance may have shaped it.`;

// The run measures columns and never a label. So no sentence says that the result predicts better, and each sentence
// that could be read in this way says what decides.
const labels =
  "Only a comparison with labels that are known can decide whether the result predicts your data better than the public sample alone.";

/** How many releases were combined. */
export const ownersOf = ({ cohorts }) => cohorts.reduce((sum, { releases }) => sum + releases, 0);

/** What a run came to, by name, in English; the site has the same in other languages. */
export const english = {
  few,
  same: "This run found no difference that the noise could not explain. The result comes from the public sample alone, as it would without your data.",
  kept: "The weights gain nothing that can be told from chance. The model comes from the public sample alone, as it would without your data. What the run adds is how far your columns differ from the public sample’s.",
  alike: `The columns of your data clearly differ from the public sample’s, and the weights make the two much alike. ${labels}`,
  partly: `The columns of your data clearly differ from the public sample’s, and the weights correct a part of that, perhaps not all. ${labels}`,
  maybe: `The columns of your data may differ from the public sample’s, but the noise is too large to say whether the weights bring the two closer. ${labels}`,
  blind: `This mechanism does not measure how alike the columns of your data and of the public sample are. ${labels}`,
  labels:
    "The labels of your rows corrected the model that was fitted to the public sample. The release says by how much, with noise.",
  gains: {
    better: ({ by }) => `Better than the public model where your labels are known: the squared error is ${by}.`,
    "probably-better": ({ by }) =>
      `Probably better than the public model where your labels are known: the squared error is ${by}.`,
    "no-difference": ({ by }) =>
      `No difference from the public model could be measured where your labels are known: the squared error is ${by}.`,
    worse: ({ by }) =>
      `Worse than the public model where your labels are known, do not use it: the squared error is ${by}.`,
  },
  amounts: {
    smaller: ({ value, low, high }) => `about ${value} smaller (19 times in 20 between ${low} and ${high})`,
    larger: ({ value, low, high }) => `about ${value} larger (19 times in 20 between ${low} and ${high})`,
    "smaller-range": ({ low, high }) => `between ${low} and ${high} smaller (19 times in 20)`,
    "larger-range": ({ low, high }) => `between ${low} and ${high} larger (19 times in 20)`,
    either: ({ larger, smaller }) => `between ${larger} larger and ${smaller} smaller (19 times in 20)`,
    hidden: "smaller or larger by an amount that the noise hides",
  },
  percent: numbersIn("en").percent,
  doubtful:
    "The release was made with the labels of your rows, but their number is smaller than the noise can show, so it cannot be said that they corrected the model. Take the public model, or give more labels.",
  report: "The report says how good a fixed model is on your data, with noise. Nothing was fitted to your data.",
  estimate:
    "The estimate says what the label is on average in your data, by what a public model predicts of your rows, with noise. Nothing was fitted to your data.",
  sums: "These are averages and products of your columns, and of how far your labels are from what a public model predicts, with noise. Whoever gets them can compute a model from them that your labels correct.",
  table:
    "These are averages and products of your columns with noise. Whoever gets them can compute weights or a model from them.",
};

/** The sentences about a release file, most urgent first, of `sentences` in any language. */
export function inShort({ kind, certificate, provenance }, sentences = english) {
  const key = verdict(kind, certificate);
  const errors = (key === "labels" && certificate.labels.errors) || [];
  return [
    restsOnFew({ certificate, provenance }) && sentences.few(certificate.effectiveSampleSize, provenance.sourceRows),
    sentences[key],
    errors.length === 1 && gainSentence(errors[0], sentences),
  ].filter(Boolean);
}

/** What labels brought: `verdict` and `gain` are a certificate's, of one residual. */
export function gainSentence({ verdict, gain: { value, low, high } }, sentences = english) {
  const amount = (share) => sentences.percent(Math.round(Math.abs(100 * share)) / 100);
  const { amounts } = sentences;
  const known = value === null ? "-range" : "";
  const about = known ? undefined : amount(value);
  const by =
    low > 0
      ? amounts[`smaller${known}`]({ value: about, low: amount(low), high: amount(high) })
      : high < 0 && low !== null
        ? amounts[`larger${known}`]({ value: about, low: amount(high), high: amount(low) })
        : low === null
          ? amounts.hidden
          : amounts.either({ larger: amount(low), smaller: amount(high) });
  return sentences.gains[verdict]({ by });
}

/**
 * Whether a result rests on so few public rows that this has to be said first. A model that no weights enter does not.
 */
export const restsOnFew = ({ certificate: { effectiveSampleSize: size, base }, provenance: { sourceRows } }) =>
  size !== null && !base?.kept && size < Math.max(FEW_ROWS, FEW * sourceRows);

/** Whether the noise leaves no doubt that there were labels. */
export const seesLabels = ({ rowsEstimate, rowsNoise }) => rowsEstimate >= FEW_LABELS * rowsNoise;

/** The name of the sentence that summarises the result. The sentence has to be true for every outcome of the noise. */
function verdict(kind, { labels, discrepancy, tolerance, base }) {
  if (kind === "moments") return labels ? "sums" : "table";
  if (labels) return seesLabels(labels) ? "labels" : "doubtful";
  if (kind === "report" || kind === "estimate") return kind;
  if (!discrepancy) return base?.kept ? "kept" : "blind";
  const { uniform, weighted, noise } = discrepancy;
  if (tolerance === uniform) return "same";
  if (base?.kept) return "kept";
  if (weighted + noise >= uniform - noise) return "maybe";
  return weighted + noise > (uniform - noise) / 4 ? "partly" : "alike";
}
