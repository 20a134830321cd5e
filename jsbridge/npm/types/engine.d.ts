// The engine.
import type { ReleaseKind, Verification } from "./release-file.js";
import type { Estimates, ReportFigures } from "./report.js";
import type {
  AdaptOptions,
  CombineOptions,
  Forecast,
  ForecastOptions,
  ExportOptions,
  Plot,
  PlotOptions,
  PredictOptions,
  QueryOptions,
  Release,
  ReleaseInput,
  ScoringQueryOptions,
} from "./run.js";
import type { CallOptions, Classification, Scores, Source, SourceOptions, Target, TargetOptions } from "./samples.js";
import type { Bytes, PrivateFile, Rows, Stream, Table } from "./tables.js";

export interface VerifyOptions extends CallOptions {
  /**
   * Do not refuse δ ≥ 1/n, at which a mechanism may publish a row picked at random and keep its promise. Default:
   * false.
   */
  acceptLargeDelta?: boolean | undefined;
  /** The public sample of the release: what is said of it is checked as well, and a nonlinear model is fitted again. */
  source?: Source | undefined;
  /**
   * The file with the model, if the release names one: its SHA-256 is checked. With a `source`, load that with the file
   * instead.
   */
  baseFile?: string | URL | Bytes | undefined;
  /** What a receiver takes, as for `adapt`: `objection` says why it would refuse this release. */
  receiver?: object | undefined;
}

/** The examples go on where the one at the top is, with its `engine`, `source`, `target` and `release`. */
export interface Engine {
  /**
   * Reads a public labelled sample, strictly: the first fault rejects with its line and column. An address is fetched
   * whole first, without cookies. In Node addresses are absolute.
   *
   * @example
   * ```js
   * const without = await engine.loadSource("sample.csv", { label: "y", ignore: ["age"] }); // in Node a path will do
   * for (const { name, kind, levels } of without.columns) console.log(name, kind, levels?.map((level) => level.name));
   * without.dispose();
   * ```
   */
  loadSource(data: string | URL | Bytes | Table, options: SourceOptions): Promise<Source>;

  /**
   * Registers a private sample and reads nothing of it yet: `adapt` reads it after its settings are frozen, piece by
   * piece, however large it is. It takes the formats of {@link Bytes} and {@link Table}. Several files are one
   * population. Nothing leads from the target back to the rows. A stream can be adapted once.
   *
   * @example
   * ```js
   * const onProgress = ({ done, total }) => console.log(done, total);
   * const two = await engine.loadTarget(["private.csv", "private.csv"], { onProgress }); // one population in two files
   * const { certificate } = await engine.adapt({ source, target: two, epsilon: 0.5, delta: 1e-6 });
   * console.log(certificate.n);
   * ```
   */
  loadTarget(data: PrivateFile | readonly PrivateFile[] | Stream | Table, options?: TargetOptions): Promise<Target>;

  /**
   * Writes the query by which a database adds up private rows that are kept there. The owner runs it, and gives what it
   * returns to `adapt` as `targetSums`. Nothing private is read for it. The page on databases says what the query reads
   * and what its result is.
   *
   * @example
   * ```js
   * const query = await engine.sql({ source, dialect: "duckdb", table: "read_parquet('rows/*.parquet')" });
   * console.log(query.length);
   * ```
   */
  sql(options: QueryOptions): Promise<string>;

  /**
   * Predicts a run from public numbers and a number of private rows. No private file is read, and nothing is spent.
   *
   * @example
   * ```js
   * const { text, beatsNothing } = await engine.forecast({ source, rows: 3000, epsilon: 0.3, delta: 1e-6 });
   * console.log(beatsNothing, text);
   * ```
   */
  forecast(options: ForecastOptions): Promise<Forecast>;

  /**
   * Reads the target and makes one (ε, δ)-differentially private release. Each call spends (ε, δ) anew, also one
   * cancelled or crashed after its charge.
   *
   * @example
   * ```js
   * const { weightsCSV, certificate } = await engine.adapt({
   *   source,
   *   target,
   *   epsilon: 1,
   *   delta: 1e-6,
   *   release: "weights",
   *   signal: AbortSignal.timeout(60_000),
   *   onProgress: ({ stage, done, total }) => console.log(stage, done, total),
   *   onReport: ({ rows, repairedCells }) => console.error(rows, repairedCells), // for the owner's screen only
   * });
   * console.log(weightsCSV.split("\n", 3), certificate.discrepancy);
   * ```
   */
  adapt<Kind extends ReleaseKind = "model">(options: AdaptOptions<Kind>): Promise<Release<Kind>>;

