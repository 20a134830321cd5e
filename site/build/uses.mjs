// What the first page says of the four uses: numbers and small pictures from the results in finished.json, and what to
// expect of so many rows from the engine's own forecast. The file each comes from is on the site, in sample/.
import { readFile } from "node:fs/promises";
import { load } from "../../jsbridge/npm/index.js";
import { LETTER, axisName, drawing, sign, spreadLine, tick, words } from "../../jsbridge/npm/figures/marks.js";
import { numbersIn } from "../../jsbridge/npm/figures/numbers.js";
import { linearScale, roundEnds, ticksOf } from "../../jsbridge/npm/figures/scale.js";
import { svgText } from "../../jsbridge/npm/figures/tree.js";
import { LABEL, SOLD } from "../owner/sample-houses.js";
import { OWNERS, STRENGTHS } from "./finished.mjs";
import { sha256 } from "./vault.mjs";

const here = (name) => new URL(name, import.meta.url);
const ROWS = [100, 300, 1000, 3000, 10_000];

/**
 * Resolves with {files, valuesIn}: the documents of the results, and a function of a language that gives the values of
 * the sentences of the first page, with rows(names) for its pictures. Throws where the engine does not confirm a
 * document, or where it was made of another sample.
 */
export async function usesOf(sample) {
  const finished = JSON.parse(await readFile(here("finished.json"), "utf8"));
  const { tasks, epsilons } = JSON.parse(await readFile(here("evaluation.json"), "utf8"));
  const engine = await load({ ledger: false });
  const files = {};
  for (const [name, { release }] of Object.entries(finished)) {
    files[`sample/${name}.json`] = `${JSON.stringify(release)}\n`;
    const { ok } = await engine.verify(files[`sample/${name}.json`]);
    if (!ok || release.provenance.sourceSHA256 !== sha256(sample["source.csv"], "hex"))
      throw new Error(`build: ${name} is no result of this sample; run node site/build/finished.mjs`);
  }
  const source = await engine.loadSource(new Blob([sample["source.csv"]]), { label: LABEL });
  const foreseen = [];
  for (const rows of ROWS) {
    const of = (release) => engine.forecast({ source, rows, epsilon: 1, delta: 1e-8, release });
    foreseen.push([rows, (await of("report")).intervals.rmse, (await of("estimate")).intervals.noise]);
  }
  engine.dispose();

  const errorOf = ({ explanation }) => explanation.figures.all.measures.rmse;
  const rmse = errorOf(finished.check);
  const strengths = [...STRENGTHS, 1]
    .sort((a, b) => a - b)
    .map((epsilon) => ({ epsilon, ...errorOf(finished[epsilon === 1 ? "check" : `check-${epsilon}`]) }));
  const { candidates } = finished.improve.release.certificate.base;
  const publicRMSE = Math.sqrt(Math.min(...candidates.map((one) => one.public)));
  const { all, sample: known } = finished.estimate.explanation.estimates;
  const { noise } = all.means[0];
  const prices = sample["target-labels.csv"].trim().split("\n").slice(1).map(Number);
  const truth = prices.reduce((sum, price) => sum + price, 0) / prices.length;
  const [improve, alone, pool] = ["improve", "alone", "pool"].map(
    (name) => finished[name].release.certificate.labels.errors[0].gain,
  );
  const ratios = tasks.filter(({ real }) => real).map((task) => task.ratios.labels[epsilons.indexOf(1)]);
  const mean = Math.exp(ratios.reduce((sum, ratio) => sum + Math.log(ratio), 0) / ratios.length);
  const own = { mark: "weighted" };
  const left = ({ value, low, high }, name) => ({
    ...{ name, ...own },
    value: value === null ? null : 100 * (1 - value),
    low: 100 * (1 - high),
    high: 100 * (1 - low),
  });

  return {
    files,
    valuesIn(language, names) {
      const { percent, plain, grouped } = numbersIn(language);
      const [whole, part] = [(value) => plain(Math.round(value)), (share) => percent(Number(share.toFixed(2)))];
      const draw = (title, ...rows) => picture(rows, title, numbersIn(language));
      const at = (value) => ({ name: names.public, mark: "source", value });
      const within = ({ low, high }, of) => {
        const share = (high - low) / 2 / of;
        return share > 0.9 ? names.few : `± ${percent(Number(share.toPrecision(2)))}`;
      };
      return {
        rows: grouped(prices.length),
        sold: grouped(Math.round(prices.length / SOLD)),
        share: grouped(Math.round(prices.length / OWNERS)),
        check: whole(rmse.value),
        checkLow: whole(rmse.low),
        checkHigh: whole(rmse.high),
        checkPublic: whole(publicRMSE),
        checkPicture: draw(names.errorAxis, at(publicRMSE), { name: names.private, ...own, ...rmse }),
        most: strengths.length - 1,
        usual: strengths.findIndex(({ epsilon }) => epsilon === 1),
        strengthPictures: strengths
          .map(({ epsilon, ...error }) => {
            const most = Math.max(...strengths.map(({ high }) => high)); // an interval without an end goes on to it
            const high = error.high ?? most;
            const rows = [at(publicRMSE), { name: names.private, ...own, ...error, high }];
            const said = `ε = ${plain(epsilon)}: ${whole(error.value)} [${whole(error.low)} – ${error.high === null ? "…" : whole(high)}]`;
            const drawn = picture(rows, names.errorAxis, numbersIn(language), most);
            return `<figure${epsilon === 1 ? "" : " hidden"}>${drawn}<figcaption>${said}</figcaption></figure>`;
          })
          .join("\n"),
        estimate: whole(noise.value),
        estimatePublic: whole(known.averages[0]),
        truth: whole(truth),
        noise: plain(Number(((noise.high - noise.low) / 2).toPrecision(2))),
        estimatePicture: draw(
          names.priceAxis,
          at(known.averages[0]),
          { name: names.estimated, ...own, ...noise },
          { name: names.truth, mark: "target", value: truth },
        ),
        improve: part(improve.value),
        improveLow: part(improve.low),
        improveHigh: part(improve.high),
        tasks: ratios.length,
        tasksGain: percent(Math.floor(100 * (1 - mean)) / 100),
        improvePicture: draw(names.shareAxis, at(100), left(improve, names.improved)),
        pool: part(pool.low),
        alone: part(Math.max(0, alone.low)),
        poolPicture: draw(names.shareAxis, at(100), left(alone, names.alone), left(pool, names.together)),
        fitTable: foreseen
          .map(([rows, error, average]) => [within(error, error.value), within(average, known.deviation), rows])
          .map(([error, average, rows]) => `${head(grouped(rows))}<td>${error}</td><td>${average}</td></tr>`)
          .join(""),
      };
    },
  };
}

