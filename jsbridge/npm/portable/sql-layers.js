import { PrivadaptError } from "../errors.js";

const NAMES = /\b[a-z]\d+\b/g; // in expressions of all layers but the first, whose names are quoted
const TERMS = 100; // of a sum in one layer, because databases limit how deep an expression may be
export const LEAST_EXPONENT = 700; // e^−700 is a number of full precision

/** Layers of named expressions. Each layer may use the names of the layers before it. */
export class Layers {
  #layers = [];
  #count = 0;

  constructor(dialect) {
    this.dialect = dialect;
  }

  /** A layer of expressions, and their new names. */
  add(/** @type {string[]} */ expressions) {
    const names = expressions.map(() => `c${this.#count++}`);
    this.#layers.push(new Map(names.map((name, k) => [name, expressions[k]])));
    return names;
  }

  /** Sums of terms, from left to right; each list of terms begins with its constant. */
  sums(/** @type {string[][]} */ lists) {
    let names = lists.map(([first]) => first);
    const most = Math.max(...lists.map((terms) => terms.length));
    for (let from = 1; from < Math.max(2, most); from += TERMS)
      names = this.add(lists.map((terms, k) => [names[k], ...terms.slice(from, from + TERMS)].join(" + ")));
    return names;
  }

  /** constant + Σ coefficients·x for each list, which begins with its constant. */
  affine(/** @type {string[]} */ x, /** @type {number[][]} */ lists) {
    const { double } = this.dialect;
    return this.sums(
      lists.map(([constant, ...rest]) => [double(constant), ...rest.map((c, k) => `${double(c)} * ${x[k]}`)]),
    );
  }

  within(x, { low, high }) {
    const { double } = this.dialect;
    return `LEAST(GREATEST(${x}, ${double(low)}), ${double(high)})`;
  }

  /** Scores within the limits of a model of numbers. */
  limited(/** @type {string[]} */ scores, model) {
    return model.classes ? scores : this.add(scores.map((own) => this.within(own, model)));
  }

  standardise(/** @type {string[]} */ x, /** @type {{mean: number, scale: number}[]} */ units) {
    const { double } = this.dialect;
    return this.add(x.map((own, k) => `(${own} - ${double(units[k].mean)}) / ${double(units[k].scale)}`));
  }

