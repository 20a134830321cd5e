// Converts the data that a caller passes to the forms that the engine reads: Blobs, bytes and streams.
import { PrivadaptError } from "../errors.js";
import { privateStream } from "./column-stream.js";
import { blobOf } from "./feed.js";
import { publicFile, tableOf } from "./tables.js";

const KINDS =
  "a Blob, a File, a Uint8Array, an ArrayBuffer, an unread stream, in Node a path, an array of rows, an object of columns or an Arrow table";

/**
 * The text of a file, given in place of the file. No message repeats it, as it would repeat the path that it is taken
 * for: it may be private.
 */
const isContent = (data) => typeof data === "string" && /[\r\n]/.test(data);

/** What to do with such a text. */
const adviceOn = (data) => (isContent(data) ? "; this is a text: make a Blob of it, new Blob([text])" : "");

/** A file, its bytes or their stream; undefined for anything else. */
/** @returns {any} */
function fileOf(data) {
  if (data instanceof Blob || data instanceof Uint8Array) return data;
  if (data instanceof ReadableStream) return data;
  if (data instanceof ArrayBuffer) return new Uint8Array(data);
  // A stream of Node's, or another that gives its bytes piece by piece.
  if (typeof data?.[Symbol.asyncIterator] === "function") return streamOf(data);
  return undefined;
}

function streamOf(iterable) {
  const encoder = new TextEncoder();
  const pieces = iterable[Symbol.asyncIterator]();
  return new ReadableStream(
    {
      async pull(controller) {
        const { value, done } = await pieces.next();
        if (done) controller.close();
        else controller.enqueue(typeof value === "string" ? encoder.encode(value) : value);
      },
      cancel: async () => void (await pieces.return?.()),
    },
    { highWaterMark: 0 },
  );
}

/** Data to be read at once: a Blob, its bytes or their stream; `other` is what the caller takes beside them. */
export function bytesOf(where, data, other) {
  const file = fileOf(data);
  if (file === undefined || file.locked)
    throw new PrivadaptError(
      "bad-option",
      `${where} needs the data as ${other}, a Blob, a File, a Uint8Array, an ArrayBuffer or an unread stream`,
    );
  return file;
}

/** Whether a public sample is to be fetched. In Node a text without a scheme is a path. */
export const isAddress = (data, openPath) =>
  (typeof data === "string" || data instanceof URL) && !isContent(data) && !(openPath && pathOf(data) !== undefined);

/** The Blob of a path, or undefined; `openPath(path)` resolves with it, and is undefined on hosts without paths. */
export async function publicPath(data, openPath) {
  const path = openPath && pathOf(data);
  return path === undefined ? undefined : openPath(path);
}

/** A public sample. */
export async function publicData(data, openPath) {
  const opened = await publicPath(data, openPath);
  if (opened !== undefined) return opened;
  const table = fileOf(data) === undefined && tableOf(data);
  if (table) return publicFile(table);
  const file = fileOf(data);
  if (file === undefined || file.locked)
    throw new PrivadaptError("bad-option", `loadSource needs an address, ${KINDS}${adviceOn(data)}`);
  return file;
}

/**
 * Resolves with a function that returns private data for one reading, {files, inColumns?}, for a sample with these
 * columns; `inColumns` says that the one file is a column stream. Blobs and tables can be read again, a stream cannot.
 * The first element alone decides whether an array is one of files, paths or rows, so in an array of rows no other row
 * can cause an error.
 */
export async function privateData(data, openPath) {
  const several = Array.isArray(data) && data.length > 0 && (isFile(data[0]) || typeof data[0] === "string");
  const files = await Promise.all(
    (several ? data : [data]).map((one, k) =>
      privateFile(one, openPath, several ? `private file ${k + 1}` : "the private file"),
    ),
  );
  if (files.every((file) => file instanceof Blob)) return () => ({ files });
  const [only] = files;
  if (files.length === 1 && only instanceof ReadableStream) return once(only);
  const table = !several && only === undefined ? tableOf(data) : undefined;
  if (table === undefined)
    throw new PrivadaptError("bad-option", `loadTarget needs ${KINDS}, or an array of files${adviceOn(data)}`);
  return (columns) => ({ files: [privateStream(table, columns)], inColumns: true });
}

/** The result of a query, its text or a file of it, as private data in place of a target. */
export function sumsOf(sums, target) {
  if (target !== undefined) throw new PrivadaptError("bad-option", "adapt takes a target or targetSums, not both");
  const file = bytesOf("targetSums", typeof sums === "string" ? new TextEncoder().encode(sums) : sums, "a text");
  return { contents: () => ({ files: [blobOf(file)] }) };
}

const isFile = (data) => data instanceof Blob || data instanceof Uint8Array || data instanceof ArrayBuffer;

async function privateFile(data, openPath, name) {
  const path = pathOf(data);
  if (path === undefined) return blobOf(fileOf(data));
  try {
    return await openPath?.(path);
  } catch {
    // Neither text nor cause is repeated: it may be no path, but a line of the file, or its rows as JSON.
    throw new PrivadaptError(
      "unreadable",
      `${name} cannot be opened: there is none at this path, or it must not be read. A text of rows is given as new Blob([text])`,
    );
  }
}

function once(stream) {
  let used = stream.locked;
  return () => {
    if (used)
      throw new PrivadaptError(
        "stream-used",
        "a stream can be read once; register the target as a Blob or a File to adapt again",
      );
    used = true;
    return { files: [stream] };
  };
}

/**
 * The private files for one reading and, where a column names the people, once more for the reading before it,
 * `counted`.
 */
export async function readingsOf(contents, columns, unit) {
  if (unit === undefined || unit === "") return { inColumns: false, ...contents(columns) };
  const named = [...columns.filter(({ name }) => name !== unit), { name: unit }];
  const { files, inColumns = false } = contents(named);
  if (inColumns) return { files, counted: contents(named).files, inColumns };
  const twice = await Promise.all(files.map((file) => (file instanceof ReadableStream ? kept(file) : file)));
  return { files: twice, counted: twice, inColumns };
}

/** What is kept in memory of a stream that has to be read twice. */
const MOST_KEPT = 256 * 2 ** 20;

/** The bytes of a private stream as a Blob; one that is longer than `most` is refused. */
export async function kept(stream, most = MOST_KEPT) {
  const pieces = [];
  let length = 0;
  const reader = stream.getReader();
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return new Blob(pieces);
      pieces.push(value.slice());
      if ((length += value.length) <= most) continue;
      reader.cancel().catch(() => {});
      throw new PrivadaptError(
        "bad-unit",
        `where a column names the people, the data are read twice; a stream is kept in memory up to ${most / 2 ** 20} MB, and this one is longer. Give it as a file`,
      );
    }
  } catch (error) {
    if (error instanceof PrivadaptError) throw error;
    throw new PrivadaptError("unreadable", "the stream could not be read to its end", { cause: error });
  }
}

/** A path: a file: URL, or a line without the scheme of an address. A drive letter is not a scheme. */
function pathOf(data) {
  if (data instanceof URL) return data.protocol === "file:" ? data : undefined;
  if (typeof data !== "string" || data === "" || isContent(data)) return undefined;
  return /^[a-z][a-z0-9+.-]+:/i.test(data) ? undefined : data;
}
