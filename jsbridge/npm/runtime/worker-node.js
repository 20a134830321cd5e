// The whole program of a thread in Node.
import { parentPort } from "node:worker_threads";
import { serve } from "./serve.js";

const receive = serve((message, transfer) => parentPort.postMessage(message, transfer ?? []));
parentPort.on("message", receive);
