import { PrivadaptError } from "../errors.js";
import { formatOfFile, wholeOf } from "../handles.js";
import { fetchSource } from "./fetch-source.js";
import { isAddress, isSeveral, namesOf, publicData } from "./given.js";

/**
 * Fetches or opens the files of a public sample. Resolves with what the engine's loadSource takes: {parts} of several
 * samples, with a name and a hash each, or {data, packed} of one; `packed` is set where a decoder has to read the file.
 */
export async function sampleFiles(given, integrity, host) {
  if (!isSeveral(given)) return opened(given, host);
  const hashes = hashesOf(integrity, given.length);
  const names = namesOf(given);
  const parts = [];
  for (const [k, one] of given.entries())
    parts.push({ ...(await opened(one, host)), name: names[k], integrity: hashes[k] });
  return { parts };
}

async function opened(given, { openPath, baseURL, fetch, signal, onProgress }) {
  const bytes = isAddress(given, openPath)
    ? await fetchSource(given, { base: baseURL(), fetch, signal, onProgress })
    : await publicData(given, openPath);
  const data = bytes instanceof ReadableStream ? await wholeOf(bytes) : bytes;
  return { data, packed: (await formatOfFile(data)) ? data : undefined };
}

/** The hashes of several samples, one each, in their order. */
function hashesOf(integrity, count) {
  if (integrity === undefined) return [];
  if (
    !Array.isArray(integrity) ||
    integrity.length !== count ||
    integrity.some((hash) => hash !== undefined && typeof hash !== "string")
  )
    throw new PrivadaptError(
      "bad-option",
      `the option "integrity" must be a list of ${count} hashes, one for each public sample`,
    );
  return integrity;
}
