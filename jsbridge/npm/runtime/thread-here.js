import { DECODER_SCRIPTS } from "../decoders.gen.js";
import { packForThisThread, serveDecodedFromHere } from "../reading/pack.js";
import { startEngineWorker } from "./engine-worker.js";
import { serve } from "./serve.js";

const serveDecoded = serveDecodedFromHere(DECODER_SCRIPTS);

/** Runs the engine in the calling thread, in a browser or in Node: for pages that allow no worker, and for tests. */
export function startInThisThread(code, handlers) {
  const pack = (file, options) => packForThisThread(file, { serveDecoded, ...options });
  return startEngineWorker(startThread, { code, pack, ...handlers });
}

function startThread(
  _name,
  /** @type {{onMessage?: (message: any) => void, onDeath: (cause?: unknown) => void}} */ {
    onMessage = () => {},
    onDeath,
  },
) {
  let ended = false;
  const receive = serve((message) => {
    if (ended) return;
    if (message.type === "exited") onDeath();
    else onMessage(message);
  });
  return {
    post(message) {
      // Cloned as for a worker: values that cannot be cloned are refused in the same way, and a getter that throws does
      // so in this function and not inside Go, which such an exception would end.
      const { data, packed, files, counted, ...plain } = message;
      const sent = structuredClone(plain);
      for (const [name, item] of Object.entries({ data, packed, files, counted }))
        if (item !== undefined) sent[name] = item;
      receive(sent);
    },
    hold() {},
    // Go's timers would keep a program alive for minutes. Without them, listeners and references, the garbage collector
    // removes the instance.
    end() {
      ended = true;
      receive({ type: "stop" });
    },
  };
}
