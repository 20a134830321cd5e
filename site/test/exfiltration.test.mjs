// tier: 2, alone
// Tries to get something out of the vault, by every channel of support/exfiltration/channels.mjs, in every engine, from
// its document, from its worker, from a further worker that this one asks for to share its work, and from its decoder
// of Parquet files and workbooks, which is others' code, and makes the same attempts from unprotected pages, where they
// must arrive.
//
// Three sides in each engine:
//   shipped   the built site as it is. The attempts run inside its real vault, put there by the browser's driver; the
//             workers' in the real workers, while they read a private file, put in front of their scripts.
//   policies  the same without lockdown.js and Trusted Types, and so with another hash in the policies: what content
//             security policy and sandbox hold by themselves.
//   open      unprotected pages. An attempt that does not arrive from there says nothing when it does not from the
//             vault.
// Vaults that are weaker by one thing show that the test would notice.
import assert from "node:assert/strict";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import test from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { skip } from "./support/browser.mjs";
import { ENGINE_NAMES, installedEngines, startEngine } from "./support/engines.mjs";
import { CHANNELS, OPEN_PLACES, PLACES } from "./support/exfiltration/channels.mjs";
import { watchNames, openSinks } from "./support/exfiltration/sinks.mjs";
import { OPEN_SETTINGS, OPEN_PAGES, attackOpen, attackVault, makeAttempts } from "./support/exfiltration/stage.mjs";
import { policiesAlone, variant, WEAKER } from "./support/exfiltration/variant.mjs";
import { SAMPLE } from "./support/owner.mjs";
import { workbookOfCSV } from "../../jsbridge/npm/test/xlsx-files.mjs";
import { parquetOf } from "./support/files.mjs";
import { siteServer } from "./support/servers.mjs";

// The channels that may arrive from the site as shipped, from the vault's document alone. They are on the fixed list of
// channels that a page cannot prevent. WebRTC and DNS hints are on that list too, but do not arrive.
const RESIDUALS = ["postMessage to the page"];
// Channels that no policy of today's browsers governs, so that only lockdown.js stops them, again in the document
// alone.
const UNGOVERNED = [
  ...RESIDUALS,
  "WebRTC",
  "preconnect",
  "preconnect by a link that was not made by createElement",
  "DNS prefetch",
  "clipboard",
];
const IDLE = 4000; // ms without an arrival after which what has not come from an unprotected page never will
const QUIET = 2000; // ms for anything from the vaults that is later than all that came from the unprotected pages

const engines = skip ? [] : await installedEngines();
const controls = []; // [channel, engine] pairs whose attempts arrive from unprotected pages
const residuals = new Set();
const ungoverned = new Set();
const escaped = [];

test("nothing gets out of the vault", {
  skip: skip || engines.length === 0,
  concurrency: ENGINE_NAMES.length,
}, async (t) => {
  await Promise.all(engines.map((name) => t.test(`in ${name}`, (t) => attack(t, name))));
  assert.ok(CHANNELS.length >= 20);
  assert.ok(controls.length >= 15 * engines.length, `only ${controls.length} positive controls`);
});

// Last of all, after the runner's own words.
process.on("exit", () => {
  if (skip) return;
  for (const name of ENGINE_NAMES) if (!engines.includes(name)) console.log(`exfiltration: NOT TESTED in ${name}`);
  const held = [...ungoverned].filter((channel) => !residuals.has(channel));
  if (held.length > 0)
    console.log(`exfiltration: held by lockdown.js alone, no policy governs them: ${held.join(", ")}`);
  console.log(
    `exfiltration: ${CHANNELS.length} channels x ${engines.length} engines, ${escaped.length} escaped, ${controls.length} positive controls, ` +
      `${residuals.size} residual${residuals.size > 0 ? ` (${[...residuals].join(", ")})` : ""}`,
  );
});

/** All attempts of all sides in one engine. */
async function attack(t, name) {
  const { engine, sinks, names, files, site, servers } = await setUp(t, name);
  const sides = {};
  const observe = async () => {
    for (const side of Object.values(sides)) sinks.record(await side.witness(), "noticed by the page");
    for (const { requests } of servers) sinks.record(requests.join(" "), "request to the site");
  };

  const shipped = await site();
  sides.shipped = { attempts: await makeAttempts("shipped", sinks, shipped.url, PLACES) };
  Object.assign(sides.shipped, await attackVault(engine, sinks, shipped.url, sides.shipped.attempts, { files }));
  const bare = await site({ "vault.html": policiesAlone });
  sides.policies = { attempts: await makeAttempts("policies", sinks, bare.url, OPEN_PLACES) };
  Object.assign(sides.policies, await attackVault(engine, sinks, bare.url, sides.policies.attempts));
  const weaker = await attackWeaker(engine, sinks, site);
  sides.open = { attempts: await makeAttempts("open", sinks, `${sinks.url}/own/`, OPEN_PLACES) };
  Object.assign(sides.open, await attackOpen(engine, sinks, sides.open.attempts));

  const expected = [
    ...sides.open.attempts.filter(mayArrive(sides.open, names)),
    ...weaker.map(({ attempt }) => attempt),
  ];
  await arrivals(sinks, expected, observe);
  await sleep(QUIET);
  await observe();
  for (const [label, side] of Object.entries(sides)) {
    sinks.record(side.clipboard ?? "", "clipboard");
    const made =
      label === "open"
        ? []
        : side.attempts.filter(({ channel, place }) => place !== "document" || !(channel.alone || channel.top));
    for (const { channel, place, to } of made)
      assert.ok(to.token in side.outcomes, `${label}: ${channel.name} was not tried from the ${place}`);
  }
  await engine.close();
  await names.readLogs();

  judge(name, sinks, sides);
  report(name, engine, names, sinks, sides.open);
  const built = new Set(
    (await readdir(new URL("../dist/", import.meta.url), { recursive: true }))
      .map((file) => `GET /some/path/${file}`)
      .concat("GET /some/path/"),
  );
  for (const request of [...shipped.requests, ...bare.requests])
    assert.ok(built.has(request), `the site was asked for more than its files: ${request}`);
  for (const { weakness, attempt } of weaker)
    assert.ok(sinks.arrived.has(attempt.to.token), `a vault that ${weakness.name} went unnoticed`);
  const mine = escaped.filter((line) => line.startsWith(name));
  assert.ok(mine.length === 0, mine.join("\n"));
}

