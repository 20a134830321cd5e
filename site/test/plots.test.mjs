// The plots of the pages are the npm package's.
import assert from "node:assert/strict";
import { test } from "node:test";
import { resultFigures } from "../dist/figures/result.js";
import { plots } from "../dist/shared/texts.js";
import { words } from "../dist/plots/plot-figure.js";

test("averages of dates are dates, wherever the noise carries them", () => {
  const of = (target) => {
    const columns = [{ name: "admission", kind: "numeric", mean: 18_806.4, scale: 105, dates: true }];
    const certificate = { mechanism: "moment", discrepancy: { uniform: 4.8, weighted: 0.13, noise: 0.3 } };
    const release = { kind: "model", certificate, provenance: { sourceRows: 1500, schema: { columns } }, values: {} };
    const explanation = { shiftNoise: 0.02, shifts: [{ name: "admission", source: 0, target, weighted: 1 }] };
    return resultFigures(release, explanation, { ...words, plots })[0].table.rows[0][2];
  };
  assert.deepEqual([2.87, 1e9, -1e9].map(of), ["2022-04-25", "9999-12-31", "0000-01-01"]);
});
