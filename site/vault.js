// The vault's bootstrap. The build puts this file, wasm_exec.js and one call of startVault into the only script of
// vault.html and pins that script by its hash, in the vault's policy and in the page's. Nothing else can run in there.
"use strict";

// First of all: WebRTC is the one way out that content security policies do not govern in today's browsers.
for (const name of Object.getOwnPropertyNames(globalThis)) {
  if (/^(webkit|moz)?RTC/.test(name)) {
    Object.defineProperty(globalThis, name, { value: undefined, configurable: false, writable: false });
  }
}

/**
 * Waits for the page's start message and runs the form.
 * workerSource: wasm_exec.js and the solver's worker as one classic script.
 * engineSHA256: the digest, in hex, of the only engine that may run here.
 */
function startVault(workerSource, engineSHA256) {
  addEventListener("message", function start(event) {
    const fromPage = window.parent !== window && event.source === window.parent;
    if (!fromPage || event.data?.type !== "start" || event.ports.length !== 1) return;
    removeEventListener("message", start); // exactly one port, for good
    const port = event.ports[0];
    begin(event.data, port).catch((error) => {
      console.error(error);
      die(port, "crashed", "The vault could not start. Nothing was read. Load the sample again on the page.");
    });
  });

  async function begin({ wasm, sample, samplePrivate, limits }, port) {
    if (hex(await crypto.subtle.digest("SHA-256", wasm)) !== engineSHA256) {
      die(port, "wrong-engine", "The program handed to the vault is not the one it was built for. It was not started. Reload the page.");
      return;
    }
    const module = await WebAssembly.compile(wasm);
    const bridge = {
      post: (message) => port.postMessage(message),
      sample,
      samplePrivate,
      limits,
      startSolver: (onMessage) => startSolver(module, onMessage),
    };
    port.onmessage = (event) => bridge.receive?.(event.data);

    const go = new Go();
    go.argv = ["privadapt", "vault"];
    go.exit = () => {};
    const ended = (error) => {
      if (error) console.error(error);
      die(port, "crashed", "Something went wrong inside the vault and it has closed. Load the sample again on the page.");
    };
    // A trap inside a callback would otherwise end as an uncaught error and leave a dead form.
    const resume = go._resume;
    go._resume = () => {
      try {
        if (!go.exited) resume.call(go);
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

  /** A fresh engine in a worker made from one blob: it inherits this document's policy. */
  function startSolver(module, onMessage) {
    const url = URL.createObjectURL(new Blob([workerSource], { type: "text/javascript" }));
    const worker = new Worker(url, { name: "privadapt solver" });
    worker.onmessage = (event) => {
      URL.revokeObjectURL(url);
      onMessage(event.data);
    };
    worker.onmessageerror = worker.onerror = (event) => {
      event.preventDefault();
      onMessage({ type: "exited" });
    };
    worker.postMessage({ type: "boot", wasm: module, wasmSHA256: engineSHA256 });
    return {
      post: (message, transfer) => worker.postMessage(message, transfer ?? []),
      terminate: () => worker.terminate(),
    };
  }

  /** Says so where the form was, and tells the page a code. */
  function die(port, code, text) {
    const alert = document.createElement("p");
    alert.className = "alert";
    alert.setAttribute("role", "alert");
    document.body.replaceChildren(alert);
    alert.textContent = text;
    port.postMessage({ type: "failed", code });
  }

  function hex(buffer) {
    return Array.from(new Uint8Array(buffer), (byte) => byte.toString(16).padStart(2, "0")).join("");
  }
}