const head = (name) => `<tr><th scope="row">${name}</th>`;
const [WIDTH, LINE, FOOT] = [300, 26, 42];

/**
 * A line for each row {name, mark, value, low, high} over one axis from 0, to `most` if it is longer; the sentence beside
 * it says the same.
 */
function picture(rows, title, { along }, most = 0) {
  const left = Math.max(...rows.map(({ name }) => name.length)) * LETTER + 10;
  const ends = roundEnds([0, Math.max(most, ...rows.map(({ value, high }) => Math.max(value ?? 0, high ?? 0)))], 3);
  const { values: ticks, step } = ticksOf(ends, 3);
  const [x, format] = [linearScale(ends, [left + 4, WIDTH - 16]), along(step, ends[1])];
  const bottom = rows.length * LINE;
  return svgText(
    drawing(
      WIDTH,
      bottom + FOOT,
      ...ticks.map((at) =>
        tick(
          { x1: x(at), x2: x(at), y1: 2, y2: bottom },
          format(at),
          { x: x(at), y: bottom + 16, "text-anchor": "middle" },
          at === 0,
        ),
      ),
      axisName({ x: (left + WIDTH) / 2, y: bottom + 34 }, title),
      ...rows.flatMap(({ name, mark, value, low, high }, i) => {
        const y = (i + 0.5) * LINE;
        return [
          words({ x: left - 6, y: y + 4, "text-anchor": "end" }, name),
          high > low && spreadLine({ x1: x(low), x2: x(high), y1: y, y2: y }, mark),
          value !== null && sign(mark, x(value), y),
        ];
      }),
    ),
  ).replace("<svg", '<svg aria-hidden="true" class="picture"');
}
