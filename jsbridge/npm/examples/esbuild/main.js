import { load } from "privadapt";
// esbuild leaves `new URL(…, import.meta.url)` alone, so the engine is an asset by name: --loader:.xz=file
import engineFile from "privadapt/engine.wasm.xz";

const wasmURL = new URL(engineFile, import.meta.url);

document.getElementById("file").onchange = async ({ target: { files } }) => {
  // Two engines side by side, one of them in this thread.
  const engines = await Promise.all([load({ wasmURL }), load({ wasmURL, worker: false })]);
  const checks = [];
  let release;
  for (const engine of engines) {
    const source = await engine.loadSource("sample.csv", { label: "y" });
    const target = await engine.loadTarget(files[0]);
    release = await engine.adapt({ source, target, epsilon: 0.5, delta: 1e-6 });
    checks.push(await engine.verify(release));
    await engine.dispose();
  }
  const ok = checks.every((check) => check.ok);
  document.getElementById("result").textContent = JSON.stringify({ ok, epsilon: checks[0].epsilon, release });
};
