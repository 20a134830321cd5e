// Texts that strangers chose, as people may see them: names of columns and levels, words of a server, fields of a
// release.

// Controls and line breaks, invisible characters and marks that turn the direction of writing, lone surrogates.
const HIDDEN = "\\p{Cc}\\p{Cf}\\p{Cs}\\p{Zl}\\p{Zp}";
const hidden = new RegExp(`[${HIDDEN}]`, "u");
const runs = new RegExp(`[${HIDDEN}]+`, "gu");
const butLineFeeds = new RegExp(`(?!\\n)[${HIDDEN}]`, "gu");

/** Whether a text is one line that looks like what it is. */
export const isPlain = (text) => !hidden.test(text);

/**
 * A text in one line: it cannot move a cursor, begin a line of its own or turn what stands around it. At most three
 * marks stay on a letter.
 */
export const plain = (text) =>
  String(text)
    .replace(runs, " ")
    .replace(/(\p{M}{3})\p{M}+/gu, "$1");

/**
 * The same JSON without any such character as it is; line feeds between values stay. Reading it gives the same value.
 */
export const escapedJSON = (json) =>
  json.replace(butLineFeeds, (character) =>
    [...Array(character.length).keys()]
      .map((i) => `\\u${character.charCodeAt(i).toString(16).padStart(4, "0")}`)
      .join(""),
  );

/** The name of the file at an address, without what is invisible or turns the direction of writing. */
export function fileNameOf({ pathname, host }) {
  const last = pathname.split("/").pop();
  try {
    return decodeURIComponent(last).replace(/\p{C}/gu, "") || host;
  } catch {
    return last; // a stray % in the address
  }
}
