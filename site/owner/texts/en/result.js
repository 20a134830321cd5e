// The English texts of a result.
import { grouped, list, moment, percent, plain, rough } from "../../../shared/numbers.js";

/** A small probability as people say it: about one in 1,000,000. */
const chance = (p) => `one in ${grouped(Number((1 / p).toPrecision(3)))}`;

export const kinds = {
  model: "A model",
  weights: "Weights for the public rows",
  moments: "Moments of the private columns",
  report: "A report on a model",
};

const mechanisms = {
  moment:
    "The noise was added once, to a table of averages of the private columns. Everything after that is computed from the noisy table.",
  selection: "The noise was added in every round of the search for weights.",
  gradient: "The noise was added to every step of the search for weights.",
  tally:
    "The noise was added to counts of the private rows, once. All figures and intervals are computed from the noisy counts.",
};

export const result = {
  guarantee: (c) =>
    `Whatever somebody believes about one row of the private file, this result changes the odds by a factor of at most ${rough(Math.exp(c.epsilon))}, except in about ${chance(c.delta)} cases (ε = ${plain(c.epsilon)}, δ = ${plain(c.delta)}).`,
  rows: ({ n, rowsEstimate }) =>
    n === undefined
      ? `About ${grouped(Math.round(rowsEstimate))} private rows took part; how many exactly stays private.`
      : `${grouped(n)} private rows took part. Their number is public.`,
  mechanism: (c) => mechanisms[c.mechanism] ?? `The mechanism was “${c.mechanism}”.`,
  late: "The settings were changed after a report on the private file had been seen. That choice is not covered by the guarantee.",
  verified: (v) => `Privacy confirmed: ε = ${plain(v.epsilon)} at δ = ${plain(v.delta)}.`,
  unverified: "The certificate was not confirmed. Do not rely on it.",
  score: (before, after) =>
    `On this synthetic data the true prices of the private rows are known. Typical error without adapting: ${plain(before)}. With the released model: ${plain(after)}.`,
  scoreOfWeights: (before, after, kept) =>
    `On this synthetic data the true prices of the private rows are known. Typical error of a linear model without adapting: ${plain(before)}. With the released weights: ${plain(after)}.${kept ? " The public model is no line but a blend of curves, which needs no weights here." : ""}`,
  unreadable: "The vault handed out something that is not a release of this program. It is not shown.",

  inWords: "What it means, in words",
  numbers: "More plots, and the released numbers",
  promise: "What was promised",
  intercept: "(intercept)",
  column: "Column",
  coefficient: "Coefficient",
  before: "All rows alike",
  after: "Adapted",
  // For a model of the columns themselves, and for one of features that are computed from them.
  coefficientsHelp:
    "A prediction is the intercept plus each column’s value, in its own unit, times its coefficient. A level of a category counts 1 where it applies and 0 elsewhere. Rounded here; the file has all digits.",
  featuresHelp:
    "A prediction is the intercept plus each feature times its coefficient. Features are computed from the columns in the way that the release describes (“features” in its provenance), so these numbers are not in the units of the columns. Rounded here; the file has all digits.",
  limited: ([least, most]) =>
    `Predictions below ${rough(least)} or above ${rough(most)}, the smallest and the largest label of the public sample, are moved to these.`,
  momentsHelp: "Averages of products of the standardised columns, with noise.",
  cut: (shown, all) => `The first ${grouped(shown)} of ${grouped(all)} are shown. All are in the file.`,

  leavesHelp:
    "The release is all that leaves, and only if you hand it on: so far it is in this browser alone. Your private file, the report on it and the plots stay with you.",
  analyst: "Details for the analyst",
  copy: "Copy a message",
  message: (file, { epsilon, delta }, { releaseId }) =>
    `Here is my result, the file ${file} (id ${releaseId}, made with ε = ${plain(epsilon)} and δ = ${plain(delta)}). You can check it with privadapt: open it on the page “releases.html”.`,
  print: "Print",
  apply: "Apply it",
  copied: "Copied.",
  notCopied: "The browser did not allow copying.",
  downloadRelease: "Save the file",
  downloadWeights: "Download the weights (CSV)",
};

/** A result that is paid for and not yet saved. */
export const kept = {
  name: (one) => [one.name, moment(one.time)].filter(Boolean).join(", "),
  waits: (name) => `A result is kept here until you save it: ${name}.`,
  show: "Show it",
  drop: "Drop it …",
  sure: (name) => `Yes, drop the result “${name}”`,
};

