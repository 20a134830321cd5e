// The plots of the pages are the npm package's.
import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "../../jsbridge/npm/index.js";
import { explanations } from "../../jsbridge/npm/release.js";
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
        const { plotsOf } = await import(new URL("owner/result-plots.js", location));
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

test("a group that may have no rows with a label is in the table and not in the plot", { skip }, async (t) => {
  const you = await analyst(t, { page: "releases.html" });
  const shown = (labelled) =>
    you.page.evaluate(async (labelled) => {
      const { reportPlots } = await import(new URL("plots/report.js", location));
      const figures = (low, level) => ({
        level,
        labelled: { value: low + 9, low, high: low + 20 },
        measures: { accuracy: low > 0 ? { value: 0.8, low: 0.7, high: 0.9 } : { value: 0, low: 0, high: 1 } },
      });
      const plots = reportPlots(
        { all: figures(labelled), groups: [figures(labelled, "gas"), figures(0, null)], groupBy: "heating" },
        { label: "price", classes: ["low", "middle", "high"] },
        { id: "fixed" },
      );
      const figure = plots.find(({ id }) => id === "plot-fixed-groups");
      document.querySelector("main").append(figure);
      const place = figure.querySelector(".dots"); // none where nothing is drawn
      // Comes after the figure's own, which draws.
      if (place) await new Promise((resolve) => new ResizeObserver(resolve).observe(place));
      const drawn = [...figure.querySelectorAll("svg[role=img] g > title")].map(
        ({ textContent }) => textContent.split(",")[0],
      );
      const table = [...figure.querySelectorAll("tbody tr")].map((row) =>
        [...row.children].map(({ textContent }) => textContent).join(" | "),
      );
      figure.remove();
      return { drawn, table };
    }, labelled);
  const none = "none of the sample’s values | too few rows to say | no limit | no limit";
  assert.deepEqual(await shown(500), {
    drawn: ["all rows", "gas"],
    table: ["all rows | 0.8 | 0.7 | 0.9", "gas | 0.8 | 0.7 | 0.9", none],
  });
  const { drawn, table } = await shown(0);
  assert.deepEqual([drawn, table.length, table[2]], [[], 3, none], "where no row may be there nothing is drawn");
  assert.deepEqual(you.errors, []);
});
