// The plots of the pages are the npm package's.
import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "../../jsbridge/npm/index.js";
import { explanations } from "../../jsbridge/npm/release.js";
import { LABELLED, analyst } from "./support/analyst.mjs";
import { skip } from "./support/browser.mjs";
import { SAMPLE } from "./support/owner.mjs";

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
      const same = await me.page.evaluate(async ({ release, explanation, plots, width }) => {
        const { plotsOf } = await import(new URL("owner/result-plots.js", location));
        const place = document.createElement("div");
        document.querySelector("main").append(place);
        const figures = plotsOf(release, explanation);
        place.append(...figures);
        for (const dots of place.querySelectorAll(".dots")) {
          dots.setAttribute("class", "dots");
          dots.style.width = `${width}px`;
        }
        await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
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