/** What the numbers mean: each function gives a sentence. */
export const words = {
  /** What was bought, in one line. */
  verdict: {
    same: "No difference beyond the noise: this is the public model.",
    kept: "This is the public model: to follow your data would gain nothing that can be told from chance.",
    mostly: (share) => `${percent(share)} of it is the public model.`,
    differ: "Your data differ, and the result follows. Without labels nobody can say yet how good it is.",
    maybe:
      "Your data may differ, and the result follows what stands out of the noise. Without labels nobody can say yet how good it is.",
    blind:
      "Your labels were not used, and this mechanism measures no difference, so nobody can say yet how good it is.",
    doubtful:
      "There are too few labels to tell from the noise, so nobody can say whether they corrected the model. Use the public model, or give more labels.",
    labels: "Your labels corrected the model. How far off it is stands under Details.",
    moments: "Averages and products of your columns, with noise. A model can be made from them.",
  },
  differs: (list) => `What differs: ${list.join(" · ")}`,
  average: (name, there, here) => `${name} ${there} instead of ${here}`,
  apart: (d, radius) =>
    `The private data differ from the public sample: the distance between them is estimated at ${rough(d.uniform)}, which is ${percent(d.uniform / radius ** 2)} of the largest possible and ${rough(d.uniform / d.noise)} times what the noise alone could explain.`,
  close: (d) =>
    `The distance between the private data and the public sample is estimated at ${rough(d.uniform)}. The noise alone can reach ${rough(d.noise)}, so they may be alike.`,
  aside:
    "At this ε and this number of rows the noise alone would explain the distance that is left: there is no evidence that the private data differ from the public sample. So all public rows count alike, and the result comes from the public sample alone. A larger ε or more private rows would tell more.",
  asideLabels:
    "At this ε and this number of rows the noise alone would explain the distance that is left: there is no evidence that the columns of the private data differ from the public sample’s. So all public rows count alike, and what the labels changed is all that was changed.",
  unmeasured:
    "This mechanism does not measure how different the private data are, so nothing can be said about how much the weights helped.",
  columns: (shifts) =>
    `The averages differ most in ${list(shifts.map(({ name, by }) => `${name} (${rough(Math.abs(by))} ${by > 0 ? "higher" : "lower"})`))}, counted in standard deviations of the sample.`,
  helped: (d) =>
    d.weighted < d.uniform
      ? `The weights reduce the distance to ${rough(d.weighted)}, by ${percent(1 - d.weighted / d.uniform)}.`
      : "A part of the difference stands out of the noise, and the weights follow that part. The distance as a whole is too noisy to show it.",
  sure: (d) =>
    `How sure is that? With a probability of ${percent(d.confidence)} the noise moves each of the two distances by at most ${rough(d.noise)}. So the true distance was between ${rough(Math.max(0, d.uniform - d.noise))} and ${rough(d.uniform + d.noise)}, and with the weights it is at most ${rough(d.weighted + d.noise)}${
      d.weighted + d.noise < d.uniform - d.noise
        ? ", so they do help the match."
        : ". That they help the match is likely and not certain."
    }`,
  effective: (size, m) =>
    `The result draws on the equivalent of ${grouped(Math.round(size))} of the ${grouped(m)} public rows (effective sample size).`,

  caution: "When not to use it",
  clipped:
    "The errors are estimated on rows that were shortened where they are far from the public sample. What that takes from the errors is added again, as far as the public sample shows it. If your rows are quite unlike the sample, the true errors can still be larger.",
  fewRows: (size, columns) =>
    `It rests on the equivalent of only ${grouped(Math.round(size))} rows for ${grouped(columns)} coefficients: chance may have shaped it. Treat single predictions with care.`,
  fewRowsNonlinear: (size) =>
    `It rests on the equivalent of only ${grouped(Math.round(size))} rows, and a nonlinear model needs many: chance may have shaped it. Treat single predictions with care.`,
  remains: (d) =>
    `A distance of at least ${rough(d.weighted - d.noise)} remains: the public sample has too few rows like the private ones. Where it has none, the result is a guess.`,
  report:
    "The intervals hold one at a time: of twenty figures one may lie outside its own. They say how good the model is on rows like those in the file; for other rows, or later ones, it may be better or worse.",
  labels:
    "Weights correct for differences in the columns, and not for differences in the labels. If similar rows have other labels in the private data (prices that rose since, another way of measuring), no method without labels can notice. Before anybody relies on the result, compare it with a few labels that are known.",
};

export { plots } from "../../../figures/texts.js";

export const send = {
  title: (host) => `Send it to ${host}`,
  start: (host) => `Send it to ${host} …`,
  what: (bytes, address) => `This sends the release, exactly the text shown (${bytes}), to ${address}.`,
  token: "The one-time code from the link goes with it, so that the receiver knows which invitation it answers.",
  who: (host) =>
    `Whoever runs ${host} can keep it for good and learns your network address. Nobody has checked who that is: go on only if you know this address. Nothing else is sent.`,
  confirm: (host) => `Yes, send it to ${host}`,
  cancel: "Do not send",
  sending: "Sending …",
  sent: (host) => `Sent. ${host} has accepted it.`,
  problems: {
    offline: () =>
      "You are offline, so nothing was sent. Connect and try again, or hand on the file of the release yourself.",
    unreachable: (host) =>
      `Nothing arrived at ${host}, as far as this page can tell: there is no connection to it, it forwards to another address, or it does not accept results from web pages (CORS). Hand on the file of the release yourself.`,
    timeout: (host) =>
      `${host} did not answer within 30 seconds. It may have received the release or not. Ask before you send it again.`,
    refused: (host, reason) =>
      `${host} has not accepted the release. It says: “${reason}”. You can send it again without another run; if that does not help, ask whoever invited you.`,
  },
};
