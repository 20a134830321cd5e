// An analyst's own model in an XGBoost file, and a public sample that it suits: a stump on the area of a home.
import { digestOf } from "../../../jsbridge/npm/test/tools.mjs";

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
