// The first line of the table that a request needs, for owners to fill in below.
import { textCell } from "../reading/text-cell.js";

/**
 * `columns` are the public sample's; the request decides whether the label, and a column that names people, go with
 * them.
 */
export function templateOf(columns, { label, labels, release, unit } = /** @type {any} */ ({})) {
  const asksLabels = labels !== undefined || release === "report";
  const names = new Set([unit, ...columns, asksLabels && label].filter(Boolean));
  return `${[...names].map(textCell).join(",")}\r\n`;
}
