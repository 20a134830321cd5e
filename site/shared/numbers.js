// Numbers, sizes and times in the words of the page's language.
import { numbersIn } from "../figures/numbers.js";
import { language } from "./language.js";

const tenths = new Intl.NumberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const place = language === "en" ? "en-GB" : language; // lists without a comma before “and”, the day before the month
const items = new Intl.ListFormat(place);
const time = new Intl.DateTimeFormat(place, { dateStyle: "medium", timeStyle: "short" });

/** The functions of the npm package, by which its plots write numbers. */
export const numbers = numbersIn(language);
export const { grouped, percent, plain, rough } = numbers;

/** As a field of a form holds it, in every language. */
export const inField = (value) => (value < 1e-3 ? value.toExponential() : String(value));
/** Three digits, rounded by `round`; 0 for what is not above it. */
export function threeDigits(value, round) {
  if (!(value > 0)) return 0;
  const unit = 10 ** (2 - Math.floor(Math.log10(value)));
  return Number((round(Number((value * unit).toPrecision(9))) / unit).toPrecision(3));
}
export const size = (bytes) =>
  bytes < 1e6 ? `${Math.max(1, Math.round(bytes / 1e3))} kB` : `${tenths.format(bytes / 1e6)} MB`;

const lasting = (value, unit, digits = 0) =>
  new Intl.NumberFormat(language, {
    style: "unit",
    unit,
    unitDisplay: "long",
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(value);

export const duration = (seconds) =>
  seconds < 90
    ? lasting(Math.ceil(seconds), "second")
    : seconds < 5400
      ? lasting(Math.round(seconds / 60), "minute")
      : lasting(seconds / 3600, "hour", 1);
/** What follows on how far something is: `left` puts the time into words; nothing where it is not known. */
export const timeLeft = (seconds, left) =>
  !seconds ? "" : left(duration(seconds < 90 ? Math.ceil(seconds / 5) * 5 : seconds));
/** A moment: an ISO text or milliseconds since 1970. */
export const moment = (at) => time.format(new Date(at));
/** A sentence with a capital letter in front; a symbol such as δ stays what it is. */
export const capital = (sentence) => sentence.replace(/^[a-z]/, (letter) => letter.toUpperCase());
export const list = (names) => items.format(names);
