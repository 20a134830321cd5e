// Before the page's modules, which wait for their texts: the page around may speak as soon as this page is there, so
// what it says is kept for embedder.js.
/** @type {any} */ (window).heardEarly = [];
addEventListener("message", (event) => /** @type {any} */ (window).heardEarly?.push(event));
