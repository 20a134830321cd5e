// Runs the Go engine in this thread and carries messages between it and the host.
//
// One text for three places. As a classic script (a Web Worker made from one blob: wasm_exec.js, input.js, then this file) it
// serves the worker's own messages. Imported as a module (Node's worker thread, or the calling thread) it only leaves
// `privadaptServe` and `privadaptInstantiate` on globalThis for its importer. A classic script has `this`, a module has not.
// It asks nothing of the network; the first message brings the code: {type: "boot", wasm, wasmSHA256?, role?, cores?, port?}.
((workerScope) => {
  "use strict";

  /** Returns the receiver of the host's messages; `post(message, transfer)` gets what Go answers. */
  function serve(post) {
    let started;
    return async (message) => {
      if (message.type === "boot") {
        started = start(message, post);
        return;
      }
      const bridge = await started;
      // Go that has died during its start has set no receiver; the host has been told by "exited".
      bridge?.receive?.(message);
    };
  }

  async function start({ wasm, wasmSHA256, role = "solver", cores, port }, post) {
    let dead = false;
    const go = new Go();
    const died = (error) => {
      if (dead) return;
      dead = true;
      // The text stays in this thread's console: a panic message may depend on private values.
      if (error) console.error(error);
      for (const timer of go._scheduledTimeouts.values()) clearTimeout(timer);
      go._scheduledTimeouts.clear();
      post({ type: "exited" });
    };
    try {
      go.argv = ["privadapt", role];
      go.exit = () => {};
      guardResume(go, died);
      fatalErrorsToStandardError();
      const instance = await instantiate(wasm, go.importObject);
      const bridge = { post, wasmSHA256, cores, port, open: globalThis.privadaptOpen, turn: turns() };
      // Go picks up its bridge synchronously at its start, so several engines can share a thread and the page's own
      // variable of this name comes back untouched.
      const before = globalThis.privadapt;
      globalThis.privadapt = bridge;
      go.run(instance).then(() => died(), died);
      if (before === undefined) delete globalThis.privadapt;
      else globalThis.privadapt = before;
      return bridge;
    } catch (error) {
      died(error);
    }
  }

  /**
   * Returns a function whose promise settles after the event loop has had a turn: what came meanwhile has been received. A
   * timer would do it, too, but browsers make whoever uses many of them wait 4 ms for each.
   */
  function turns() {
    if (typeof setImmediate === "function") return () => new Promise(setImmediate);
    const waiting = [];
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => waiting.shift()();
    return () =>
      new Promise((resolve) => {
        waiting.push(resolve);
        port2.postMessage(null);
      });
  }

  /**
   * Starts Go's module and, on its memory, the one of its SIMD loops, which it carries in a section. Go comes first, so what
   * it imports calls on. Where there is no such section, or an engine has no SIMD, Go is told so and runs loops of its own.
   */
  async function instantiate(wasm, imports) {
    const module = wasm instanceof WebAssembly.Module ? wasm : await WebAssembly.compile(wasm);
    const [bytes] = WebAssembly.Module.customSections(module, "privadapt.kernel");
    const usable = bytes !== undefined && WebAssembly.validate(bytes);
    let loops;
    imports.kernel = { available: () => Number(usable) };
    for (const { module: from, name } of WebAssembly.Module.imports(module)) {
      if (from === "kernel") imports.kernel[name] ??= (...values) => loops[name](...values);
    }
    const instance = await WebAssembly.instantiate(module, imports);
    if (usable) loops = (await WebAssembly.instantiate(bytes, { go: instance.exports })).instance.exports;
    return instance;
  }

  /** Every entry into Go but the first passes through _resume; a trap there would else end as an uncaught error. */
  function guardResume(go, died) {
    const resume = go._resume;
    go._resume = () => {
      try {
        if (!go.exited) resume.call(go);
      } catch (error) {
        died(error);
      }
    };
  }

  /** Go's last words go to console.error: the stand-in for fs in wasm_exec.js would mix them into the output. */
  function fatalErrorsToStandardError() {
    if (globalThis.fs.constants.O_WRONLY !== -1) return; // a real file system, not the stand-in
    const decoder = new TextDecoder();
    let text = "";
    globalThis.fs.writeSync = (_descriptor, bytes) => {
      text += decoder.decode(bytes, { stream: true });
      const end = text.lastIndexOf("\n");
      if (end >= 0) console.error(text.slice(0, end));
      text = text.slice(end + 1);
      return bytes.length;
    };
  }

  if (workerScope) {
    const receive = serve((message, transfer) => workerScope.postMessage(message, transfer ?? []));
    workerScope.onmessage = (event) => receive(event.data);
  } else {
    globalThis.privadaptServe = serve;
    globalThis.privadaptInstantiate = instantiate; // for the lab's command line, which needs no messages
  }
})(this);
