// Terms on both sides of each limit, in the links that the edge makes of them: the page's reader of links judges them
// as Go does, which runs the same file (core/terms).
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import test from "node:test";
import { parseInvitation } from "../invitation.js";

const list = JSON.parse(
  await readFile(new URL("../../../core/terms/invitation/testdata/terms.json", import.meta.url), "utf8"),
);

for (const { name, refuses, page = !refuses, terms, fragment } of list) {
  test(`${page ? "taken" : "refused"}: ${name}`, () => {
    const { invitation, problems } = parseInvitation(`#${fragment}`);
    if (!page) {
      assert.ok(problems?.length > 0, JSON.stringify(invitation));
      for (const sentence of problems) {
        assert.match(sentence, /^[A-Zδ][^<>\p{C}]{10,300}\.$/u);
        assert.doesNotMatch(sentence, /alert|secret|script/i, "a stranger's text is not repeated");
      }
      return;
    }
    assert.equal(problems, undefined);
    if (refuses) return; // by the edge alone
    const {
      samples = [{ source: terms.source, sha256: terms.sha256 }],
      epsilon,
      epsilonMin,
      epsilonMax,
      delta,
      rowsMin = 1,
      rowsMax = 1e9,
      source,
      sha256,
      release = "moments",
      ...texts
    } = terms;
    // What the page reads is what was asked for, to the last bit.
    assert.deepEqual(
      { ...invitation.epsilon, delta: invitation.delta },
      { suggested: epsilon, min: epsilonMin, max: epsilonMax, delta },
    );
    assert.deepEqual([invitation.rowsMin ?? 1, invitation.rowsMax ?? 1e9], [rowsMin, rowsMax]);
    assert.deepEqual(
      invitation.samples.map(({ source, sha256, name }) => [source, sha256, name]),
      samples.map(({ source, sha256, name }) => [new URL(source).href, sha256.toLowerCase(), name]),
    );
    for (const [field, value] of Object.entries({ ...texts, release }))
      assert.deepEqual(invitation[field], value, field);
  });
}
