// Runs before anything is drawn, as a script in the page's head: leads to the page in the language that the reader
// wants.
import { language } from "./language.js";
import { pageIn, preferred } from "./preferred-language.js";

const wanted = preferred();
if (wanted !== language) location.replace(pageIn(wanted).href + location.search + location.hash);
