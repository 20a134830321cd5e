// "Try it with sample data": the files the build generated, and how well a released model does on them. Only possible
// because the private side is synthetic and its labels are known; all of it is fetched before the vault opens.
import { result } from "./texts-result.js";

const at = (name) => new URL(`sample/${name}`, import.meta.url);

export const sampleSource = () => at("source.csv").href;

/** Resolves with {label, privateData: Uint8Array, score(release)}. */
export async function fetchSampleData() {
  const [info, target, labels] = await Promise.all(
    ["sample.json", "target.csv", "target-labels.csv"].map(async (name) => {
      const response = await fetch(at(name));
      if (!response.ok) throw new Error(`${name}: HTTP ${response.status}`);
      return name.endsWith(".json") ? response.json() : new Uint8Array(await response.arrayBuffer());
    }),
  );
  const rows = parse(target);
  const truth = parse(labels).map((row) => Number(row[info.label]));
  return {
    label: info.label,
    privateData: target,
    score: (release) =>
      release.kind === "model" ? result.score(info.errorWithoutAdapting, Number(typicalError(release.values, rows, truth).toFixed(1))) : undefined,
  };
}

/** The generated files have no quotes, so a comma always separates. */
function parse(bytes) {
  const [head, ...lines] = new TextDecoder().decode(bytes).trimEnd().split("\n").map((line) => line.split(","));
  return lines.map((cells) => Object.fromEntries(head.map((name, i) => [name, cells[i]])));
}

function typicalError({ intercept, coefficients, labelRange: [least, most] = [-Infinity, Infinity] }, rows, truth) {
  const value = (row, { column, level }) => (level === undefined ? Number(row[column]) : Number(row[column] === level));
  const sum = (row) => coefficients.reduce((sum, coefficient) => sum + coefficient.value * value(row, coefficient), intercept);
  const predict = (row) => Math.min(Math.max(sum(row), least), most);
  return Math.sqrt(rows.reduce((sum, row, i) => sum + (predict(row) - truth[i]) ** 2, 0) / rows.length);
}
