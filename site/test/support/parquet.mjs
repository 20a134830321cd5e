import { parquetWriteBuffer } from "hyparquet-writer";

/** A table as Parquet: columns of numbers as numbers, the rest as texts. */
export function parquetOf(csv) {
  const [header, ...rows] = csv
    .trimEnd()
    .split("\n")
    .map((line) => line.split(","));
  const columnData = header.map((name, j) => {
    const cells = rows.map((row) => row[j]);
    const numeric = cells.every((cell) => cell !== "" && Number.isFinite(Number(cell)));
    return numeric ? { name, data: cells.map(Number), type: "DOUBLE" } : { name, data: cells, type: "STRING" };
  });
  return Buffer.from(parquetWriteBuffer({ columnData }));
}
