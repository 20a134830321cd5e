import { useEffect, useRef, useState } from "react";
import { load } from "privadapt";

export function App() {
  const [state, setState] = useState({ step: "waiting" });
  const controller = useRef(null);
  useEffect(() => () => controller.current?.abort(), []); // a component that goes away ends its run

  async function run(file) {
    controller.current = new AbortController();
    const { signal } = controller.current;
    const onProgress = ({ stage, done, total }) => setState({ step: "running", stage, done, total });
    setState({ step: "running" });
    let engine;
    try {
      engine = await load();
      const source = await engine.loadSource("sample.csv", { label: "y", signal, onProgress });
      const target = await engine.loadTarget(file);
      const release = await engine.adapt({ source, target, epsilon: 1, delta: 1e-6, signal, onProgress });
      setState({ step: "done", release, check: await engine.verify(release) });
    } catch (error) {
      setState({ step: "failed", error });
    } finally {
      await engine?.dispose();
    }
  }

  return (
    <main>
      <label>
        Private file <input id="file" type="file" onChange={(event) => run(event.target.files[0])} />
      </label>
      {state.step === "running" && (
        <p>
          <progress max={state.total} value={state.total && state.done} /> {state.stage}{" "}
          <button type="button" onClick={() => controller.current.abort()}>
            Cancel
          </button>
        </p>
      )}
      {state.step === "failed" && <p role="alert">{`${state.error.code}: ${state.error.message}`}</p>}
      {state.step === "done" && (
        <pre id="result">
          {JSON.stringify({ ok: state.check.ok, epsilon: state.check.epsilon, release: state.release }, null, 2)}
        </pre>
      )}
    </main>
  );
}
