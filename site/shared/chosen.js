// What a model that bends was chosen from, in words; `certificate.base` of a release has it.
import { list, percent } from "./numbers.js";

const bases = { linear: "a linear model", quadratic: "a quadratic model", smooth: "a smooth curve", trees: "boosted trees" };
const ways = {
  unweighted: "all public rows alike",
  weighted: "by the weights",
  half: "half by the weights",
  corrected: "all public rows alike, with a linear correction by the weights",
};

export const kindOf = ({ base }) => bases[base];
export const nameOf = ({ base, way }) => `${bases[base]} (${ways[way]})`;

export function chosen({ candidates, public: at, kept }) {
  if (kept) return `The model: ${nameOf(candidates[at])}. It is the one that the public sample alone leads to, since a blend with others would not do better under the weights.`;
  const shares = candidates.filter(({ share }) => share > 0).sort((a, b) => b.share - a.share);
  return `The model is a blend: ${list(shares.map((c) => `${percent(c.share)} ${nameOf(c)}`))}. The public sample alone would lead to: ${nameOf(candidates[at])}.`;
}
