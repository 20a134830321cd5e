// A process that spends. Each line of its input is an order {folder, from, times, run, dieAt}: to charge the ledger in
// that folder so often, and to die by kill -9 at step number `dieAt` of writing. It writes "released" after each charge
// that was recorded, where a real run would release, and "done" or the code of what went wrong after the order. It
// writes synchronously, so that its output survives its death.
import { readSync, writeSync } from "node:fs";
import { Ledger } from "../ledger/ledger.js";
import { folderStore } from "../ledger/store-node.js";
import { watchDisk } from "./ledger-disk.mjs";

const say = (text) => writeSync(1, `${text}\n`);

/** The next line of the input, which is one order; null at its end. It blocks: that starts faster than a stream. */
function nextOrder() {
  const bytes = Buffer.alloc(4096);
  const length = readSync(0, bytes);
  return length === 0 ? null : JSON.parse(bytes.toString("utf8", 0, length));
}

/** Dies before a step that has an even number, and with an odd one right after the system was asked for it. */
function dieAtStep(number) {
  let left = number;
  watchDisk((_, work) => {
    const last = left-- === 0;
    if (last && number % 2 === 0) process.kill(process.pid, "SIGKILL");
    const done = work();
    if (last) process.kill(process.pid, "SIGKILL");
    return done;
  });
}

say("ready");
for (let order = nextOrder(); order; order = nextOrder()) {
  const { folder, from, times, run, dieAt } = order;
  if (dieAt !== undefined) dieAtStep(dieAt);
  const ledger = new Ledger(folderStore(folder));
  try {
    say("begin");
    for (let i = 0; i < times; i++) {
      await ledger.charge({ ...run, about: { from } });
      say("released");
    }
    say("done");
  } catch (error) {
    say(error.code ?? error.stack);
  }
}
