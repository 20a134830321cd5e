// tier: 2
// The packed package in the releases of Node that it supports, in Bun and in Deno, each from its npm package.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import test, { before } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { folderFor, sourceCSV, targetCSV } from "./support.mjs";

const here = fileURLToPath(new URL("runtimes/", import.meta.url));
const tarball = fileURLToPath(new URL("../dist/privadapt-0.1.0.tgz", import.meta.url));
const run = promisify(execFile);

/** The command of each, below the folder of its npm package. */
const RUNTIMES = {
  "node-20": ["bin/node"],
  "node-22": ["bin/node"],
  "node-24": ["bin/node"],
  "@oven/bun-linux-x64": ["bin/bun"],
  "@deno/linux-x64-glibc": ["deno", "run", "--allow-all"],
};

const age = (name) =>
  stat(join(here, name)).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  );

// Optional dependencies: npm leaves out what this machine cannot run. Without a registry the test runs what was
// installed before.
before(async () => {
  if ((await age("node_modules/.package-lock.json")) > (await age("package.json"))) return;
  await run("npm", ["install", "--silent", "--no-package-lock", "--prefer-offline"], { cwd: here }).catch(() => {});
});

for (const [name, [command, ...args]] of Object.entries(RUNTIMES)) {
  test(name, async (t) => {
    const folder = `${here}node_modules/${name}/`;
    const version = await readFile(`${folder}package.json`, "utf8").then(
      (text) => JSON.parse(text).version,
      () => undefined,
    );
    if (version === undefined)
      return t.skip(`NOT tested: npm has no ${name} for this machine, or could not be reached`);
    t.diagnostic(version);
    const cwd = await folderFor(t);
    await run("tar", ["-xzf", tarball, "-C", cwd]);
    await writeFile(join(cwd, "source.csv"), sourceCSV);
    await writeFile(join(cwd, "target.csv"), targetCSV);
    const env = { ...process.env, XDG_STATE_HOME: join(cwd, "state"), DENO_DIR: join(cwd, "deno") };
    const { stdout } = await run(folder + command, [...args, `${here}program.mjs`, cwd], {
      cwd,
      env,
      timeout: 120_000,
    });
    const result = { ok: true, n: 1200, finite: true };
    assert.deepEqual(JSON.parse(stdout), {
      results: [
        { worker: true, ...result },
        { worker: false, ...result },
      ],
      runs: 2,
    });
    if (!name.includes("deno")) return;
    const program = `import { load } from "./package/index.js"; await load().catch((e) => console.log(e.code, e.message));`;
    await writeFile(join(cwd, "forbidden.mjs"), program);
    const refused = await run(folder + command, ["run", "--no-prompt", join(cwd, "forbidden.mjs")], { cwd, env });
    assert.match(refused.stdout, /^engine-missing .*--allow-read/);
  });
}
