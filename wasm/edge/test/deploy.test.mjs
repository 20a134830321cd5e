// tier: 2
// wrangler accepts the configuration, and the bundle that `wrangler deploy` would upload is within the platform's
// limits.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readdir, stat } from "node:fs/promises";
import path from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { folderFor } from "../../../jsbridge/npm/test/tools.mjs";

const here = fileURLToPath(new URL("..", import.meta.url));

// developers.cloudflare.com/workers/platform/limits: the Worker compressed, on the free plan (10 MB on the paid one); a
// deployment's files, and each of them.
const WORKER_KIB = 3 * 1024;
const FILES = 20_000;
const FILE_BYTES = 25 * 2 ** 20;

test("wrangler deploy --dry-run", async (t) => {
  const folder = await folderFor(t);
  const env = {
    ...process.env,
    XDG_CONFIG_HOME: folder,
    WRANGLER_LOG_PATH: folder,
    WRANGLER_SEND_METRICS: "false",
    CI: "1",
  };
  const { stdout, stderr } = await promisify(execFile)(
    process.execPath,
    [`${here}../../node_modules/wrangler/bin/wrangler.js`, "deploy", "--dry-run", "--outdir", folder],
    { cwd: here, env },
  );
  assert.doesNotMatch(stdout + stderr, /warning|unexpected/i);
  const [, raw, packed] = /Total Upload: ([\d.]+) KiB \/ gzip: ([\d.]+) KiB/.exec(stdout);
  t.diagnostic(`${raw} KiB, ${packed} KiB compressed`);
  assert.ok(Number(packed) <= WORKER_KIB);
  // What worker.mjs and main_js.go ask the platform for, except the secret.
  for (const binding of ["DB", "SAMPLES", "CLIENTS", "ASSETS", "SITE_URL", "API_URL", "SAMPLES_URL"])
    assert.match(stdout, new RegExp(`^env\\.${binding} `, "m"));
  const files = (await readdir(`${here}dist/assets`, { recursive: true, withFileTypes: true })).filter((entry) =>
    entry.isFile(),
  );
  assert.ok(files.length > 100 && files.length <= FILES, `${files.length} files`);
  for (const file of files) {
    const { size } = await stat(path.join(file.parentPath ?? file.path, file.name));
    assert.ok(size <= FILE_BYTES, file.name);
  }
});
