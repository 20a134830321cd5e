// How long many owners' moments take to be added on workerd, and in how much memory: prints figures beside their aims
// and judges nothing, because times depend on the machine. Twenty real releases arrive over HTTP; the others are copies
// of theirs in the database, under names of their own.
//
//   node test/folds.mjs        EDGE_OWNERS=10000 EDGE_COLUMNS=50
import { readFile, readdir, writeFile } from "node:fs/promises";
import { load } from "../../../jsbridge/npm/index.js";
import { tokenOf, world } from "./support.mjs";

const OWNERS = Number(process.env.EDGE_OWNERS ?? 10_000);
const COLUMNS = Number(process.env.EDGE_COLUMNS ?? 50);
const REAL = 20;

let state = 7;
const random = () => (state = (state * 48271) % 2147483647) / 2147483647;
const names = Array.from({ length: COLUMNS }, (_, i) => `c${i}`);
const table = (rows, columns) =>
  `${[columns.join(","), ...Array.from({ length: rows }, () => columns.map(() => (4 * random()).toFixed(2)).join(","))].join("\n")}\n`;

/** The process of the runtime: the child of this one that is called workerd. */
async function runtime() {
  for (const id of (await readdir("/proc")).filter((name) => /^\d+$/.test(name))) {
    const [, name, parent] =
      /^\d+ \((.*)\) \S (\d+)/.exec(await readFile(`/proc/${id}/stat`, "utf8").catch(() => "")) ?? [];
    if (name === "workerd" && Number(parent) === process.pid) return id;
  }
  throw new Error("workerd is not running");
}

/**
 * Seconds of a processor that a process has used, the megabytes that it has, and the most that it has had since
 * forgetMost.
 */
async function usage(id) {
  const fields = (await readFile(`/proc/${id}/stat`, "utf8")).replace(/^.*\) /, "").split(" ");
  const status = await readFile(`/proc/${id}/status`, "utf8");
  const megabytes = (name) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)[1]) * 1.024e-3;
  return {
    processor: (Number(fields[11]) + Number(fields[12])) / 100,
    has: megabytes("VmRSS"),
    most: megabytes("VmHWM"),
  };
}

/** Linux then counts the most from what the process has now (proc(5), clear_refs). */
const forgetMost = (id) => writeFile(`/proc/${id}/clear_refs`, "5");

const edge = await world();
const engine = await load({ ledger: false });
try {
  const sample = table(200, [...names, "y"]);
  const { source, sha256 } = (await edge.call("POST", "samples?name=sample.csv", sample)).body;
  const { id } = (await edge.call("POST", "campaigns", { source, sha256, label: "y", epsilonMax: 1, delta: 1e-6 }))
    .body;
  const { links } = (await edge.call("POST", `campaigns/${id}/invitations`, { count: REAL })).body;
  const tokens = links.map(tokenOf);
  const from = await engine.loadSource(new Blob([sample]), { label: "y" });
  const texts = [];
  for (let i = 0; i < REAL; i++) {
    const target = await engine.loadTarget(new Blob([table(200, names)]));
    texts.push((await engine.adapt({ source: from, target, epsilon: 1, delta: 1e-6, release: "moments" })).text);
  }

  const workerd = await runtime();
  const measure = async (what, times, work) => {
    await forgetMost(workerd);
    const [before, start] = [await usage(workerd), performance.now()];
    await work();
    const [after, seconds] = [await usage(workerd), (performance.now() - start) / 1e3];
    const each = (1e3 * (after.processor - before.processor)) / times;
    console.log(
      `${what}: ${seconds.toFixed(1)} s, ${(after.processor - before.processor).toFixed(1)} s of a processor, ${each.toFixed(1)} ms each; workerd had ${before.has.toFixed(0)} MB before and ${after.most.toFixed(0)} MB at most`,
    );
  };
  console.log(`${COLUMNS} columns, a release of ${(texts[0].length / 1e3).toFixed(0)} kB`);
  await measure(`${REAL} arrivals`, REAL, async () => {
    for (const [i, text] of texts.entries()) {
      const { status, body } = await edge.send(id, tokens[i], text);
      if (status !== 201) throw new Error(JSON.stringify(body));
    }
  });
  const db = await edge.edge.getD1Database("DB");
  const columns = "campaign, sha256, token, setting, epsilon, delta, n, rows_estimate, received, body, addend";
  for (let have = REAL; have < OWNERS; have += REAL) {
    await db
      .prepare(
        `INSERT INTO releases (release_id, value_digest, ${columns}) SELECT release_id || ?, value_digest || ?, ${columns} FROM releases WHERE sequence <= ?`,
      )
      .bind(`-${have}`, `-${have}`, REAL)
      .run();
  }
  const waiting = async () =>
    (await db.prepare("SELECT count(*) AS waiting FROM releases WHERE folded = 0").first()).waiting;
  const count = await waiting();
  await measure(`${count} releases folded (aim at 10,000: 30 s)`, count, async () => {
    for (let left = count; left > 0; ) {
      await edge.fold();
      const now = await waiting();
      if (now === left) throw new Error(`${now} releases stay unfolded`);
      left = now;
    }
  });
  await measure("the combined release", 1, async () => {
    const { certificate } = (await edge.call("GET", `campaigns/${id}/combined`)).body;
    if (certificate.n !== 200 * count) throw new Error(`the sum is of ${certificate.n} rows`);
  });
} finally {
  await engine.dispose();
  await edge.end();
}
