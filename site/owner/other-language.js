// The page in another language, under the same invitation. In a kit it is the same file: kit-page/surroundings.js.
import { PAGES } from "../shared/preferred-language.js";

/** `query` is what prefer() returns. */
export const openIn = (tag, query) => location.assign(PAGES[tag] + query + location.hash);
