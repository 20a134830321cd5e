// WebKit: WebKitGTK's MiniBrowser, by WebDriver, on a virtual screen of its own.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdir } from "node:fs/promises";
import net from "node:net";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { findProgram } from "./browser.mjs";
import { Page, findFrame } from "./place.mjs";

const INSTALL = "Debian and Ubuntu: apt-get install webkit2gtk-driver xvfb";
const ELEMENT = "element-6066-11e4-a52e-4f735466cecf"; // the key by which WebDriver marks a reference to an element

const findDriver = () =>
  findProgram({ what: "WebKitWebDriver", variable: "WEBKIT_DRIVER", names: ["WebKitWebDriver"], install: INSTALL });
const findScreen = () => findProgram({ what: "Xvfb", variable: "XVFB", names: ["Xvfb"], install: INSTALL });

/** The path of MiniBrowser, which comes with the driver but stands beside the library. */
export async function find() {
  await Promise.all([findDriver(), findScreen()]);
  const folders = [];
  for (const root of ["/usr/lib", "/usr/libexec"]) {
    for (const sub of ["", ...(await readdir(root).catch(() => []))]) {
      for (const api of ["6.0", "4.1", "4.0"])
        folders.push(path.join(root, sub, `webkit${api === "6.0" ? "" : "2"}gtk-${api}`));
    }
  }
  return findProgram({
    what: "MiniBrowser of WebKitGTK",
    variable: "WEBKIT_BROWSER",
    also: folders.map((folder) => path.join(folder, "MiniBrowser")),
    install: INSTALL,
  });
}

export async function start(binary, { colorScheme, args = [], env = {} } = {}) {
  const screen = spawn(await findScreen(), ["-displayfd", "3", "-screen", "0", "1600x1200x24", "-nolisten", "tcp"], {
    stdio: ["ignore", "ignore", "ignore", "pipe"],
  });
  let driver;
  const stop = async () => {
    for (const child of [driver, screen]) {
      if (!child || child.exitCode !== null || child.signalCode !== null) continue;
      const gone = once(child, "exit");
      child.kill();
      await gone;
    }
  };
  try {
    const [display] = await once(screen.stdio[3], "data");
    const port = await freePort();
    driver = spawn(await findDriver(), ["-p", String(port)], {
      stdio: "ignore",
      env: {
        ...process.env,
        DISPLAY: `:${String(display).trim()}`,
        LIBGL_ALWAYS_SOFTWARE: "1",
        NO_AT_BRIDGE: "1",
        GTK_THEME: colorScheme === "dark" ? "Adwaita:dark" : "Adwaita",
        ...env,
      },
    });
    const session = await openSession(`http://127.0.0.1:${port}`, { binary, args: ["--automation", ...args] });
    const unused = await session.ask("GET", "window/handles");
    return {
      name: "webkit",
      version: `WebKitGTK ${session.version}`,
      async open(url, { width = 1280, height = 900 } = {}) {
        // The first page takes the window that is there. Not tabs: what is behind another cannot be photographed.
        const handle = unused.pop() ?? (await session.ask("POST", "window/new", { type: "window" })).handle;
        const made = new Page(driverOf(session, handle));
        await made.resize(width, height);
        await made.goto(url);
        return made;
      },
      async close() {
        await session.end().catch(() => {}); // a browser that has crashed cannot say goodbye
        await stop();
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function freePort() {
  const server = net.createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  await once(server, "close");
  return port;
}

/**
 * A session of WebDriver: `ask` sends one command, `inTurn` keeps commands that belong together from being mixed with
 * others.
 */
async function openSession(address, options) {
  const command = async (method, route, body) => {
    const response = await fetch(`${address}/${route}`, { method, body: body && JSON.stringify(body) });
    const { value } = await response.json();
    if (!response.ok) throw Object.assign(new Error(`WebKit: ${value.error}: ${value.message}`), { code: value.error });
    return value;
  };
  for (let tries = 0; ; tries++) {
    try {
      await command("GET", "status");
      break;
    } catch (error) {
      if (tries === 200) throw error;
      await sleep(50);
    }
  }
  const capabilities = {
    alwaysMatch: {
      "webkitgtk:browserOptions": options,
      unhandledPromptBehavior: "dismiss",
      timeouts: { script: 60_000 },
    },
  };
  const opened = await command("POST", "session", { capabilities });
  const ask = (method, route, body) => command(method, `session/${opened.sessionId}/${route}`, body);
  let last = Promise.resolve();
  return {
    version: opened.capabilities.browserVersion,
    ask,
    inTurn: (steps) => (last = last.then(steps, steps)),
    end: () => command("DELETE", `session/${opened.sessionId}`),
  };
}

/** The driver of one tab, or of a frame in it, by the selectors that lead there. */
function driverOf(session, handle, frames = []) {
  /** WebDriver looks at one document at a time, so each step first goes to its own. */
  const there = (steps) =>
    session.inTurn(async () => {
      await session.ask("POST", "window", { handle });
      await enter(frames);
      return steps();
    });
  const enter = async (path) => {
    await session.ask("POST", "frame", { id: null });
    for (const selector of path) await session.ask("POST", "frame", { id: await script(findFrame, [selector]) });
  };
  /**
   * WebKit scrolls inside a frame of another origin, but not the pages around it: brings a height in the frame to the
   * middle of each.
   */
  const reveal = async (y) => {
    for (let depth = frames.length - 1; depth >= 0; depth--) {
      await enter(frames.slice(0, depth));
      const id = await script(findFrame, [frames[depth]]);
      y = await script(
        (frame, y) => {
          const at = () => frame.getBoundingClientRect().top + frame.clientTop + y;
          scrollBy({ top: at() - innerHeight / 2, behavior: "instant" });
          return at();
        },
        [id, y],
      );
    }
    await enter(frames);
  };
  const script = (f, args) => session.ask("POST", "execute/sync", { script: `return (${f})(...arguments)`, args });

  return {
    session, // for what only WebDriver can do
    handle,
    goto: (url) => there(() => session.ask("POST", "url", { url })),
    frame: (selector) => driverOf(session, handle, [...frames, selector]),
    close: () => there(() => session.ask("DELETE", "window")),
    screenshot: async () => Buffer.from(await there(() => session.ask("GET", "screenshot")), "base64"),
    resize: (width, height) =>
      there(async () => {
        // The window has a frame and a tool bar around the page.
        for (let tries = 0; tries < 3; tries++) {
          const [w, h] = await script(() => [innerWidth, innerHeight], []);
          if (w === width && h === height) return;
          const rect = await session.ask("GET", "window/rect");
          await session.ask("POST", "window/rect", { width: rect.width + width - w, height: rect.height + height - h });
        }
      }),
    async evaluate(f, args) {
      const answer = await there(() =>
        session.ask("POST", "execute/async", {
          script: `const done = arguments[arguments.length - 1];
            Promise.resolve().then(() => (${f})(...[...arguments].slice(0, -1)))
              .then((value) => done({ value }), (error) => done({ error: String(error) }));`,
          args,
        }),
      );
      if (answer.error !== undefined) throw new Error(answer.error);
      return answer.value;
    },
    act: (find, args, action, details) =>
      there(async () => {
        const found = await script(find, args);
        const element = found[ELEMENT];
        await reveal(
          await script((element) => element.getBoundingClientRect().top + element.offsetHeight / 2, [found]),
        );
        if (action === "click") await session.ask("POST", `element/${element}/click`, {});
        else await session.ask("POST", `element/${element}/value`, { text: details.join("\n") });
      }),
  };
}
