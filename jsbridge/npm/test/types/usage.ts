// Compiled, never run: what must type-check does, and each line marked as an error must be one.
import { PrivadaptError, load, openLedger, verify, version } from "privadapt";
import type {
  AdaptOptions,
  Charge,
  Engine,
  Forecast,
  Ledger,
  LedgerAccount,
  PrivadaptErrorCode,
  Progress,
  Release,
  ReleaseJSON,
  Source,
  Target,
  Verification,
} from "privadapt";
import type { PrivateAdaptElement } from "privadapt/element";

async function rightUsage(file: File, other: Blob, stream: ReadableStream<Uint8Array>): Promise<void> {
  const engine: Engine = await load({ worker: false, wasmURL: new URL("https://example.org/engine.wasm") });
  await load({ onCharge: async ({ epsilon, rho }: Charge) => epsilon < 1 && rho < 1 });
  await load({ onCharge: () => {}, ledger: false });
  // @ts-expect-error It is called with no `this`.
  await load({ onCharge(this: Engine) {} });
  await load({ ledger: { account: "school" }, worker: undefined, onCharge: undefined });
  const ledger: Ledger = await openLedger({ account: "school" });
  await ledger.open({ name: "clinic", statement: "other-people" });
  await ledger.charge({ account: "clinic", epsilon: 1, delta: 1e-6, rho: 0.02, about: { mechanism: "mine" } });
  const { spent, cap, history }: LedgerAccount = await ledger.setCap({ epsilon: 4, delta: 1e-5 });
  for (const entry of history) if (entry.kind === "charge") console.log(entry.rho, spent.epsilon, cap.epsilon);

  const { signal } = new AbortController();
  const onProgress = ({ stage, done, total }: Progress) => console.log(stage, done, total ?? "?");
  const source: Source = await engine.loadSource("sample.csv", {
    label: "y",
    categorical: ["colour"],
    ignore: [],
    signal,
    onProgress,
  });
  await engine.loadSource(new Uint8Array(4), { label: "y", integrity: "sha256-" });
  const digest: string = source.digest;
  const planned = { source, rows: 1000, epsilon: 1, delta: 1e-6 };
  const forecast: Forecast = await engine.forecast({ ...planned, adjacency: "add-remove" });
  if (forecast.noise !== null && forecast.beatsNothing) console.log(forecast.text);
  // @ts-expect-error A forecast has no private file.
  await engine.forecast({ ...planned, target: await engine.loadTarget(file) });
  // @ts-expect-error It has no headers
  await engine.forecast({ ...planned, headers: { age: "Alter" } });
  // @ts-expect-error and explains no release.
  await engine.forecast({ ...planned, explain: true });
  const target: Target = await engine.loadTarget(file);
  await engine.loadTarget([file, other], { signal });
  await engine.loadTarget(stream);
  await engine.loadTarget(["private.csv", new URL("file:///private.csv"), new Uint8Array(4)]);
  await engine.loadTarget([{ temp: 1, colour: null, seen: new Date(0) }]);
  await engine.loadTarget({ temp: new Float64Array(2), colour: ["red", null] });
  const named: { temp: number; length: number }[] = [];
  await engine.loadTarget(named);
  // @ts-expect-error A row that is an array has no names
  await engine.loadTarget([[1, 2]]);
  // @ts-expect-error nor has one of numbers
  await engine.loadTarget([new Float64Array(2)]);
  // @ts-expect-error or one of a public sample.
  await engine.loadSource([[1, 2]], { label: "y" });
  console.log(version.length);

  const required = { source, target, epsilon: 1, delta: 1e-6 };
  const model = await engine.adapt({ ...required, onReport: (report) => console.log(report.rows) });
  const kind: "model" = model.kind;
  const coefficient: number | undefined = model.toJSON().values.coefficients?.[0]?.value;
  const nothing: undefined = model.weightsCSV;
  const predictions: Float64Array = await model.predict([{ temp: 21, colour: "red", wind: null }]);
  await model.predict(file, { onMissing: "mean", signal: undefined, onNote: undefined });
  await engine.adapt({ ...required, signal: undefined, onReport: undefined, mu: undefined });

  const weights = await engine.adapt({ ...required, release: "weights", mechanism: "selection" });
  const text: string = weights.weightsCSV;
  // @ts-expect-error weights predict nothing
  await weights.predict(file);
  const sum: number = weights.toJSON().values.weights.reduce((a, b) => a + b, 0);

  const [plot] = await weights.plots({ width: 640 });
  console.log(plot?.svg.length, plot?.table.rows[0]?.[1]?.toString());
  // @ts-expect-error no such option
  await engine.plots(model, { height: 100 });
  // @ts-expect-error explain is true or false
  await engine.adapt({ ...required, explain: "all" });

  const checked: Verification = await verify(model.text);
  await engine.verify(JSON.parse(text) as ReleaseJSON);
  await engine.verify(weights);
  await engine.predict(model, [{ temp: 1 }]);
  const anyRelease: Release = weights;
  await engine.dispose();
  console.log(digest, kind, coefficient, nothing, predictions[0], sum);
  console.log(checked.claimedEpsilon, anyRelease.certificate.n);
}

