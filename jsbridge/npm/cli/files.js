import { createReadStream, openAsBlob } from "node:fs";
import { open, readFile, stat } from "node:fs/promises";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { PrivadaptError } from "../errors.js";
import { whatElse } from "../reading/exported.js";
import { UsageError } from "../terminal/arguments.js";

let stdinTaken = false;

/** Standard input, which can stand for one file of a call. */
function standardInput() {
  if (stdinTaken) throw new UsageError("- is standard input, which can be read only once");
  stdinTaken = true;
  return process.stdin;
}

/**
 * Returns a file of any size as a Blob that is read piece by piece. A pipe or standard input can be read only once; it
 * is returned as a stream that is read as it arrives.
 */
export async function openData(path) {
  if (path === "-") return Readable.toWeb(standardInput());
  const info = await readable(path);
  if (info.isDirectory()) throw new PrivadaptError("no-file", `${path} is a folder; give a file`);
  return info.isFile() ? openAsBlob(path) : Readable.toWeb(createReadStream(path));
}

/** The bytes of a file of at most `most`. */
export async function readBytes(path, most) {
  const info = path === "-" ? undefined : await readable(path);
  if (info?.isDirectory()) throw new PrivadaptError("no-file", `${path} is a folder; give a file`);
  const bytes = path === "-" ? await buffer(standardInput()) : info.size <= most && (await readFile(path));
  if (!bytes || bytes.length > most)
    throw new PrivadaptError("too-large", `${path} has more than the ${most / 1e6} MB that are read of such a file`);
  return new Uint8Array(bytes);
}

/**
 * The text of a document, without the byte order mark that editors of Windows put before it. `exact` keeps the text byte
 * for byte the file's: a report states the digest of a model's file.
 */
export async function readText(path, { exact = false } = {}) {
  if (path !== "-") await readable(path);
  const text = utf8Of(
    path === "-" ? await buffer(standardInput()) : await readFile(path),
    path === "-" ? "standard input" : path,
  );
  return exact ? text : text.replace(/^\ufeff/, "");
}

/** The text of a release's file; what is another file of ours is refused by the command that reads it. */
export async function readRelease(path, options) {
  const text = await readText(path, options);
  const other = whatElse(text);
  if (other) throw new PrivadaptError("bad-release", `${path} ${other}`);
  return text;
}

/** Bytes of UTF-8 as a text; nothing is lost or left out. `what` they are is for the error. */
export function utf8Of(bytes, what) {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    throw new PrivadaptError("bad-encoding", `${what} is not a text in UTF-8`, { cause });
  }
}

/** The result of stat, after checking that the file can be opened: openAsBlob itself reports neither failure well. */
async function readable(path) {
  try {
    const info = await stat(path);
    if (info.isFile()) await (await open(path)).close();
    return info;
  } catch (error) {
    const reasons = { ENOENT: "there is no such file", EACCES: "reading it is not permitted" };
    throw new PrivadaptError("no-file", `${path} cannot be read: ${reasons[error.code] ?? error.message}`, {
      cause: error,
    });
  }
}
