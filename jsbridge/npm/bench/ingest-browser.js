// What runs in the page: globalThis.bench.prepare(engine), then read(), on the files of the page's input.
import * as duckdb from "@duckdb/duckdb-wasm";
import Papa from "papaparse";

const columns = Array.from({ length: 10 }, (_, j) => `x${j}`);

const engines = {
  async privadapt(file, publicFile) {
    const { load } = await import("/index.js");
    const engine = await load({ ledger: false });
    const source = await engine.loadSource(publicFile, { label: "y" });
    return async () => {
      const target = await engine.loadTarget(file);
      return new Promise((resolve, reject) => {
        const onReport = ({ rows }) => {
          resolve(rows);
          throw new Error("seen enough");
        };
        engine.adapt({ source, target, epsilon: 1, delta: 1e-9, onReport }).catch(reject);
      });
    };
  },
  papaparse: (file) => papaparse(file, true),
  "papaparse-strings": (file) => papaparse(file, false),
  async duckdb(file) {
    const database = new duckdb.AsyncDuckDB(new duckdb.VoidLogger(), new Worker("/duckdb-browser-eh.worker.js"));
    await database.instantiate("/duckdb-eh.wasm");
    await database.registerFileHandle("file.csv", file, duckdb.DuckDBDataProtocol.BROWSER_FILEREADER, true);
    const connection = await database.connect();
    return async () => {
      const types = columns.map((name) => `'${name}': 'DOUBLE'`).join(", ");
      const sums = columns.map((name) => `sum(${name})`).join(", ");
      const table = await connection.query(
        `select count(*) n, ${sums} from read_csv('file.csv', header = true, delim = ',', columns = {${types}})`,
      );
      return Number(table.toArray()[0].n);
    };
  },
};

/** In the page itself: handing the rows over from its worker would make it slower. */
function papaparse(file, dynamicTyping) {
  return () =>
    new Promise((resolve, reject) => {
      let rows = -1; // the header
      const chunk = ({ data }) => (rows += data.length);
      Papa.parse(file, {
        dynamicTyping,
        fastMode: true,
        skipEmptyLines: true,
        chunk,
        complete: () => resolve(rows),
        error: reject,
      });
    });
}

let reading;
globalThis.bench = {
  async prepare(engine) {
    reading = await engines[engine](...document.querySelector("input").files);
  },
  async read() {
    const start = performance.now();
    const rows = await reading();
    return { rows, seconds: (performance.now() - start) / 1000 };
  },
};
