// The legend of both figures: a checkbox for every curve, grouped by method.
import { looks, sample } from "./curves.js";
import { el, svg } from "../shared/dom.js";
import { plain } from "../shared/numbers.js";
import { paper } from "./texts.js";

/**
 * Makes the legend. `onChange(shown)` gets the curves that are ticked, at once and after every change. It listens to
 * the theme until `signal` is aborted.
 */
export function makeLegend(curves, signal, onChange) {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const boxes = new Map(
    curves.map((curve) => [
      curve,
      el("input", { type: "checkbox", "aria-label": paper.curve(curve), change: announce }),
    ]),
  );
  const epsilons = [...new Set(curves.map((curve) => curve.epsilon))]
    .filter((epsilon) => epsilon !== null)
    .sort((a, b) => a - b);
  // The ε nearest to 1 and everything without privacy: the comparison the paper makes, and few enough curves to read.
  const first = [...epsilons].sort((a, b) => Math.abs(Math.log(a)) - Math.abs(Math.log(b)))[0];
  tick((curve) => curve.epsilon === null || curve.epsilon === first);

  function tick(choose) {
    for (const [curve, box] of boxes) box.checked = choose(curve);
  }
  function announce() {
    onChange(curves.filter((curve) => boxes.get(curve).checked));
  }
  const choose = (text, rule) => el("button", { type: "button", click: () => (tick(rule), announce()) }, text);
  const ofMethod = (method) => curves.filter((curve) => curve.method === method);

  const methods = [...new Set(curves.map((curve) => curve.method))].filter((method) => method.private);
  const yardsticks = curves.filter((curve) => !curve.method.private);
  const element = el(
    "div",
    { class: "legend" },
    el(
      "div",
      { class: "actions", role: "group", "aria-label": paper.legend.choose },
      el("span", {}, paper.legend.choose),
      ...(epsilons.length > 1 ? epsilons : []).map((epsilon) =>
        choose(paper.legend.only(epsilon), (curve) => curve.epsilon === null || curve.epsilon === epsilon),
      ),
      choose(paper.legend.all, () => true),
      choose(paper.legend.none, () => false),
    ),
    el(
      "div",
      { class: "methods" },
      yardsticks.length > 0 && group(paper.legend.yardsticks, yardsticks),
      ...methods.map((method) => group(method.title, ofMethod(method))),
    ),
    el("p", { class: "help" }, paper.legend.help),
  );

  function group(title, own) {
    const noises = [...new Set(own.map((curve) => curve.noise))];
    return el(
      "fieldset",
      {},
      el("legend", {}, title),
      ...noises.map((noise) =>
        el(
          "div",
          { class: noise === "none" ? "plain" : "epsilons" },
          noise !== "none" && el("span", { class: "name" }, paper.legend.epsilons(noise)),
          ...own.filter((curve) => curve.noise === noise).map(entry),
        ),
      ),
    );
  }

  function entry(curve) {
    const swatch = svg("svg", { width: 30, height: 14, viewBox: "0 -7 30 14", "aria-hidden": "true" });
    const paint = () => swatch.replaceChildren(sample(looks(curves, dark.matches ? "dark" : "light")(curve)));
    paint();
    dark.addEventListener("change", paint, { signal });
    const text = !curve.method.private
      ? curve.method.title
      : curve.epsilon === null
        ? paper.legend.withoutPrivacy
        : plain(curve.epsilon);
    return el("label", { class: "check" }, boxes.get(curve), swatch, text);
  }

  announce();
  return element;
}
