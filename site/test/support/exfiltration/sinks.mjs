// Everything on loopback that something sent out of a browser could arrive at. What arrives is known by its token: each
// attempt has one of its own, xf-…, in its address, its message, its host name, or by a port that no other attempt
// knows.
import dgram from "node:dgram";
import { once } from "node:events";
import http from "node:http";
import net from "node:net";

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
