// The finished example, for whoever comes without an invitation: a real result of the sample data, which is kept beside
// the page (build/finished.mjs), in the words and the plot of the owner's third screen.
import { finished } from "./finished-data.js";
import { plotsOf, summary } from "./result.js";

/** Fills `words` and `picture`. A declaration, because the page starts with it. */
export function showFinished(words, picture) {
  const { release, explanation, verification } = finished;
  words.append(...summary(release, explanation, verification));
  picture.append(plotsOf(release, explanation)[0]);
}
