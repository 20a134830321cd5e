// Runs the SQL of a file in DuckDB, in memory, and prints the rows that its last statement returns, values separated by
// tabs. node duckdb.mjs FILE [THREADS]
import { readFileSync } from "node:fs";
import { DuckDBInstance } from "@duckdb/node-api";

const [file, threads = "2"] = process.argv.slice(2);
const database = await DuckDBInstance.create(":memory:", { threads });
const connection = await database.connect();
const result = await connection.runAndReadAll(readFileSync(file, "utf8"));
for (const row of result.getRows()) console.log(row.join("\t"));
