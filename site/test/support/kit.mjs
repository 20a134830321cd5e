// A kit in a browser, opened as a file, and what its owner does in it.
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { main } from "../../../jsbridge/npm/cli/main.js";
import { folderFor } from "../../../jsbridge/npm/test/tools.mjs";

/**
 * A folder of its own, with the functions write(name, content) and make(name, sample, ...options), which resolves with a
 * kit's path.
 */
export async function kitFolder(t) {
  const folder = await folderFor(t);
  const at = (name) => path.join(folder, name);
  const write = async (name, content) => {
    await writeFile(at(name), content);
    return at(name);
  };
  async function make(name, text, ...options) {
    const source = await write("source.csv", text);
    const status = await silently(() => main(["kit", "--source", source, ...options, "--out", at(name)]));
    if (status !== 0) throw new Error(`privadapt kit ended with ${status}`);
    return at(name);
  }
  return { at, write, make };
}

/** What the command prints is for its caller. */
async function silently(call) {
  const write = process.stdout.write;
  process.stdout.write = () => true;
  try {
    return await call();
  } finally {
    process.stdout.write = write;
  }
}

/** Opens a kit as a double click does. */
export const openKit = (engine, file) => engine.open(pathToFileURL(file).href);

/** The vault of an opened kit, once it shows what is asked for. */
export async function vaultOf(page) {
  const vault = page.frame("iframe.vault");
  await vault.shown("label.button");
  return vault;
}

/** From the request to the report on the private file. */
export async function toReport(vault, file) {
  await vault.click("label", "moderate");
  await vault.setFiles("#file", file);
  await vault.shown("button", "Make the result");
}

/** Runs, and resolves with the text that the button for saving would save. */
export async function released(page, vault) {
  await vault.click("button", "Make the result");
  await page.shown("#result", "Privacy confirmed");
  await page.evaluate(() => {
    const make = URL.createObjectURL;
    URL.createObjectURL = (blob) => {
      blob.text().then((text) => (window.saved = text));
      return make.call(URL, blob);
    };
  });
  await page.click("button", "Save and see how to send it");
  return page.until(() => window.saved);
}

/** A file with one character changed at `place` of its text. */
export async function changedAt(file, place, to) {
  const text = await readFile(file, "utf8");
  const at = place(text);
  const other = text[at] === "A" ? "B" : "A";
  await writeFile(to, text.slice(0, at) + other + text.slice(at + 1));
  return to;
}
