// Imported first by a kit's script: the language is chosen before anything is said.
import { preferred } from "../shared/preferred-language.js";

document.documentElement.lang = preferred();
