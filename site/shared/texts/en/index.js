// The English texts of more than one room.
export * from "./release.js";
export * from "./report.js";
export * from "./sample.js";
