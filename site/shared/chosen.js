// What a nonlinear model was chosen from, in words; `base` and `labels` of a release's certificate have it.
import { nameOf as nameIn } from "../figures/models.js";
import { percent } from "./numbers.js";
import { chosen as texts } from "./texts.js";

const nameOf = (candidate) => nameIn(candidate, texts);

export function chosen({ base, labels }) {
  return labels ? corrected(labels) : uncorrected(base);
}

function corrected({ base, share }) {
  const own = nameOf({ base, way: "unweighted" });
  const rest = Math.round(100 * share); // percent
  return texts.corrected(rest === 0 ? own : rest === 100 ? texts.underWeights : texts.mixed(own, rest));
}

function uncorrected({ candidates, public: at, kept }) {
  const shares = candidates.filter(({ share }) => share > 0).sort((a, b) => b.share - a.share);
  return texts.blend(
    shares.map((c) => `${percent(c.share)} ${nameOf(c)}`),
    nameOf(candidates[at]),
    kept,
  );
}
