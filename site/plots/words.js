// What plots say in the language of the page, but for a result's plots, whose texts are the owner's.
import { numbers } from "../shared/numbers.js";
import { chosen as models, report } from "../shared/texts.js";

export const words = { models, numbers, report };
