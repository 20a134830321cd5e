// Several builds at once, and edges that start meanwhile: nobody loses a folder in use. No workerd is needed.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdir, readdir, realpath, stat } from "node:fs/promises";
import path from "node:path";
import test from "node:test";
import { folderFor } from "../../../jsbridge/npm/test/tools.mjs";
import { makeCurrent, useCurrent } from "../builds.mjs";

const ended = spawnSync(process.execPath, ["-e", ""]).pid;

/** A folder for an edge, and a function that makes the folder of a build by the process of this number in it. */
async function place(t) {
  const edge = await realpath(await folderFor(t));
  const folderOf = async (builder, name) => {
    const folder = path.join(edge, "builds", `${builder}-${name}`);
    await mkdir(path.join(folder, "assets"), { recursive: true });
    return folder;
  };
  return { edge, folderOf, names: () => readdir(path.join(edge, "builds")) };
}

test("a build leaves another that is under way alone, and removes what no process uses", async (t) => {
  const { edge, folderOf, names } = await place(t);
  await folderOf(ended, "old");
  const underWay = await folderOf(process.pid, "slow");
  const done = await folderOf(ended, "quick");
  await makeCurrent(edge, done);
  assert.equal(await realpath(path.join(edge, "build")), done);
  assert.deepEqual((await names()).sort(), [path.basename(done), path.basename(underWay)].sort());
  await makeCurrent(edge, underWay);
  assert.equal(await realpath(path.join(edge, "build")), underWay);
  assert.deepEqual(await names(), [path.basename(underWay)]);
});

test("an edge that starts during a build keeps the folder that it starts with", async (t) => {
  const { edge, folderOf } = await place(t);
  await makeCurrent(edge, await folderOf(ended, "first"));
  let building = true;
  const used = new Set();
  const starts = (async () => {
    while (building) used.add(await useCurrent(edge));
  })();
  for (let i = 0; i < 100; i++) await makeCurrent(edge, await folderOf(ended, i));
  building = false;
  await starts;
  assert.ok(used.size > 1);
  for (const folder of used) assert.ok((await stat(path.join(folder, "assets"))).isDirectory());
});
