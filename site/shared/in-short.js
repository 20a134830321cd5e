// What a run came to, in the sentences of the npm package: the command line says the same in English.
export { english, inShort, restsOnFew, seesLabels } from "../in-short.js";
