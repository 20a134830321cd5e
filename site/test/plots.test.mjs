// The plots of the pages are the npm package's.
import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "../../jsbridge/npm/index.js";
import { explanations } from "../../jsbridge/npm/handles.js";
import { resultFigures } from "../dist/figures/result.js";
import { plots } from "../dist/shared/texts.js";
import { words } from "../dist/plots/plot-figure.js";
import { LABELLED, analyst } from "./support/analyst.mjs";
import { skip } from "./support/browser.mjs";
import { SAMPLE } from "./support/owner.mjs";
import { untilDrawn } from "./support/press.mjs";

test("a page and the package draw the same", { skip }, async (t) => {
  const engine = await load({ ledger: false });
  t.after(() => engine.dispose());
  const releases = [];
  for (const options of [{ base: "linear" }, { base: "auto" }, { release: "report", epsilon: 3 }]) {
    const source = await engine.loadSource(new Blob([SAMPLE["source.csv"]]), { label: "price" });
    const target = await engine.loadTarget(new Blob([options.release ? LABELLED : SAMPLE["target.csv"]]));
    releases.push(await engine.adapt({ source, target, epsilon: 1, delta: 1e-6, explain: true, ...options }));
  }
  const me = await analyst(t, { page: "releases.html" });
  let drawings = 0;
  for (const width of [700, 330]) {
    for (const release of releases) {
      const given = {
        release: release.toJSON(),
        explanation: explanations.get(release),
        plots: await release.plots({ width }),
        width,
      };
      await me.page.evaluate(async ({ release, explanation, width }) => {
        const { plotsOf } = await import(new URL("owner/result.js", location));
        const place = document.createElement("div");
        document.querySelector("main").append(place);
        const figures = plotsOf(release, explanation);
        place.append(...figures);
        for (const dots of place.querySelectorAll(".dots")) {
          dots.setAttribute("class", "dots");
          dots.style.width = `${width}px`;
        }
        globalThis.made = { place, figures };
      }, given);
      await untilDrawn(me.page.mainFrame());
      const same = await me.page.evaluate(({ plots }) => {
        const { place, figures } = globalThis.made;
        const shown = new Map(figures.map((figure) => [figure.id, figure.querySelector("svg[role=img]")]));
        place.remove();
        return plots.map(({ id, svg }) => {
          const drawing = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
          drawing.removeAttribute("xmlns");
          return [id, drawing.isEqualNode(shown.get(`plot-${id}`))];
        });
      }, given);
      drawings += same.length;
      assert.deepEqual(
        same.filter(([, equal]) => !equal),
        [],
        `${release.kind}, ${width} pixels`,
      );
    }
  }
  assert.ok(drawings >= 20, `${drawings} drawings`);
  assert.deepEqual(me.errors, []);
});

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
