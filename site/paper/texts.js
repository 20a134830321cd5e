// The English texts of the page “Reproduce the paper”.
import { capital, duration, grouped, plain, rough, size, timeLeft } from "../shared/numbers.js";

const left = (time) => `, about ${time} left`;
const number = new Intl.NumberFormat("en", { maximumSignificantDigits: 6 });

/** As many decimals as give the value three digits: numbers of one column can then be compared at a glance. */
const decimals = (value) => Math.min(7, Math.max(0, 2 - Math.floor(Math.log10(value))));
const ordinary = (value) => value === 0 || (value >= 1e-5 && value < 1e6);

/** The page “Reproduce the paper”. */
const unreachable = () => "The program could not be loaded from this site. Check the connection and try again.";

export const paper = {
  noises: { none: "without privacy", paper: "the paper’s noise", tight: "tight noise", moment: "second moment" },
  figures: { a: "Figure (a): mismatch", b: "Figure (b): test error" },
  captions: {
    a: "Between the weighted public rows and the private ones. Lower is better.",
    b: "Mean squared error of the model on fresh target data. Lower is better.",
  },
  axis: { a: "‖M(q)‖₂", b: "test error", rows: "private rows n" },
  shown: "Shown: ε = ",
  downloadSVG: (title) => `Download ${title.toLowerCase().split(":")[0]} (SVG)`,
  downloadJSON: "Download the result (JSON)",
  nothingShown: "There is nothing to draw. The table below has all numbers.",
  dash: "–",

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
  table: {
    name: "All numbers",
    head: ["Method", "Noise", "ε", "n", "‖M(q)‖₂", "Test error", "Effective rows", "Repetitions"],
  },
  grid: {
    name: "The parameters of the single stage",
    head: ["μ", "Λ / 2‖w‖₂", "Error on played targets", "Test error", "Choice"],
    chosen: "chosen",
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
    loading: (done, total) => `Loading the program: ${size(done)} of ${size(total)}`,
    starting: "Starting",
    progress: (done, total, seconds) =>
      `Run ${grouped(Math.min(done + 1, total))} of ${grouped(total)}${timeLeft(seconds, left)}`,
    spoken: (done, total, seconds) => `${Math.floor((100 * done) / total)}% done${timeLeft(seconds, left)}.`,
    cancelling: "Cancelling",
    cancelled: "Cancelled. What was computed so far is discarded.",
    finished: (seconds) => `Finished after ${duration(seconds)}. The figures are below.`,
  },
  settingProblem: ({ least, most, whole, list }, values) =>
    `${capital(list ? `one to ${values} ${whole ? "whole numbers" : "numbers"}` : `a ${whole ? "whole number" : "number"}`)} between ${plain(least)} and ${plain(most)}${list ? ", separated by commas" : ""}.`,
  problems: {
    unreachable,
    "http-status": unreachable,
    interrupted: unreachable,
    "engine-missing": () =>
      "The program on this site does not fit the page. Reload the page; if that does not help, the site was built wrongly.",
    crashed: () => "The run stopped unexpectedly, perhaps for lack of memory. Try again with fewer or smaller values.",
    failed: (message) => `The lab refused or failed: ${message}`,
  },
};
