// The one file that prints for the command line: plain text on a terminal, JSON of any text, a file in a pipe as it is.
import assert from "node:assert/strict";
import { readFile, readdir } from "node:fs/promises";
import { PassThrough } from "node:stream";
import test from "node:test";
import { draw, sayFile } from "../terminal/print.js";
import { escapedJSON, isPlain, plain } from "../reading/plain-text.js";
import { EVIL } from "./strangers.mjs";

test("no other file of the command line prints", async () => {
  const root = new URL("..", import.meta.url);
  const folders = ["cli", "terminal"].map(async (folder) =>
    (await readdir(new URL(folder, root))).map((name) => `${folder}/${name}`),
  );
  const names = (await Promise.all(folders)).flat().filter((name) => name !== "terminal/print.js");
  assert.ok(names.length > 20);
  for (const name of [...names, "cli.mjs"]) {
    const text = await readFile(new URL(name, root), "utf8");
    // progress.js names the stream on which it has print.js draw.
    assert.doesNotMatch(
      text,
      name === "terminal/progress.js"
        ? /\bconsole\b|\.write\(/
        : /\bconsole\b|process\.std(out|err)|\bcreateInterface\b|\.writeSync\(|writeFileSync/,
      name,
    );
  }
});

test("plain text, and JSON of any text", () => {
  assert.equal(plain("a\u001b[2J\r\n\tb\u202ec"), "a [2J b c");
  assert.equal(plain(`Z${"\u0301".repeat(40)}`), `Z${"\u0301".repeat(3)}`);
  for (const kept of ["é 漢字 العربية עברית Ελ", "🙂 a b", ""]) assert.ok(isPlain(kept) && plain(kept) === kept, kept);
  for (let code = 0; code < 0x110000; code += code < 0x3000 || (code > 0xd7f0 && code < 0x10200) ? 1 : 31) {
    const text = String.fromCodePoint(code);
    const json = escapedJSON(JSON.stringify({ [text]: [text] }, null, 1));
    if (!/(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u.test(json) && isPlain(plain(text))) continue;
    assert.fail(`U+${code.toString(16)}`);
  }
  assert.deepEqual(JSON.parse(escapedJSON(JSON.stringify({ [EVIL]: [EVIL, "\u{e0041}"] }, null, 1))), {
    [EVIL]: [EVIL, "\u{e0041}"],
  });
});

test("a file goes to a pipe as it is and to a terminal as plain text; a drawn line is plain", () => {
  const printed = (isTTY, act) => {
    const stream = Object.assign(new PassThrough(), { isTTY });
    act(stream);
    return String(stream.read());
  };
  const file = `a\t${EVIL}\n`;
  assert.equal(
    printed(false, (stream) => sayFile(file, stream)),
    Buffer.from(file).toString(),
  );
  assert.equal(
    printed(true, (stream) => sayFile(file, stream))
      .split("\n")
      .filter((line) => !isPlain(line)).length,
    0,
  );
  const drawn = printed(true, (stream) => draw(EVIL, stream));
  assert.ok(drawn.startsWith("\r\x1b[K") && isPlain(drawn.slice(4)));
});
