// The vault's program. The build puts lockdown.js, this module with all that it imports, and one call of startVault
// into the only script of vault.html and pins that script by its hash, in the vault's policy and in the page's. Nothing
// else can run inside the vault.
import { PrivadaptError } from "../../../jsbridge/npm/errors.js";
import { DECODERS } from "../../../jsbridge/npm/reading/formats.gen.js";
import { packForWorker } from "../../../jsbridge/npm/reading/pack.js";
import { boot } from "../../../jsbridge/npm/runtime/boot.js";
import { Connection } from "../../../jsbridge/npm/runtime/client.js";
import { startEngineWorker } from "../../../jsbridge/npm/runtime/engine-worker.js";
import { startDecoder, startThread } from "../../../jsbridge/npm/runtime/thread-browser.js";
import { sha256 } from "../../../jsbridge/npm/digest.js";
import { vaultTexts } from "./texts.js";

const wrongEngine = new Error("the engine is not the one that this vault was built with");

let texts = vaultTexts.en; // of the language in which the page opens the vault

function later() {
  let resolve = /** @type {any} */ (undefined);
  const promise = new Promise((settle) => (resolve = settle));
  return { promise, resolve };
}

/**
 * Waits for the page's start message, runs the form, and gives it what the page opens the vault with: one message
 * through the port, which may come much later.
 * workerSource: lockdown.js and the program of a thread (jsbridge/npm/runtime/worker.js) as one classic script.
 * pinned: file name → SHA-256 in hex, of all that may be handed in to be run here.
 * lockdown: the text of lockdown.js.
 */
export function startVault(workerSource, pinned, lockdown) {
  // Where the browser knows Trusted Types, no text becomes markup or the address of a script, except this one address.
  // The policy's name can be taken once only.
  const policy = globalThis.trustedTypes?.createPolicy("privadapt-worker", { createScriptURL: (url) => url });
  const trusted = (url) => policy?.createScriptURL(url) ?? url;

  addEventListener("message", function start(event) {
    const fromPage = window.parent !== window && event.source === window.parent;
    if (!fromPage || event.data?.type !== "start" || event.ports.length !== 1) return;
    removeEventListener("message", start); // exactly one port, for good
    texts = vaultTexts[event.data.language] ?? vaultTexts.en;
    const port = event.ports[0];
    begin(event.data, port).catch((error) => {
      console.error(error);
      if (error === wrongEngine) die(port, "wrong-engine", texts.wrongEngine);
      else die(port, "crashed", texts.notStarted);
    });
  });

  async function begin({ engine, language }, port) {
    const compiling = compiled(engine);
    const decoders = new Map(DECODERS.map((name) => [`${name}.js`, later()])); // they come after the rest
    const serveDecoded = (kind, ...served) => decode(decoders.get(`${kind}.js`).promise, ...served);
    const pack = (file, options) => packForWorker(file, { serveDecoded, ...options });
    const onClose = () => (first = undefined); // one that dies before it is asked for
    const openEngine = () =>
      Connection.open((handlers) => startEngineWorker(startWorker, { code: compiling, pack, ...handlers }), {
        onClose,
      });
    // The thread starts while the code is compiled, and the engine in it while the form does.
    let first = openEngine();
    first.catch(() => {}); // whoever asks for it is told
    const { wasm } = await compiling;
    const open = later();
    /** @type {Record<string, any>} */
    const bridge = {
      post: (message) => port.postMessage(message),
      language,
      opened: open.promise.then(async ({ sample, samplePrivate, limits }) => {
        // A frame that is shown has its size a moment later, and what is drawn before would move. It ends in any case.
        for (let left = 20; innerWidth === 0 && left > 0; left--) await new Promise((settle) => setTimeout(settle, 10));
        Object.assign(bridge, { sample, samplePrivate, limits });
      }),
      async openEngine(onClose) {
        const opening = first ?? openEngine();
        first = undefined;
        return Object.assign(await opening, { onClose });
      },
    };
    port.onmessage = async ({ data }) => {
      if (data?.type === "open")
        open.resolve(data); // once, for good
      else if (data?.type !== "part") bridge.receive?.(data);
      else
        decoders
          .get(data.name)
          ?.resolve(data.bytes && (await isPinned(data.name, data.bytes)) ? data.bytes : undefined);
    };
    let runs = false;
    await boot(wasm, "vault", bridge, () => {
      // While exact numbers of the private file are in the form, they may be the cause: then the page gets no message.
      die(bridge.showsPrivate ? undefined : port, "crashed", runs ? texts.closed : texts.notStarted);
    });
    runs = true;
  }

  /** Each worker is made from one blob: it inherits this document's policy, and begins with lockdown.js. */
  const startWorker = (name, options) => startThread(name, { parts: [workerSource], trusted, ...options });

  /**
   * The engine's code. Rejects with wrongEngine if it is another than this vault was built with: nothing of it runs
   * before its digest is right.
   */
  async function compiled(bytes) {
    const wasm = WebAssembly.compile(bytes);
    wasm.catch(() => {}); // of other bytes
    if (!(await isPinned("engine.wasm", bytes))) throw wrongEngine;
    return { wasm: await wasm, wasmSHA256: pinned["engine.wasm"] };
  }

  /**
   * Has a Parquet file or a workbook decoded, in a worker of its own under the same policy, by a promise of the program
   * for it; `served` and `fail` are as pack.js has them. It is read only there. Resolves with what ends the worker.
   */
  async function decode(loading, served, fail) {
    const program = await loading;
    if (!program) throw new PrivadaptError("no-decoder", "the program that reads such files was not loaded");
    const decoder = startDecoder([program], {
      before: [lockdown, "\n"],
      trusted,
      onDeath: () => fail(new PrivadaptError("decoder", "the decoder has stopped")),
      onMessage: ({ sheets }) =>
        fail(Object.assign(new PrivadaptError("which-sheet", "the owner is asked which sheet is meant"), { sheets })),
    });
    decoder.serve(served);
    return decoder.end;
  }

  /** Shows a text where the form was, and sends the page a code, if there is a port. */
  function die(port, code, text) {
    const alert = document.createElement("p");
    alert.className = "alert";
    alert.setAttribute("role", "alert");
    document.body.replaceChildren(alert);
    alert.textContent = text;
    port?.postMessage({ type: "failed", code });
  }

  /** Whether the bytes are those that this vault was built with. */
  const isPinned = async (name, bytes) => (await sha256(bytes)) === pinned[name];
}
