// A drawing as a plain tree. A page makes elements of it, and the package a text.

/** @typedef {{tag: string, attributes: Record<string, string>, children: (Node | string)[]}} Node */

const HUNDREDTHS = 100; // of a pixel

const rounded = (value) => String(typeof value === "number" ? Math.round(value * HUNDREDTHS) / HUNDREDTHS : value);

/**
 * A node. Its look is in attributes and not in styles, which policies forbid: a style sheet can replace it by the
 * classes.
 *
 * @returns {Node}
 */
export function node(
  /** @type {string} */ tag,
  /** @type {Record<string, any>} */ attributes = {},
  /** @type {any[]} */ ...children
) {
  const given = Object.entries(attributes).filter(([, value]) => value !== undefined);
  return {
    tag,
    attributes: Object.fromEntries(given.map(([name, value]) => [name, rounded(value)])),
    children: children.filter((child) => child !== undefined && child !== null && child !== false),
  };
}

/** The drawing of a figure, for a width; undefined where there is nothing to draw. */
export function drawingOf(/** @type {Record<string, any>} */ { title, widest = Infinity, draw }, available) {
  const drawing = draw?.(Math.min(widest, Math.floor(available)));
  if (drawing) Object.assign(drawing.attributes, { role: "img", "aria-label": title });
  return drawing;
}

/** Escapes a text for HTML, XML and what stands in quotes there. What XML cannot hold becomes a mark for it. */
export const escaped = (/** @type {unknown} */ text) =>
  String(text)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: those that XML cannot hold
    .replace(/[\0-\x08\v\f\x0e-\x1f\ufffe\uffff]|\p{Cs}/gu, "�")
    .replace(/[&<>"'\t\n\r]/g, (c) => `&#${c.charCodeAt(0)};`);

/** The text of a drawing, which is a file of its own and can stand in a page. */
export const svgText = (/** @type {Node} */ { attributes, ...root }) =>
  textOf({ ...root, attributes: { xmlns: "http://www.w3.org/2000/svg", ...attributes } });

function textOf(/** @type {Node | string} */ child) {
  if (typeof child === "string") return escaped(child);
  const { tag, attributes, children } = child;
  const written = Object.entries(attributes).map(([name, value]) => ` ${name}="${escaped(value)}"`);
  return `<${tag}${written.join("")}>${children.map(textOf).join("")}</${tag}>`;
}
