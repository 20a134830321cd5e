// Firefox, by WebDriver BiDi, which it speaks itself. Preferences that drivers need it sets by itself, too.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import WebSocket from "ws";
import { addressSaid, findProgram } from "./browser.mjs";
import { Page, findFrame } from "./place.mjs";

export const find = () =>
  findProgram({
    what: "Firefox",
    variable: "FIREFOX",
    names: ["firefox-esr", "firefox"],
    also: ["/Applications/Firefox.app/Contents/MacOS/firefox"],
    install: "Debian: apt-get install firefox-esr; Ubuntu: a package of Mozilla's, not the snap",
  });

const PREFERENCES = {
  // Nothing but the tests' own requests.
  "network.captive-portal-service.enabled": false,
  "network.connectivity-service.enabled": false,
  "browser.safebrowsing.downloads.remote.enabled": false,
  // A request that tracking protection blocks would prove nothing.
  "privacy.trackingprotection.enabled": false,
  "browser.contentblocking.features.standard": "-tp,tpPrivate,cookieBehavior0,-cryptoTP,-fp",
};

export async function start(executablePath, { colorScheme, args = [], env = {}, prefs = {} } = {}) {
  const profile = await mkdtemp(path.join(os.tmpdir(), "privadapt-firefox-"));
  const preferences = {
    ...PREFERENCES,
    ...(colorScheme && { "layout.css.prefers-color-scheme.content-override": colorScheme === "dark" ? 0 : 1 }),
    ...prefs,
  };
  const lines = Object.entries(preferences).map((pair) => `user_pref(${pair.map((one) => JSON.stringify(one))});\n`);
  await writeFile(path.join(profile, "user.js"), lines.join(""));
  const firefox = spawn(
    executablePath,
    ["--headless", "--no-remote", "--profile", profile, "--remote-debugging-port", "0", ...args],
    { env: { ...process.env, ...env }, stdio: ["ignore", "ignore", "pipe"] },
  );
  const gone = once(firefox, "exit");
  const address = await addressSaid(firefox, /WebDriver BiDi listening on (ws:\S+)/);
  const command = await connect(`${address}/session`);
  const { capabilities } = await command("session.new", { capabilities: {} });
  return {
    name: "firefox",
    version: `Firefox ${capabilities.browserVersion}`,
    async open(url, { width = 1280, height = 900 } = {}) {
      const { context } = await command("browsingContext.create", { type: "tab" });
      const made = new Page(driverOf(command, context));
      await made.resize(width, height);
      await made.goto(url);
      return made;
    },
    // Needs dom.events.testing.asyncClipboard.
    readClipboard: (page) => page.evaluate(() => navigator.clipboard.readText()),
    async close() {
      await command("browser.close", {}).catch(() => firefox.kill()); // one that has crashed cannot say goodbye
      await gone;
      await rm(profile, { recursive: true, maxRetries: 5 });
    },
  };
}

/** Resolves with a function that sends one command and resolves with its result. */
async function connect(address) {
  const socket = new WebSocket(address, { maxPayload: 0 });
  await once(socket, "open");
  const waiting = new Map();
  let ended;
  socket.on("message", (text) => {
    const { id, result, error, message } = JSON.parse(text);
    if (error) waiting.get(id)?.reject(new Error(`Firefox: ${error}: ${message}`));
    else waiting.get(id)?.resolve(result);
    waiting.delete(id);
  });
  socket.on("close", () => {
    ended = new Error("Firefox: the connection has ended");
    for (const { reject } of waiting.values()) reject(ended);
  });
  let last = 0;
  return (method, params) =>
    new Promise((resolve, reject) => {
      if (ended) throw ended;
      waiting.set(++last, { resolve, reject });
      socket.send(JSON.stringify({ id: last, method, params }));
    });
}

function driverOf(command, context) {
  return {
    ...inFrame(command, async () => context),
    goto: (url) => command("browsingContext.navigate", { context, url, wait: "complete" }),
    screenshot: async () =>
      Buffer.from((await command("browsingContext.captureScreenshot", { context })).data, "base64"),
    resize: (width, height) => command("browsingContext.setViewport", { context, viewport: { width, height } }),
    close: () => command("browsingContext.close", { context }),
  };
}

const CLICK = [
  { type: "pointerDown", button: 0 },
  { type: "pointerUp", button: 0 },
];

/** `frame` resolves with what BiDi calls it at this moment. */
function inFrame(command, frame) {
  const call = async (context, functionDeclaration) => {
    const { exceptionDetails, result } = await command("script.callFunction", {
      functionDeclaration,
      target: { context },
      awaitPromise: true,
      userActivation: true,
    });
    if (exceptionDetails) throw new Error(exceptionDetails.text);
    return result;
  };
  const text = (f, args) => `(${f})(...${JSON.stringify(args)})`;
  return {
    frame: (selector) =>
      inFrame(command, async () => {
        const inside = await call(await frame(), `() => ${text(findFrame, [selector])}.contentWindow`);
        return inside.value.context;
      }),
    async evaluate(f, args) {
      const { value } = await call(await frame(), `async () => JSON.stringify([await ${text(f, args)}])`);
      return JSON.parse(value)[0];
    },
    async act(find, args, action, details) {
      const context = await frame();
      const { sharedId } = await call(context, `() => ${text(find, args)}`);
      if (!sharedId) throw new Error("the element is not attached");
      const element = { sharedId };
      if (action !== "click") return command("input.setFiles", { context, element, files: details });
      const move = { type: "pointerMove", x: 0, y: 0, origin: { type: "element", element } };
      return command("input.performActions", {
        context,
        actions: [{ type: "pointer", id: "mouse", actions: [move, ...CLICK] }],
      });
    },
  };
}
