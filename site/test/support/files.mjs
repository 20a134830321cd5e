// Files that tests give to pages: a table as Parquet, and an analyst's own model in an XGBoost file with a public sample that
// it suits, a stump on the area of a home.
import { parquetWriteBuffer } from "hyparquet-writer";
import { digestOf } from "../../../jsbridge/npm/test/tools.mjs";

/** A table as Parquet: columns of numbers as numbers, the rest as texts. */
export function parquetOf(csv) {
  const [header, ...rows] = csv
    .trimEnd()
    .split("\n")
    .map((line) => line.split(","));
  const columnData = header.map((name, j) => {
    const cells = rows.map((row) => row[j]);
    const numeric = cells.every((cell) => cell !== "" && Number.isFinite(Number(cell)));
    return numeric ? { name, data: cells.map(Number), type: "DOUBLE" } : { name, data: cells, type: "STRING" };
  });
  return Buffer.from(parquetWriteBuffer({ columnData }));
}

const areas = Array.from({ length: 200 }, (_, i) => 20 + ((i * 37) % 80));

/** 2 below an area of 60.5, and 9 elsewhere. */
export const SAMPLE_OF_MODEL = ["area,price", ...areas.map((area) => `${area},${area > 60 ? 9 : 2}`), ""].join("\n");
export const PRIVATE_OF_MODEL = ["area", ...areas.map((area) => area + 5), ""].join("\n");

const tree = {
  left_children: [1, -1, -1],
  right_children: [2, -1, -1],
  split_indices: [0, 0, 0],
  split_conditions: [60.5, 2, 9],
  default_left: [1, 0, 0],
};
const booster = { name: "gbtree", model: { tree_info: [0], trees: [tree] } };
export const MODEL = JSON.stringify({
  learner: {
    feature_names: ["area"],
    gradient_booster: booster,
    learner_model_param: { base_score: "0", num_feature: "1" },
    objective: { name: "reg:squarederror" },
  },
});
export const MODEL_SHA256 = digestOf(MODEL);
