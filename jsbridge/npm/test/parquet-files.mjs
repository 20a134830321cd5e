// Parquet files as no honest program writes them: any annotation on any stored type, with values from the ends of its
// range.
import { ByteWriter, ParquetWriter } from "hyparquet-writer";
import { words } from "./tools.mjs";

const CONVERTED = words(`
  UTF8 MAP MAP_KEY_VALUE LIST ENUM DECIMAL DATE TIME_MILLIS TIME_MICROS TIMESTAMP_MILLIS TIMESTAMP_MICROS UINT_8 UINT_16
  UINT_32 UINT_64 INT_8 INT_16 INT_32 INT_64 JSON BSON INTERVAL`);
const UNITS = ["MILLIS", "MICROS", "NANOS"];
const LOGICAL = [
  ...words("STRING MAP LIST ENUM DATE NULL JSON BSON UUID FLOAT16 VARIANT GEOMETRY GEOGRAPHY").map((type) => ({
    type,
  })),
  { type: "DECIMAL", scale: 2, precision: 9 },
  ...UNITS.flatMap((unit) => ["TIME", "TIMESTAMP"].map((type) => ({ type, unit, isAdjustedToUTC: true }))),
  ...[8, 16, 32, 64].flatMap((bitWidth) => [true, false].map((isSigned) => ({ type: "INTEGER", bitWidth, isSigned }))),
];
const ANNOTATIONS = [
  {},
  ...CONVERTED.map((converted_type) => ({ converted_type })),
  ...LOGICAL.map((logical_type) => ({ logical_type })),
];

/** 1 January 2000, 12:00, as INT96. */
const NOON = new Uint8Array(12);
new DataView(NOON.buffer).setBigUint64(0, 43_200_000_000_000n, true);
new DataView(NOON.buffer).setInt32(8, 2_451_545, true);

/**
 * Values from the ends of ranges, and some that stand for something in another format, by stored type; `length` is
 * the length of a value of fixed length.
 */
const VALUES = {
  BOOLEAN: () => [true, false],
  INT32: () => [0, -1, 1, 127, -128, 65536, 2 ** 31 - 1, -(2 ** 31)],
  INT64: () => [0n, -1n, 1n, 10n ** 15n, 8_640_000_000_000_001n, 2n ** 63n - 1n, -(2n ** 63n)],
  INT96: () => [...[0, 255, 128, 127].map((byte) => new Uint8Array(12).fill(byte)), NOON],
  FLOAT: () => [0, -0, 1.5, -1.25, 2 ** -149, 3.4028234663852886e38, NaN, Infinity, -Infinity],
  DOUBLE: () => [0, -0, 1.5, 0.1, 5e-324, 1.7976931348623157e308, 2 ** 53 + 2, NaN, Infinity, -Infinity],
  BYTE_ARRAY: ({ text }) =>
    ["", "a", "-1.5", "a\nb\r\n", "\0", '"', 'x"y,z;\t', " padded ", "null", "{", text]
      .map((one) => Buffer.from(one))
      .concat([0, 1, 2, 8, 16, 17, 300].map((n) => new Uint8Array(n).fill(255))),
  FIXED_LEN_BYTE_ARRAY: ({ length }) => [0, 255, 128, 127, 10, 34].map((byte) => new Uint8Array(length).fill(byte)),
};

const ENCODINGS = {
  BOOLEAN: ["PLAIN", "RLE"],
  INT32: ["PLAIN", "RLE_DICTIONARY", "DELTA_BINARY_PACKED", "BYTE_STREAM_SPLIT"],
  INT64: ["PLAIN", "RLE_DICTIONARY", "DELTA_BINARY_PACKED", "BYTE_STREAM_SPLIT"],
  INT96: ["PLAIN", "RLE_DICTIONARY"],
  FLOAT: ["PLAIN", "RLE_DICTIONARY", "BYTE_STREAM_SPLIT"],
  DOUBLE: ["PLAIN", "RLE_DICTIONARY", "BYTE_STREAM_SPLIT"],
  BYTE_ARRAY: ["PLAIN", "RLE_DICTIONARY", "DELTA_LENGTH_BYTE_ARRAY", "DELTA_BYTE_ARRAY"],
  FIXED_LEN_BYTE_ARRAY: ["PLAIN", "RLE_DICTIONARY", "BYTE_STREAM_SPLIT"],
};

/** Every stored type with every annotation. */
export const COMBINATIONS = Object.keys(VALUES).flatMap((type) =>
  ANNOTATIONS.map((annotation) => ({ type, ...annotation })),
);

/**
 * A file of the columns `row`, 0, 1, …, and `x` of this combination, everything else at random. Returns {bytes, values,
 * about}, null where a row has no value.
 */
export function parquetFile(combination, random) {
  const pick = (from) => from[Math.floor(random() * from.length)];
  const { type, ...annotation } = combination;
  const length = type === "INT96" ? 12 : pick([1, 2, 3, 4, 8, 12, 16, 17]);
  const stored = type === "INT96" ? "FIXED_LEN_BYTE_ARRAY" : type;
  const x = { name: "x", type: stored, repetition_type: pick(["OPTIONAL", "REQUIRED"]) };
  if (stored === "FIXED_LEN_BYTE_ARRAY") x.type_length = length;

  const ends = VALUES[type]({
    length,
    text: String.fromCharCode(...Array.from({ length: 6 }, () => random() * 0x10000)),
  });
  const rows = 1 + Math.floor(random() * 9);
  const values = Array.from({ length: rows }, () =>
    x.repetition_type === "OPTIONAL" && random() < 0.25 ? null : pick(ends),
  );
  const stated = { ...annotation, type, scale: pick([undefined, 0, 2, 30, 400, -1, 2 ** 31 - 1]) };
  const how = {
    encoding: pick(ENCODINGS[type]),
    codec: pick(["UNCOMPRESSED", "SNAPPY"]),
    rowGroupSize: pick([1, 3, 1000]),
  };

  const written = (statistics) => {
    const element = { ...x };
    const schema = [
      { name: "root", num_children: 2 },
      { name: "row", type: "INT32", repetition_type: "REQUIRED" },
      element,
    ];
    const writer = new ByteWriter();
    const file = new ParquetWriter({ writer, schema, codec: how.codec, statistics });
    const columnData = [
      { name: "row", data: values.map((_, i) => i) },
      { name: "x", data: values, encoding: how.encoding },
    ];
    file.write({ columnData, rowGroupSize: how.rowGroupSize });
    // The values are written as they are stored; only now the file says what they are to mean.
    Object.assign(element, stated);
    if (type === "INT96") delete element.type_length;
    for (const { columns } of file.row_groups) columns[1].meta_data.type = type;
    file.finish();
    return writer.getBytes();
  };
  let bytes;
  try {
    bytes = written(random() < 0.5);
  } catch {
    bytes = written(false); // the library takes no statistics under some annotations
  }
  return { bytes, values, about: { ...x, ...stated, ...how, values } };
}
