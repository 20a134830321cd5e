// Everything on loopback that something sent out of a browser could arrive at. What arrives is known by its token: each
// attempt has one of its own, xf-…, in its address, its message, its host name, or by a port that no other attempt
// knows. And which host names a browser asks for: by the engine's own log where it has one, and where this user may mount,
// by a name server on loopback that only the browser knows.
import dgram from "node:dgram";
import { once } from "node:events";
import http from "node:http";
import net from "node:net";
import { execFile } from "node:child_process";
import { readFile, readdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";

const TOKEN = /xf-[a-z0-9-]+/g;

/** The domain of the host names in attempts. It exists nowhere. */
export const DOMAIN = "exfiltration.test";

/**
 * Opens the sinks. `arrived` maps a token to what brought it; `record(text, how)` notes all tokens in a text. `url` is
 * the origin of the HTTP sink, which also serves the unprotected pages: `pages` maps a path to (request, response, url)
 * => void.
 */
export async function openSinks(pages) {
  const arrived = new Map();
  const note = (token, how) => arrived.set(token, [...(arrived.get(token) ?? []), how]);
  const record = (text, how) => new Set(text.match(TOKEN)).forEach((token) => note(token, how));

  const server = http.createServer((request, response) => {
    const url = new URL(request.url, "http://sink");
    if (pages[url.pathname]) {
      pages[url.pathname](request, response, url);
      return;
    }
    record(request.url, `${request.method} request`);
    request.on("data", (data) => record(String(data), `${request.method} body`));
    const script = url.pathname.endsWith(".js");
    response
      .writeHead(200, { "Content-Type": script ? "text/javascript" : "text/plain", "Access-Control-Allow-Origin": "*" })
      .end(script ? ";" : "ok");
  });
  server.on("upgrade", (request, socket) => {
    record(request.url, "WebSocket handshake");
    socket.destroy();
  });
  const opened = [server];
  const listen = async (sink) => {
    opened.push(sink);
    sink.listen(0, "127.0.0.1");
    await once(sink, "listening");
    return sink.address().port;
  };
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();

  return {
    arrived,
    record,
    url: `http://127.0.0.1:${port}`,
    /** A port of its own for a token: whatever connects to it or sends a packet to it has carried the token out. */
    tcp: (token) =>
      listen(
        net.createServer((socket) => {
          note(token, "TCP connection");
          socket.on("error", () => {}).destroy();
        }),
      ),
    async udp(token) {
      const socket = dgram.createSocket("udp4").on("message", () => note(token, "UDP packet"));
      opened.push(socket);
      socket.bind(0, "127.0.0.1");
      await once(socket, "listening");
      return socket.address().port;
    },
    close: () => {
      server.closeAllConnections();
      return Promise.all(opened.map((sink) => new Promise((resolve) => sink.close(resolve))));
    },
  };
}

// Addresses of the name servers: engines are tried at the same time.
const SERVERS = { chromium: "127.53.53.1", firefox: "127.53.53.2", webkit: "127.53.53.3" };
const NAME = new RegExp(`xf-[a-z0-9-]+(?=\\.${DOMAIN.replaceAll(".", "\\.")})`, "gi");

/**
 * Starts to listen. `record(text, how)` receives names; `folder` takes logs. Resolves with what startEngine needs, and
 * more.
 */
export async function watchNames(engine, folder, record) {
  const log = path.join(folder, "names.log");
  const server = await openServer(SERVERS[engine], folder, record);
  return {
    options: {
      ...(engine === "chromium" && { args: [`--log-net-log=${log}`] }),
      ...(engine === "firefox" && { env: { MOZ_LOG: "sync,nsHostResolver:5", MOZ_LOG_FILE: log } }),
      ...(server && { through: server.through }),
    },
    how:
      [engine === "chromium" && "netlog", engine === "firefox" && "MOZ_LOG", server && "name server"]
        .filter(Boolean)
        .join(", ") || "nothing",
    live: !!server,
    /** After the browser has ended. */
    async readLogs() {
      for (const name of await readdir(folder)) {
        if (name.startsWith("names.log"))
          record(
            (await readFile(path.join(folder, name), "latin1")).match(NAME)?.join(" ") ?? "",
            "name in the browser's log",
          );
      }
    },
    close: async () => server?.close(),
  };
}

/**
 * A name server at `address`, and a way to start a program that asks it: with another /etc/resolv.conf, for this
 * program alone.
 */
async function openServer(address, folder, record) {
  try {
    await promisify(execFile)("unshare", ["--mount", "true"]);
    const socket = dgram.createSocket("udp4");
    socket.bind(53, address);
    await once(socket, "listening");
    socket.on("message", (query, from) => {
      record(String(query.subarray(12)).toLowerCase(), "DNS query");
      socket.send(answer(query), from.port, from.address);
    });
    return {
      close: () => new Promise((resolve) => socket.close(resolve)),
      async through(binary) {
        const [config, script] = ["resolv.conf", "browser"].map((name) => path.join(folder, name));
        await writeFile(config, `nameserver ${address}\n`);
        const quote = (text) => `'${text.replaceAll("'", "'\\''")}'`;
        const inside = 'mount --bind "$0" /etc/resolv.conf && exec "$@"';
        await writeFile(
          script,
          `#!/bin/sh\nexec unshare --mount sh -c ${quote(inside)} ${quote(config)} ${quote(binary)} "$@"\n`,
          { mode: 0o755 },
        );
        return script;
      },
    };
  } catch {
    return undefined; // not root, or in a container that may not
  }
}

/** Every name is this machine's IPv4 address, and has no other record. */
function answer(query) {
  let end = 12;
  while (query[end]) end += query[end] + 1;
  const question = query.subarray(12, end + 5);
  const isAddress = query.readUInt16BE(end + 1) === 1;
  const header = Buffer.from([query[0], query[1], 0x81, 0x80, 0, 1, 0, isAddress ? 1 : 0, 0, 0, 0, 0]);
  const record = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, 127, 0, 0, 1]);
  return Buffer.concat([header, question, ...(isAddress ? [record] : [])]);
}
