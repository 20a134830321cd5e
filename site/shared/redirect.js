// Runs before anything is drawn, as a script in the page's head: leads to the page in the language that the reader
// wants.
import { language } from "./language.js";
import { preferred } from "./preferred-language.js";

const wanted = preferred();
const page = /** @type {HTMLLinkElement} */ (document.querySelector(`link[hreflang=${wanted}]`));
if (wanted !== language) location.replace(page.href + location.search + location.hash);
