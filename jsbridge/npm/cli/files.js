import { createReadStream, openAsBlob } from "node:fs";
import { open, readFile, stat } from "node:fs/promises";
import { Readable } from "node:stream";
import { PrivadaptError } from "../errors.js";

/** A file as a Blob that is read piece by piece, however large; a pipe, which can be read once, as a stream. */
export async function openData(path) {
  const info = await readable(path);
  if (info.isDirectory()) throw new PrivadaptError("no-file", `${path} is a folder, a file is needed`);
  return info.isFile() ? openAsBlob(path) : Readable.toWeb(createReadStream(path));
}

export async function readText(path) {
  await readable(path);
  return readFile(path, "utf8");
}

/** What stat says, once it is sure that the file can be opened: openAsBlob itself reports neither reason well. */
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
