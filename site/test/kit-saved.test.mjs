// "Save as one file": from a CSV file to the kit in two clicks, with the bytes that the command line makes.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import test from "node:test";
import { SAMPLE, analyst } from "./support/analyst.mjs";
import { skip } from "./support/browser.mjs";
import { kitFolder } from "./support/kit.mjs";

test("an analyst's own file becomes a kit in two clicks, byte for byte the command line's", {
  skip,
}, async (t) => {
  const { make } = await kitFolder(t);
  const me = await analyst(t, { page: "analyst.html" });
  await me.page.fill("#label", "price");
  await me.page.fill("#title", "Prices of homes");
  await me.page.setInputFiles("#file", await me.write("source.csv", SAMPLE["source.csv"]));
  const [download] = await Promise.all([me.page.waitForEvent("download"), me.page.click("#save-kit")]);
  const saved = await readFile(await download.path());
  const wishes = [
    "--title",
    "Prices of homes",
    "--epsilon",
    "1",
    "--epsilon-max",
    "1",
    "--release",
    "model",
    "--labels",
    "wish",
  ];
  const made = await readFile(
    await make("kit.html", { "source.csv": SAMPLE["source.csv"] }, "--label", "price", ...wishes),
  );
  assert.ok(saved.equals(made), "the bytes are others");
  assert.match(await me.text("kit"), /opens it by a double click, and send its SHA-256 by another way:\s+[0-9a-f]{64}/);
  // A link needs an address.
  await me.page.click("#invitation button[type=submit]");
  assert.match(await me.text("source-problem"), /address of the public sample is missing/);
  assert.deepEqual(me.errors, []);
});
