// Imported first by a kit's script: the language is chosen before anything is said.
import { preferred } from "../owner/preferred-language.js";

document.documentElement.lang = preferred();
