// A run of the size of a hospital's: 5,000 private rows with seven columns, of a real task in ../shared/data.
import { readFile } from "node:fs/promises";
import { publicServer } from "./servers.mjs";

const TASK = new URL("../../../../shared/data/abalone_adult_to_infant/", import.meta.url);
const ROWS = 5000;

/**
 * Resolves with {open, private, close}: the fragment of a link to the public sample and the private file, whose rows
 * are the task's, again and again; undefined where the task is not there.
 */
export async function hospital() {
  const texts = ["source.csv", "target.csv"].map((name) => readFile(new URL(name, TASK), "utf8"));
  const [source, target] = await Promise.all(texts).catch(() => []);
  if (source === undefined) return undefined;
  const [header, ...rows] = target.trimEnd().split("\n");
  const many = Array.from({ length: ROWS }, (_, i) => rows[i % rows.length]);
  const server = await publicServer({ "source.csv": source });
  const label = source.slice(0, source.indexOf("\n")).split(",").at(-1).trim();
  return {
    link: `#${new URLSearchParams({ source: `${server.url}source.csv`, label, release: "model" })}`,
    rows: ROWS,
    columns: header.split(",").length,
    file: { name: "private.csv", mimeType: "text/csv", buffer: Buffer.from(`${[header, ...many].join("\n")}\n`) },
    close: server.close,
  };
}
