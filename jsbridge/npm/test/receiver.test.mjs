// What the receiver of an invitation says that it takes is compared with what the link asks for, before anything is spent.
import assert from "node:assert/strict";
import test from "node:test";
import { objection } from "../receiver.js";

const [mine, other] = ["a".repeat(64), "b".repeat(64)];

/** A receiver's answer as the edge gives it, where a setting that the campaign lacks is "". */
const said = (settings) => ({ state: "open", release: "model", labels: "", base: "", baseSHA256: "", ...settings });

test("a release of another kind of model than the receiver's is objected to", () => {
  for (const release of ["model", "report"]) {
    const linear = said({ release, base: "linear" });
    assert.equal(objection(linear, { release, base: "linear" }), undefined);
    assert.match(objection(linear, { release, base: "trees" }), /takes the kind of model “linear”, and the link asks for “trees”/);
    assert.match(objection(linear, { release }), /“linear”, and the link asks for “auto”/);
    assert.match(objection(linear, { base: "trees" }), /“linear”/, "the owner has not chosen a kind of release yet");
    // "auto" takes what it may come to.
    for (const base of ["", "auto"]) assert.equal(objection(said({ release, base }), { release, base: "trees" }), undefined);
  }
});

test("labels in moments are compared with one model by all owners, so that auto takes auto alone", () => {
  const moments = (base) => said({ release: "moments", labels: "required", base });
  assert.equal(objection(moments(""), { release: "moments", useLabels: true }), undefined);
  assert.match(objection(moments("auto"), { release: "moments", useLabels: true, base: "linear" }), /“auto”, and the link asks for “linear”/);
  assert.match(objection(moments("trees"), { release: "moments", useLabels: true }), /“trees”, and the link asks for “auto”/);
});

test("a model in another file than the receiver's is objected to", () => {
  for (const base of ["auto", "file"]) {
    const filed = said({ base, baseSHA256: mine });
    assert.equal(objection(filed, { release: "model", base, baseSHA256: mine }), undefined);
    for (const baseSHA256 of [other, undefined]) assert.match(objection(filed, { release: "model", base, baseSHA256 }), /another file than the link's, or of none/);
    assert.equal(objection(filed, { release: "model", base, baseFile: "https://example.org/model.json" }), undefined, "a link may name the file without its digest");
  }
  assert.match(objection(said({}), { release: "model", baseSHA256: mine }), /another file/, "the campaign has no file");
});

test("where a release has no model, or the receiver names none, there is nothing to compare", () => {
  assert.equal(objection(said({ release: "weights" }), { release: "weights" }), undefined);
  assert.equal(objection(said({ release: "moments" }), { release: "moments", useLabels: false }), undefined);
  assert.equal(objection({ state: "open" }, { release: "model", base: "trees", baseSHA256: mine }), undefined);
});
