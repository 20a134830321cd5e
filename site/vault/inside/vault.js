// The vault's bootstrap. The build puts lockdown.js, pool.js, this file, wasm_exec.js and one call of startVault into the only
// script of vault.html and pins that script by its hash, in the vault's policy and in the page's. Nothing else can run in
// there.

/**
 * Waits for the page's start message and runs the form.
 * workerSource: lockdown.js, wasm_exec.js and the solver's worker as one classic script.
 * pinned: file name → SHA-256 in hex, of all that may be handed in to be run here.
 * lockdown: the text of lockdown.js.
 * texts: vaultTexts.
 */
function startVault(workerSource, pinned, lockdown, texts) {
  // Where the browser knows Trusted Types, no text becomes markup or the address of a script, but for this one address. The
  // policy's name can be taken once only.
  const trusted = globalThis.trustedTypes?.createPolicy("privadapt-worker", { createScriptURL: (url) => url });

  const { pools, coresFor } = globalThis.privadaptPools;

  addEventListener("message", function start(event) {
    const fromPage = window.parent !== window && event.source === window.parent;
    if (!fromPage || event.data?.type !== "start" || event.ports.length !== 1) return;
    removeEventListener("message", start); // exactly one port, for good
    const port = event.ports[0];
    begin(event.data, port).catch((error) => {
      console.error(error);
      die(port, "crashed", texts.notStarted);
    });
  });

  async function begin({ parts, sample, samplePrivate, limits }, port) {
    if (!(await isPinned("engine.wasm", parts["engine.wasm"]))) {
      die(port, "wrong-engine", texts.wrongEngine);
      return;
    }
    const module = await WebAssembly.compile(parts["engine.wasm"]);
    let takeParquet;
    const parquet = new Promise((resolve) => (takeParquet = resolve));
    const bridge = {
      post: (message) => port.postMessage(message),
      sample,
      samplePrivate,
      limits,
      startSolver: (onMessage) => startSolver(module, onMessage),
      unpack: async (files, onDeath) => unpack(await parquet, files, onDeath),
    };
    port.onmessage = async ({ data }) => {
      if (data?.type !== "part") bridge.receive?.(data);
      else if (data.name === "parquet.js") takeParquet(data.bytes && (await isPinned(data.name, data.bytes)) ? data.bytes : undefined);
    };

    const go = new Go();
    go.argv = ["privadapt", "vault"];
    go.exit = () => {};
    let dead = false;
    const ended = (error) => {
      if (dead) return;
      dead = true;
      if (error) console.error(error);
      // wasm_exec.js calls Go until it has taken note of a timer that fired, which would be for ever now.
      for (const timer of go._scheduledTimeouts.values()) clearTimeout(timer);
      go._scheduledTimeouts.clear();
      // While exact numbers of the private file are in the form, they may be the cause: then the page is not told.
      die(bridge.showsPrivate ? undefined : port, "crashed", texts.closed);
    };
    // A trap inside a callback would otherwise end as an uncaught error and leave a dead form.
    const resume = go._resume;
    go._resume = () => {
      try {
        if (!dead && !go.exited) resume.call(go);
      } catch (error) {
        ended(error);
      }
    };
    go.importObject.kernel = loopsOfNoUse(module);
    const instance = await WebAssembly.instantiate(module, go.importObject);
    globalThis.privadapt = bridge; // Go picks it up synchronously at its start
    go.run(instance).then(() => ended(), ended);
    delete globalThis.privadapt;
  }

  /** The form computes nothing: what the program would import of SIMD says that there is none (see worker.js). */
  function loopsOfNoUse(module) {
    const names = WebAssembly.Module.imports(module).filter((entry) => entry.module === "kernel").map((entry) => entry.name);
    return Object.fromEntries(names.map((name) => [name, () => 0]));
  }

  /** A fresh engine in a worker, with the pools of workers that it asks for. */
  function startSolver(module, onMessage) {
    const died = () => onMessage({ type: "exited" });
    const startShard = (boot, transfer, died) => {
      const worker = startWorker("privadapt shard", { died, onMessage: ({ type }) => type === "exited" && died() });
      worker.postMessage({ type: "boot", wasm: module, ...boot }, transfer);
      return { end: () => worker.terminate() };
    };
    const shards = pools(startShard, { post: (message, transfer) => worker.postMessage(message, transfer), died });
    const worker = startWorker("privadapt solver", { died, onMessage: (message) => shards.receive(message) || onMessage(message) });
    worker.postMessage({ type: "boot", wasm: module, wasmSHA256: pinned["engine.wasm"], cores: coresFor(navigator.hardwareConcurrency) });
    return {
      post: (message) => worker.postMessage(message, portsIn(message)),
      terminate() {
        shards.end();
        worker.terminate();
      },
    };
  }

  /** A worker made from one blob: it inherits this document's policy, and begins with lockdown.js. */
  function startWorker(name, { onMessage, died }) {
    const url = URL.createObjectURL(new Blob([workerSource], { type: "text/javascript" }));
    const worker = new Worker(trusted?.createScriptURL(url) ?? url, { name });
    worker.onmessage = (event) => {
      URL.revokeObjectURL(url);
      onMessage(event.data);
    };
    worker.onmessageerror = worker.onerror = (event) => {
      event.preventDefault();
      died();
    };
    return worker;
  }

  const portsIn = ({ data, files = [] }) => [data, ...files].map((file) => file?.port).filter(Boolean);

  /**
   * Has Parquet files among these decoded, in a worker of their own under the same policy: only there are they opened.
   * Resolves with {files, end}: what to give the solver instead, and what ends the worker. Rejects without the decoder.
   */
  function unpack(code, files, onDeath) {
    if (!code) throw new Error("there is no decoder for Parquet files");
    const serve = "\nonmessage = ({ data }) => privadaptServeFile(data);";
    const url = URL.createObjectURL(new Blob([lockdown, "\n", code, serve], { type: "text/javascript" }));
    const worker = new Worker(trusted?.createScriptURL(url) ?? url, { name: "privadapt Parquet" });
    worker.onmessageerror = worker.onerror = (event) => {
      event.preventDefault();
      onDeath();
    };
    const end = () => {
      worker.terminate();
      URL.revokeObjectURL(url);
    };
    const served = files.map((file) => {
      const { port1, port2 } = new MessageChannel();
      worker.postMessage({ file, port: port1 }, [port1]);
      return { size: file.size, port: port2 };
    });
    return { files: served, end };
  }

  /** Says so where the form was, and tells the page a code, if there is a port to tell it. */
  function die(port, code, text) {
    const alert = document.createElement("p");
    alert.className = "alert";
    alert.setAttribute("role", "alert");
    document.body.replaceChildren(alert);
    alert.textContent = text;
    port?.postMessage({ type: "failed", code });
  }

  /** Whether the bytes are those that this vault was built with. */
  async function isPinned(name, bytes) {
    const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
    return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("") === pinned[name];
  }
}
