// tier: 2
// Whatever is wrong with the public sample: a sentence that helps, and a page that goes on working.
import assert from "node:assert/strict";
import test from "node:test";
import { skip } from "./support/browser.mjs";
import { SAMPLE, follow, owner } from "./support/owner.mjs";

const good = SAMPLE["source.csv"];
const lines = good.split("\n");
/** The sample with one cell changed: line and column count from 1. */
const withCell = (line, column, text) =>
  lines
    .map((l, i) =>
      i + 1 === line
        ? l
            .split(",")
            .map((cell, j) => (j + 1 === column ? text : cell))
            .join(",")
        : l,
    )
    .join("\n");

const files = {
  "no-cors.csv": (response) => response.removeHeader("Access-Control-Allow-Origin") ?? response.end(good),
  "page.html": (response) => response.writeHead(200, { "Content-Type": "text/html" }).end("<p>hello"),
  "disguised.csv": "<!DOCTYPE html>\n<html><body>Sign in</body></html>",
  "broken.csv": (response) => {
    response.writeHead(200, { "Content-Type": "text/csv", "Content-Length": good.length });
    response.write(good.slice(0, good.length / 2), () => response.destroy());
  },
  "error.csv": (response) => response.writeHead(500).end("trouble"),
  "empty.csv": "",
  "header-only.csv": `${lines[0]}\n`,
  "one-row.csv": `${lines[0]}\n${lines[1]}\n`,
  "no-header.csv": lines.slice(1).join("\n"),
  "ragged.csv": lines.map((l, i) => (i === 4 ? `${l},1` : l)).join("\n"),
  "text.csv": withCell(3, 2, "old"),
  "nan.csv": withCell(4, 1, "NaN"),
  "twice.csv": `area,area,price\n1,2,3\n4,5,6\n`,
  "utf16.csv": (response) => response.end(Buffer.from(`\ufeff${good}`, "utf16le")),
  "latin1.csv": (response) => response.end(Buffer.from(good.replaceAll("district", "Fernw\u00e4rme"), "latin1")),
  "label-alone.csv": "price\n1\n2\n3\n",
  "word-label.csv": withCell(5, 6, "cheap"),
  "quote.csv": withCell(7, 5, '"gas'),
  "picture.csv": (response) => response.end(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13])),
  "json.csv": JSON.stringify({ area: [1, 2], price: [3, 4] }),
  "forbidden.csv": (response) => response.writeHead(403).end("no"),
  "markup.csv": `area,<img src=x onerror=alert(1)>,price\n1,2,3\n4,5,7\n2,2,9\n`,
};

const onThePage = [
  ["an address that is none", "not an address", "price", "", /not a web address/],
  ["another scheme", "javascript:alert(1)", "price", "", /not a web address/],
  ["no label", "source.csv", "", "", /Give the name of the label column/],
  ["404", "missing.csv", "price", "", /answered 404.*misspelling/],
  ["403", "forbidden.csv", "price", "", /answered 403/],
  ["500", "error.csv", "price", "", /answered 500/],
  ["no CORS", "no-cors.csv", "price", "", /does not allow other sites to read it/],
  ["a server that is not there", "http://127.0.0.1:9/source.csv", "price", "", /could not be read/],
  ["a web page", "page.html", "price", "", /leads to a web page/],
  ["a web page that calls itself CSV", "disguised.csv", "price", "", /leads to a web page/],
  ["another file than announced", "source.csv", "price", "0".repeat(64), /not the one with this SHA-256/],
  ["a hash that is none", "source.csv", "price", "sha256-short", /must be sha256-/],
  ["a transfer that breaks off", "broken.csv", "price", "", /stopped before the file was complete/],
  ["an empty file", "empty.csv", "price", "", /is empty/],
];

