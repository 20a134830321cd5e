// The texts of more than one room in the language of the page. Every sentence stands in texts/en.ftl and, by the same
// key, in texts/de.ftl. One that takes no value or just one needs no more than that: `network-kept` is network.kept here.
// Where a sentence is chosen or takes several values, or a number is written, a function does so here or in
// owner/texts.js, once for all languages. Of a page in one language no other is loaded; a kit holds all
// (build/languages.mjs, which also checks that all languages have the same keys and values).
import { models, plots as englishPlots, report as englishReport } from "../figures/texts.js";
import { english } from "../in-short.js";
import { basesIn } from "../terms/bases.gen.js";
import { entries } from "../texts/own.js";
import { language } from "./language.js";
import { called, sentencesIn } from "./sentences.js";
import { grouped, list, numbers, percent, plain, rough } from "./numbers.js";

export const said = sentencesIn(entries);

/** What the private side of a release counts: the word for it. */
export const who = (unit) => said.who[unit === "person" ? "person" : "row"];

export const { network, vault } = said;
/** A sentence for each problem with the public sample, by code: of a number, a text of ours, or the receiver's sentence. */
export const sampleProblems = called(said.sampleProblems);

// The npm package says these in English; other languages have a translation.
const { package: translated } = said;
const task = (classes) => (classes ? "classes" : "numbers");
const probability = (sentences, label, classes) => sentences.probability({ label, second: classes[1] });

/** What a run came to, by name. */
export const inShort = translated
  ? { ...translated.inShort, percent, few: (size, rows) => translated.inShort.few({ size: Math.round(size), rows }) }
  : english;

/** What is drawn of a result. */
export const plots = translated ? plotsIn(translated.plots) : englishPlots;

function plotsIn({ labels, shift, candidates, ...rest }) {
  return {
    ...rest,
    labels: {
      ...labels,
      rows: (of) => (of === undefined ? labels.rows : labels.rowsOf.map((row) => row(of))),
    },
    shift: {
      ...shift,
      title: (seen, all) => shift.title({ seen, all }),
      row: (name, here, there) => shift.row({ name, here, there }),
    },
    candidates: {
      ...candidates,
      help: (classes) => candidates.help(task(classes)),
      axis: (label, classes) => candidates.axis({ label, task: task(classes) }),
    },
    cut: (shown, all) => rest.cut({ shown, all }),
  };
}

function reportIn({ axis, groups, average, calibration, residuals, roc, ...rest }) {
  return {
    ...rest,
    axis: called(axis),
    groups: { ...groups, title: (measure, column) => groups.title({ measure, column }) },
    average: { ...average, by: (what, column) => average.by({ what, column }) },
    calibration: {
      ...calibration,
      axis: (label, classes) => (classes ? probability(calibration, label, classes) : label),
      // At one half there are two places, for the rows that are taken for either class.
      row: (prediction, classes, below) =>
        calibration[below ? "below" : "at"](classes ? percent(prediction) : rough(prediction).replace(/^-/, "−")),
    },
    residuals: { ...residuals, row: percent },
    roc: { ...roc, row: percent },
  };
}

/** What a nonlinear model was chosen from. */
export const chosen = {
  ...(translated ? { bases: basesIn(language), ways: translated.ways } : models),
  ...said.chosen,
  mixed: (own, rest) => said.chosen.mixed({ own, share: percent((100 - rest) / 100), rest: percent(rest / 100) }),
  blend: (parts, choice, kept) => said.chosen.blend[kept ? "kept" : "free"]({ parts: list(parts), choice }),
};

/** What a release that private labels corrected says of errors. */
export const labelErrors = {
  ...said.labelErrors,
  rows: (rows, noise, unit) => said.labelErrors.rows({ rows, noise, who: who(unit) }),
  said: ({ of, base }, label) => {
    const [value, low, high] = [base.value, base.low, base.high].map(rough);
    return of === undefined
      ? said.labelErrors.said.number({ label, value, low, high })
      : said.labelErrors.said.class({ of, value, low, high });
  },
  slope: (change, name) => said.labelErrors.slope({ change, name }),
  change: (what, change, slopes) =>
    said.labelErrors.change[slopes.length > 0 ? "slopes" : "alone"]({ what, change, slopes: slopes.join(", ") }),
};

const own = said.report;
const between = ({ low, high }, written = rough) => own.between({ low: written(low), high: written(high) });
/** How often something is so; where the noise hides the estimate, the interval alone. */
const often = (number, note = "") =>
  number.value === null
    ? own.often.range({ low: percent(number.low), high: percent(number.high), note })
    : own.often.value({ value: percent(number.value), between: between(number, percent), note });
const has = (number, ...ends) => ends.every((end) => number?.[end] !== null && number?.[end] !== undefined);

