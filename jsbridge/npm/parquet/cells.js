// One value of a Parquet file as the text of a cell, or as a number. Every value has a cell and none may fail, because
// the values can be private and an error would reveal something about them. A value without a sensible cell has an
// empty cell, which means a missing value.

import { TOO_LONG } from "../reading/text-cell.js";

/** A text that begins with U+FEFF keeps it: without it, it could be another text of its column. */
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** More bytes than any decimal of a float64 has. Without this limit, long numbers would take unlimited time. */
const LONGEST_DECIMAL = 256;

/** More than the decimal places of any float64, and more than the digits of any number of that length. */
const MOST_PLACES = 1100;

/**
 * Returns the function that writes a non-null value of a column with this schema element. The library gives the value
 * without conversion. An annotation that the column's type cannot have is ignored, like an unknown annotation.
 */
export function cellWriter({ type, converted_type: converted, logical_type: logical, scale, type_length: length }) {
  const kind = logical?.type;
  const isDecimal = converted === "DECIMAL" || kind === "DECIMAL";
  switch (type) {
    case "BOOLEAN":
      return String;
    case "INT32":
    case "INT64":
      if (isDecimal) return decimalCell(scale ?? logical?.scale ?? 0);
      return timeWriter({ converted, kind, logical }) ?? (isUnsigned(converted, logical) ? unsignedCell[type] : String);
    case "INT96": // nanoseconds since 1970
      return (value) => timeCell(Number(value) / 1e6);
    case "FLOAT":
    case "DOUBLE":
      return numberCell;
    case "BYTE_ARRAY":
    case "FIXED_LEN_BYTE_ARRAY":
      if (isDecimal) return decimalCell(scale ?? logical?.scale ?? 0);
      if (kind === "FLOAT16" && length === 2) return (bytes) => numberCell(halfOf(bytes));
      if (kind === "UUID" && length === 16)
        return (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
      return (bytes) => decoder.decode(bytes.subarray(0, TOO_LONG));
  }
  return () => "";
}

/**
 * Returns, of a column whose cells are numbers, {copy, isLong}: copy(values, from, place) writes as many numbers as the
 * place takes, NaN for a missing one, each the float64 that its text is read as; isLong says that texts may tell apart
 * what numbers do not. Undefined of any other column.
 */
export function numbersOf({ type, converted_type: converted, logical_type: logical }) {
  const kind = logical?.type;
  if (type === "FLOAT" || type === "DOUBLE") return { copy: copied((value) => value), isLong: false };
  if (type !== "INT32" && type !== "INT64") return undefined;
  if (converted === "DECIMAL" || kind === "DECIMAL" || timeWriter({ converted, kind, logical })) return undefined;
  const unsigned = isUnsigned(converted, logical);
  if (type === "INT32") return { copy: copied(unsigned ? (value) => value >>> 0 : Number), isLong: false };
  return { copy: copied(unsigned ? (value) => Number(BigInt.asUintN(64, value)) : Number), isLong: true };
}

const copied = (numberOfValue) => (values, from, place) => {
  for (let i = 0; i < place.length; i++) {
    const value = values[from + i];
    place[i] = value === null || value === undefined ? NaN : numberOfValue(value);
  }
};

/** For a column of whole numbers that mean days or a time; undefined for any other. */
function timeWriter({ converted, kind, logical }) {
  if (converted === "DATE" || kind === "DATE") return (days) => timeCell(Number(days) * 86_400_000).slice(0, 10);
  const perMillisecond =
    { TIMESTAMP_MILLIS: 1, TIMESTAMP_MICROS: 1e3 }[converted] ??
    (kind === "TIMESTAMP" && ({ MICROS: 1e3, NANOS: 1e6 }[logical.unit] ?? 1));
  return perMillisecond ? (value) => timeCell(Number(value) / perMillisecond) : undefined;
}

const unsignedCell = {
  INT32: (value) => String(value >>> 0),
  INT64: (value) => String(BigInt.asUintN(64, value)),
};

const isUnsigned = (converted, logical) =>
  /^UINT_/.test(converted ?? "") || (logical?.type === "INTEGER" && !logical.isSigned);

/** The shortest decimal of exactly this number; some programs write NaN for a missing number. */
const numberCell = (value) => (Number.isNaN(value) ? "" : String(value));

/** The digits as stored, without conversion to a floating-point number. */
function decimalCell(scale) {
  if (!(scale >= 0 && scale <= MOST_PLACES)) return () => ""; // not a number: a scale is a count of digits
  return (value) => {
    if (value.length > LONGEST_DECIMAL) return "";
    const unscaled = value instanceof Uint8Array ? integerOf(value) : BigInt(value);
    const digits = String(unscaled < 0n ? -unscaled : unscaled).padStart(scale + 1, "0");
    const at = digits.length - scale;
    const sign = unscaled < 0n ? "-" : "";
    return scale > 0 ? `${sign}${digits.slice(0, at)}.${digits.slice(at)}` : sign + digits;
  };
}

/** Big-endian two's complement. */
function integerOf(bytes) {
  let value = 0n;
  for (const byte of bytes) value = (value << 8n) | BigInt(byte);
  return BigInt.asIntN(8 * bytes.length, value);
}

/** ISO 8601 in UTC to the nearest millisecond, which a Date alone would cut off; empty beyond what a Date can hold. */
function timeCell(milliseconds) {
  const date = new Date(Math.round(milliseconds));
  return Number.isNaN(date.getTime()) ? "" : date.toISOString();
}

function halfOf([low = 0, high = 0]) {
  const exponent = (high >> 2) & 31;
  const fraction = ((high & 3) << 8) | low;
  const sign = high >> 7 ? -1 : 1;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  if (exponent === 31) return fraction ? NaN : sign * Infinity;
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}
