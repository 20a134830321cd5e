// The exact sums of private rows are gone from the engine's memory however a run ends. The engine runs in this thread, so
// that the test can search all of its memory, including what is free for reuse.
import assert from "node:assert/strict";
import test from "node:test";
import { Engine } from "../engine.js";
import * as node from "../host-node.js";
import { Connection } from "../runtime/client.js";
import { startEngineWorker } from "../runtime/engine-worker.js";
import { sourceCSV } from "./support.mjs";

const memories = [];
const instantiate = WebAssembly.instantiate;
WebAssembly.instantiate = async (...given) => {
  const made = await instantiate(...given);
  const { mem } = (made.instance ?? made).exports;
  if (mem) memories.push(mem);
  return made;
};

const ROWS = 1000n;
const STEPS = 1n << 60n; // the squared radius in squared grid steps

/** Diagonal entries that sums of rows can have, of two words each, the lower of them at random. */
function secretsOf(features) {
  const random = () => BigInt.asUintN(62, crypto.getRandomValues(new BigUint64Array(1))[0]);
  return Array.from({ length: features }, () => 40n * STEPS + random());
}

/** How many copies of the entries' lower words, and of their digits, are in the engine's memory. */
function copiesIn(memory, secrets) {
  const bytes = Buffer.from(memory.buffer);
  let copies = 0;
  for (const secret of secrets) {
    const word = Buffer.alloc(8);
    word.writeBigUInt64LE(BigInt.asUintN(64, secret));
    for (const wanted of [word, Buffer.from(String(secret))])
      for (let at = bytes.indexOf(wanted); at >= 0; at = bytes.indexOf(wanted, at + 1)) copies++;
  }
  return copies;
}

/** What a query would return: sums with secrets on their diagonal. */
function sumsFor(sql) {
  const [, head, size] = sql.match(/(privadapt-sums 1 [0-9a-f]{64} (\d+)) /);
  const secrets = secretsOf(Number(size));
  const products = secrets.flatMap((entry, i) => [entry, ...Array(secrets.length - i - 1).fill(0n)]);
  const check = ["privadapt-check", ...new Set(sql.match(/\bunread\d+/g))].map((name, i) => (i === 0 ? name : 0));
  return { secrets, text: [...check, 0, head, ROWS, ...secrets.map(() => 0n), ...products, "end"].join(" ") };
}

/** A private file of rows that are not clipped, and the lowest word of Σx² of its first column in squared grid steps. */
async function fileFor({ engine, columns, radius }) {
  const used = columns.filter(({ name, kind }) => name !== "y" && kind !== "ignored");
  const common = ({ levels }) => levels.reduce((a, b) => (b.mean > a.mean ? b : a)).name;
  const [first] = used;
  let sum = 0n;
  const rows = Array.from({ length: 60 }, (_, i) => {
    const value = first.mean + first.scale * 0.02 * (i - 20.5);
    const steps = BigInt(Math.trunc(((value - first.mean) / first.scale) * (2 ** 30 / radius)));
    sum += steps * steps;
    return used.map((column) => (column === first ? value : column.kind === "numeric" ? column.mean : common(column)));
  });
  const text = [used.map(({ name }) => name), ...rows].map((row) => `${row}\n`).join("");
  return { secrets: [sum], target: await engine.loadTarget(new Blob([text])) };
}

const READINGS = {
  "a file": fileFor,
  "a database": async ({ engine, source }) => {
    const { secrets, text } = sumsFor(await engine.sql({ source, dialect: "duckdb", table: "people" }));
    return { secrets, targetSums: text };
  },
};

/**
 * An engine with a public sample, a function that runs it on private rows, and one that counts the copies of their sums
 * in the engine's memory.
 */
async function setUp(t, reading) {
  let charge = () => true;
  const engine = await Engine.load(node, { worker: false, onCharge: (cost) => charge(cost) });
  t.after(() => engine.dispose());
  const memory = memories.at(-1);
  const source = await engine.loadSource(new Blob([sourceCSV]), { label: "y" });
  const { secrets, ...given } = await READINGS[reading]({ engine, source, ...source });
  const copies = () => copiesIn(memory, secrets);
  /** A run that `ask(…)` decides on when the rows have been read, and `pay(…)` when it is about to be charged. */
  const run = ({ ask = () => {}, pay = () => true, ...more } = {}) => {
    const there = (how) => (value) => {
      assert.ok(copies() >= secrets.length, "the engine holds what the test looks for");
      return how(value);
    };
    charge = there(pay);
    return engine.adapt({ source, ...given, epsilon: 1, delta: 1e-6, base: "linear", onReport: there(ask), ...more });
  };
  return { engine, run, copies };
}

