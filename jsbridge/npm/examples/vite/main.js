import { load } from "privadapt";

document.getElementById("file").onchange = async ({ target: { files } }) => {
  const engine = await load();
  const source = await engine.loadSource("sample.csv", { label: "y" });
  const target = await engine.loadTarget(files[0]);
  const release = await engine.adapt({ source, target, epsilon: 1, delta: 1e-6 });
  const { ok, epsilon } = await engine.verify(release);
  document.getElementById("result").textContent = JSON.stringify({ ok, epsilon, release });
  await engine.dispose();
};
