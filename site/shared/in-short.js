// What a run came to, in the sentences of the npm package: the command line says the same.
export { inShort, restsOnFew } from "../in-short.js";
