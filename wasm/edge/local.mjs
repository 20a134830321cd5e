// Runs the edge on this machine, on the real runtime: workerd, with R2 and D1 kept in a folder.
//
//   node local.mjs [--port 9900] [--state FOLDER]
//
// The site and the API are at localhost, the samples at 127.0.0.1: two hosts, as when it is deployed. The analyst's
// token is in the environment as ANALYST_TOKEN; without one it is made up and printed.
import { createHash, randomUUID } from "node:crypto";
import { readFile, readdir } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { Miniflare } from "miniflare";

const MODULES = [
  ...["worker.mjs", "limits.mjs", "samples.mjs", "site.mjs"],
  ...["dist/headers.mjs", "dist/worker.mjs", "dist/runtime.mjs", "dist/wasm_exec.js"],
];

const here = path.dirname(fileURLToPath(import.meta.url));
const [, compatibilityDate] = /^compatibility_date = "(.*)"$/m.exec(
  await readFile(path.join(here, "wrangler.toml"), "utf8"),
);

/** Starts the edge on loopback; `state` is the folder that keeps R2 and D1. Resolves with the Miniflare. */
export async function startEdge({ port, state, token, perMinute = 300 }) {
  const address = `http://localhost:${port}`;
  const module = (type) => async (name) => ({
    type,
    path: path.join(here, name),
    contents: await readFile(path.join(here, name)),
  });
  const edge = new Miniflare({
    host: "127.0.0.1",
    port,
    compatibilityDate,
    modulesRoot: here,
    modules: await Promise.all([...MODULES.map(module("ESModule")), module("CompiledWasm")("dist/app.wasm")]),
    bindings: {
      ANALYSTS_SHA256: createHash("sha256").update(token).digest("hex"),
      SITE_URL: `${address}/`,
      API_URL: address,
      SAMPLES_URL: `http://127.0.0.1:${port}`,
    },
    d1Databases: ["DB"],
    d1Persist: path.join(state, "d1"),
    r2Buckets: ["SAMPLES"],
    r2Persist: path.join(state, "r2"),
    ratelimits: { CLIENTS: { simple: { limit: perMinute, period: 60 } } },
    assets: {
      directory: path.join(here, "dist/assets"),
      binding: "ASSETS",
      assetConfig: { html_handling: "none", not_found_handling: "none" },
      routerConfig: { invoke_user_worker_ahead_of_assets: true, has_user_worker: true },
    },
  });
  await edge.ready;
  await migrate(await edge.getD1Database("DB"));
  return edge;
}

/** Applies the migrations that the database does not have yet, as wrangler does. */
async function migrate(database) {
  await database.exec("CREATE TABLE IF NOT EXISTS d1_migrations (name TEXT PRIMARY KEY)");
  const { results } = await database.prepare("SELECT name FROM d1_migrations").all();
  for (const name of (await readdir(path.join(here, "migrations"))).sort()) {
    if (results.some((row) => row.name === name)) continue;
    const text = await readFile(path.join(here, "migrations", name), "utf8");
    const statements = text
      .replace(/--.*$/gm, "")
      .split(";")
      .filter((s) => s.trim() !== "");
    await database.batch([
      ...statements.map((s) => database.prepare(s)),
      database.prepare("INSERT INTO d1_migrations VALUES (?)").bind(name),
    ]);
  }
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { values } = parseArgs({
    options: {
      port: { type: "string", default: "9900" },
      state: { type: "string", default: path.join(here, "state") },
    },
  });
  const token = process.env.ANALYST_TOKEN ?? randomUUID();
  await startEdge({ port: Number(values.port), state: values.state, token });
  console.log(
    `edge: http://localhost:${values.port}/ on workerd; samples at http://127.0.0.1:${values.port}/; the analyst's token is ${token}`,
  );
}
