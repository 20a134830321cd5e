// The English texts of the pages for analysts.
import { dateOf } from "../figures/averages.js";
import { capital, grouped, plain, size } from "../shared/numbers.js";
import { sentencesIn } from "../shared/sentences.js";
import { entries } from "../texts/pages.js";

const said = sentencesIn(entries);
const percent = new Intl.NumberFormat("en", { style: "percent" });
const rough = (value) => plain(Number(value.toPrecision(4)));
const rowsOf = (n) => (n === 1 ? "1 row" : `${grouped(n)} rows`);
const short = (value) => plain(Number(value.toPrecision(3)));

/** Making an invitation. */
export const invite = {
  ...said.invite,
  /** Why the engine, or the page, refuses a sample. */
  problem: (message) => capital(message).replace(/\.?$/, "."),
  loaded: (rows, bytes) => `${grouped(rows)} rows, ${size(bytes)}. The sample can be used.`,
  range: ({ min, max, dates }) => {
    const written = dates ? dateOf : rough;
    return min === undefined && max === undefined ? "" : `${written(min ?? 0)} to ${written(max ?? 0)}`;
  },
  levels: (levels) =>
    levels
      .map((level) => level.name || "(empty)")
      .slice(0, 6)
      .join(", ") + (levels.length > 6 ? ` and ${grouped(levels.length - 6)} more` : ""),
  kit: (bytes) =>
    `The file is saved (${size(bytes)}). Send it to the owner, who opens it by a double click, and send its SHA-256 by another way:`,
  letterOf: ({ title, asker, release }, link) => {
    const what = said.invite.wish[release] ?? said.invite.wish.other;
    return said.invite.letter({ who: asker || said.invite.we, what, about: title && `: ${title}`, link });
  },
  made: (length) =>
    `The link is made (${grouped(length)} characters). Everything in it is after the # sign, which browsers do not send to a server.`,
};

/** Releases: a file each. */
export const releases = {
  ...said.releases,
  opened: (n) => (n === 1 ? "1 release is open." : `${grouped(n)} releases are open.`),
  refused: (name, message) => `${name}: ${message}`,
  number: (value) => (typeof value === "number" && Number.isFinite(value) ? rough(value) : "–"),
  holds: ({ epsilon, delta }) => said.releases.holds({ epsilon: rough(epsilon), delta: plain(delta) }),
  fails: () => said.releases.fails,
  distance: (d) => `${short(d.uniform)} → ${short(d.weighted)} ± ${short(d.noise)}`,
  /** What is protected, and their number. */
  rows: ({ n, rowsEstimate, unit }) =>
    n === undefined && rowsEstimate === undefined
      ? "–"
      : `${n !== undefined ? grouped(n) : `about ${grouped(Math.round(rowsEstimate))}`} ${unit === "person" ? "people" : "rows"}`,
  effective: ({ effectiveSampleSize }, { sourceRows }) =>
    `${grouped(Math.round(effectiveSampleSize))} of ${grouped(sourceRows)}`,
};

/** Adding up what several owners released. */
export const combination = {
  ...said.combination,
  member: (name, verification) =>
    `${name}: ${releases.rows(verification)}, ε = ${releases.number(verification.epsilon)}`,
  noSample: "Choose the public sample first: weights and models are computed for its rows.",
  done: (n) =>
    n === 1 ? "1 release is combined." : `${grouped(n)} releases are combined. The result has a card above.`,
  assumption: (n) =>
    `${grouped(n)} releases combined, assuming that no person’s rows are held by two of the owners. The certificate names this assumption: “disjoint-owners”.`,
  loss: (c) => `ε = ${plain(c.epsilon)} at δ = ${plain(c.delta)}: the largest of the owners’ (parallel composition).`,
  noise: (combined, least) =>
    `Standard deviation of the noise in an average: ${short(combined)}; in the least noisy release alone ${short(least)}.`,
  countNoise: (combined, least) =>
    `Standard deviation of the noise in a count: ${short(combined)} rows; in the least noisy release alone ${short(least)}.`,
  distance: (d) =>
    `Distance between the private rows of all owners and the public sample: ${short(d.uniform)} before, ${short(d.weighted)} with the weights found, ± ${short(d.noise)}.`,
};

/** A model in a file that the release names and does not hold. */
export const { modelFile } = said;

/** What is written of a release. */
export const { exported } = said;

/** Applying a model. */
export const prediction = {
  ...said.prediction,
  option: (name, label) => `${name} (predicts ${label})`,
  ofClass: (name, n) => `${name}: ${grouped(n)}`,
  count: (n) => (n === 1 ? "1 prediction." : `${grouped(n)} predictions.`),
  note: (note) => `${capital(note)}.`,
  summary: (label, { least, median, most }) =>
    `Predicted ${label}: from ${rough(least)} to ${rough(most)}, median ${rough(median)}.`,
  error: (label, /** @type {any} */ { rows, rmse, explained }) =>
    `The file has the true ${label} for ${rowsOf(rows)}. Typical error (root of the mean squared error): ${rough(rmse)}; ${!(explained >= 0) ? "that is worse than their mean, at best" : `${percent.format(explained)} of their variance is explained`}.`,
  scores: (label, /** @type {any} */ { rows, accuracy, logLoss, brier, auc }) =>
    `${[
      `The file has the true ${label} for ${rowsOf(rows)}. ${percent.format(accuracy)} of them are predicted right. Log-loss: ${rough(logLoss)}`,
      brier !== undefined && `Brier score: ${rough(brier)}`,
      auc !== undefined && `AUC: ${rough(auc)}`,
    ]
      .filter(Boolean)
      .join("; ")}.`,
  problem: (message) => capital(message).replace(/\.?$/, "."),
};

/** Delivering what a kit released. */
export const delivery = {
  ...said.delivery,
  tooLarge: (bytes) => `The file has more than ${size(bytes)}.`,
  facts: ({ title, asker, label, epsilon, release, campaign, token }, address) =>
    Object.entries({ title, asker, release, label, epsilon: epsilon.max && plain(epsilon.max), campaign, address })
      .concat([["token", token && said.delivery.once]])
      .filter(([, fact]) => fact)
      .map(([key, fact]) => [said.delivery.fact[key], fact]),
  fits: (kind, { epsilon, delta }) =>
    `It is what was asked for, and its certificate holds: ${kind}, ε = ${plain(epsilon)} at δ = ${plain(delta)}. Nothing is sent yet.`,
  notSent: (message) => `This file is not sent. ${capital(message).replace(/\.?$/, ".")}`,
};
