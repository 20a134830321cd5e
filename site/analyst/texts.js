// The texts of the pages for analysts in the language of the page: texts/analyst.TAG.ftl; see shared/texts.js.
import { dateOf } from "../figures/averages.js";
import { capital, grouped, percent, plain, rough as short, size } from "../shared/numbers.js";
import { sentencesIn, told } from "../shared/sentences.js";
import { report } from "../shared/texts.js";
import { FIELDS } from "../terms/link.gen.js";
import { entries } from "../texts/analyst-own.js";

const said = sentencesIn(entries).analyst;
const rough = (value) => plain(Number(value.toPrecision(4)));

/** What the engine, or another module of the package, says in English. */
export const problem = (message) => said.problem(capital(message).replace(/\.?$/, "."));

/** Making an invitation. */
export const invite = {
  ...said.invite,
  /** What is wrong with a field of the link, as formatInvitation() has it. */
  fault({ field, text }) {
    const { kind, fault, missing, least, most } = FIELDS.find(({ name }) => name === field);
    const { faults, rules } = said.package ?? {};
    const own = text === missing ? faults?.missing : text === fault ? faults?.[kind] : rules?.[field];
    return own ? told(own, { least: least && plain(least), most: most && plain(most) }) : problem(text);
  },
  loaded: (rows, bytes) => said.invite.loaded({ rows, size: size(bytes) }),
  range: ({ min, max, dates }) => {
    const written = dates ? dateOf : rough;
    return min === undefined && max === undefined
      ? ""
      : said.invite.range({ min: written(min ?? 0), max: written(max ?? 0) });
  },
  levels: (levels) => {
    const names = levels.map(({ name }) => name || said.invite.empty);
    const first = names.slice(0, 6).join(", ");
    return names.length > 6 ? said.invite.levels({ names: first, more: names.length - 6 }) : first;
  },
  kit: (bytes) => said.invite.kit(size(bytes)),
  letterOf: ({ title, asker, release }, link) => {
    const what = said.invite.wish[release] ?? said.invite.wish.other;
    const who = asker ? said.invite.who.named(asker) : said.invite.who.we;
    return said.invite.letter({ who, what, about: title && `: ${title}`, link });
  },
};

/** Releases: a file each. */
export const releases = {
  ...said.releases,
  number: (value) => (typeof value === "number" && Number.isFinite(value) ? rough(value) : "–"),
  holds: ({ epsilon, delta }) => said.releases.holds({ epsilon: rough(epsilon), delta: plain(delta) }),
  fails: () => said.releases.fails,
  distance: (d) => `${short(d.uniform)} → ${short(d.weighted)} ± ${short(d.noise)}`,
  /** What is protected, and their number. */
  rows: ({ n, rowsEstimate, unit }) =>
    n === undefined && rowsEstimate === undefined
      ? "–"
      : said.releases.rows[n === undefined ? "about" : "exact"]({
          rows: n ?? Math.round(rowsEstimate),
          unit: unit === "person" ? "person" : "row",
        }),
  effective: ({ effectiveSampleSize }, { sourceRows }) =>
    said.releases.effective({ size: Math.round(effectiveSampleSize), all: sourceRows }),
};

/** Adding up what several owners released. */
export const combination = {
  ...said.combination,
  member: (name, verification) =>
    `${name}: ${releases.rows(verification)}, ε = ${releases.number(verification.epsilon)}`,
  loss: ({ epsilon, delta }) => said.combination.loss({ epsilon: plain(epsilon), delta: plain(delta) }),
  noise: (combined, least) => said.combination.noise({ combined: short(combined), least: short(least) }),
  countNoise: (combined, least) => said.combination.countNoise({ combined: short(combined), least: short(least) }),
  distance: ({ uniform, weighted, noise }) =>
    said.combination.distance({ uniform: short(uniform), weighted: short(weighted), noise: short(noise) }),
};

/** A model in a file that the release names and does not hold; and what is written of a release. */
export const { modelFile, exported } = said;

/** Applying a model. */
export const prediction = {
  ...said.prediction,
  option: (name, label) => said.prediction.option({ name, label }),
  ofClass: (name, n) => `${name}: ${grouped(n)}`,
  summary: (label, { least, median, most }) =>
    said.prediction.summary({ label, least: rough(least), median: rough(median), most: rough(most) }),
  error: (label, /** @type {any} */ { rows, rmse, explained }) => {
    const { truth, explained: known, worse } = said.prediction;
    const how = explained >= 0 ? known({ rmse: rough(rmse), share: percent(explained) }) : worse(rough(rmse));
    return `${truth({ label, rows })} ${how}`;
  },
  scores: (label, /** @type {any} */ { rows, accuracy, ...more }) => {
    const { truth, right } = said.prediction;
    const scores = ["logLoss", "brier", "auc"]
      .filter((name) => more[name] !== undefined)
      .map((name) => `${report.names[name]}: ${rough(more[name])}`);
    return `${truth({ label, rows })} ${right({ share: percent(accuracy), scores: capital(scores.join("; ")) })}`;
  },
};

/** Delivering what a kit released. */
export const delivery = {
  ...said.delivery,
  tooLarge: (bytes) => said.delivery.tooLarge(size(bytes)),
  facts: ({ title, asker, label, epsilon, release, campaign, token }, address) =>
    Object.entries({
      ...{ title, asker, release: said.releases.kinds[release], label },
      ...{ epsilon: epsilon.max && plain(epsilon.max), campaign, address, token: token && said.delivery.once },
    })
      .filter(([, fact]) => fact)
      .map(([key, fact]) => [said.delivery.fact[key], fact]),
  fits: (kind, { epsilon, delta }) =>
    said.delivery.fits({ kind: said.releases.kinds[kind], epsilon: plain(epsilon), delta: plain(delta) }),
};
