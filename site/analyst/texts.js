// The English texts of the pages for analysts.
import { dateOf } from "../figures/averages.js";
import { capital, grouped, plain, size } from "../shared/numbers.js";

const percent = new Intl.NumberFormat("en", { style: "percent" });
const rough = (value) => plain(Number(value.toPrecision(4)));
const rowsOf = (n) => (n === 1 ? "1 row" : `${grouped(n)} rows`);
const short = (value) => plain(Number(value.toPrecision(3)));

/** Making an invitation. */
export const invite = {
  loading: "Loading the sample",
  /** Why the engine, or the page, refuses a sample. */
  problem: (message) => capital(message).replace(/\.?$/, "."),
  loaded: (rows, bytes) => `${grouped(rows)} rows, ${size(bytes)}. The sample can be used.`,
  part: ({ name, rows }) => `${name}: ${grouped(rows)} rows.`,
  columns: "Columns of the sample",
  columnsHead: ["Column", "Used as", "Values"],
  kinds: { numeric: "number", dates: "date", categorical: "category", ignored: "left out", label: "label" },
  range: ({ min, max, dates }) => {
    const written = dates ? dateOf : rough;
    return min === undefined && max === undefined ? "" : `${written(min ?? 0)} to ${written(max ?? 0)}`;
  },
  levels: (levels) =>
    levels
      .map((level) => level.name || "(empty)")
      .slice(0, 6)
      .join(", ") + (levels.length > 6 ? ` and ${grouped(levels.length - 6)} more` : ""),
  template: "Template of the owner’s table (CSV)",
  digest: (hex) => `SHA-256 ${hex}`,
  noAddress: "A link names the address of the sample. Save the request as one file, or give an address above.",
  packing: "Packing the file",
  kit: (bytes) =>
    `The file is saved (${size(bytes)}). Send it to the owner, who opens it by a double click, and send its SHA-256 by another way:`,
  saveAgain: "Save it again",
  loadFirst: "Load the sample first, so that the link is to one that works.",
  made: (length) =>
    `The link is made (${grouped(length)} characters). Everything in it is after the # sign, which browsers do not send to a server.`,
  copied: "Copied.",
  notCopied: "The browser did not allow copying. The link is selected: copy it with Ctrl-C or the menu.",
};

/** Releases: a file each. */
export const releases = {
  reading: (name) => `Checking ${name}`,
  opened: (n) => (n === 1 ? "1 release is open." : `${grouped(n)} releases are open.`),
  closed: "All releases are closed.",
  refused: (name, message) => `${name}: ${message}`,
  problems: {
    "too-large": "this file is too large for a release (the limit is 32 MB), so it was not read.",
    "too-many": "This page opens at most 50 releases. To combine more, use privadapt combine.",
    unreadable: "this file could not be read.",
    "wrong-engine":
      "this page and the program that checks releases have different versions, as can happen shortly after an update of this site. Reload the page.",
    engine: "the program that checks releases could not be loaded from this site. Check the connection and try again.",
    crashed: "the check stopped unexpectedly, perhaps because memory ran out. The file was not opened.",
  },
  label: "Releases compared",
  head: [
    "File",
    "Certificate",
    "Result",
    "ε",
    "δ",
    "Protects each of",
    "Mechanism",
    "Distance, before → after",
    "Effective rows",
    "For the records",
  ],
  holds: "holds",
  fails: "does not hold",
  kinds: { model: "model", weights: "weights", moments: "moments", report: "report" },
  number: (value) => (typeof value === "number" && Number.isFinite(value) ? rough(value) : "–"),
  distance: (d) => (d ? `${short(d.uniform)} → ${short(d.weighted)} ± ${short(d.noise)}` : "–"),
  /** What is protected, and their number. */
  rows: ({ n, rowsEstimate, unit }) =>
    n === undefined && rowsEstimate === undefined
      ? "–"
      : `${n !== undefined ? grouped(n) : `about ${grouped(Math.round(rowsEstimate))}`} ${unit === "person" ? "people" : "rows"}`,
  effective: (effective, all) => (effective === null ? "–" : `${grouped(Math.round(effective))} of ${grouped(all)}`),
  /** Remarks below the table. */
  late: "settings were changed after the owner had seen a report on the private file. The guarantee does not cover that choice.",
  otherEngine: "it was made by another build of the engine than the one on this site.",
  noEngine: "it does not say which build of the engine made it.",
  aside:
    "noise alone could explain the distance, so the weights are uniform and the result comes from the public sample alone.",
  asideLabels:
    "noise alone could explain the distance of the columns, so the weights are uniform, and what the labels changed is all that was changed.",
  report:
    "it says how good a fixed model is on the owner’s rows; the figures are below, under “Reports on models”. Reports cannot be combined.",
  brokenReport: "its certificate does not hold, so its figures are not shown.",
  twice: (first) => `the same release as ${first}.`,
  samples: "These releases were made with different public samples. Their distances and bounds cannot be compared.",
  moreRemarks: (n) => `${grouped(n)} more remarks.`,
};

