// Adjacency add-remove: the number of private rows is private, too.
import assert from "node:assert/strict";
import test from "node:test";
import { files, privacy, setUp, targetRows } from "./support.mjs";

test("the number of private rows is released with noise alone", async (t) => {
  const { read, privadapt } = await setUp(t);
  const adapted = await privadapt("adapt", ...files, ...privacy, "--adjacency", "add-remove");
  assert.equal(adapted.status, 0, adapted.stderr);
  assert.match(adapted.stdout, /about [\d.]+ private rows \(the exact number is private\)/);
  const { certificate } = JSON.parse(await read("release.json"));
  assert.equal("n" in certificate, false);
  // σ of the count is r²/√(2ρ), below 60 in this test; the count is off by more than 8σ with a probability below 1e-14.
  assert.ok(Math.abs(certificate.rowsEstimate - targetRows.length) < 480, `${certificate.rowsEstimate} rows`);
  const verified = await privadapt("verify", "release.json");
  assert.equal(verified.status, 0, verified.stderr);
  assert.match(verified.stdout, /the certificate holds[\s\S]*about [\d.]+ private rows/);
});
