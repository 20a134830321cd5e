// Bars from 0 as a plain SVG text, which prints as it is shown.

const WIDTH = 640;
const NAMES = 200;
const LINE = 20;

/** Escapes a text for HTML, XML and what stands in quotes there. */
export const escaped = (text) => String(text).replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);

const short = (v) => String(Number(v.toPrecision(3)));

/** A drawing of [name, value] on a line each; values may be negative. */
export function barsSVG(/** @type {string} */ title, /** @type {[string, number][]} */ rows) {
  const values = rows.map(([, value]) => value);
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)];
  const room = WIDTH - NAMES - 130;
  const x = (v) => NAMES + 60 + (high > low ? ((v - low) / (high - low)) * room : 0);
  const lines = rows.map(([name, value], i) => {
    const y = i * LINE;
    const cut = name.length > 30 ? `${name.slice(0, 29)}…` : name;
    const [left, right] = [Math.min(x(0), x(value)), Math.max(x(0), x(value))];
    const label = value < 0 ? `x="${left - 4}" text-anchor="end"` : `x="${right + 4}"`;
    return [
      `<text x="${NAMES - 8}" y="${y + 14}" text-anchor="end">${escaped(cut)}</text>`,
      `<rect x="${left.toFixed(1)}" y="${y + 4}" width="${Math.max(0.5, right - left).toFixed(1)}" height="12" fill="#456"/>`,
      `<text ${label} y="${y + 14}">${short(value)}</text>`,
    ].join("");
  });
  const size = `viewBox="0 0 ${WIDTH} ${rows.length * LINE + 4}" width="${WIDTH}" font-size="12" font-family="sans-serif"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="${escaped(title)}" ${size}>${lines.join("")}</svg>`;
}
