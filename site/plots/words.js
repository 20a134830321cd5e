// What plots say, in the language of the page. The plots of a result have the owner's texts.
import { numbers } from "../shared/numbers.js";
import { chosen as models, report } from "../shared/texts.js";

export const words = { models, numbers, report };
