// What the tests of all folders need.
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The SHA-256 of data, as hexadecimal digits unless another encoding is asked for. */
export const digestOf = (data, /** @type {"hex" | "base64"} */ encoding = "hex") =>
  createHash("sha256").update(data).digest(encoding);

/** The words of a text, such as a command line. */
export const words = (text) => text.trim().split(/\s+/);

// In memory where there is such a place: many small charges would wait for a busy disk, one fsync after the other.
export const quickPlace = existsSync("/dev/shm") ? "/dev/shm" : tmpdir();

/** A folder for one test, removed after it; `quick` where its files need not survive a power failure. */
export async function folderFor(t, { quick = false } = {}) {
  const folder = await mkdtemp(join(quick ? quickPlace : tmpdir(), "privadapt-test-"));
  t.after(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

/**
 * A server that answers requests by `answer(request, response)`. `at` is its address, without a slash at its end;
 * `connections()` counts, whatever came by them; `close()` ends it with all that is open.
 */
export async function serverOf(answer) {
  const server = createServer(answer);
  let connections = 0;
  server.on("connection", () => connections++);
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  return {
    at: `http://127.0.0.1:${port}`,
    connections: () => connections,
    close: () => new Promise((resolve) => server.close(resolve) && server.closeAllConnections()),
  };
}
