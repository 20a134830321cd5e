// tier: 2
// The ledger under kill -9: every release has been charged, at whatever moment the process dies.
import assert from "node:assert/strict";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import test from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { rhoOf } from "../ledger/budget.js";
import { Ledger } from "../ledger/ledger.js";
import { folderStore } from "../ledger/store-node.js";
import { startWriter } from "./ledger-writers.mjs";
import { files, folderFor, privacy, randomFrom, run as runCLI, setUp } from "./support.mjs";

const run = { epsilon: 1, delta: 1e-6, rho: rhoOf(1, 1e-6) };
// make audit has 200.
const KILLS = process.env.PRIVADAPT_CAMPAIGN === "1" ? 200 : 60;
const PER_LEDGER = 10;

test(`${KILLS} kills at random points, two writers at a time`, async (t) => {
  const random = randomFrom(17);
  const parent = await folderFor(t, { quick: true });
  let kills = 0;
  let total = 0;
  let chargedOnly = 0;
  let torn = 0;

  for (let round = 0; kills < KILLS; round++) {
    const folder = join(parent, String(round));
    const ledger = new Ledger(folderStore(folder));
    await ledger.setCap({ epsilon: 1e6, delta: 1e-6 });
    const released = new Map();

    /** One writer after the other, each killed while it spends; the next one starts up meanwhile. */
    const lane = async (name, orderDeath) => {
      let next = startWriter();
      for (let i = 0; i < PER_LEDGER / 2; i++) {
        const writer = await next;
        if (i + 1 < PER_LEDGER / 2) next = startWriter();
        const from = `${name}${i}`;
        await orderDeath(writer, { folder, from, run });
        await writer.ended;
        released.set(from, writer.released());
        kills++;
        await ledger.state(); // readable, whatever the dead have left
      }
    };
    // One lane dies by the clock, anywhere. On a busy machine that is mostly before the writing or after, so the other
    // lane dies at a random step of writing.
    await Promise.all([
      lane("clock", async (writer, order) => {
        writer.begin(order);
        await writer.until((lines) => lines.includes("begin"));
        await sleep(20 * random());
        writer.kill();
      }),
      lane("step", (writer, order) => writer.begin({ ...order, dieAt: Math.floor(21 * random()) })),
    ]);

    const { history, spent } = await ledger.account();
    const runs = history.filter(({ kind }) => kind === "charge");
    history.forEach(({ number }, i) => assert.equal(number, i + 1));
    assert.equal(spent.runs, runs.length);
    for (const [from, count] of released) {
      const charged = runs.filter(({ about }) => about.from === from).length;
      // A writer that dies between its charge and its release is charged once without a result.
      assert.ok(charged === count || charged === count + 1, `${from}: ${count} released, ${charged} charged`);
      total += count;
      chargedOnly += charged - count;
    }
    assert.ok(spent.rho >= run.rho * [...released.values()].reduce((a, b) => a + b));
    torn += (await readdir(folder)).filter((name) => name.endsWith(".partial")).length;
  }
  t.diagnostic(`${kills} kills, ${total} released, ${chargedOnly} charged only, ${torn} died while writing an entry`);
  // Of the seven steps of an entry at least five leave a trace: that none of thirty did is impossible in practice.
  assert.ok(torn > 0 && chargedOnly > 0 && total > 0, "the kills missed what they were aimed at");
});

test("a run that crashes after its charge leaves it charged, and no result", async (t) => {
  const { cwd, names } = await setUp(t);
  const env = { XDG_STATE_HOME: join(cwd, "state") };
  const module = new URL("../ledger/ledger.js", import.meta.url).href;
  const hook = `import { Ledger } from ${JSON.stringify(module)};
    const { charge } = Ledger.prototype;
    Ledger.prototype.charge = async function (run) {
      await charge.call(this, run);
      process.kill(process.pid, "SIGKILL");
      await new Promise(() => {});
    };`;
  const nodeOptions = ["--import", `data:text/javascript,${encodeURIComponent(hook)}`];
  await runCLI(["adapt", ...files, ...privacy], { cwd, env, nodeOptions });
  assert.ok(!(await names()).includes("release.json"));
  const { stdout } = await runCLI(["ledger", "--json"], { cwd, env });
  assert.equal(JSON.parse(stdout).accounts[0].spent.runs, 1);
});