const byTheEngine = [
  ["a label that is not there", "source.csv", "cost", /cost/],
  ["a header and no rows", "header-only.csv", "price", /row/],
  ["one row", "one-row.csv", "price", /row/],
  ["no header", "no-header.csv", "price", /line 1/],
  ["a ragged row", "ragged.csv", "price", /line 5/],
  ["text in a numeric column", "text.csv", "price", /line 3, column 2 \("age"\)/],
  ["NaN", "nan.csv", "price", /line 4, column 1 \("area"\)/],
  ["two columns of one name", "twice.csv", "price", /area/],
  ["UTF-16", "utf16.csv", "price", /UTF-8/],
  ["another encoding", "latin1.csv", "price", /UTF-8/],
  ["a label and nothing else", "label-alone.csv", "price", /column/],
  ["a label in words", "word-label.csv", "price", /line 5/],
  ["a quote that is not closed", "quote.csv", "price", /line 7/],
  ["a picture", "picture.csv", "price", /UTF-8/],
  ["JSON", "json.csv", "price", /fix the first line/],
];

test("a faulty public sample is explained on the page", { skip }, async (t) => {
  const me = await owner(t, { files });
  const address = (name) => (/[: ]/.test(name) ? name : me.elsewhere.url + name);
  for (const [what, name, label, integrity, says] of onThePage) {
    await t.test(what, async () => {
      await me.load(address(name), label, integrity);
      const problem = me.page.locator("#sample-error:not(:empty), #sample-form .problem:not(:empty)");
      await problem.waitFor();
      assert.match(await problem.innerText(), says);
      assert.equal(await me.page.locator("iframe").count(), 0, "no vault for a sample that was not loaded");
      await me.page.locator("#loading").waitFor({ state: "hidden" });
    });
  }
  await me.loadSample();
  assert.equal(await me.page.locator("#sample-error:not(:empty), #sample-form .problem:not(:empty)").count(), 0);
});

test("a sample that the engine refuses is explained at the field of its address, a label that is not in it at the label's", {
  skip,
}, async (t) => {
  const me = await owner(t, { files });
  for (const [what, name, label, says] of byTheEngine) {
    await t.test(what, async () => {
      await me.load(me.elsewhere.url + name, label);
      const field = label === "price" ? "source" : "label";
      const problem = me.page.locator(`#${field}-problem:not(:empty)`);
      await problem.waitFor();
      assert.match(await problem.innerText(), says);
      assert.equal(
        await me.page.evaluate(() => document.activeElement.id),
        field,
        "the cursor is where it can be corrected",
      );
      assert.equal(await me.page.locator("iframe").count(), 0, "the vault is closed");
    });
  }
  await me.loadSample();
  assert.deepEqual(me.errors, []);
});

test("a load can be stopped, and started anew", { skip }, async (t) => {
  const me = await owner(t, { files: { "endless.csv": (response) => response.writeHead(200).write("area,") } });
  await me.load(`${me.elsewhere.url}endless.csv`);
  await me.page.getByRole("button", { name: "Stop" }).click();
  await me.page.getByText("Stopped.").waitFor();
  await me.load(`${me.elsewhere.url}endless.csv`);
  await me.loadSample();
});

test("names in the sample and in the address are shown as text", { skip }, async (t) => {
  const me = await owner(t, { files });
  const dialogs = [];
  me.page.on("dialog", (dialog) => dialogs.push(dialog.message()) && dialog.dismiss());
  const hostile = "<img src=x onerror=alert(2)>";
  await follow(me, { source: `${me.elsewhere.url}markup.csv?${encodeURIComponent(hostile)}`, label: "price" });
  await me.page.locator("#load-invited").waitFor();
  assert.equal(await me.page.inputValue("#label"), "price");
  assert.equal(me.elsewhere.requests.length, 0, "a link alone loads nothing");
  await me.page.click("#load-invited");
  await me.opened();
  assert.match(await me.asked(), /<img src=x onerror=alert\(1\)>/);
  assert.equal(await me.vault.locator("img").count(), 0);
  assert.deepEqual(dialogs, []);
});
