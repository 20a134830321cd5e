// An analyst's own model, which comes with a public sample or is needed beside a release.
import { PrivadaptError } from "../errors.js";
import { wholeOf } from "../handles.js";
import { fetchPublic } from "./fetch-source.js";
import { LIMITS } from "../terms/link.js";
import { bytesOf, isAddress, publicPath } from "./given.js";

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
      most: LIMITS.baseFile,
      fetch,
      signal,
      onProgress,
    }).catch(refuseLarge);
  else file = (await publicPath(data, openPath)) ?? bytesOf("baseFile", data, "an address");
  if (file instanceof ReadableStream) file = await wholeOf(file);
  if ((file.size ?? file.length) > LIMITS.baseFile) refuseLarge({ code: "too-large" });
  const baseFile = file instanceof Uint8Array ? new Uint8Array(file) : new Uint8Array(await file.arrayBuffer());
  const address = fetched ? new URL(data, baseURL()) : undefined;
  return { baseFile, baseURL: address?.protocol.startsWith("http") ? address.href : undefined };
}

function refuseLarge(error) {
  if (error.code !== "too-large") throw error;
  const most = LIMITS.baseFile >> 20;
  throw new PrivadaptError("bad-base-file", `the model's file has more than ${most} MB; train fewer or smaller trees`);
}
