// tier: 2
// The engine worker dies or hangs: the form says so, starts another, and goes on.
import assert from "node:assert/strict";
import test from "node:test";
import { skip } from "./support/browser.mjs";
import { SAMPLE, owner } from "./support/owner.mjs";

const engineWorker = (page) => page.workers().at(-1);

async function fixed(t) {
  const me = await owner(t, { base: "linear" });
  await me.loadSample();
  await me.fix();
  return { me, file: await me.write("private.csv", SAMPLE["target.csv"]) };
}

async function wholeRun(me, file) {
  await me.vault.locator("#request:not(.away) #file:enabled").waitFor({ state: "attached" });
  await me.pick(file);
  await me.preview();
  await me.run();
}

test("a worker that dies with the private rows read is replaced, and the file asked for again", { skip }, async (t) => {
  const { me, file } = await fixed(t);
  await me.pick(file);
  await me.preview();
  await engineWorker(me.page).evaluate(
    () =>
      void setTimeout(() => {
        throw new Error("killed by the test");
      }),
  );
  await me.vault.getByText("The worker stopped unexpectedly").waitFor();
  assert.deepEqual(
    (await me.said()).map(({ type }) => type).filter((type) => type !== "picked"),
    ["ready"],
    "the page does not learn of a death while reading",
  );
  await wholeRun(me, file);
});

test("a worker that dies during the run leaves the privacy recorded and a usable form", { skip }, async (t) => {
  const { me, file } = await fixed(t);
  await me.pick(file);
  await me.preview();
  await engineWorker(me.page).evaluate(() => {
    const post = self.postMessage;
    self.postMessage = function (message, transfer) {
      post.call(self, message, transfer);
      // Once the mechanism is paid for and computes; outside of Go, which would recover.
      if (message.stage === "solve")
        setTimeout(() => {
          throw new Error("killed by the test");
        });
    };
  });
  await me.press("Make the result");
  await me.page.locator("#vault-error").filter({ hasText: "stopped unexpectedly" }).waitFor();
  await me.vault.getByText("after the privacy for this run was recorded as spent").waitFor();
  assert.match(await me.page.locator("#vault-status").innerText(), /Recorded: a run with ε = 1 and δ = 1e-7\./);
  await me.page.locator("#result").waitFor({ state: "hidden" });
  await wholeRun(me, file);
});

test("a worker that vanishes without a word is given up on Cancel", { skip }, async (t) => {
  const { me, file } = await fixed(t);
  await engineWorker(me.page).evaluate(() => self.close());
  await me.pick(file);
  await me.press("Cancel");
  await me.vault.getByText("Stopped. Nothing was charged, and nothing has left the vault.").waitFor();
  await wholeRun(me, file);
});
