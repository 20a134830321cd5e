// Before the page's modules, which wait for their texts. The page around may speak as soon as this page is there, so
// what it says is kept for embed.js. And the page speaks German where the browser's reader prefers it to English.
/** @type {any} */ (window).heardEarly = [];
addEventListener("message", (event) => /** @type {any} */ (window).heardEarly?.push(event));
document.documentElement.lang =
  navigator.languages.map((tag) => tag.slice(0, 2)).find((tag) => tag === "de" || tag === "en") ?? "en";
