// tier: 2, alone
// The same attempts as in exfiltration.test.mjs, from a kit that was opened as a file: from its vault's document and
// workers, and from its page, in every engine. From unprotected pages they must arrive.
import assert from "node:assert/strict";
import test from "node:test";
import { pathToFileURL } from "node:url";
import { setTimeout as sleep } from "node:timers/promises";
import { workbookOfCSV } from "../../jsbridge/npm/test/xlsx-files.mjs";
import { skip } from "./support/browser.mjs";
import { installedEngines, startEngine } from "./support/engines.mjs";
import { OPEN_PLACES, PLACES } from "./support/exfiltration/channels.mjs";
import { watchNames, openSinks } from "./support/exfiltration/sinks.mjs";
import {
  OPEN_SETTINGS,
  OPEN_PAGES,
  attackOpen,
  attackPage,
  attackVault,
  makeAttempts,
  openKitVaults,
} from "./support/exfiltration/stage.mjs";
import { kitFolder } from "./support/kit.mjs";
import { SAMPLE } from "./support/owner.mjs";
import { parquetOf } from "./support/files.mjs";

/** From the vault's document it is how the vault speaks; all else of the page is the browser's own storage. */
const OF_THE_VAULT = ["postMessage to the page"];
const OF_THE_PAGE = [...OF_THE_VAULT, "BroadcastChannel", "storage shared with the site"];
const IDLE = 4000; // ms without an arrival after which what has not come from an unprotected page never will
const QUIET = 2000; // ms for anything from the kit that is later than that

for (const name of skip ? [] : await installedEngines()) {
  test(`nothing gets out of a kit in ${name}`, async (t) => {
    const { at, make, write } = await kitFolder(t);
    const sinks = await openSinks(OPEN_PAGES);
    t.after(sinks.close);
    const names = await watchNames(name, at(""), sinks.record);
    t.after(names.close);
    const csv = SAMPLE["target.csv"];
    const files = [await write("private.parquet", parquetOf(csv)), await write("private.xlsx", workbookOfCSV(csv))];
    const kit = await make("kit.html", SAMPLE["source.csv"], "--label", "price", "--base", "linear");
    const url = pathToFileURL(kit).href;
    const engine = await startEngine(name, { ...OPEN_SETTINGS[name], ...names.options });
    t.after(() => engine.close());

    const own = `${sinks.url}/own/`;
    const sides = {};
    sides.vault = { attempts: await makeAttempts("kit", sinks, own, PLACES) };
    Object.assign(
      sides.vault,
      await attackVault(engine, sinks, url, sides.vault.attempts, { files, open: openKitVaults }),
    );
    sides.page = await attackPage(engine, url, await makeAttempts("page", sinks, own, ["document"]));
    sides.open = { attempts: await makeAttempts("open", sinks, own, OPEN_PLACES) };
    Object.assign(sides.open, await attackOpen(engine, sinks, sides.open.attempts));
    const observe = async () => {
      for (const side of Object.values(sides)) sinks.record(await side.witness(), "noticed by the page");
    };
    let [count, since] = [-1, Date.now()];
    while (Date.now() - since < IDLE) {
      await observe();
      const arrived = sides.open.attempts.filter(({ to }) => sinks.arrived.has(to.token)).length;
      if (arrived !== count) [count, since] = [arrived, Date.now()];
      await sleep(100);
    }
    await sleep(QUIET);
    await observe();
    await engine.close();
    await names.readLogs();

    const channels = new Set(
      sides.open.attempts.filter(({ to }) => sinks.arrived.has(to.token)).map(({ channel }) => channel),
    );
    assert.ok(channels.size >= 15, `only ${channels.size} channels arrive from an unprotected page`);
    const escaped = [];
    for (const [side, allowed] of Object.entries({ vault: OF_THE_VAULT, page: OF_THE_PAGE })) {
      for (const { channel, place, to } of sides[side].attempts) {
        const how = sinks.arrived.get(to.token);
        if (how && !(place === "document" && allowed.includes(channel.name)))
          escaped.push(`from the ${side}, ${place}: ${channel.name} by ${how.join(", ")}`);
      }
    }
    t.diagnostic(
      `${engine.version}: ${sides.vault.attempts.length} attempts from the vault, ${sides.page.attempts.length} from the page, ${channels.size} channels with a positive control`,
    );
    assert.deepEqual(escaped, []);
  });
}
