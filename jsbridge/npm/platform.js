/**
 * In a browser Go's support code leaves a small `process` behind, without versions; Electron's pages have a full one.
 */
export const inNode = () =>
  Boolean(globalThis.process?.versions?.node) && /** @type {any} */ (globalThis.process).type !== "renderer";