function errors(error: unknown): number | undefined {
  if (!(error instanceof PrivadaptError)) return undefined;
  const code: PrivadaptErrorCode = error.code;
  // @ts-expect-error no such code
  if (code === "ragged-rows") return 0;
  return code === "ragged-row" ? error.line : error.column;
}

function element(): PrivateAdaptElement | null {
  const found = document.querySelector("private-adapt");
  found?.addEventListener("release", ({ detail }) =>
    console.log(detail.release.certificate.epsilon, detail.weightsCSV?.length),
  );
  // @ts-expect-error codes only
  found?.addEventListener("error", ({ detail }) => console.log(detail.message));
  // @ts-expect-error nothing but the host's page makes a release
  if (found) found.release = null;
  return found;
}

async function wrongUsage(engine: Engine, source: Source, target: Target, file: File): Promise<void> {
  const required = { source, target, epsilon: 1, delta: 1e-6 };
  // @ts-expect-error unknown key
  await load({ workers: true });
  // @ts-expect-error true or false
  await load({ worker: "yes" });
  // @ts-expect-error to keep account oneself is said by false
  await load({ ledger: true });
  // @ts-expect-error a further account needs the statement
  await (await openLedger()).open({ name: "clinic" });
  // @ts-expect-error a reset needs a reason
  await (await openLedger()).reset({});
  // @ts-expect-error the label has no default
  await engine.loadSource(file, {});
  // @ts-expect-error columns hold values
  await engine.loadTarget({ a: [{}] });
  // @ts-expect-error epsilon has no default
  await engine.adapt({ source, target, delta: 1e-6 });
  // @ts-expect-error delta has no default
  await engine.adapt({ source, target, epsilon: 1 });
  // @ts-expect-error unknown key
  await engine.adapt({ ...required, epsilonn: 1 });
  // @ts-expect-error no such mechanism
  await engine.adapt({ ...required, mechanism: "none" });
  // @ts-expect-error numbers are numbers
  await engine.adapt({ ...required, epsilon: "1" });
  // @ts-expect-error the file itself is no target
  await engine.adapt({ ...required, target: file });
  // @ts-expect-error nor is a source
  await engine.adapt({ ...required, target: source });
  // @ts-expect-error a target has no rows to read
  target.rows;
  // @ts-expect-error nor can it be made by hand
  const made: Target = {};
  // @ts-expect-error a source is read-only
  source.rows = 3;
  const model = await engine.adapt(required);
  // @ts-expect-error a model has no weights
  const csv: string = model.weightsCSV;
  // @ts-expect-error nor moments
  model.toJSON().values.moments;
  // @ts-expect-error a row is an object, by column name
  await model.predict([[1, 2, 3]]);
  // @ts-expect-error no such way
  await model.predict(file, { onMissing: "zero" });
  // @ts-expect-error no release
  await verify(7);
  // @ts-expect-error a sample is of an engine that is there already
  await verify(model, { source });
  await verify(model, { receiver: {}, signal: AbortSignal.timeout(1000), ledger: false });
  await engine.verify(model, { source, signal: AbortSignal.timeout(1000), onProgress: ({ stage }) => stage });
  // @ts-expect-error the vault alone says this
  const options: AdaptOptions = { ...required, settingsAfterPreview: true };
  console.log(made, csv, options);
}

export { element, errors, rightUsage, wrongUsage };
