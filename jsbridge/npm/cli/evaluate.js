import { run as runExperiment } from "./experiment.js";

/** The experiment that is of use on one's own public data, by a name of its own. */
export const run = (args) => runExperiment(["evaluate", ...args]);
