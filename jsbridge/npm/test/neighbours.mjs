// Pairs of private files that differ in one record, and the places where two runs on them with the same random bits may
// differ.
//
// Only the output of the mechanism and the values computed from it may differ: the places below, by mechanism. At such
// a place the test checks that there is a number, but not its value or length. Everything else is compared byte for
// byte.

/** Computed from the weights and the public sample, for every mechanism. */
const OF_WEIGHTS = [
  ...["intercept", "coefficients.*.value", "weights.*", "base"].map((name) => `values.${name}`),
  ...["effectiveSampleSize", "ridgePenalty", "base.gain", "base.standardError", "base.kept"].map(
    (name) => `certificate.${name}`,
  ),
  // The losses of candidates that are fitted under the weights, and their shares.
  ...["public", "weighted", "gain", "standardError", "share"].map((name) => `certificate.base.candidates.*.${name}`),
];

/** Computed from the released moments. */
const OF_MOMENTS = [
  "values.moments.*.*",
  ...["rounds", "gap", "tolerance", "discrepancy.uniform", "discrepancy.weighted"].map((name) => `certificate.${name}`),
];

/** The sums of rows with a label and without one, and what is computed from them. */
const OF_SUMS = ["values.labelledSum.*", "values.unlabelledSum.*"];
const OF_LABELS = [
  "rowsEstimate",
  "share",
  "errors.*.verdict",
  ...["base", "gain"].flatMap((of) => ["value", "low", "high"].map((name) => `errors.*.${of}.${name}`)),
].map((name) => `certificate.labels.${name}`);

/** Where the noise decides whether there is a number: an error that it hides has no value. */
const OF_NOISE = /^certificate\.labels\.errors\./;

/** Computed from the estimate of the number of records, which is drawn with the moments. */
const OF_ROWS_ESTIMATE = ["rowsEstimate", "noise.standardDeviation", "discrepancy.noise"].map(
  (name) => `certificate.${name}`,
);

/** The places of a document that depend on what was drawn. */
export function drawnPlaces({ mechanism, adjacency, useLabels, release }) {
  if (release === "report" || release === "estimate") return ["values.counts.*", "certificate.rowsEstimate"];
  if (mechanism === "selection") {
    // The number of bits for a choice depends on the scores, so after the first choice that differs the same bits serve
    // other draws. This also applies to the identifier, which consists only of random bits.
    return [...OF_WEIGHTS, "releaseId"];
  }
  if (mechanism === "gradient") return OF_WEIGHTS;
  return [
    ...OF_WEIGHTS,
    ...OF_MOMENTS,
    ...(useLabels ? [...OF_SUMS, ...OF_LABELS] : []),
    ...(adjacency === "add-remove" ? OF_ROWS_ESTIMATE : []),
  ];
}

