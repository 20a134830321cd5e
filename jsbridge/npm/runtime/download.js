import { PrivadaptError, cancelled } from "../errors.js";

/** A download without data for this long counts as interrupted. */
const STALL_MILLISECONDS = 30_000;

/** No page and no engine holds more bytes of one file. */
const MOST_BYTES = 2 ** 31 - 1;
const REDIRECTS = [301, 302, 303, 307, 308];

/**
 * Downloads a whole file as a Blob, or fails. `request` has settings of fetch; `check(response)` may throw before the
 * content is read. Of more than `most` bytes it reads no further, whatever length the server states. `onProgress(done,
 * total)` gets bytes; total is undefined if the server does not state it. Fails with "unreachable", "http-status" (the
 * error then has a `status`), "redirected", "interrupted", "too-large" or "cancelled", or with a PrivadaptError of
 * `fetch`, which may be another than the platform's.
 */
export async function download(
  address,
  /** @type {Record<string, any>} */ {
    request,
    signal,
    check,
    onProgress = () => {},
    most = MOST_BYTES,
    stallMilliseconds = STALL_MILLISECONDS,
    fetch = globalThis.fetch,
  } = {},
) {
  const attempt = new AbortController();
  const abort = () => attempt.abort();
  if (signal?.aborted) throw cancelled();
  signal?.addEventListener("abort", abort);
  const stall = stopwatch(stallMilliseconds, abort);
  try {
    const response = await respond(fetch, address, { ...request, signal: attempt.signal });
    check?.(response);
    return await readBody(response, address, { onProgress, most, onBytes: stall.restart });
  } catch (error) {
    attempt.abort(); // after any failure this connection must end
    throw signal?.aborted ? cancelled() : error;
  } finally {
    stall.stop();
    signal?.removeEventListener("abort", abort);
  }
}

async function respond(fetch, address, request) {
  let response;
  try {
    response = await fetch(address, request);
  } catch (cause) {
    if (cause instanceof PrivadaptError) throw cause;
    throw new PrivadaptError(
      "unreachable",
      `${address} could not be reached: the server does not answer, or does not let other sites read the file (CORS)`,
      { cause },
    );
  }
  if (response.ok) return response;
  // Browsers do not say where a redirect leads that they were told not to follow.
  if (response.type === "opaqueredirect" || REDIRECTS.includes(response.status)) {
    throw new PrivadaptError(
      "redirected",
      `${address} leads on to another address, which is not followed; name the address of the file itself`,
    );
  }
  const { status, statusText } = response;
  const error = new PrivadaptError(
    "http-status",
    `${address} answered with HTTP status ${status} ${statusText}`.trimEnd(),
  );
  throw Object.assign(error, { status });
}

async function readBody(response, address, { onProgress, most, onBytes }) {
  // The length counts bytes on the wire: with a content encoding it differs from the number of bytes that arrive here.
  const declared = response.headers.get("content-encoding") ? null : response.headers.get("content-length");
  const total = declared === null ? undefined : Number(declared);
  const interrupted = (done, cause) =>
    new PrivadaptError(
      "interrupted",
      `the download of ${address} stopped after ${done} ${total ? `of ${total} ` : ""}bytes; try again`,
      { cause },
    );

  const tooLarge = () =>
    new PrivadaptError("too-large", `${address} has more than the ${megabytes(most)} MB that are read of such a file`);
  if (total > most) throw tooLarge();

  const chunks = [];
  let done = 0;
  onProgress(done, total);
  const reader = response.body.getReader();
  while (true) {
    const next = await reader.read().catch((cause) => {
      throw interrupted(done, cause);
    });
    if (next.done) break;
    onBytes();
    chunks.push(next.value);
    done += next.value.length;
    if (done > most) throw tooLarge();
    onProgress(done, total);
  }
  if (total !== undefined && done !== total) throw interrupted(done);
  return new Blob(chunks);
}

const megabytes = (bytes) => Math.ceil(bytes / 2 ** 20);

function stopwatch(milliseconds, ring) {
  let timer = setTimeout(ring, milliseconds);
  const stop = () => clearTimeout(timer);
  const restart = () => {
    stop();
    timer = setTimeout(ring, milliseconds);
  };
  return { restart, stop };
}
