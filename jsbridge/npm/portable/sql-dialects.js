// What differs between databases. Names and texts are quoted; whatever is written by others stands in quotes.

const doubled = (text, mark) => mark + text.replaceAll(mark, mark + mark) + mark;
const name = (text) => doubled(text, '"');

export const dialects = {
  duckdb: {
    name,
    text: (value) => doubled(value, "'"),
    double: (v) => (v < 0 ? `(${v.toExponential()})` : v.toExponential()),
    single: (v) => `CAST(${v.toExponential()} AS FLOAT)`,
    float: "FLOAT",
    number: (cell) => `TRY_CAST(${cell} AS DOUBLE)`,
    days: (cell) => `epoch(TRY_CAST(${cell} AS TIMESTAMP)) / 86400e0`,
    trimmed: (cell) => `trim(CAST(${cell} AS VARCHAR), ' ' || chr(9))`,
    fence: "",
  },
  postgres: {
    name,
    text: (value) => (value.includes("\\") ? ` E${doubled(value, "'").replaceAll("\\", "\\\\")}` : doubled(value, "'")),
    double: (v) => `float8 '${v.toExponential()}'`,
    single: (v) => `float4 '${v.toExponential()}'`,
    float: "float4",
    number: (cell) => `CAST(${cell} AS float8)`,
    days: (cell) => `CAST(extract(epoch FROM CAST(${cell} AS timestamp)) AS float8) / float8 '86400'`,
    trimmed: (cell) => `btrim(CAST(${cell} AS text), ' ' || chr(9))`,
    fence: " OFFSET 0", // or expressions are copied to each place where they are used
  },
};