  /**
   * Adds up the released moments of several owners of one target population, weighted by their rows, and computes a
   * model or weights from the sum as `adapt` does from one owner's; or adds up the counts of their reports or estimates
   * to one `release` of that kind. The order does not matter; nothing private is read and no budget spent. It holds if no
   * person's rows are with two of the owners: the certificate names this assumption. Rejects with "bad-combination" where
   * a release is given twice, does not verify, or was made with another sample or other settings. What is combined
   * already can be the only release and not one of several.
   */
  combine<Kind extends ReleaseKind = "model">(
    releases: Iterable<ReleaseInput>,
    options?: CombineOptions<Kind>,
  ): Promise<Release<Kind>>;

  /**
   * Applies a released model, also one from a file. Columns are found by name; unknown ones are ignored, and a column
   * that the data lack is an error unless `onMissing` says otherwise. Returns one number a row, in the order of the
   * rows, within the range of the source's labels.
   *
   * @example
   * ```js
   * const predictions = await engine.predict(release.text, await openAsBlob("sample.csv"), { onNote: console.log });
   * console.log(predictions.length === source.rows);
   * ```
   */
  predict(release: ReleaseInput, data: Rows | Bytes, options?: PredictOptions): Promise<Float64Array>;

  /**
   * Applies a released model of classes as `predict` applies one of numbers. A nonlinear model takes a value that is
   * missing as missing, where a linear one of numbers takes the source's mean.
   */
  classify(release: ReleaseInput, data: Rows | Bytes, options?: PredictOptions): Promise<Classification>;

  /**
   * A released model as ONNX: opset 21 and ai.onnx.ml 5, for onnxruntime 1.20 or newer. Its inputs are the columns by
   * name, each N×1: numbers as float64, NaN where one is missing; dates as days since 1970-01-01; categories as texts
   * that are written as in the public sample, any other text counting as missing. Its output is `prediction`, float64
   * N×1, or `label` and `probabilities`. It computes in numbers of 8 bytes, but for the sums of an XGBoost file, which
   * are of numbers of 4 bytes as in XGBoost. The metadata have ε, δ, the unit and the digests.
   */
  toONNX(release: ReleaseInput, options?: ExportOptions): Promise<Uint8Array>;

  /**
   * One SELECT by which a database applies a released model to a table. Numbers and dates are columns of such types,
   * or texts, which are read as `predict` reads them: a category counts as missing unless it is written as in the public
   * sample.
   * DuckDB's `read_csv` makes truth values of Yes and No, which are no categories then: give it `all_varchar = true`.
   * The result has the columns of `keep` and `prediction`, and of classes `p(class)` for each. A model with numbers
   * beyond 1e60 or below 1e-60 is refused, because PostgreSQL ends a query whose products are too large or too small.
   */
  toSQL(release: ReleaseInput, options: ScoringQueryOptions): Promise<string>;

  /**
   * Applies a released model to data whose label is known, and says how well it predicts there. The label is a column
   * of the data, with the name that it has in the public sample; rows without it do not count. Rejects with
   * "missing-column" where it is absent.
   */
  score(release: ReleaseInput, data: Rows | Bytes, options?: PredictOptions): Promise<Scores>;

  /**
   * Says what a release of the kind "report" means: how good its model is on the owner's rows with a label, each figure
   * with an interval. Rejects with "bad-release" if the text is not one. It does not verify the certificate: call
   * `verify` first, because figures of a document whose certificate does not hold mean nothing.
   */
  figures(report: ReleaseInput, options?: Pick<CallOptions, "signal">): Promise<ReportFigures>;

  /** Likewise says what a release of the kind "estimate" means: the mean label of the owner's rows, with its noise. */
  estimates(estimate: ReleaseInput, options?: Pick<CallOptions, "signal">): Promise<Estimates>;

  /**
   * Draws a release as the site does: each plot is an SVG text. Of a release that `adapt` made with `explain`, all; of
   * any other, what the release itself says: coefficients, candidates, errors, a report, an estimate. Like `figures` it does not
   * verify the certificate.
   *
   * @example
   * ```js
   * const explained = await engine.adapt({ source, target, epsilon: 1, delta: 1e-6, explain: true });
   * for (const { id, title, svg } of await explained.plots({ width: 640 })) console.log(id, title, svg.length);
   * ```
   */
  plots(release: ReleaseInput, options?: PlotOptions): Promise<Plot[]>;

  /**
   * A δ for a given number of private rows, or people: a power of ten of at most 10⁻⁶ that suits ten times as many too.
   * `most` is what the receiver takes at most, such as the δ of an invitation.
   */
  suggestDelta(rows: number, options?: { most?: number | undefined } & Pick<CallOptions, "signal">): Promise<number>;

  /**
   * Recomputes the guarantee from the certificate's parameters, and refuses fields and values that no run can have.
   * Rejects with "bad-release" what is no release, or larger than 32 MB. With the public sample it checks what is said
   * of the sample as well, and fits a nonlinear model again under the released weights: it must be the same to the bit.
   */
  verify(release: ReleaseInput, options?: VerifyOptions): Promise<Verification>;

  /** Ends the thread and frees its memory. Pending calls, and later ones, reject with "disposed". */
  dispose(): Promise<void>;
}
