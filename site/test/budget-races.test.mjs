// tier: 2
// Tabs that race for the last of the privacy budget, and a browser that is killed while it is spent: can a result be
// shown that was not recorded?
//
// Few whole runs are raced and few browsers are killed here, as each costs seconds; more with PRIVADAPT_CAMPAIGN=1,
// which `make audit` sets.
import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { serverOf } from "../../jsbridge/npm/test/tools.mjs";
import { startProfile, test } from "./support/browser.mjs";
import { SAMPLE, owner, steps } from "./support/owner.mjs";
import { publicServer, siteServer } from "./support/servers.mjs";

const CAMPAIGN = process.env.PRIVADAPT_CAMPAIGN === "1";
const RACES = CAMPAIGN ? 12 : 3;
const KILLS = CAMPAIGN ? 12 : 2;
const [header, ...rows] = SAMPLE["target.csv"].trimEnd().split("\n");
const few = `${header}\n${rows.slice(0, 300).join("\n")}\n`;
const ENOUGH_FOR_ONE = { epsilon: 1, delta: 1e-6 };

/** Presses at once, in a tab that may be behind another. */
const makeResult = (tab) =>
  tab.frame().evaluate(() => {
    const all = [...document.querySelectorAll("#check button")];
    /** @type {any} */ (all.find(({ textContent }) => textContent.startsWith("Make the result"))).click();
  });

test(`two tabs that race for the last of the budget: one gets it, ${RACES} times`, async (t) => {
  const me = await owner(t, { base: "linear" });
  const tabs = [me, await me.another()];
  const file = await me.write("private.csv", few);
  await me.ledger((ledger, cap) => ledger.setCap(cap), ENOUGH_FOR_ONE);
  for (const tab of tabs) await tab.loadSample();

  const ends = (tab) =>
    tab.page.evaluate(() =>
      window.heard.filter(({ type }) => type === "release" || type === "failed").map(({ code }) => code ?? "release"),
    );
  for (let race = 1; race <= RACES; race++) {
    for (const tab of tabs) {
      await tab.page.bringToFront();
      if (await tab.button("Make another run").isVisible()) await tab.press("Make another run");
      // The ledger was changed by a program that tells nobody.
      await tab.page.evaluate(() => dispatchEvent(new Event("focus")));
      await tab.fix();
      await tab.vault.locator("#epsilon .line").filter({ hasText: "About 1 run like this" }).waitFor();
      await tab.pick(file);
      await tab.preview();
    }
    await Promise.all(tabs.map(makeResult));
    for (const tab of tabs) {
      await tab.page.waitForFunction(
        (n) => window.heard.filter(({ type }) => type === "release" || type === "failed").length === n,
        race,
        { polling: 50 },
      );
    }
    const results = await Promise.all(tabs.map(async (tab) => (await ends(tab)).at(-1)));
    assert.deepEqual(results.sort(), ["not-charged", "release"], `race ${race}`);
    const [account] = (await me.ledger()).accounts;
    assert.equal(account.spent.runs, 1);
    assert.ok(account.spent.rho <= account.cap.rho * (1 + 1e-9)); // the ledger's own slack for rounding
    await me.ledger((ledger) => ledger.reset({ reason: "the next race" }));
  }
});

for (const locks of ["with locks", "where locks do not work, by the numbers of the entries alone"]) {
  test(`two tabs that race by the ledger itself, ${locks}: one gets it, 20 times`, async (t) => {
    const me = await owner(t);
    if (locks !== "with locks") {
      await me.page
        .context()
        .addInitScript(() =>
          Object.defineProperty(navigator, "locks", { value: { request: (_name, _options, held) => held() } }),
        );
      await me.page.reload();
    }
    const tabs = [me, await me.another()];
    await me.ledger((ledger, cap) => ledger.setCap(cap), ENOUGH_FOR_ONE);
    for (let race = 1; race <= 20; race++) {
      const results = await Promise.all(
        tabs.map((tab) =>
          tab.ledger(
            (ledger, run) =>
              ledger.charge(run).then(
                () => "charged",
                ({ code }) => code,
              ),
            { ...ENOUGH_FOR_ONE, rho: 0.0243 },
          ),
        ),
      );
      assert.deepEqual(results.sort(), ["budget-exhausted", "charged"]);
      await me.ledger((ledger) => ledger.reset({ reason: "the next race" }));
    }
  });
}

