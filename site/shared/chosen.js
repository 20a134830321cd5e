// What a nonlinear model was chosen from, in words; `base` and `labels` of a release's certificate have it.
import { list, percent } from "./numbers.js";

const bases = {
  linear: "a linear model",
  quadratic: "a quadratic model",
  smooth: "a smooth curve",
  trees: "boosted trees",
  file: "the model that came with the sample",
};
const ways = {
  unweighted: "all public rows alike",
  weighted: "by the weights",
  half: "half by the weights",
  corrected: "all public rows alike, with a linear correction by the weights",
};

export const kindOf = ({ base }) => bases[base];
export const nameOf = ({ base, way }) =>
  base === "file" && way === "unweighted" ? bases.file : `${bases[base]} (${ways[way]})`;

export function chosen({ base, labels }) {
  return labels ? corrected(labels) : uncorrected(base);
}

function corrected({ base, share }) {
  const own = nameOf({ base, way: "unweighted" });
  const rest = Math.round(100 * share); // percent
  const from =
    rest === 0
      ? own
      : rest === 100
        ? "the model fitted under the weights"
        : `${100 - rest}% ${own} and ${rest}% the model fitted under the weights`;
  return `The model: ${from}, corrected by the labels of the private rows.`;
}

function uncorrected({ candidates, public: at, kept }) {
  const shares = candidates.filter(({ share }) => share > 0).sort((a, b) => b.share - a.share);
  const what = kept
    ? "The model is a blend of public fits alone, because the weights gain nothing"
    : "The model is a blend";
  return `${what}: ${list(shares.map((c) => `${percent(c.share)} ${nameOf(c)}`))}. The public choice is ${nameOf(candidates[at])}.`;
}
