// Lists of columns, as the command line and the attributes of <private-adapt> have them.

/** A name up to a comma, or one with commas in quotes, as in a line of CSV. */
const NAME = /\s*(?:"((?:[^"]|"")*)"\s*|([^,]*))(?:,|$)/gy;

/** `a,b` and repeated options alike, as a list of column names. */
export const columnNames = (texts) =>
  texts
    ?.flatMap((text) => Array.from(text.matchAll(NAME), ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain))
    .map((name) => name.trim())
    .filter((name) => name !== "");