/** JSON text with # in place of each number, text, truth value and object that stands at one of the places. */
export function skeleton(json, places) {
  const token = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|[{}[\]:,]|true|false|null|\s+/gy;
  const path = [];
  let result = "";
  let name; // of the field whose value comes next
  let hidden = 0; // objects that are open at a place
  for (let match; (match = token.exec(json)); ) {
    const [text] = match;
    const inObject = typeof path.at(-1) === "string" && path.at(-1) !== "*";
    if (hidden > 0 || (text === "{" && places.includes(path.join(".")))) {
      hidden += text === "{" ? 1 : text === "}" ? -1 : 0;
      if (hidden === 0) result += "#";
      continue;
    }
    if (text === "{") path.push("");
    else if (text === "[") path.push("*");
    else if (text === "}" || text === "]") path.pop();
    else if (text === ",") name = undefined;
    else if (inObject && name === undefined && text[0] === '"') path[path.length - 1] = name = JSON.parse(text);
    else if (inObject || path.at(-1) === "*") {
      const place = path.join(".");
      if ((/^(["\d-]|true|false)/.test(text) || (text === "null" && OF_NOISE.test(place))) && places.includes(place)) {
        result += "#";
        continue;
      }
    }
    // Inside an object or a list, a name of the enclosing object must not count as its own.
    if (text === "{" || text === "[" || text === "}" || text === "]") name = undefined;
    result += text;
  }
  return result;
}

const RECORDS = {
  usual: (random, usual) => usual(random),
  "other end of the sample": () => "-40,0,blue",
  huge: () => "1e308,-1e308,red",
  "too large for a number": () => "1e999,-1e999,green",
  tiny: () => "5e-324,1e-320,blue",
  "not a number": () => "NaN,nan,NaN",
  infinite: () => "Infinity,-inf,red",
  "empty cells": () => ",,",
  "one missing cell": () => "12.5,3.1",
  "one cell": () => "12.5",
  "cells too many": () => "12.5,3.1,red,7,8,9",
  empty: () => "",
  blank: () => "   ",
  "unknown level": () => "11.2,2.0,violet",
  text: () => "warm,windy,8",
  "an open quote": () => '"12.5,3.1,red',
  "a quote in the middle": () => '12"5,3.1,r"ed',
  "several lines": () => '"12.5","3.1\n\t""\n\t","\n\tred"',
  "quoted cells": () => '"12.5","3.1","red"',
  "a NUL byte": () => "12\0.5,3.1,red",
  "a carriage return": () => "12.5,3.1,red\r",
  "no UTF-8": () => "12.5,3.1,\ud800",
  "another alphabet": () => "１２.５,٣,красный",
  long: (random) => `${"9".repeat(2000 + Math.floor(random() * 2000))},3,red`,
  "longer than a record may be": () => `1.5,${"7".repeat((1 << 20) + 10)},red`,
};

/** Records that give the same row: unusable cells take the source's mean. */
const SAME = [
  ["NaN,3.1,red", "warm,3.1,red"],
  [",3.1,red", "Infinity,3.1,red"],
  ["", "x,y,z"],
  ["12.5,3.1,violet", "12.5,3.1,amber"],
];

/** The same with labels: of those that cannot be read none is one. */
const SAME_LABELLED = [
  ["NaN,3.1,red,4", "warm,3.1,red,4"],
  ["12.5,3.1,red,", "12.5,3.1,red,unknown"],
  ["12.5,3.1,violet,1e999", "12.5,3.1,amber,NA"],
];

const HEADER = "temp,wind,colour";

/**
 * A label as it may stand behind a record; those from """" on, behind one without quotes, so that what is malformed
 * stays so.
 */
const LABELS = [
  "17.5",
  "40",
  "-3",
  "",
  "NA",
  "1e300",
  "-1e308",
  "1e999",
  "NaN",
  "ten",
  "2024-05-06",
  '""""',
  '"7\n\t"',
];

/** A record as an honest owner has it. */
function usual(random) {
  const colour = ["red", "green", "blue"][Math.floor(random() * 3)];
  return `${(14 + 16 * random()).toFixed(2)},${(8 * random()).toFixed(2)},${colour}`;
}

/**
 * The `number`-th pair: {files: [a, b], what, same}. Under "replace-one" one record is another one, under "add-remove"
 * it is missing; with `same` both are the same row to the engine. With `labelled` there is a column y, and a label of
 * any kind, or none, behind each record.
 */
export function neighbours(number, adjacency, random, labelled = false) {
  const usualLabel = () => (30 * random()).toFixed(1);
  const any = (record) =>
    LABELS[Math.floor(random() * (record.includes('"') ? LABELS.indexOf('""""') : LABELS.length))];
  const behind = (record) =>
    labelled && random() < 0.8 ? `${record},${random() < 0.5 ? usualLabel() : any(record)}` : record;
  const kinds = Object.keys(RECORDS);
  const count = 1 + Math.floor(random() * 40);
  // Other records are malformed as well. No two lines with an odd number of quotes make a record, other than lines
  // of one record.
  const records = Array.from({ length: count }, () =>
    behind(random() < 0.7 ? usual(random) : RECORDS[kinds[Math.floor(random() * (kinds.length - 1))]](random, usual)),
  );
  const place = Math.floor(random() * count);
  const file = (list) => `${HEADER}${labelled ? ",y" : ""}\n${list.map((record) => `${record}\n`).join("")}`;
  const same = adjacency !== "add-remove" && number % 5 === 4;
  if (same) {
    const known = labelled ? SAME_LABELLED : SAME;
    const [one, other] = known[Math.floor(random() * known.length)];
    return {
      files: [file(records.with(place, one)), file(records.with(place, other))],
      what: `${JSON.stringify(one)} and ${JSON.stringify(other)}`,
      same,
    };
  }
  const kind = kinds[number % kinds.length];
  const record = behind(RECORDS[kind](random, usual));
  const other = adjacency === "add-remove" ? records.toSpliced(place, 1) : records.with(place, behind(usual(random)));
  return {
    files: [file(records.with(place, record)), file(other)],
    what: `${kind} ${adjacency === "add-remove" ? "and none" : "and usual"}`,
    same,
  };
}
