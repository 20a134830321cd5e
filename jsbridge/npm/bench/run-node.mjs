// The engine's bench program (wasm/bench) in this Node process, with the kernel or without.
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { host } from "../host-node.js";
import { Connection } from "../runtime/client.js";

/** Resolves with a function measure(request). */
export async function engineInNode(file) {
  const engineSHA256 = createHash("sha256")
    .update(await readFile(file))
    .digest("hex");
  const connection = await Connection.open(host({ worker: false, wasmURL: file, engineSHA256 }), { onClose() {} });
  return (request) => connection.call("measure", { options: request });
}
