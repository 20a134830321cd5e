// The English texts of plots.
import { basesIn } from "../terms/bases.gen.js";
import { numbersIn } from "./numbers.js";

export const numbers = numbersIn("en");
const { grouped, percent, rough } = numbers;

/** Kinds of models, and how they were fitted. */
export const models = {
  bases: basesIn("en"),
  ways: {
    unweighted: "all public rows alike",
    weighted: "half by the weights",
    corrected: "all public rows alike, with a linear correction by the weights",
  },
};

/** What is drawn of a release. */
export const plots = {
  labels: {
    title: "How the error compares with the public model’s where the label is known",
    help: "Estimated from the noisy result: the bars hold the true mean squared error, in percent of the public model’s, 19 times in 20. They allow for the noise, for the data being a sample and for what clipping hides. A bar without a sign is too long for an estimate. The smaller, the better.",
    axis: "squared error, % of the public model’s",
    marks: { source: "public model", weighted: "released model" },
    rows: (of) =>
      of === undefined ? ["public model", "released model"] : [`“${of}”, public model`, `“${of}”, released model`],
    head: ["Model", "Estimate", "From", "To"],
    hidden: "hidden by the noise",
    open: "no limit",
  },
  shift: {
    title: (seen, all) => `${seen} of ${all} averages differ`,
    none: "No average stands out of the noise",
    moved: "How the weights move the averages",
    help: "Averages of the columns in their own units, shares of their values, and two standard deviations of the noise, as the bars of the plot have them. The plot shows your data less the sample, unweighted and weighted, without what the noise alone could explain. Computed from the noisy table alone.",
    helpNoTarget:
      "Averages of the columns, in standard deviations of the public sample. This mechanism does not measure the private averages.",
    row: (name, here, there) => `${name} ${here} → ${there}`,
    axis: "standard deviations",
    marks: { source: "public sample", target: "your data", weighted: "weighted sample" },
    apart: { source: "unweighted", weighted: "weighted" },
    noise: "noise (±)",
  },
  coefficients: {
    title: "The model before and after",
    help: "Effect on the prediction when a column rises by one standard deviation of the sample, with all public rows alike and adapted.",
    axis: (label) => `change of ${label}`,
    marks: { source: "all rows alike", weighted: "adapted" },
  },
  candidates: {
    title: "The models that were compared",
    help: (classes) =>
      `Each was fitted to a part of the public sample and tried on the rest, with the released weights and with all rows alike. Of each kind the best way to fit it is drawn. The smaller the ${classes ? "loss" : "error"}, the better. The released model comes from this comparison, at no cost of privacy.`,
    axis: (label, classes) =>
      classes ? "mean negative log-probability of the true class" : `typical error of ${label}`,
    marks: { source: "all rows alike", weighted: "weighted sample" },
  },
  numbers: "Numbers",
  cut: (shown, all) => `The ${grouped(shown)} of ${grouped(all)} that differ most are drawn.`,
  name: "Name",
};

/** What is drawn of a report and of an estimate. */
export const report = {
  names: {
    rmse: "typical error",
    mae: "mean absolute error",
    bias: "mean error (prediction − label)",
    r2: "share of the variance explained",
    beyond: "share at the ends of the counts",
    calibrationSlope: "slope of labels on predictions (1 is right)",
    calibrationIntercept: "intercept of labels on predictions (0 is right)",
    auc: "AUC",
    brier: "Brier score",
    logLoss: "log-loss",
    accuracy: "accuracy",
    sensitivity: "sensitivity at one half",
    specificity: "specificity at one half",
    precision: "precision at one half",
    share: "share of the second class",
  },
  marks: { weighted: "estimate, with its interval" },
  ofPublic: "on the public sample",
  measure: "Measure",
  head: ["Estimate", "From", "To"],
  unknown: "not known",
  fewRows: "too few to say",
  open: "no limit",
  numbers: "Numbers",
  everybody: "all together",
  otherLevel: "none of the sample’s values",
  axis: { numbers: (label) => `in the unit of ${label}`, two: () => "share", more: () => "share" },
  errors: {
    title: "How good the model is where the label is known",
    help: "Computed from noisy counts. Dots are estimates, bars are 95% intervals, for the noise and for the data being a sample. No dot: too small to measure through the noise. An arrow: no limit.",
  },
  groups: {
    title: (measure, column) => `The ${measure} for each value of “${column}”`,
    help: "The bars are longer where there is little data. Values that the public sample does not have are together. A value with too little data to say anything is in the table only.",
  },
  average: {
    number: (label) => `The average ${label}`,
    class: (second) => `The share of “${second}”`,
    shares: (label) => `The shares of ${label}`,
    by: (what, column) => `${what} for each value of “${column}”`,
    help: "The bars hold the true value 19 times in 20, if it is by chance which rows have a label. An arrow stands where an interval has no limit.",
    noise: "The bars are the noise alone (19 times in 20). What the model gets wrong about the data comes on top.",
    marks: { source: "average of the public sample", weighted: "estimate" },
    head: ["Group", "Estimate", "From", "To", "Public sample"],
    noRows: "no rows, within noise",
  },
  calibration: {
    title: "What is predicted, and what is found",
    help: "Where a model is right on average, its points lie on the dashed line.",
    axis: (label, classes) => (classes ? `probability that ${label} is “${classes[1]}”` : label),
    predicted: "predicted",
    found: "found on average, with its interval",
    // At one half there are two places, for the rows that are taken for either class.
    row: (prediction, classes, below) =>
      `predicted ${below ? "just below " : ""}${classes ? percent(prediction) : rough(prediction).replace(/^-/, "−")}`,
    head: "Prediction",
  },
  residuals: {
    title: "How the residuals are spread",
    help: "A residual is the label minus the prediction. Each line shows the residual below which that share is.",
    row: percent,
    head: "Below it",
  },
  roc: {
    title: "At other thresholds (ROC)",
    help: (second) =>
      `Each point is a threshold on the probability of “${second}”. Above it, “${second}” is predicted. Up: the share of “${second}” that is found. Across: the share of the other class that is taken for it by mistake. Both have their intervals. Where the noise has carried a point beyond an edge, the curve passes along the edge and there is no sign. Chance alone is on the dashed line.`,
    axes: { across: "taken for it by mistake", up: "found" },
    row: percent,
    head: ["From the probability", "Found", "From", "To", "By mistake", "From", "To"],
  },
};