/** What a report on a model says, and what is drawn of it. */
export const report = {
  ...(translated ? reportIn(translated.report) : englishReport),
  ...own,
  about: ({ model, base, modelSHA256 }) =>
    model === "public" ? own.about.public({ base: chosen.bases[base], modelSHA256 }) : own.about.given(modelSHA256),
  rows(labelled, unlabelled, unit) {
    const ranged = has(labelled, "low", "high");
    return own.rows[ranged ? "range" : "about"]({
      ...{ labelled: Math.round(labelled.value), unlabelled: Math.round(unlabelled.value), who: who(unit) },
      ...(ranged && { between: between(labelled, (value) => grouped(Math.round(value))) }),
    });
  },
  main: {
    rmse(number, label) {
      const { rmse } = own.main;
      const [low, high] = [rough(number.low), has(number, "high") && rough(number.high)];
      if (!high) return rmse.least({ label, low });
      // An estimate that the noise could have made of next to nothing would be taken for more than it is.
      if (number.low < number.high / 4) return rmse.most({ label, high });
      return has(number, "value")
        ? rmse.value({ label, value: rough(number.value), between: between(number) })
        : rmse.range({ label, low, high });
    },
    auc: (number, _, classes) => own.main.auc({ first: classes[0], second: classes[1], often: often(number, "AUC; ") }),
    accuracy: (number, label) => own.main.accuracy({ label, often: often(number) }),
  },
  answer: {
    rmse: (value, ofPublic) => own.answer.rmse({ value: rough(value), public: rough(ofPublic) }),
    auc: (value) => own.answer.auc(numbers.along(0.01, 1)(value)),
    accuracy: (value) => own.answer.accuracy(percent(Number(value.toFixed(2)))),
  },
  explained(r2) {
    if (!has(r2, "low", "high")) return undefined;
    if (r2.high <= 0) return own.explained.worse;
    if (r2.low <= 0) return own.explained.nothing;
    if (r2.high >= 1) return own.explained.least(percent(r2.low));
    return own.explained.value({ value: percent(r2.value), between: between(r2, percent) });
  },
  bias(bias, label) {
    if (!has(bias, "value", "low", "high")) return undefined;
    const { value, low, high } = bias;
    if (low > 0) return own.bias.high({ value: rough(value), between: between(bias) });
    if (high < 0) return own.bias.low({ value: rough(-value), between: between({ low: -high, high: -low }) });
    return own.bias.unknown(label);
  },
  beyond: (beyond) => (has(beyond, "low") && beyond.low > 0.02 ? own.beyond(percent(beyond.value)) : undefined),
  accuracy: (number) =>
    has(number, "value", "low", "high")
      ? own.accuracy({ value: percent(number.value), between: between(number, percent) })
      : undefined,
  confusion: { ...own.confusion, atMost: (share) => own.confusion.atMost(rough(share)) },
};

/** How far a number may be off, with two digits. */
const off = (value, written = plain) => written(Number(value.toPrecision(2)));

/** Digits that show what the noise leaves of a value, at least three. */
const beside = (noise) => (value) => {
  const digits = 1 + Math.floor(Math.log10(Math.abs(value))) - Math.floor(Math.log10(noise));
  return plain(Number(value.toPrecision(Math.min(6, Math.max(3, digits || 3)))));
};

/** What an estimate says of a mean, {value, low, high}, or of the share of a class. */
export const estimate = {
  ...said.estimate,
  answer: ({ value, low, high }, ofPublic, second) => {
    const written = second ? percent : beside((high - low) / 2);
    return said.estimate.answer({ value: written(value), public: written(ofPublic) });
  },
  shares: (shares) =>
    said.estimate.shares(
      list(
        shares.map(({ name, value, ofPublic }) =>
          said.estimate.share({ name, value: percent(value), public: percent(ofPublic) }),
        ),
      ),
    ),
  noise: ({ low, high }, label, second) =>
    second
      ? said.estimate.noise.class({ second, noise: off((high - low) / 2, percent) })
      : said.estimate.noise.number({ label, noise: off((high - low) / 2) }),
  interval(number, label, second) {
    const { interval, open } = said.estimate;
    const { value, low, high } = number;
    if (has(number, "low", "high"))
      return second
        ? interval.class({ second, between: between(number, percent) })
        : interval.number({ label, between: between(number, beside((high - low) / 2)) });
    // Of a share both ends are known.
    if (has(number, "high")) return open.most({ label, end: beside(high - value)(high) });
    return has(number, "low") ? open.least({ label, end: beside(value - low)(low) }) : open.both;
  },
  yardstick: ({ yardstick, deviation }, classes) =>
    yardstick === null ? undefined : said.estimate.yardstick(off(yardstick * deviation, classes ? percent : plain)),
  labelled: ({ value }, unit) => said.estimate.labelled({ labelled: Math.round(value), who: who(unit) }),
};