/** Adding up what several owners released. */
export const combination = {
  member: (name, verification) =>
    `${name}: ${releases.rows(verification)}, ε = ${releases.number(verification.epsilon)}`,
  none: "Choose at least one release.",
  noSample: (n) =>
    `Choose ${n > 1 ? `all ${n} public samples` : "the public sample"} first: weights and models are computed for ${n > 1 ? "their" : "its"} rows.`,
  noAssumption: "First confirm that the owners are disjoint: the stated ε depends on it.",
  running: "Combining",
  done: (n) =>
    n === 1 ? "1 release is combined." : `${grouped(n)} releases are combined. The result is in the table above.`,
  assumption: (n) =>
    `${grouped(n)} releases combined, assuming that no person’s rows are held by two of the owners. The certificate names this assumption: “disjoint-owners”.`,
  loss: (c) => `ε = ${plain(c.epsilon)} at δ = ${plain(c.delta)}: the largest of the owners’ (parallel composition).`,
  noise: (combined, least) =>
    `Standard deviation of the noise in an average: ${short(combined)}; in the least noisy release alone ${short(least)}.`,
  distance: (d) =>
    `Distance between the private rows of all owners and the public sample: ${short(d.uniform)} before, ${short(d.weighted)} with the weights found, ± ${short(d.noise)}.`,
  download: "Download the combined release (JSON)",
  downloadWeights: "Download the weights (CSV)",
};

/** A model in a file that the release names and does not hold. */
export const modelFile = {
  published: "The release names this file and does not hold it. It was published at ",
  save: ". Open that address, save the file and choose it here. Its server will see that you asked for it.",
  unpublished:
    "The release names this file and does not hold it. It gives no address: ask for the file where the release comes from.",
  digest: "Its SHA-256 must be ",
  missing: "Choose the model’s file first: the release does not hold it.",
  compared:
    "The owners compared their labels with the model in a file, or with one that was chosen from it and others.",
};

/** What is written of a release. */
export const exported = {
  formats: { onnx: "ONNX", duckdb: "SQL for DuckDB", postgres: "SQL for PostgreSQL" },
  onnx: "Saved model.onnx. The model’s columns are its inputs.",
  table: "your_table",
  sql: "Saved model.sql. Put the name of your table in place of your_table.",
  page: "Save a page",
  pageOf: (name) => `Save a page of ${name}`,
  records: (name) => `Saved ${name}. It prints on at most two sheets.`,
};

/** Applying a model. */
export const prediction = {
  option: (name, label) => `${name} (predicts ${label})`,
  running: "Computing predictions",
  download: "Download the predictions (CSV)",
  noFile: "Choose a CSV or TSV file first.",
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
  unlabelled: (label) =>
    `The file has no usable column “${label}”, so there is nothing to compare the predictions with.`,
  problem: (message) => capital(message).replace(/\.?$/, "."),
};

/** Delivering what a kit released. */
export const delivery = {
  noReply: "It names no address for the release: send the file to whoever asked for it in your own way.",
  unreadable: "The file cannot be read.",
  tooLarge: (bytes) => `The file has more than ${size(bytes)}.`,
  facts: ({ title, asker, label, epsilon, release, campaign, token }, address) =>
    [
      ["Asked for", title],
      ["By, in their own words", asker],
      ["Result", release],
      ["Label", label],
      ["At most ε", epsilon.max && plain(epsilon.max)],
      ["Campaign", campaign],
      ["Sent to", address],
      ["One-time code", token && "goes with it"],
    ].filter(([, fact]) => fact),
  narrowed: (host) => `From here on this page can connect to its own site and to ${host}, and to nothing else.`,
  another: "Start again",
  checking: "Checking the release",
  fits: (kind, { epsilon, delta }) =>
    `It is what was asked for, and its certificate holds: ${kind}, ε = ${plain(epsilon)} at δ = ${plain(delta)}. Nothing is sent yet.`,
  notSent: (message) => `This file is not sent. ${capital(message).replace(/\.?$/, ".")}`,
  text: "The text of the release",
};
