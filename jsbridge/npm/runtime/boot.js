// Starts Go programs: the engine, the lab, the vault's form.
import "../dist/wasm_exec.js";

/**
 * Runs a program of this package in this thread. `wasm` is its module or bytes, `role` is its role, `bridge` its end of
 * the messages. `died` is called once, when the program has ended for whatever reason. Resolves when it runs or has
 * ended, with a function that ends it.
 */
export async function boot(wasm, role, bridge, died) {
  let dead = false;
  const go = new globalThis.Go();
  const end = (error) => {
    if (dead) return;
    dead = true;
    // The text remains in this thread's console, because a panic message may depend on private values.
    if (error) console.error(error);
    stopTimers(go);
    died();
  };
  // Every entry into Go except the first passes through _resume. Otherwise a trap there would be an uncaught error.
  const resume = go._resume;
  go._resume = () => {
    try {
      if (!dead && !go.exited) resume.call(go);
    } catch (error) {
      end(error);
    }
  };
  try {
    go.argv = ["privadapt", role];
    go.exit = () => {};
    fatalErrorsToStandardError();
    const instance = await instantiate(wasm, go.importObject);
    // Go picks up its bridge synchronously at its start, so several programs can share a thread and the page's own
    // variable of this name comes back untouched.
    const before = globalThis.privadapt;
    globalThis.privadapt = bridge;
    go.run(instance).then(() => end(), end);
    if (before === undefined) delete globalThis.privadapt;
    else globalThis.privadapt = before;
  } catch (error) {
    end(error);
  }
  return () => end();
}

/** A timer of Go's that fired after Go's end would be an uncaught error and, with boot's _resume, an endless loop. */
function stopTimers(go) {
  for (const timer of go._scheduledTimeouts.values()) clearTimeout(timer);
  go._scheduledTimeouts.clear();
}

/**
 * Starts Go's module and, on its memory, the module of its SIMD loops, which is stored in a section. Go starts first,
 * so its imports are functions that call the loops later. Without that section, or without SIMD, Go is informed and
 * runs its own loops.
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

/** Sends Go's final messages to console.error: the stub for fs in wasm_exec.js would mix them into the output. */
function fatalErrorsToStandardError() {
  if (globalThis.fs.constants.O_WRONLY !== -1) return; // a real file system, not the stub
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
