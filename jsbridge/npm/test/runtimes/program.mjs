// node program.mjs FOLDER: with the package in FOLDER/package, all that a user does in Node: two engines, one in this
// thread, each makes a release from files, verifies it and predicts; both are charged to the ledger of the machine
// account.
import { openAsBlob } from "node:fs";
import { pathToFileURL } from "node:url";

const [folder] = process.argv.slice(2);
const { load, openLedger } = await import(pathToFileURL(`${folder}/package/index.js`));
const results = [];
for (const worker of [true, false]) {
  const engine = await load({ worker });
  const source = await engine.loadSource(await openAsBlob(`${folder}/source.csv`), { label: "y" });
  const target = await engine.loadTarget(await openAsBlob(`${folder}/target.csv`));
  const release = await engine.adapt({ source, target, epsilon: 1, delta: 1e-6 });
  const { ok } = await engine.verify(release.toJSON());
  const [prediction] = await release.predict([{ temp: 20, wind: 3, colour: "red" }]);
  results.push({ worker, ok, n: release.certificate.n, finite: Number.isFinite(prediction) });
  await engine.dispose();
}
const { spent } = await (await openLedger()).account();
console.log(JSON.stringify({ results, runs: spent.runs }));
