// Node's side of the tests: node node.mjs release FILE makes a release of the tables in a file, its noise drawn from the
// stream of test_engine.py; node node.mjs charge RUNS charges as many runs as the budget admits.
import { readFile } from "node:fs/promises";

const [, , what, argument] = process.argv;
if (what === "release") {
  const state = new Uint32Array(4);
  const begin = () => state.set([7, 0x243f6a88, 1, 0x9e3779b9]);
  const next = () => {
    const sum = (state[0] + state[1] + state[3]++) | 0;
    state[0] = state[1] ^ (state[1] >>> 9);
    state[1] = state[2] + (state[2] << 3);
    state[2] = ((state[2] << 21) | (state[2] >>> 11)) + sum;
    return sum >>> 11;
  };
  begin();
  Object.defineProperty(crypto, "getRandomValues", {
    value(view) {
      const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
      for (let i = 0; i < bytes.length; i++) bytes[i] = next();
      return view;
    },
  });
  const { load } = await import("../../../jsbridge/npm/index.js");
  const { source, target, sampleOptions, options } = JSON.parse(await readFile(argument, "utf8"));
  const numbers = (columns) =>
    Object.fromEntries(
      Object.entries(columns).map(([name, values]) => [
        name,
        typeof values[0] === "number" ? Float64Array.from(values) : values,
      ]),
    );
  const engine = await load({ worker: false, ledger: false, onCharge: () => begin() });
  const loaded = await engine.loadSource(numbers(source), sampleOptions);
  const release = await engine.adapt({ source: loaded, target: await engine.loadTarget(numbers(target)), ...options });
  console.log(release.text);
} else {
  const { openLedger } = await import("../../../jsbridge/npm/index.js");
  const ledger = await openLedger();
  let charged = 0;
  for (let run = 0; run < Number(argument); run++)
    await ledger.charge({ epsilon: 1, delta: 1e-6, rho: 0.0244, about: { from: "node" } }).then(
      () => charged++,
      (error) => {
        if (error.code !== "budget-exhausted") throw error;
      },
    );
  console.log(charged);
}