  /** The query: `columns` are [name, expression], the last layer's. What nothing uses is left out. */
  query(/** @type {string} */ table, /** @type {[string, string][]} */ columns) {
    const { fence, name } = this.dialect;
    const last = columns.map(([as, expression]) => `${expression} AS ${name(as)}`);
    const namesIn = (expressions) => new Set(expressions.flatMap((one) => one.match(NAMES) ?? []));
    let needed = namesIn(columns.map(([, expression]) => expression));
    const used = []; // from the last on
    for (const [i, own] of [...this.#layers.entries()].reverse()) {
      const items = [...needed].map((key) => (own.has(key) ? `${own.get(key)} AS ${key}` : key));
      if (i > 0 && !items.some((_, k) => own.has([...needed][k]))) continue;
      used.push(items.length > 0 ? items : ["1 AS nothing"]);
      if (i > 0) needed = namesIn([...needed].map((key) => own.get(key) ?? key));
    }
    const most = Math.max(last.length, ...used.map((items) => items.length));
    if (most > this.dialect.mostColumns)
      throw new PrivadaptError(
        "bad-option",
        `the query needs ${most} columns at a time, and PostgreSQL has at most ${this.dialect.mostColumns}; export the model as ONNX or for DuckDB`,
      );
    const written = used.reverse().map((items, i) => {
      const from =
        i === 0
          ? `${table} AS rows_ CROSS JOIN (SELECT ${blanks.text} AS ${blanks.name}) AS ${blanks.name}`
          : `s${i - 1}`;
      return `s${i} AS (SELECT ${items.join(", ")} FROM ${from}${fence})`;
    });
    return `WITH ${written.join(",\n")}\nSELECT ${last.join(", ")} FROM s${written.length - 1};\n`;
  }
}

// Trees as CASE expressions.

const MOST = Number.MAX_VALUE; // a limit below which all numbers are
const TREES = 40; // in one layer
const LARGEST_SINGLE = 3.4028235677973366e38; // from which a number of 4 bytes is infinite
const LEAST_SINGLE = 7.006492321624085e-46; // up to which it is 0

const either = (condition, value, other) => `CASE WHEN ${condition} THEN ${value} ELSE ${other} END`;

/** Adds trees to each output's constant, some in each layer. */
function added(layers, constants, lists) {
  let scores = layers.add(constants);
  const most = Math.max(...lists.map((own) => own.length));
  for (let from = 0; from < most; from += TREES)
    scores = layers.add(scores.map((own, k) => [own, ...lists[k].slice(from, from + TREES)].join(" + ")));
  return scores;
}

export function treeScores(layers, { base, trees }, { cells }) {
  const { double } = layers.dialect;
  const write = (node) => {
    if (!node.left) return double(node.value);
    const [left, right] = [write(node.left), write(node.right)];
    const cell = cells[node.column];
    if (node.set) {
      const level = node.set.length > 0 ? `${cell} IN (${node.set.join(", ")})` : "FALSE";
      return either(node.missing ? `${cell} IS NULL OR ${level}` : level, left, right);
    }
    if (node.limit === MOST) return node.missing ? left : either(`${cell} IS NULL`, right, left);
    const limit = double(node.limit);
    return node.missing ? either(`${cell} > ${limit}`, right, left) : either(`${cell} <= ${limit}`, left, right);
  };
  const lists = base.map((_, output) => trees.filter((_tree, i) => i % base.length === output).map(write));
  return added(layers, base.map(double), lists);
}

/** Trees of an XGBoost file, in numbers of 4 bytes. */
export function fileScores(layers, { trees, margins }, { cells, columns }) {
  const { double, single, float } = layers.dialect;
  const rounded = layers.add(
    cells.map((cell, i) =>
      columns[i].levels
        ? cell
        : `CASE WHEN ${cell} >= ${double(LARGEST_SINGLE)} THEN ${double(MOST)} WHEN ${cell} <= ${double(-LARGEST_SINGLE)} THEN ${double(-MOST)} WHEN ABS(${cell}) <= ${double(LEAST_SINGLE)} THEN ${double(0)} ELSE CAST(CAST(${cell} AS ${float}) AS DOUBLE PRECISION) END`,
    ),
  );
  const write = (node) => {
    if (!node.left) return single(node.value);
    const [left, right] = [write(node.left), write(node.right)];
    const cell = rounded[node.column];
    const value =
      node.level === undefined ? cell : `CASE ${cell} WHEN ${node.level} THEN ${double(1)} ELSE ${double(0)} END`;
    const less = `${value} < ${double(node.limit)}`;
    if (node.missing) return either(`${cell} IS NULL OR ${less}`, left, right);
    return either(node.level === undefined ? less : `${cell} IS NOT NULL AND ${less}`, left, right);
  };
  const sums = added(
    layers,
    margins.map((margin) => single(margin)),
    trees.map((own) => own.map(write)),
  );
  return layers.add(sums.map((own) => `CAST(${own} AS DOUBLE PRECISION)`));
}

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

// What the engine trims, by the numbers of the characters. A query has the list once, as a column beside the table's.
const BLANKS =
  "9 32 160 5760 8192 8193 8194 8195 8196 8197 8198 8199 8200 8201 8202 8203 8204 8205 8206 8207 8239 8287 8288"
    .concat(" 12288 65279")
    .split(" ");
const blanks = { name: "blanks_", text: BLANKS.map((code) => `chr(${code})`).join("||") };

// In PostgreSQL a cast that fails ends the query, so a cell is cast where its type or its form says that it can be.
const postgresText = (cell) => `btrim(CAST(${cell} AS text), ${blanks.name}.${blanks.name})`;
const isOfType = (cell, types) => `pg_typeof(${cell}) IN (${types.map((type) => `'${type}'::regtype`).join(", ")})`;
const NUMBERS = ["float8", "float4", "int2", "int4", "int8"];

// DuckDB casts more texts than predict reads: 1_000, 24:00, epoch. So the form of a text is checked first.
const duckdbText = (cell) => `trim(CAST(${cell} AS VARCHAR), ${blanks.name}.${blanks.name})`;
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
      // As a TIMESTAMP a time with a zone would be the clock of the session's zone.
      const zoned = `CASE WHEN typeof(${cell}) = 'TIMESTAMP WITH TIME ZONE' THEN epoch(TRY_CAST(${cell} AS TIMESTAMPTZ))`;
      return `(${zoned} ELSE epoch(${duckdbCast(cell, isDay, "TIMESTAMP")}) END) / 86400e0`;
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
      const usable = `${isOfType(cell, ["date", "timestamp"])} OR ${isDay}`;
      const days = (from) => `CAST(extract(epoch FROM ${from}) AS float8) / float8 '86400'`;
      // As a timestamp a time with a zone would be the clock of the session's zone. Its text has that zone.
      const zoned = `WHEN ${isOfType(cell, ["timestamptz"])} THEN ${days(`CAST(CAST(${cell} AS text) AS timestamptz)`)}`;
      return `CASE ${zoned} WHEN ${usable} THEN ${days(`CAST(${text} AS timestamp)`)} END`;
    },
    trimmed: postgresText,
    fence: " OFFSET 0", // or expressions are copied to each place where they are used
    mostColumns: 1664, // of a SELECT; it is a constant of the server
  },
};
