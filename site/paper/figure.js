// One interactive figure: the chart, the values under the pointer or by arrow keys, the scale, and its files.
import { FIGURES, drawChart } from "./chart.js";
import { download, el, svg } from "../shared/dom.js";
import { figureCSV, figureSVG } from "./export.js";
import { paper } from "./texts.js";

const REACH = 40; // pixels from the pointer to the nearest value
const DIMMED = 0.2;

/**
 * Makes the figure "a" or "b" for a result's curves. Returns {element, update(shown)}; `update` is called with the
 * curves to draw, and once at the start. It listens to the window's theme and size until `signal` is aborted.
 */
export function makeFigure(figure, all, signal) {
  const { mean } = FIGURES[figure];
  let shown = [];
  let chart;
  let current; // the hit that is marked

  const place = el("div", {
    class: "chart",
    tabindex: "0",
    role: "application",
    "aria-label": `${paper.figures[figure]}. ${paper.keys}`,
  });
  const tip = el("div", { class: "tip", "aria-hidden": "true", hidden: true });
  const spoken = el("p", { class: "unseen", role: "status" });
  const log = el("input", { type: "checkbox", change: draw });
  log.checked = true;
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const settings = () => ({ figure, all, shown, log: log.checked });

  function draw() {
    const width = Math.floor(place.clientWidth);
    if (width === 0) return;
    const height = Math.round(Math.min(440, Math.max(320, width * 0.7)));
    chart = drawChart({ ...settings(), theme: dark.matches ? "dark" : "light", width, height });
    chart.svg.setAttribute("aria-hidden", "true");
    place.replaceChildren(chart.svg, tip);
    const again = current && chart.hits.find((hit) => hit.point === current.point);
    mark(again);
  }

  /** Marks a hit and writes its value beside it; for undefined it removes the mark. */
  function mark(hit) {
    if (hit === current && hit !== undefined) return;
    current = hit;
    tip.hidden = !hit;
    for (const [id, group] of chart.groups) group.setAttribute("opacity", !hit || id === hit.curve.id ? 1 : DIMMED);
    chart.svg.querySelector(".mark")?.remove();
    if (!hit) return;
    chart.svg.append(svg("circle", { class: "mark", cx: hit.x, cy: hit.y, r: 8 }));
    tip.replaceChildren(...paper.value(figure, hit).map((line, i) => el(i === 0 ? "strong" : "span", {}, line)));
    // Beside the value, and inside the figure on either side. By the object model: the policy forbids style attributes.
    const left = Math.min(Math.max(hit.x - tip.offsetWidth / 2, 0), place.clientWidth - tip.offsetWidth);
    const above = hit.y - tip.offsetHeight - 14;
    tip.style.left = `${left}px`;
    tip.style.top = `${above > 0 ? above : hit.y + 16}px`;
  }

  function nearest(event) {
    const { left, top } = place.getBoundingClientRect();
    let best;
    let least = REACH;
    for (const hit of chart.hits) {
      const distance = Math.hypot(hit.x - (event.clientX - left), hit.y - (event.clientY - top));
      if (distance < least) [least, best] = [distance, hit];
    }
    return best;
  }

  /** Left and right go along a curve, up and down to the next higher or lower value at the same n. */
  function walk(event) {
    const direction = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (event.key === "Escape") mark(undefined);
    if (!direction || chart.hits.length === 0) return;
    event.preventDefault();
    const along = event.key === "ArrowLeft" || event.key === "ArrowRight";
    let next = current;
    if (!current) {
      next = chart.hits[0];
    } else {
      const row = chart.hits.filter((hit) =>
        along ? hit.curve.id === current.curve.id : hit.point.rows === current.point.rows,
      );
      row.sort((a, b) => (along ? a.point.rows - b.point.rows : mean(a.point) - mean(b.point)));
      next = row[row.indexOf(current) + direction] ?? current;
    }
    mark(next);
    spoken.textContent = paper.value(figure, next).join(", ");
  }

  place.addEventListener("pointermove", (event) => mark(nearest(event)));
  place.addEventListener("pointerdown", (event) => mark(nearest(event)));
  place.addEventListener("pointerleave", () => mark(undefined));
  place.addEventListener("blur", () => mark(undefined));
  place.addEventListener("keydown", walk);
  dark.addEventListener("change", draw, { signal });
  const observer = new ResizeObserver(draw);
  observer.observe(place);
  signal.addEventListener("abort", () => observer.disconnect());

  const name = `privadapt-figure-${figure}`;
  const element = el(
    "figure",
    { class: "figure", id: `figure-${figure}` },
    el("figcaption", {}, el("h3", {}, paper.figures[figure]), el("p", { class: "help" }, paper.captions[figure])),
    place,
    spoken,
    el(
      "div",
      { class: "actions" },
      el("label", { class: "check" }, log, paper.log),
      el(
        "span",
        { class: "files" },
        el("span", { class: "help" }, paper.download),
        download(paper.downloadSVG, () => figureSVG(settings()), "image/svg+xml", `${name}.svg`, ""),
        download(paper.downloadCSV, () => figureCSV(figure, all), "text/csv", `${name}.csv`, ""),
      ),
    ),
  );
  return {
    element,
    update(curves) {
      shown = curves;
      draw();
    },
  };
}
