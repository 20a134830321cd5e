// node adapt.mjs SAMPLE PRIVATE LABEL: prints a release, and what the public rows say of it.
import { openAsBlob } from "node:fs";
import { PrivadaptError, load } from "privadapt";

const [sample, file, label] = process.argv.slice(2);
const engine = await load();
try {
  const source = await engine.loadSource(await openAsBlob(sample), { label });
  const target = await engine.loadTarget(await openAsBlob(file));
  const release = await engine.adapt({ source, target, epsilon: 1, delta: 1e-6 });
  const predictions = await release.predict(await openAsBlob(sample));
  console.error(
    `${source.rows} public rows, predictions from ${Math.min(...predictions)} to ${Math.max(...predictions)}`,
  );
  console.log(JSON.stringify(release));
} catch (error) {
  if (!(error instanceof PrivadaptError)) throw error;
  console.error(`${error.code}: ${error.message}`);
  process.exitCode = 1;
} finally {
  await engine.dispose();
}
