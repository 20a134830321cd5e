// Generated from core/terms: go generate ./core/terms

/** The formats that are unpacked or decoded before the table in them is read, each with a file's first bytes. */
export const FORMATS = [
  { name: "gzip", magic: [31, 139], packing: "gzip" },
  { name: "parquet", magic: [80, 65, 82, 49, 21], packing: undefined },
  { name: "xlsx", magic: [80, 75, 3, 4], packing: undefined },
];

/**
 * Formats that a decoder reads, a script of their name. It reads a file from its end, where a stream does not get
 * first.
 */
export const DECODERS = FORMATS.filter(({ packing }) => !packing).map(({ name }) => name);

/** How a file that begins so is unpacked as it is read, as DecompressionStream has it; else undefined. */
export const packingOf = (first) => FORMATS.find(({ name }) => name === formatOf(first))?.packing;

/** The name of a file's format by its first bytes; undefined of what may be a table in plain text. */
export const formatOf = (first) => FORMATS.find(({ magic }) => magic.every((byte, k) => first?.[k] === byte))?.name;

/** How many of a file's first bytes decide. */
export const DECIDING = 8;

/** For a control that picks a file: what can be read. */
export const ACCEPTED =
  ".csv,.tsv,.txt,.gz,.parquet,.xlsx,text/csv,text/tab-separated-values,text/plain,application/gzip,application/vnd.apache.parquet,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/** What can be read, for people. */
export const READABLE = "CSV, TSV, .gz, Parquet, .xlsx";

/** Cells without a value, in small letters. */
export const MISSING = ["", "na", "n/a", "#n/a", "null", "?", "-"];
