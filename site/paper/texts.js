// The English texts of the page “Reproduce the paper”.
import { capital, duration, grouped, plain, rough, size, timeLeft } from "../shared/numbers.js";
import { called, sentencesIn } from "../shared/sentences.js";
import { entries } from "../texts/pages.js";

const said = sentencesIn(entries);
const left = (time) => `, about ${time} left`;
const number = new Intl.NumberFormat("en", { maximumSignificantDigits: 6 });

/** As many decimals as give the value three digits: numbers of one column can then be compared at a glance. */
const decimals = (value) => Math.min(7, Math.max(0, 2 - Math.floor(Math.log10(value))));
const ordinary = (value) => value === 0 || (value >= 1e-5 && value < 1e6);

/** The page “Reproduce the paper”. */
export const paper = {
  ...said.paper,
  downloadSVG: (title) => `Download ${title.toLowerCase().split(":")[0]} (SVG)`,

  /** A curve in words. */
  curve: ({ method, noise, epsilon }) => {
    if (!method.private) return method.title;
    if (epsilon === null)
      return `${method.title}, ${noise === "none" ? "" : `${paper.noises[noise]}, `}without privacy`;
    return `${method.title}, ${paper.noises[noise]}, ε = ${plain(epsilon)}`;
  },
  /** `runs` is the number of repetitions: one has no standard deviation. */
  meanAndSD(mean, sd, runs) {
    if (mean === null) return paper.dash;
    if (runs === 1) return ordinary(mean) && mean > 0 ? mean.toFixed(decimals(mean)) : rough(mean);
    if (mean === 0 || !ordinary(mean)) return `${rough(mean)} ± ${rough(sd)}`;
    const places = Math.max(decimals(mean), sd > 0 ? Math.min(6, decimals(sd) - 2) : 0); // at least one digit of each
    return `${mean.toFixed(places)} ± ${sd.toFixed(places)}`;
  },
  tick: (value) => (ordinary(value) ? number.format(value) : value.toExponential()),
  value: (figure, { curve, point }) => {
    const [mean, sd] = figure === "a" ? [point.norm, point.normSD] : [point.error, point.errorSD];
    return `${paper.curve(curve)}, n = ${grouped(point.rows)}: ${paper.axis[figure]} = ${paper.meanAndSD(mean, sd, point.repetitions)}`;
  },
  settings: (s) => [
    `${grouped(s.repetitions)} ${s.repetitions === 1 ? "repetition" : "repetitions"} for each value`,
    `K = ${grouped(s.iterations)} rounds`,
    `m = ${grouped(s.sourceRows)} public rows`,
    `δ = ${plain(s.delta)}`,
    `μ = ${plain(s.mu)}, which the paper does not state`,
    `λ = ${plain(s.lambda)}`,
    s.modelNorm,
  ],

  run: {
    ...said.paper.run,
    loading: (done, total) => `Loading the program: ${size(done)} of ${size(total)}`,
    progress: (done, total, seconds) =>
      `Run ${grouped(Math.min(done + 1, total))} of ${grouped(total)}${timeLeft(seconds, left)}`,
    spoken: (done, total, seconds) => `${Math.floor((100 * done) / total)}% done${timeLeft(seconds, left)}.`,
    finished: (seconds) => `Finished after ${duration(seconds)}. The figures are below.`,
  },
  settingProblem: ({ least, most, whole, list }, values) =>
    `${capital(list ? `one to ${values} ${whole ? "whole numbers" : "numbers"}` : `a ${whole ? "whole number" : "number"}`)} between ${plain(least)} and ${plain(most)}${list ? ", separated by commas" : ""}.`,
  problems: called(said.paper.problems),
};
