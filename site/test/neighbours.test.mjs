// tier: 2
// Two runs in the vault with the same random bits, on private files that differ in one record: all that the page around
// can see of them is the same, except the output of the mechanism. By PRIVADAPT_CAMPAIGN=1, which `make audit` sets, 20
// pairs, else one of each kind of result; jsbridge/npm/test/neighbours.test.mjs has more, of the engine alone.
import assert from "node:assert/strict";
import { drawnPlaces, neighbours, skeleton } from "../../jsbridge/npm/test/neighbours.mjs";
import { csv, randomFrom, rows } from "../../jsbridge/npm/test/support.mjs";
import { test } from "./support/browser.mjs";
import { owner } from "./support/owner.mjs";
import { choose } from "./support/press.mjs";
import { observe } from "./support/replay.mjs";

const CAMPAIGN = process.env.PRIVADAPT_CAMPAIGN === "1";
const PAIRS = CAMPAIGN ? 20 : 3;
const source = csv(rows(60, { warm: 0.4, seed: 3 }));

const SETTINGS = [
  { mechanism: "moment", release: /^A model/ },
  { mechanism: "moment", release: /^Moments/ },
  { mechanism: "moment", release: /^Weights/ },
];

/** Of people: with labels as well. */
const OF_PEOPLE = [
  ...SETTINGS,
  { mechanism: "moment", release: /^A model/, useLabels: true },
  { mechanism: "moment", release: /^Moments/, useLabels: true },
  { mechanism: "moment", release: /^A report/, kind: "report" },
  { mechanism: "moment", release: /^What is it like/, kind: "estimate", useLabels: true },
];

const choice =
  ({ release, useLabels }) =>
  async (tab) => {
    await tab.fix("moderate", release);
    if (useLabels) await tab.choose(/^Yes, use it/);
    // The forecast, which follows the answers alone, has come, and the frame is as high as what is in it.
    await tab.vault.locator(".details").evaluate((fold) => (fold.open = false));
    await tab.vault.locator("#epsilon .line").filter({ hasText: /\S/ }).waitFor();
    await tab
      .frame()
      .waitForFunction(
        () => Math.ceil(document.querySelector("main").getBoundingClientRect().height) === innerHeight,
        undefined,
        { polling: 50 },
      );
  };

/** Of the explanation, as drawnPlaces has it of the release. */
const EXPLAINED = ["shifts.*.target", "shifts.*.weighted"];

function comparable(seen, settings, { same }) {
  const document = (text) => text && skeleton(text, same ? [] : drawnPlaces({ ...settings, release: settings.kind }));
  // What labels correct and the figures of counts follow from what was drawn.
  const explanation = (text) =>
    text &&
    (same
      ? text
      : skeleton(
          JSON.stringify({ ...JSON.parse(text), corrections: null, figures: null, estimates: null }),
          EXPLAINED,
        ));
  const table = (text) => (same ? text : text?.replace(/(?<=,)[\d.e+-]+$/gm, "#"));
  const sealed = seen.messages.slice(
    seen.messages.findIndex(({ type }) => type === "picked"),
    seen.messages.findIndex(({ type }) => type === "release"),
  );
  assert.ok(
    sealed.every(({ type }) => type !== "view"),
    "nothing is said of the screen while a file is open",
  );
  const messages = seen.messages
    // While the settings are typed the form grows and shrinks, and how often that is reported is up to the browser.
    .filter(({ type, step }, i, all) => type !== "view" || all[i + 1]?.type !== "view" || all[i + 1].step !== step)
    .map((message) =>
      message.type === "release"
        ? {
            ...message,
            release: document(message.release),
            weightsCSV: table(message.weightsCSV),
            explanation: explanation(message.explanation),
          }
        : message,
    );
  return { ...seen, messages };
}

test(`${PAIRS} pairs of neighbours in the vault look the same to the page except for what was drawn`, async (t) => {
  const seed = CAMPAIGN ? Math.floor(Math.random() * 2 ** 32) : 1;
  const random = randomFrom(seed);
  const me = await owner(t, { files: { "small.csv": source } });
  await me.ledger((ledger) => ledger.setCap({ epsilon: 1e6, delta: 1e-6 }));
  let different = 0;
  for (let i = 0; i < PAIRS; i++) {
    const settings = SETTINGS[i % SETTINGS.length];
    const pair = neighbours(i, "replace-one", random);
    const seen = [];
    for (const target of pair.files) {
      seen.push(
        await observe(me, {
          seed: (seed + i) >>> 0,
          source: `${me.elsewhere.url}small.csv`,
          label: "y",
          target,
          choose: choice(settings),
        }),
      );
    }
    const where = `pair ${i} of seed ${seed}, ${pair.what}, ${JSON.stringify(settings)}`;
    const [one, other] = seen.map((run) => comparable(run, settings, pair));
    for (const part of Object.keys(one)) assert.deepEqual(other[part], one[part], `${part} of ${where}`);
    const [first, second] = seen.map(({ messages }) => messages.find(({ type }) => type === "release")?.release);
    assert.ok(first && second, `nothing was released: ${where}`);
    different += first !== second;
  }
  t.diagnostic(`seed ${seed}: ${different} of ${PAIRS} pairs differ in what was drawn`);
  assert.ok(different >= PAIRS / 4, `only ${different} pairs differ: the records replaced do not count`);
});

test("a person of one row and one of a thousand look the same to the page", async (t) => {
  const seed = CAMPAIGN ? Math.floor(Math.random() * 2 ** 32) : 4;
  const random = randomFrom(seed);
  const record = () =>
    `${(10 + 15 * random()).toFixed(2)},${(8 * random()).toFixed(2)},blue,${random() < 0.3 ? "" : (20 * random()).toFixed(2)}`;
  const others = Array.from({ length: 90 }, (_, i) => `${i % 40},${record()}`);
  const many = Array.from({ length: 1000 }, (_, k) => `anna,${k % 3 === 0 ? "1e9,-1e9,red,-1e9" : record()}`);
  const me = await owner(t, { files: { "small.csv": source } });
  await me.ledger((ledger) => ledger.setCap({ epsilon: 1e6, delta: 1e-6 }));
  const all = CAMPAIGN ? OF_PEOPLE : OF_PEOPLE.slice(0, 1);
  let different = 0;
  for (const settings of all) {
    const seen = [];
    for (const records of [[`anna,${record()}`], many])
      seen.push(
        await observe(me, {
          seed,
          source: `${me.elsewhere.url}small.csv`,
          label: "y",
          target: `who,temp,wind,colour,y\n${[...others, ...records].join("\n")}\n`,
          async choose(tab) {
            await choose(tab.vault.getByRole("radio", { name: "Yes, named by the column" }));
            await tab.vault.getByLabel("Column that names the person").fill("who");
            await choice(settings)(tab);
          },
        }),
      );
    const where = `seed ${seed}, ${JSON.stringify(settings)}`;
    const [one, other] = seen.map((run) => comparable(run, settings, {}));
    for (const part of Object.keys(one)) assert.deepEqual(other[part], one[part], `${part} of ${where}`);
    const [first, second] = seen.map(({ messages }) => messages.find(({ type }) => type === "release")?.release);
    assert.ok(first && second, `nothing was released: ${where}`);
    assert.equal(JSON.parse(first).certificate.n, 41, where);
    different += first !== second;
  }
  assert.ok(
    different >= all.length / 2,
    `seed ${seed}: only ${different} pairs differ: the person's rows do not count`,
  );
});
