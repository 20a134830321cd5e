// Runs before anything is drawn, as a script in the page's head: leads to the page in the language that the reader
// wants.
import { language } from "../shared/language.js";
import { PAGES, preferred } from "./preferred-language.js";

const wanted = preferred();
if (wanted !== language) location.replace(PAGES[wanted] + location.search + location.hash);
