// The engine's thread under Node: Go's support code and the shared bootstrap, joined to the parent's port.
import { parentPort } from "node:worker_threads";

await import("./dist/wasm_exec.js");
await import("./input.js");
await import("./worker.js");

const receive = globalThis.privadaptServe((message, transfer) => parentPort.postMessage(message, transfer ?? []));
parentPort.on("message", receive);
