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
    "The labels of your rows corrected the model that was fitted to the public sample. The release estimates the errors of both models on your data, with noise.",
  doubtful:
    "The release was made with the labels of your rows, but their number is smaller than the noise can show, so it cannot be said that they corrected the model. Take the public model, or give more labels.",
  report: "The report says how good a fixed model is on your data, with noise. Nothing was fitted to your data.",
  sums: "These are averages and products of your columns, and of how far your labels are from what a public model predicts, with noise. Whoever gets them can compute a model from them that your labels correct.",
  table:
    "These are averages and products of your columns with noise. Whoever gets them can compute weights or a model from them.",
};

/** The sentences about a release file, most urgent first, of `sentences` in any language. */
export function inShort({ kind, certificate, provenance }, sentences = english) {
  const said = sentences[verdict(kind, certificate)];
  return restsOnFew({ certificate, provenance })
    ? [sentences.few(certificate.effectiveSampleSize, provenance.sourceRows), said]
    : [said];
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
  if (kind === "report") return "report";
  if (!discrepancy) return base?.kept ? "kept" : "blind";
  const { uniform, weighted, noise } = discrepancy;
  if (tolerance === uniform) return "same";
  if (base?.kept) return "kept";
  if (weighted + noise >= uniform - noise) return "maybe";
  return weighted + noise > (uniform - noise) / 4 ? "partly" : "alike";
}
