// The scores of the npm package, so that a page says what the API says.
export { readLabels } from "../reading/labels.js";
export { scoresOf } from "../reading/scores.js";
