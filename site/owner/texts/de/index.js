// All German texts of the owner's page.
export * from "./budget.js";
export * from "./help.js";
export * from "./page.js";
export * from "./result.js";
export * from "./run.js";
