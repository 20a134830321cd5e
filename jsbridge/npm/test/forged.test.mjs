// A document that was forged gets the verdict in Node that it gets in Go.
import assert from "node:assert/strict";
import test from "node:test";
import { load } from "../index.js";
import { document, forge, forgeries, said } from "./forged.mjs";

test("each forged document of the table is refused for its reason, and what is true is not", async (t) => {
  const engine = await load({ ledger: false });
  t.after(() => engine.dispose());
  assert.ok(forgeries.length > 200);
  for (const { documents, changes, verdicts } of forgeries) {
    assert.ok(documents.length, changes);
    for (const name of documents) {
      const verdict = await engine.verify(forge(document(name), changes)).then(
        ({ ok, problems }) => (ok ? "holds" : said(problems[0])),
        ({ code, message }) => `read: ${code === "bad-release" ? said(message.replace(/^release: /, "")) : message}`,
      );
      assert.ok(verdicts.includes(verdict), `${name} with ${changes}: ${verdict}, not ${verdicts}`);
    }
  }
});
