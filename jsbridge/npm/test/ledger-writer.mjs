// A process that spends. Each line of its input is an order {folder, from, times, run}: to charge the ledger in that folder
// so often. It writes "released" after each charge that was booked, where a real run would release, and "done" or the
// code of what went wrong after the order. Synchronously: what it has written survives its death.
import { readSync, writeSync } from "node:fs";
import { Ledger } from "../ledger/ledger.js";
import { folderStore } from "../ledger/store-node.js";

const say = (text) => writeSync(1, `${text}\n`);

/** The next line of the input, which is one order; null at its end. It blocks: that starts faster than a stream. */
function nextOrder() {
  const bytes = Buffer.alloc(4096);
  const length = readSync(0, bytes);
  return length === 0 ? null : JSON.parse(bytes.toString("utf8", 0, length));
}

say("ready");
for (let order = nextOrder(); order; order = nextOrder()) {
  const { folder, from, times, run } = order;
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
