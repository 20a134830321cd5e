// What servers say, where every text of their answers is forged: submit prints plain text and no line of a stranger's.
import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import test from "node:test";
import { callsIn } from "./cli-calls.mjs";
import { serverOf } from "./tools.mjs";
import { EVIL, MARKS, check } from "./strangers.mjs";
import { folderFor } from "./support.mjs";

/** A server that answers every request with what `answer(request)` returns: {status, body, type}. */
async function answering(t, answer) {
  const { at, close } = await serverOf((request, response) => {
    request.resume().on("end", () => {
      const { status = 200, body = "", type = "application/json" } = answer(request);
      response.writeHead(status, { "content-type": type }).end(typeof body === "string" ? body : JSON.stringify(body));
    });
  });
  t.after(close);
  return at;
}

test("every text of a receiver's answers, forged: submit prints plain text", async (t) => {
  const cwd = await folderFor(t);
  const call = callsIn(cwd, { terminal: true });
  await writeFile(join(cwd, "target.csv"), `a,b\n${"1,2\n3,1\n".repeat(60)}`);
  const open = { state: "open", release: "model", base: "linear", labels: "" };
  const public1 = `a,b,y\n${Array.from({ length: 60 }, (_, i) => `${i % 7},${i % 5},${i % 9}\n`).join("")}`;
  let asked;
  let taken;
  const server = await answering(t, ({ url, method }) =>
    url === "/sample.csv" ? { body: public1, type: "text/csv" } : method === "POST" ? taken : asked,
  );
  const link = (label = "y") =>
    `http://127.0.0.1/#${new URLSearchParams({ source: `${server}/sample.csv`, label, base: "linear", release: "model", title: "A title", reply: `${server}/campaigns/1/releases`, epsilon: "1", delta: "1e-6" })}`;
  const args = ["submit", link(), "--target", "target.csv", "--rows", "120", "--yes", "--force"];
  const refused = { status: 409, body: { code: EVIL, message: EVIL } };
  for (const [said, then] of [
    [refused],
    [{ body: { ...open, state: EVIL } }],
    [{ body: { ...open, state: "constructor" } }],
    [{ body: { ...open, release: EVIL } }],
    [{ body: { ...open, base: EVIL } }],
    [{ body: { ...open, labels: EVIL, baseSHA256: EVIL } }],
    [{ body: { ...open, epsilonMax: EVIL, delta: EVIL } }, refused],
    [{ body: EVIL }, { status: 200, body: { receipt: EVIL, to: EVIL, [EVIL]: 1 } }],
  ]) {
    [asked, taken] = [said, then ?? { body: {} }];
    const { stdout } = await call([...args, "--json"]);
    const outcome = JSON.parse(stdout);
    if (outcome.ok) assert.equal(outcome.sent.to, new URL(server).host, "a receiver cannot say who it is");
    const text = check(await call(args), JSON.stringify(said));
    assert.doesNotMatch(text, /native code/);
  }
  asked = { body: open };
  for (const label of ["nothing", `y ${MARKS}`])
    check(await call(["submit", link(label), "--target", "target.csv", "--yes"]), label);
  check(await call(["submit", link(), "--release", "target.csv", "--yes"]), "a file that is sent");
});
