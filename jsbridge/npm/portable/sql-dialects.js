// What differs between databases. Names and texts are quoted; whatever is written by others stands in quotes.

const doubled = (text, mark) => mark + text.replaceAll(mark, mark + mark) + mark;
const name = (text) => doubled(text, '"');

// The forms of texts that every database reads alike: plain decimals, and days as 2021-05-13, perhaps with a time.
const NUMBER = "[+-]?([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][+-]?0*[0-9]{1,3})?";
const DAYS = [
  "(01|03|05|07|08|10|12)-(0[1-9]|[12][0-9]|3[01])",
  "(04|06|09|11)-(0[1-9]|[12][0-9]|30)",
  "02-(0[1-9]|1[0-9]|2[0-8])",
];
const LEAP_DAY = "([0-9]{2}(0[48]|[2468][048]|[13579][26])|([02468][048]|[13579][26])00)-02-29";
const TIME = "[ T]([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9]([.][0-9]{1,6})?)?";
const DAY = `([0-9]{4}-(${DAYS.join("|")})|${LEAP_DAY})(${TIME})?`; // of any year, and there is no year 0000

// In PostgreSQL a cast that fails ends the query, so a cell is cast where its type or its form says that it can be.
const postgresText = (cell) => `btrim(CAST(${cell} AS text), ' ' || chr(9))`;
const isOfType = (cell, types) => `pg_typeof(${cell}) IN (${types.map((type) => `'${type}'::regtype`).join(", ")})`;
const NUMBERS = ["float8", "float4", "int2", "int4", "int8"];

// DuckDB casts more texts than predict reads: 1_000, 24:00, epoch. So the form of a text is checked first.
const duckdbText = (cell) => `trim(CAST(${cell} AS VARCHAR), ' ' || chr(9))`;
const duckdbCast = (cell, isRead, type) =>
  `CASE WHEN typeof(${cell}) <> 'VARCHAR' THEN TRY_CAST(${cell} AS ${type}) WHEN ${isRead} THEN TRY_CAST(${duckdbText(cell)} AS ${type}) END`;

export const dialects = {
  duckdb: {
    name,
    text: (value) => doubled(value, "'"),
    double: (v) => (v < 0 ? `(${v.toExponential()})` : v.toExponential()),
    single: (v) => `CAST(${v.toExponential()} AS FLOAT)`,
    float: "FLOAT",
    number: (cell) => duckdbCast(cell, `regexp_full_match(${duckdbText(cell)}, '${NUMBER}')`, "DOUBLE"),
    days: (cell) => {
      const text = duckdbText(cell);
      const isDay = `regexp_full_match(${text}, '${DAY}') AND ${text} >= '0001'`;
      return `epoch(${duckdbCast(cell, isDay, "TIMESTAMP")}) / 86400e0`;
    },
    trimmed: duckdbText,
    fence: "",
    mostColumns: Infinity,
  },
  postgres: {
    name,
    text: (value) => (value.includes("\\") ? ` E${doubled(value, "'").replaceAll("\\", "\\\\")}` : doubled(value, "'")),
    double: (v) => `float8 '${v.toExponential()}'`,
    single: (v) => `float4 '${v.toExponential()}'`,
    float: "float4",
    number: (cell) => {
      const text = postgresText(cell);
      const exact = `CAST(${text} AS numeric)`;
      const large = `WHEN ABS(${exact}) < 1.7976931348623158e308 THEN CAST(${text} AS float8)`;
      const read = `CASE WHEN ABS(${exact}) < 1e-300 THEN 0 ${large} END`;
      const isNumber = `LENGTH(${text}) <= 400 AND ${text} ~ '^${NUMBER}$'`;
      return `CASE WHEN ${isOfType(cell, NUMBERS)} THEN CAST(${cell} AS float8) WHEN ${isNumber} THEN ${read} END`;
    },
    days: (cell) => {
      const text = postgresText(cell);
      const isDay = `${text} ~ '^${DAY}$' AND ${text} !~ '^0000'`;
      const usable = `${isOfType(cell, ["date", "timestamp", "timestamptz"])} OR ${isDay}`;
      const seconds = `extract(epoch FROM CAST(${cell} AS timestamp))`;
      return `CASE WHEN ${usable} THEN CAST(${seconds} AS float8) / float8 '86400' END`;
    },
    trimmed: postgresText,
    fence: " OFFSET 0", // or expressions are copied to each place where they are used
    mostColumns: 1664, // of a SELECT; it is a constant of the server
  },
};
