import { UsageError, parse } from "../terminal/arguments.js";
import { columnNames } from "../terms/asked.js";
import { readRelease } from "./files.js";
import * as help from "../terminal/help.js";
import { OUT, sayBeside } from "../terminal/output.js";
import { sayJSON } from "../terminal/print.js";
import { filesOf, sampleOf, withEngine, withFile } from "./source.js";

const options = {
  to: { type: "string" },
  ...OUT,
  dialect: { type: "string" },
  table: { type: "string" },
  keep: { type: "string", multiple: true },
  "base-file": { type: "string" },
};

export async function run(args) {
  const parsed = parse(args, { options, positionals: ["FILE"], required: ["to", "out"], help: help.exports });
  if (!parsed) return 0;
  const { columns, others } = sampleOf(parsed.values);
  const { to, out, force, json, dialect, table, keep } = others;
  const [file] = parsed.positionals;
  if (!["onnx", "sql"].includes(to)) throw new UsageError(`--to is onnx or sql, not "${to}"`);
  const query = { dialect, table, keep: columnNames(keep) };
  for (const [option, value] of Object.entries(query)) {
    if (to === "onnx" && value !== undefined) throw new UsageError(`--${option} is of --to sql`);
    if (to === "sql" && value === undefined && option !== "keep") throw new UsageError(`--${option} is missing`);
  }
  const inputs = [file, ...filesOf(undefined, columns)];
  return withEngine({ paths: [out], inputs, force, json }, async ({ engine, outputs, signal }) => {
    const release = await readRelease(file);
    const common = { ...(await withFile(columns)), signal };
    const written =
      to === "sql" ? await engine.toSQL(release, { ...query, ...common }) : await engine.toONNX(release, common);
    const model = Buffer.from(written);
    await outputs.commit([model]);
    if (json) sayJSON({ ok: true, out, bytes: model.length });
    else sayBeside([out], `wrote ${out}, ${model.length} bytes`);
  });
}
