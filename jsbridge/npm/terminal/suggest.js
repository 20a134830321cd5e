// Words that a command does not know: the one that was probably meant, and the option of the command line for a
// setting's name.
import { SETTINGS } from "../terms/settings.js";

/** ", did you mean …?" for the word of a list that is nearest to one that is not in it; "" if none is near. */
export function nearest(word, words, mark = "") {
  const far = Math.max(1, Math.floor(word.length / 3));
  const [best] = words
    .map((one) => ({ one, steps: one.startsWith(word) ? 0.5 : distance(word, one) }))
    .sort((a, b) => a.steps - b.steps);
  return best && best.steps <= far ? `; did you mean ${mark}${best.one}?` : "";
}

/** How many letters have to be changed, added, left out or swapped with the next. */
function distance(a, b) {
  let [before, last] = [[], Array.from({ length: b.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      next[j] = Math.min(last[j] + 1, next[j - 1] + 1, last[j - 1] + Number(!same));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        next[j] = Math.min(next[j], before[j - 2] + 1);
    }
    [before, last] = [last, next];
  }
  return last[b.length];
}

export const kebab = (name) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

const inTwoWords = [...new Set(Object.values(SETTINGS).flat())].filter((name) => /[A-Z]/.test(name));
const named = new RegExp(`(?<!["“.\\w-])(${inTwoWords.join("|")})(?!\\w)`, "g");

/**
 * A message of the engine with the options of the command line in place of its settings: --use-labels for useLabels.
 */
export const inOptions = (message) => message.replace(named, (name) => `--${kebab(name)}`);
