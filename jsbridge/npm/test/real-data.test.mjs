// tier: 2
// The main job on real data: the figures that the first release has to reach, by the command line and its defaults.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";
import { folderFor, relativeError, run, words } from "./support.mjs";

const data = fileURLToPath(new URL("../../../../shared/data", import.meta.url));
// Five runs on a task differed by at most 2%, and their medians are 16% to 64% below the limits, so one run is enough.
const limits = {
  calhousing_ratio_inland_to_coast: 0.9,
  abalone_adult_to_infant: 0.76,
  bikehour_springautumn_to_summer: 0.52,
  powerplant_tilt_hot: 0.18,
};

for (const [task, limit] of Object.entries(limits)) {
  test(`${task}: the error is at most ${limit}`, async (t) => {
    const folder = join(data, task);
    if (!existsSync(folder)) return t.skip("the real data are not at ../shared/data beside the project");
    const cwd = await folderFor(t);
    const lines = (text) => text.trimEnd().split("\n").slice(1).map(Number);
    const labels = lines(await readFile(join(folder, "target_labels.csv"), "utf8"));
    const succeed = async (...args) => {
      const { status, stderr } = await run(args, { cwd });
      assert.equal(status, 0, stderr);
    };
    const files = ["--source", join(folder, "source.csv"), "--target", join(folder, "target.csv")];
    await succeed("adapt", ...files, ...words("--label y --epsilon 1 --delta 1e-6 --release model --out r.json"));
    await succeed("predict", "--model", "r.json", "--data", join(folder, "target.csv"), "--out", "p.csv");
    const predictions = lines(await readFile(join(cwd, "p.csv"), "utf8"));
    assert.equal(predictions.length, labels.length);
    const error = relativeError(predictions, labels);
    t.diagnostic(`MSE / variance: ${error.toFixed(4)}`);
    assert.ok(error <= limit, `${error} > ${limit}`);
  });
}
