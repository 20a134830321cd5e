"use client";

import { useState } from "react";
import { load } from "privadapt";

export function Owner() {
  const [state, setState] = useState({});

  async function run(file) {
    setState({ running: true });
    let engine;
    try {
      engine = await load();
      const source = await engine.loadSource("sample.csv", { label: "y" });
      const target = await engine.loadTarget(file);
      const release = await engine.adapt({ source, target, epsilon: 1, delta: 1e-6 });
      const { ok, epsilon } = await engine.verify(release);
      setState({ result: { ok, epsilon, release } });
    } catch (error) {
      setState({ error });
    } finally {
      await engine?.dispose();
    }
  }

  return (
    <>
      <label>
        Private file{" "}
        <input id="file" type="file" disabled={state.running} onChange={(event) => run(event.target.files[0])} />
      </label>
      {state.error && <p role="alert">{`${state.error.code}: ${state.error.message}`}</p>}
      <pre id="result">{state.result && JSON.stringify(state.result, null, 2)}</pre>
    </>
  );
}
