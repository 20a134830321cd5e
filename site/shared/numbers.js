// Numbers, sizes and times in English words.

const number = new Intl.NumberFormat("en", { maximumSignificantDigits: 6 });
const count = new Intl.NumberFormat("en");

/** A number for a sentence or a table: 1, 0.5, 1e-6, 12,345.6. */
export const plain = (value) =>
  value !== 0 && Math.abs(value) < 1e-3 ? Number(value.toPrecision(4)).toExponential() : number.format(value);
export const rough = (value) => plain(Number(value.toPrecision(3)));
export const grouped = (value) => count.format(value);
export const size = (bytes) =>
  bytes < 1e6 ? `${Math.max(1, Math.round(bytes / 1e3))} kB` : `${(bytes / 1e6).toFixed(1)} MB`;

export const duration = (seconds) =>
  seconds < 90
    ? `${Math.ceil(seconds)} seconds`
    : seconds < 5400
      ? `${Math.round(seconds / 60)} minutes`
      : `${(seconds / 3600).toFixed(1)} hours`;
export const timeLeft = (seconds) =>
  !seconds ? "" : `, about ${duration(seconds < 90 ? Math.ceil(seconds / 5) * 5 : seconds)} left`;
/** A sentence with a capital letter in front; a symbol such as δ stays what it is. */
export const capital = (sentence) => sentence.replace(/^[a-z]/, (letter) => letter.toUpperCase());
/** A share as people write it. */
export const percent = (share) => `${rough(100 * share)}%`;
export const list = (items) =>
  items.length < 2 ? items.join("") : `${items.slice(0, -1).join(", ")} and ${items.at(-1)}`;
