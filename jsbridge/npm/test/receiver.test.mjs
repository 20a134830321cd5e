// What the receiver of an invitation says that it takes holds before anything is charged.
import assert from "node:assert/strict";
import test from "node:test";
import { parseInvitation, termsOf } from "../invitation.js";
import { askReceiver, closed, deliver } from "../receiver.js";

/** A receiver's answer as the edge gives it. */
const said = (terms) => ({
  state: "open",
  expires: 0,
  campaign: "c",
  label: "y",
  epsilonMax: 1,
  delta: 1e-5,
  release: "moments",
  rowsMin: 1,
  rowsMax: 1e9,
  mostBytes: 1 << 20,
  ...terms,
});

test("a link says what its receiver takes in the receiver's own names, and a digest that it does not state is not compared", () => {
  const asked = (link) => JSON.parse(JSON.stringify(termsOf(parseInvitation(link).invitation)));
  const one = "source=https%3A%2F%2Fexample.org%2Fa.csv&label=y&epsilon=1&epsilonMax=2&delta=1e-6&release=moments";
  assert.deepEqual(asked(`${one}&rowsMin=20&campaign=c`), {
    label: "y",
    epsilonMax: 2,
    delta: 1e-6,
    release: "moments",
    rowsMin: 20,
    campaign: "c",
  });
  const digests = ["1", "2"].map((digit) => digit.repeat(64));
  const two = `${one}&source=https%3A%2F%2Fexample.org%2Fb.csv`;
  assert.equal(asked(two).samples, undefined);
  assert.deepEqual(
    asked(`${two}&sha256=${digests[0]}&sha256=${digests[1]}`).samples.map(({ sha256 }) => sha256),
    digests,
  );
});

test("an invitation that is not open is said to be so", () => {
  assert.equal(closed(said()), undefined);
  for (const [state, words] of [
    ["used", /has served already/],
    ["expired", /has expired/],
    ["revoked", /withdrawn/],
    ["closed", /takes no more/],
    ["new", /does not serve/],
  ]) {
    assert.match(closed(said({ state })), words);
  }
});

test("what a receiver says of its refusal is one line of plain text, of at most 500 characters", async (t) => {
  const invitation = { reply: "https://receiver.example/campaigns/1/releases", token: "0123456789abcdef" };
  const { signal } = new AbortController();
  for (const [message, shown] of [
    ["no\u202eesae\u2069lp\r\n\u001b[2Jyes", "no esae lp [2Jyes"],
    ["w".repeat(600), "w".repeat(500)],
    [`z${"\u0301".repeat(9)}`, `z${"\u0301".repeat(3)}`],
  ]) {
    t.mock.method(globalThis, "fetch", async () => Response.json({ code: "gone", message }, { status: 410 }));
    for (const call of [
      () => askReceiver(invitation, signal),
      () => deliver("{}", invitation, signal, { attempts: 1 }),
    ]) {
      await assert.rejects(call, (error) => {
        assert.deepEqual(
          [error.code, error.message, error.reason],
          ["refused-by-receiver", `the receiver refuses: ${shown}`, shown],
        );
        return true;
      });
    }
  }
});
