// `make edge` as an operator runs it: the campaigns survive a restart, and an edge that runs during the build continues
// to answer. The test builds everything, so it runs alone.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";
import { folderFor } from "../../../jsbridge/npm/test/tools.mjs";
import { STATE } from "../local.mjs";
import { TOKEN, freePort, request, world } from "./support.mjs";

const root = fileURLToPath(new URL("../../..", import.meta.url));

test("a restart by make edge keeps its campaigns, and its build does not disturb a running edge", {
  timeout: 1_800_000,
}, async (t) => {
  const state = await folderFor(t);
  const before = await world({ state });
  const campaign = await before.campaign(3, { title: "before the restart" });
  await before.end();
  // The contents of the default folder remain too.
  await mkdir(STATE, { recursive: true });
  const mark = path.join(STATE, "mark-of-a-test");
  await writeFile(mark, "kept");
  t.after(() => rm(mark));

  const running = await world();
  t.after(() => running.end());
  const port = await freePort();
  const made = makeEdge(port, state);
  t.after(() => made.end());
  const statuses = new Map();
  while (!made.ready()) {
    for (const address of ["/", "/engine.wasm", "/api/campaigns"]) {
      const { status } = await request(running.origin + address, { headers: { Authorization: `Bearer ${TOKEN}` } });
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  t.diagnostic(`${statuses.get(200)} requests answered during the build`);
  assert.deepEqual([...statuses.keys()], [200]);
  assert.ok(statuses.get(200) > 9);

  const { body } = await request(`http://localhost:${port}/api/campaigns`, {
    headers: { Authorization: `Bearer ${TOKEN}` },
  });
  assert.deepEqual(
    JSON.parse(body).campaigns.map((c) => [c.id, c.settings.title]),
    [[campaign.id, "before the restart"]],
  );
  assert.equal(await readFile(mark, "utf8"), "kept");
});

/** `make edge` in a process group of its own. `ready()` is whether it serves; it throws once the command has ended. */
function makeEdge(port, state) {
  const { MAKEFLAGS, MAKELEVEL, MFLAGS, ...env } = process.env;
  const child = spawn("make", ["edge", `EDGE_PORT=${port}`, `EDGE_STATE=${state}`], {
    cwd: root,
    env: { ...env, ANALYST_TOKEN: TOKEN },
    detached: true,
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (part) => (output += part));
  const ended = new Promise((resolve) => child.on("close", resolve));
  return {
    ready() {
      if (child.exitCode !== null) throw new Error(`make edge ended with ${child.exitCode}: ${output.slice(-2000)}`);
      return output.includes(`edge: http://localhost:${port}/`);
    },
    async end() {
      if (child.exitCode === null) process.kill(-child.pid);
      await ended;
    },
  };
}