/** An engine, its sinks and sites of one test; all end with it. `site` serves the built site, or one with edits. */
async function setUp(t, name) {
  const folder = await mkdtemp(path.join(os.tmpdir(), "privadapt-exfiltration-"));
  const ends = [() => rm(folder, { recursive: true })];
  t.after(async () => {
    for (const end of ends.reverse()) await end();
  });
  const csv = SAMPLE["target.csv"];
  const files = await Promise.all(
    Object.entries({ "private.parquet": parquetOf(csv), "private.xlsx": workbookOfCSV(csv) }).map(
      async ([name, content]) => {
        const file = path.join(folder, name);
        await writeFile(file, content);
        return file;
      },
    ),
  );
  const sinks = await openSinks(OPEN_PAGES);
  ends.push(sinks.close);
  const names = await watchNames(name, folder, sinks.record);
  ends.push(names.close);
  const servers = [];
  const site = async (edits) => {
    const edited = edits && (await variant(edits));
    if (edited) ends.push(edited.remove);
    const server = await siteServer(edited?.root);
    ends.push(server.close);
    servers.push(server);
    return server;
  };
  const engine = await startEngine(name, { ...OPEN_SETTINGS[name], ...names.options });
  ends.push(engine.close);
  return { engine, sinks, names, files, site, servers };
}

/** Resolves with {weakness, attempt} of each weaker vault. */
async function attackWeaker(engine, sinks, site) {
  const made = [];
  for (const [i, weakness] of WEAKER.entries()) {
    const { url } = await site(weakness.edits);
    const channels = CHANNELS.filter(({ name }) => name === weakness.channel);
    const [attempt] = await makeAttempts(`weaker-${i}`, sinks, url, ["document"], channels);
    await attackVault(engine, sinks, url, [attempt]);
    made.push({ weakness, attempt });
  }
  return made;
}

/** Whether an attempt is to be waited for: not if it has thrown, nor if its arrival is read from a log later. */
const mayArrive =
  ({ outcomes }, names) =>
  ({ channel, to }) =>
    [undefined, "tried"].includes(outcomes[to.token]) &&
    !channel.clipboard &&
    (names.live || channel.name !== "DNS prefetch");

/** Waits until all have arrived, or nothing more arrives. */
async function arrivals(sinks, attempts, observe) {
  let [count, since] = [-1, 0];
  for (;;) {
    await observe();
    const missing = attempts.filter(({ to }) => !sinks.arrived.has(to.token)).length;
    if (missing === 0) return;
    if (missing !== count) [count, since] = [missing, Date.now()];
    else if (Date.now() - since > IDLE) return;
    await sleep(100);
  }
}

/** Sorts what has arrived into residuals, escapes and positive controls. */
function judge(name, sinks, sides) {
  for (const label of ["shipped", "policies"]) {
    for (const { channel, place, to } of sides[label].attempts) {
      const how = sinks.arrived.get(to.token);
      if (!how) continue;
      const [listed, found] = label === "shipped" ? [RESIDUALS, residuals] : [UNGOVERNED, ungoverned];
      if (place === "document" && listed.includes(channel.name)) found.add(channel.name);
      else escaped.push(`${name}, ${label}, from the ${place}: ${channel.name} by ${how.join(", ")}`);
    }
  }
  for (const channel of CHANNELS) {
    if (isControlled(channel, sinks, sides.open)) controls.push([channel.name, name]);
  }
}

/** A channel has its positive control when it arrives from every place it exists in, and exists in one. */
function isControlled(channel, sinks, open) {
  const attempts = open.attempts.filter((attempt) => attempt.channel === channel);
  const possible = attempts.filter(({ to }) => [undefined, "tried"].includes(open.outcomes[to.token]));
  return possible.length > 0 && possible.every(({ to }) => sinks.arrived.has(to.token));
}

function report(name, engine, names, sinks, open) {
  const without = CHANNELS.filter((channel) => !isControlled(channel, sinks, open)).map((channel) => channel.name);
  console.log(
    `${engine.version}: ${CHANNELS.length - without.length} of ${CHANNELS.length} channels arrive from an unprotected page, names seen by ${names.how}`,
  );
  if (without.length > 0) console.log(`  not testable in ${name}: ${without.join("; ")}`);
}
