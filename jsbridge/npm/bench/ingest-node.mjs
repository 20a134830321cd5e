// Reads one file by one engine in this process and says how it went: node ingest-node.mjs ENGINE FILE
import { createReadStream, openAsBlob } from "node:fs";
import { createRequire } from "node:module";
import { dirname } from "node:path";

const require = createRequire(import.meta.url);
const columns = Array.from({ length: 10 }, (_, j) => `x${j}`);

/** Each prepares, then returns the reading itself, which resolves with the number of rows. */
const engines = {
  async privadapt(path) {
    const { load } = await import("../index.js");
    const engine = await load({ ledger: false });
    const source = await engine.loadSource(await openAsBlob(`${path}.source`), { label: "y" });
    return async () => {
      const target = await engine.loadTarget(await openAsBlob(path));
      return new Promise((resolve, reject) => {
        const onReport = ({ rows }) => {
          resolve(rows);
          throw new Error("seen enough");
        };
        engine.adapt({ source, target, epsilon: 1, delta: 1e-9, onReport }).catch(reject);
      });
    };
  },
  papaparse: (path) => papaparse(path, true),
  "papaparse-strings": (path) => papaparse(path, false),
  async duckdb(path) {
    const duckdb = require("@duckdb/duckdb-wasm/blocking");
    const dist = dirname(require.resolve("@duckdb/duckdb-wasm"));
    /** @type {any} */ // there is no worker
    const bundles = { mvp: { mainModule: `${dist}/duckdb-mvp.wasm` }, eh: { mainModule: `${dist}/duckdb-eh.wasm` } };
    const database = await duckdb.createDuckDB(bundles, new duckdb.VoidLogger(), duckdb.NODE_RUNTIME);
    await database.instantiate();
    const connection = database.connect();
    return async () => {
      const types = columns.map((name) => `'${name}': 'DOUBLE'`).join(", ");
      const sums = columns.map((name) => `sum(${name})`).join(", ");
      const table = connection.query(
        `select count(*) n, ${sums} from read_csv('${path}', header = true, delim = ',', columns = {${types}})`,
      );
      return Number(table.toArray()[0].n);
    };
  },
};

async function papaparse(path, dynamicTyping) {
  const { default: Papa } = await import("papaparse");
  return () =>
    new Promise((resolve, reject) => {
      let rows = -1; // the header
      const chunk = ({ data }) => (rows += data.length);
      const complete = () => resolve(rows);
      Papa.parse(createReadStream(path, { highWaterMark: 1 << 20 }), {
        dynamicTyping,
        fastMode: true,
        skipEmptyLines: true,
        chunk,
        complete,
        error: reject,
      });
    });
}

const [engine, path] = process.argv.slice(2);
const read = await engines[engine](path);
const before = process.memoryUsage.rss() / 1e6;
const start = performance.now();
const rows = await read();
const seconds = (performance.now() - start) / 1000;
const memory = process.resourceUsage().maxRSS * 1.024e-3 - before;
process.stdout.write(JSON.stringify({ rows, seconds, memory }));
process.exit(0);
