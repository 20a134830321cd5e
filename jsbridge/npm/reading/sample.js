import { PrivadaptError } from "../errors.js";
import { wholeOf } from "../handles.js";
import { formatOfFile } from "./feed.js";
import { fetchPublic, fetchSource } from "./fetch-source.js";
import { bytesOf, isAddress, publicData, publicPath } from "./given.js";
import { LIMITS } from "../terms/link.gen.js";

/**
 * Fetches or opens a public sample. Resolves with what the engine's loadSource takes: {data, packed}, where `packed` is set
 * where a decoder has to read the file.
 */
export async function sampleFile(given, { openPath, baseURL, fetch, signal, onProgress }) {
  const bytes = isAddress(given, openPath)
    ? await fetchSource(given, { base: baseURL(), fetch, signal, onProgress })
    : await publicData(given, openPath);
  const data = bytes instanceof ReadableStream ? await wholeOf(bytes) : bytes;
  return { data, packed: (await formatOfFile(data)) ? data : undefined };
}

// An analyst's own model, which comes with a public sample or is needed beside a release.
/**
 * Resolves with {baseFile, baseURL}: its bytes, and its address if it was fetched. Of no file it is an empty object.
 */
export async function baseFileOf(data, { openPath, baseURL, fetch, signal, onProgress }) {
  if (data === undefined) return {};
  const fetched = isAddress(data, openPath);
  let file;
  if (fetched)
    file = await fetchPublic(data, {
      base: baseURL(),
      what: "model's file",
      kind: "JSON file",
      most: LIMITS.modelFile,
      fetch,
      signal,
      onProgress,
    }).catch(refuseLarge);
  else file = (await publicPath(data, openPath)) ?? bytesOf("baseFile", data, "an address");
  if (file instanceof ReadableStream) file = await wholeOf(file);
  if ((file.size ?? file.length) > LIMITS.modelFile) refuseLarge({ code: "too-large" });
  const baseFile = file instanceof Uint8Array ? new Uint8Array(file) : new Uint8Array(await file.arrayBuffer());
  const address = fetched ? new URL(data, baseURL()) : undefined;
  return { baseFile, baseURL: address?.protocol.startsWith("http") ? address.href : undefined };
}

function refuseLarge(error) {
  if (error.code !== "too-large") throw error;
  const most = LIMITS.modelFile >> 20;
  throw new PrivadaptError("bad-base-file", `the model's file has more than ${most} MB; train fewer or smaller trees`);
}
