// The vault's bootstrap. The build puts lockdown.js, this file, wasm_exec.js and one call of startVault into the only
// script of vault.html and pins that script by its hash, in the vault's policy and in the page's. Nothing else can run in
// there.

/**
 * Waits for the page's start message and runs the form.
 * workerSource: lockdown.js, wasm_exec.js and the solver's worker as one classic script.
 * pinned: file name → SHA-256 in hex, of all that may be handed in to be run here.
 */
function startVault(workerSource, pinned) {
  // Where the browser knows Trusted Types, no text becomes markup or the address of a script, but for this one address. The
  // policy's name can be taken once only.
  const trusted = globalThis.trustedTypes?.createPolicy("privadapt-worker", { createScriptURL: (url) => url });

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

  async function begin({ parts, sample, samplePrivate, limits }, port) {
    for (const name of Object.keys(pinned)) {
      if (await isPinned(name, parts[name])) continue;
      die(port, "wrong-engine", "The program handed to the vault is not the one it was built for. It was not started. Reload the page.");
      return;
    }
    const module = await WebAssembly.compile(parts["engine.wasm"]);
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
    const instance = await WebAssembly.instantiate(module, go.importObject);
    globalThis.privadapt = bridge; // Go picks it up synchronously at its start
    go.run(instance).then(() => ended(), ended);
    delete globalThis.privadapt;
  }

  /** A fresh engine in a worker made from one blob: it inherits this document's policy. */
  function startSolver(module, onMessage) {
    const url = URL.createObjectURL(new Blob([workerSource], { type: "text/javascript" }));
    const worker = new Worker(trusted?.createScriptURL(url) ?? url, { name: "privadapt solver" });
    worker.onmessage = (event) => {
      URL.revokeObjectURL(url);
      onMessage(event.data);
    };
    worker.onmessageerror = worker.onerror = (event) => {
      event.preventDefault();
      onMessage({ type: "exited" });
    };
    worker.postMessage({ type: "boot", wasm: module, wasmSHA256: pinned["engine.wasm"] });
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

  /** Whether the bytes are those that this vault was built with. */
  async function isPinned(name, bytes) {
    const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
    return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("") === pinned[name];
  }
}
