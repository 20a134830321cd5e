import { load } from "../index.js";
import { columnNames, parse } from "./arguments.js";
import * as help from "./help.js";
import { interruptible } from "./interrupt.js";
import { loadSource } from "./source.js";

const options = {
  source: { type: "string" },
  label: { type: "string" },
  categorical: { type: "string", multiple: true },
  ignore: { type: "string", multiple: true },
  integrity: { type: "string" },
  dialect: { type: "string" },
  table: { type: "string" },
  where: { type: "string" },
  features: { type: "string" },
  radius: { type: "number", auto: true },
};

export async function run(args) {
  const parsed = parse(args, { options, required: ["source", "label", "dialect", "table"], help: help.sql });
  if (!parsed) return 0;
  const { source, label, categorical, ignore, integrity, json, ...settings } = parsed.values;
  return interruptible(async (signal) => {
    const engine = await load({ ledger: false }); // nothing is spent
    try {
      const columns = { label, categorical: columnNames(categorical), ignore: columnNames(ignore), integrity };
      const sample = await loadSource(engine, source, { ...columns, signal });
      const query = await engine.sql({ source: sample, ...settings, signal });
      process.stdout.write(json ? `${JSON.stringify({ ok: true, sql: query })}\n` : query);
      return 0;
    } finally {
      await engine.dispose();
    }
  });
}