test("the answer to a cancelled run does not pay for the next, dearer one", async (t) => {
  const me = await owner(t);
  await me.ledger((ledger, cap) => ledger.setCap(cap), ENOUGH_FOR_ONE);
  await me.loadSample();
  const file = await me.write("private.csv", few);
  const run = () => me.press("Make the result");
  const asked = (n) =>
    me.page.waitForFunction((n) => window.heard.filter(({ type }) => type === "chargeRequest").length === n, n, {
      polling: 50,
    });
  await me.prepare(file, "very strong");
  // The ledger has to wait, as for a slow tab.
  await me.page.evaluate(
    () =>
      new Promise((held) =>
        navigator.locks.request("privadapt-ledger", () => new Promise((release) => held((window.release = release)))),
      ),
  );
  await run();
  await asked(1);
  await me.press("Cancel");
  await me.prepare(file, "weak");
  await run();
  await asked(2);
  await me.page.evaluate(() => window.release());
  await me.vault.getByRole("alert").filter({ hasText: "so nothing was computed" }).waitFor();
  assert.ok(!(await me.said()).some(({ type }) => type === "release"));
  const [account] = (await me.ledger()).accounts;
  assert.deepEqual(
    account.history.filter(({ kind }) => kind === "charge").map(({ epsilon }) => epsilon),
    [0.1],
  );
});

test(`a browser killed in the middle of runs, ${KILLS} times: whatever was shown was recorded`, async (t) => {
  const folder = await mkdtemp(path.join(os.tmpdir(), "privadapt-killed-"));
  const site = await siteServer();
  const elsewhere = await publicServer({ "source.csv": SAMPLE["source.csv"] });
  const reports = await reportServer();
  let kill = async () => {};
  let took; // milliseconds from asking to showing
  t.after(async () => {
    await kill();
    await Promise.all([site.close(), elsewhere.close(), reports.close()]);
    await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  });

  for (let round = 0; round <= KILLS; round++) {
    const browser = await startProfile(path.join(folder, "profile"));
    kill = browser.kill;
    await browser.page.addInitScript(reportRuns, reports.url);
    const me = await steps(browser.page, { site, elsewhere, folder, base: "linear" });
    const [{ spent, cap }] = (await me.ledger()).accounts;
    assert.ok(
      spent.runs >= reports.shown.size,
      `${reports.shown.size} results were shown and ${spent.runs} runs recorded`,
    );
    t.diagnostic(`before round ${round}: ${spent.runs} recorded, ${reports.shown.size} shown`);
    if (round === KILLS) break;
    if (round === 0) await me.ledger((ledger) => ledger.setCap({ epsilon: 100, delta: 1e-5 }));
    else assert.equal(cap.epsilon, 100);

    await me.loadSample();
    await me.prepare(await me.write("private.csv", few));
    const asked = reports.next("asked");
    const shown = reports.next("shown");
    await makeResult(me);
    const began = await asked;
    // First as soon as a result is shown; then all over the time which that took, and a little beyond.
    if (round === 0) took = (await shown) - began;
    else await sleep((1.2 * took * round) / KILLS);
    await browser.kill();
    kill = async () => {};
  }
  assert.ok(reports.shown.size >= 1);
});

/** In the page: reports each request to charge, and each result once it is shown. */
function reportRuns(url) {
  if (window !== window.top) return;
  const Channel = window.MessageChannel;
  window.MessageChannel = function () {
    const channel = new Channel();
    channel.port1.addEventListener("message", ({ data }) => {
      if (data.type === "chargeRequest") navigator.sendBeacon(`${url}asked`);
      if (data.type === "release") window.releaseId = JSON.parse(data.release).releaseId;
    });
    return channel;
  };
  addEventListener("DOMContentLoaded", () => {
    new MutationObserver(() => {
      if (document.getElementById("result-body").childElementCount > 0)
        navigator.sendBeacon(`${url}shown?${window.releaseId}`);
    }).observe(document.getElementById("result-body"), { childList: true });
  });
}

async function reportServer() {
  const shown = new Set();
  const heard = {};
  const { at, close } = await serverOf((request, response) => {
    const { pathname, search } = new URL(request.url, "http://localhost");
    if (pathname === "/shown") shown.add(search);
    heard[pathname.slice(1)]?.(performance.now());
    response.writeHead(204, { "Access-Control-Allow-Origin": "*" }).end();
  });
  return {
    url: `${at}/`,
    shown,
    /** Resolves with the time of the next report of this name. */
    next: (name) => new Promise((resolve) => (heard[name] = resolve)),
    close,
  };
}
