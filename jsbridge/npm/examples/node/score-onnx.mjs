// node score-onnx.mjs model.onnx rows.json: applies a released model, written by privadapt export, to an array of
// objects, in onnxruntime. It needs onnxruntime-web, or onnxruntime-node, which has the same functions.
import { readFile } from "node:fs/promises";
import * as ort from "onnxruntime-web";

const [model, file] = process.argv.slice(2);
const rows = JSON.parse(await readFile(file, "utf8"));
const session = await ort.InferenceSession.create(await readFile(model));

/** Dates are days since 1970; what is missing is no number. */
const number = (cell) => (/^\d{4}-\d\d-\d\d$/.test(cell) ? Date.parse(cell) / 864e5 : Number(cell ?? NaN));

const inputs = session.inputMetadata.map(({ name, type }) => {
  const cells = rows.map((row) => (Object.hasOwn(row, name) ? row[name] : null));
  const data = type === "string" ? cells.map((cell) => cell ?? "") : Float64Array.from(cells, number);
  return [name, new ort.Tensor(type, data, [rows.length, 1])];
});
const found = await session.run(Object.fromEntries(inputs));
for (const value of (found.prediction ?? found.label).data) console.log(value);
