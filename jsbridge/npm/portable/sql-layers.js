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
      const from = i === 0 ? `${table} AS rows_` : `s${i - 1}`;
      return `s${i} AS (SELECT ${items.join(", ")} FROM ${from}${fence})`;
    });
    return `WITH ${written.join(",\n")}\nSELECT ${last.join(", ")} FROM s${written.length - 1};\n`;
  }
}
