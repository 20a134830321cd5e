// The engine's bench program (wasm/bench) in a worker of a page in a real Chromium, and the package as it is published.
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { chromiumAt, watchMemory } from "./chromium.mjs";

const npm = new URL("../", import.meta.url);

/** A page on a server of the package's files. Resolves with {browser, page, close}. */
async function openPage() {
  const { browser, at, close } = await chromiumAt("<!doctype html><title>bench</title>");
  const page = await browser.newPage();
  page.setDefaultTimeout(0);
  await page.goto(at);
  return { browser, page, close };
}

/** Resolves with {measure(request), close}. */
export async function engineInChromium() {
  const { page, close } = await openPage();
  const engineSHA256 = createHash("sha256")
    .update(await readFile(new URL("dist/bench.wasm", npm)))
    .digest("hex");
  await page.evaluate(async (engineSHA256) => {
    const [{ Connection }, { host }] = await Promise.all([import("/runtime/client.js"), import("/host-browser.js")]);
    globalThis.connection = await Connection.open(host({ worker: true, wasmURL: "/dist/bench.wasm", engineSHA256 }), {
      onClose() {},
    });
  }, engineSHA256);
  return {
    /** Also returns how often progress was reported, and the longest time for which the page itself was blocked. */
    measure: (request) =>
      page.evaluate(async (options) => {
        let [progress, longest, last] = [0, 0, performance.now()];
        const ticking = setInterval(() => {
          longest = Math.max(longest, performance.now() - last - 10);
          last = performance.now();
        }, 10);
        const onProgress = () => progress++;
        const result = await globalThis.connection.call("measure", { options }, { onProgress });
        clearInterval(ticking);
        return { ...result, progress, blocked: longest / 1e3 };
      }, request),
    close,
  };
}

/**
 * A run of the package by its interface on rows of order d, as on a machine of some cores, and one that is
 * cancelled. Resolves with {loading, seconds, rounds, progress, blocked, memory, threads, cancelled, left}: seconds for
 * the sample and for the run, the rounds of its solver if it has a gap, how often progress was reported, for how many
 * seconds at most the page itself was blocked, the peak of the renderer's memory above the page with the samples
 * made, in MB, the engine's threads during the run, the milliseconds until a cancelled run was rejected, and the
 * threads soon after.
 */
export async function packageInChromium({ cores, rows, order, ...settings }) {
  const { browser, page, close } = await openPage();
  try {
    await page.addInitScript(
      (cores) => Object.defineProperty(Navigator.prototype, "hardwareConcurrency", { get: () => cores }),
      cores,
    );
    await page.reload();
    await page.evaluate(makeSamples, { rows, order });
    const memory = await watchMemory(browser);
    let threads = 0;
    page.on("worker", () => (threads = Math.max(threads, page.workers().length)));
    const run = await page.evaluate(runPackage, settings);
    const used = await memory.stop();
    const cancelled = await page.evaluate(cancelPackage, settings);
    for (const end = Date.now() + 2000; page.workers().length > 1 && Date.now() < end; )
      await new Promise((resolve) => setTimeout(resolve, 20));
    return { ...run, memory: used, threads, cancelled, left: page.workers().length };
  } finally {
    await close();
  }
}

// What follows runs in the page.

function makeSamples({ rows, order }) {
  let state = 1;
  const random = () => (state = (state * 48271) % 2147483647) / 2147483647;
  const names = Array.from({ length: order - 1 }, (_, i) => `c${i}`); // the intercept is a feature of its own
  const table = (count, names, shift) => {
    /** @type {BlobPart[]} */
    const pieces = [`${names.join(",")}\n`];
    for (let first = 0; first < count; first += 5000) {
      const lines = Array.from({ length: Math.min(5000, count - first) }, () =>
        names.map(() => (4 * random() + shift).toFixed(2)).join(","),
      );
      pieces.push(new Blob([`${lines.join("\n")}\n`]));
    }
    return new Blob(pieces);
  };
  globalThis.samples = { source: table(rows, [...names, "y"], 0), target: table(8000, names, 0.3) };
}

async function runPackage(settings) {
  const { load } = await import("/index.js");
  const engine = await load({ ledger: false });
  const start = performance.now();
  const source = await engine.loadSource(globalThis.samples.source, { label: "y" });
  const target = await engine.loadTarget(globalThis.samples.target);
  globalThis.adapt = (more) => engine.adapt({ source, target, epsilon: 1, delta: 1e-6, release: "weights", ...more });
  const loaded = performance.now();
  let [progress, longest, last] = [0, 0, loaded];
  const ticking = setInterval(() => {
    longest = Math.max(longest, performance.now() - last - 10);
    last = performance.now();
  }, 10);
  const { certificate } = await globalThis.adapt({
    ...settings,
    onProgress: ({ stage }) => (progress += Number(stage === "solve")),
  });
  clearInterval(ticking);
  return {
    loading: (loaded - start) / 1e3,
    seconds: (performance.now() - loaded) / 1e3,
    rounds: certificate.rounds,
    progress,
    blocked: longest / 1e3,
  };
}

async function cancelPackage(settings) {
  const controller = new AbortController();
  let aborted = 0;
  const onProgress = ({ stage, done }) => {
    if (stage !== "solve" || done < 5 || aborted) return;
    aborted = performance.now();
    controller.abort();
  };
  const error = await globalThis.adapt({ ...settings, onProgress, signal: controller.signal }).catch((error) => error);
  return error.code === "cancelled" ? performance.now() - aborted : undefined;
}
