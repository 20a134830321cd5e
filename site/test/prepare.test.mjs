// tier: 2
// The fits to the public sample are made in the engine while the owner chooses. What the engine is asked, and when, is
// read from the messages between the vault and its worker.
import assert from "node:assert/strict";
import test from "node:test";
import { skip } from "./support/browser.mjs";
import { owner } from "./support/owner.mjs";

/**
 * An owner at the privacy settings, with exchanged(): the messages to the vault's worker from here on, and those from
 * it, in their order.
 */
async function choosing(t) {
  const me = await owner(t);
  await me.load(`${me.elsewhere.url}source.csv`);
  await me.opened();
  await me.frame().evaluate(() => {
    window.exchanged = [];
    const heard = new Set();
    const post = Worker.prototype.postMessage;
    Worker.prototype.postMessage = function (message, transfer) {
      const { type, id, call, options } = message;
      if (!heard.has(this))
        this.addEventListener("message", ({ data: { type, id, stage } }) =>
          window.exchanged.push({ from: type, id, stage }),
        );
      heard.add(this);
      window.exchanged.push({ to: type, id, call, options });
      post.call(this, message, transfer);
    };
  });
  const exchanged = () => me.frame().evaluate(() => window.exchanged);
  /**
   * Waits until a request of a type has its answer. (Not by animation frames: they stand still where the frame is out
   * of sight.)
   */
  const answered = (type) =>
    me
      .frame()
      .waitForFunction(
        (type) =>
          window.exchanged.some(
            ({ from, id }) =>
              ["result", "failed"].includes(from) &&
              window.exchanged.some((asked) => asked.to === type && asked.id === id),
          ),
        type,
        { polling: 50 },
      );
  return { ...me, exchanged, answered };
}

const prepares = (messages) => messages.filter(({ to }) => to === "prepare");

test("the fits rest from the moment when a private file is picked, whether it can be read or not", {
  skip,
}, async (t) => {
  const me = await choosing(t);
  await me.fix("moderate", /^Weights/);
  while (prepares(await me.exchanged()).length < 1);
  await me.pick(await me.write("private.csv", "none,of,these\n1,2,3\n"));
  await me.answered("readTarget");
  const messages = await me.exchanged();
  const picked = messages.findIndex(({ to }) => to === "readTarget");
  const last = prepares(messages).at(-1).id;
  const ended = messages.findIndex(({ to, call }) => to === "cancel" && call === last);
  assert.ok(ended >= 0 && ended < picked, "the fits are ended before the file is read");
  assert.deepEqual(prepares(messages.slice(picked)), [], "and are not begun again after it");
});
