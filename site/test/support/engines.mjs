// Chromium, Firefox and WebKit behind one small interface, for tests that have to hold in all of them.
//
//   const engine = await startEngine("firefox");
//   const page = await engine.open(url, { width: 360, height: 800 });
//   await page.fill("#label", "price");
//   const vault = page.frame("iframe.vault");
//   await vault.setFiles("input[type=file]", "/path/of/private.csv");
//   await vault.click("button", "Make the result");
//   await page.shown("#result");
//   await engine.close();
//
// What a page and a frame can do is in place.mjs. What differs between the engines is in engine-*.mjs: Chromium is
// driven by Playwright, Firefox by WebDriver BiDi, WebKit (WebKitGTK's MiniBrowser) by plain WebDriver.
import * as chromium from "./engine-chromium.mjs";
import * as firefox from "./engine-firefox.mjs";
import * as webkit from "./engine-webkit.mjs";

const ENGINES = { chromium, firefox, webkit };

export const ENGINE_NAMES = Object.keys(ENGINES);

/**
 * Why an engine cannot be run on this machine, or undefined. The Makefile's target `browser` installs all three for
 * root.
 */
export async function missing(name) {
  return ENGINES[name].find().then(
    () => undefined,
    (error) => error.message,
  );
}

/**
 * Starts an engine with a fresh profile. Options, all of them optional:
 * colorScheme "light" or "dark"; `args`, `env` and `prefs` (Firefox) on top of the usual ones, `without` to leave some
 * of the usual arguments out (Chromium); `through`, a function that is given the path of the browser's program and
 * resolves with the path of another to start in its place. Resolves with {name, version, open(url, {width, height}),
 * close()}; `open` resolves with a page in a window or tab of its own. Chromium and Firefox have readClipboard(page) as
 * well.
 */
export async function startEngine(name, options = {}) {
  const binary = await ENGINES[name].find();
  const engine = await ENGINES[name].start(await (options.through?.(binary) ?? binary), options);
  const { close } = engine;
  let closing;
  return Object.assign(engine, { close: () => (closing ??= close()) });
}

/**
 * The engines that a test is to run in: all that are installed. A missing one is reported prominently, and on a
 * continuous integration server it is a failure.
 */
export async function installedEngines() {
  const found = [];
  for (const name of ENGINE_NAMES) {
    const why = await missing(name);
    if (why === undefined) found.push(name);
    else if (process.env.CI) throw new Error(why);
    else console.log(`NOT TESTED in ${name}: ${why}`);
  }
  return found;
}
