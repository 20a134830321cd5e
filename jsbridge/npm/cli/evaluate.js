import { run as runExperiment } from "./experiment.js";

/** The experiment that is useful on one's own public data, as a command of its own. */
export const run = (args) => runExperiment(["evaluate", ...args]);
