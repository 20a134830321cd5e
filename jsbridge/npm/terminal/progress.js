import { draw } from "./print.js";

const WIDTH = 24;
const INTERVAL = 100; // milliseconds between two drawings

const stages = {
  download: { label: "fetching the public sample", unit: "MB" },
  source: { label: "reading the public sample", unit: "MB" },
  target: { label: "reading the private file", unit: "MB" },
  combine: { label: "reading the releases", unit: "" },
  prepare: { label: "fitting models to the public sample", unit: "" },
  fit: { label: "fitting models under the weights", unit: "" },
  solve: { label: "solving", unit: "" },
  predict: { label: "reading the data", unit: "MB" },
  regression: { label: "fitting the model", unit: "" },
};

/** A progress bar on a terminal, nothing in a pipe. */
export function progressBar(out = process.stderr) {
  if (!out.isTTY) return { show() {}, clear() {} };
  let last = 0;
  let stage;
  return {
    show(progress) {
      const now = Date.now();
      if (progress.stage === stage && now - last < INTERVAL) return;
      stage = progress.stage;
      last = now;
      draw(line(progress), out);
    },
    clear() {
      if (stage) draw("", out);
      stage = undefined;
    },
  };
}

function line({ stage, done, total }) {
  const { label, unit } = stages[stage] ?? { label: stage, unit: "" };
  const amount = (n) => (unit === "MB" ? (n / 1e6).toFixed(1) : String(n));
  if (!total) return `${label} ${amount(done)} ${unit}`;
  const full = Math.round(Math.min(1, done / total) * WIDTH);
  return `[${"#".repeat(full)}${" ".repeat(WIDTH - full)}] ${label} ${amount(done)} of ${amount(total)} ${unit}`;
}

/** Runs `work(signal)`. Ctrl-C and SIGTERM abort the signal; a second Ctrl-C ends the program at once. */
export async function interruptible(work) {
  const controller = new AbortController();
  const interrupt = () => {
    if (controller.signal.aborted) process.exit(130); // removes its unfinished files on exit
    controller.abort();
  };
  process.on("SIGINT", interrupt);
  process.on("SIGTERM", interrupt);
  try {
    return await work(controller.signal);
  } finally {
    process.off("SIGINT", interrupt);
    process.off("SIGTERM", interrupt);
  }
}
