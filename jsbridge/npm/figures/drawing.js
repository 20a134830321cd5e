/** The drawing of a figure, for a width; undefined where there is nothing to draw. */
export function drawingOf(/** @type {Record<string, any>} */ { title, widest = Infinity, draw }, available) {
  const drawing = draw?.(Math.min(widest, Math.floor(available)));
  if (drawing) Object.assign(drawing.attributes, { role: "img", "aria-label": title });
  return drawing;
}