/** The engine answers a request after all that came before it. */
const answered = (engine) => assert.rejects(engine.verify("{}"), { code: "bad-release" });

/** Moments at which a run can be ended, each with what ends it there by `end()`. */
const moments = {
  "when the sums have been read": (end) => ({ ask: end }),
  "while it waits for its charge": (end) => ({ pay: () => (end(), new Promise(() => {})) }),
  "in a round": (end) => ({ onProgress: ({ stage }) => void (stage === "solve" && end()) }),
};
const endless = { mechanism: "selection", iterations: 1_000_000 };

for (const reading of Object.keys(READINGS)) {
  test(`a release leaves no sum of ${reading} in memory`, async (t) => {
    const { run, copies } = await setUp(t, reading);
    for (const mechanism of ["moment", "selection", "gradient"]) {
      await run({ mechanism, iterations: 5, release: "weights" });
      assert.equal(copies(), 0, mechanism);
    }
  });

  test(`what ends before a release leaves no sum of ${reading} in memory`, async (t) => {
    const { engine, run, copies } = await setUp(t, reading);
    const ways = {
      "the owner refuses the charge": [{ pay: () => false }, { code: "not-charged" }],
      "the charge fails": [
        {
          pay: () => {
            throw new Error("no ledger");
          },
        },
        { code: "not-charged" },
      ],
      "the report is refused: dropped before a run": [
        {
          ask: () => {
            throw new Error("other units");
          },
        },
        { message: "other units" },
      ],
      "δ is too large": [{ delta: 0.02 }, { code: "bad-delta" }],
    };
    for (const [way, [how, error]] of Object.entries(ways)) {
      await assert.rejects(run(how), error, way);
      await answered(engine);
      assert.equal(copies(), 0, way);
    }
  });

  test(`a run that is cancelled leaves no sum of ${reading} in memory`, { timeout: 300_000 }, async (t) => {
    const { run, copies } = await setUp(t, reading);
    for (const [moment, ending] of Object.entries(moments)) {
      const controller = new AbortController();
      const cancel = () => controller.abort();
      await assert.rejects(
        run({ ...ending(cancel), ...endless, signal: controller.signal }),
        { code: "cancelled" },
        moment,
      );
      while (copies() > 0) await new Promise(setImmediate); // the engine hears of it after a turn
    }
  });

  test(`an engine that is ended leaves no sum of ${reading} in memory`, { timeout: 300_000 }, async (t) => {
    for (const [moment, ending] of Object.entries(moments)) {
      const { engine, run, copies } = await setUp(t, reading);
      let rejected;
      // Looked for as soon as the engine says that it has ended, and before the run hears of it.
      const copiesAtTheEnd = new Promise((resolve) => {
        const end = () => void engine.dispose().then(() => resolve(copies()));
        rejected = assert.rejects(run({ ...ending(end), ...endless }), { code: "disposed" }, moment);
      });
      assert.equal(await copiesAtTheEnd, 0, moment);
      await rejected;
    }
  });
}

test("an engine that is ended overwrites the sums that no run has used", async (t) => {
  const connection = await Connection.open(node.host({ worker: false }));
  t.after(() => connection.close());
  const memory = memories.at(-1);
  const { source } = await connection.call("loadSource", { options: { label: "y" } }, { data: new Blob([sourceCSV]) });
  const query = { source, options: { dialect: "duckdb", table: "people" } };
  const { secrets, text } = sumsFor((await connection.call("query", query)).sql);
  const options = { epsilon: 1, delta: 1e-6, base: "linear" };
  await connection.call("readTarget", { source, options, sums: true }, { files: [new Blob([text])] });
  assert.ok(copiesIn(memory, secrets) >= secrets.length, "the engine holds what the test looks for");
  await connection.close();
  assert.equal(copiesIn(memory, secrets), 0);
});

test("a thread is ended when its engine has overwritten its sums, and not before", async () => {
  const steps = [];
  let answer;
  const startThread = (_name, handlers) => ({
    post({ type }) {
      steps.push(type);
      if (type === "end") answer = () => handlers.onMessage({ type: "ended" });
    },
    hold() {},
    end: () => steps.push("terminated"),
  });
  const engine = await startEngineWorker(startThread, { code: {}, onMessage() {}, onDeath() {} });
  const ended = engine.end();
  await new Promise(setImmediate);
  assert.deepEqual(steps, ["boot", "end"]);
  answer();
  await ended;
  assert.deepEqual(steps, ["boot", "end", "terminated"]);
});
