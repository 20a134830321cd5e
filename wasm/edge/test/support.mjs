// The edge on workerd, an analyst and owners who have the engine in Node. Release files are real ones.
import { mkdtemp, rm } from "node:fs/promises";
import http from "node:http";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { load } from "../../../jsbridge/npm/index.js";
import { startEdge } from "../local.mjs";

export const TOKEN = "an-analysts-token.long-and-secret";

let seed = 12345;
const random = () => (seed = (seed * 1103515245 + 12345) % 2147483648) / 2147483648;
const table = (rows, columns) =>
  `${columns.join(",")}\n${Array.from({ length: rows }, () => columns.map(() => (10 * random()).toFixed(2)).join(",")).join("\n")}\n`;

/** The public sample of all tests. */
export const sample = table(40, ["a", "b", "y"]);

const freePort = () =>
  new Promise((resolve, reject) => {
    const server = createServer().on("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });

/** The token in the link of an invitation. */
export const tokenOf = (link) => new URLSearchParams(new URL(link).hash.slice(1)).get("token");

/** A request over a new connection: the other side may close a kept connection just when it is reused. */
export const request = (address, { method = "GET", headers = {} } = {}, body) =>
  new Promise((resolve, reject) => {
    http
      .request(address, { method, headers, agent: false }, (answer) => {
        const parts = [];
        answer.on("error", reject).on("data", (part) => parts.push(part));
        answer.on("end", () =>
          resolve({ status: answer.statusCode, headers: answer.headers, body: Buffer.concat(parts) }),
        );
      })
      .on("error", reject)
      .end(body);
  });

/** Starts the edge; `restart()` starts it anew over the same folder, which `end()` removes. */
export async function world(options = {}) {
  const state = await mkdtemp(path.join(tmpdir(), "privadapt-edge-"));
  const port = await freePort();
  let edge = await startEdge({ port, state, token: TOKEN, perMinute: 1e6, ...options });
  const origin = `http://localhost:${port}`;
  const analyst = { Authorization: `Bearer ${TOKEN}` };
  const self = {
    origin,
    samples: `http://127.0.0.1:${port}`,
    get edge() {
      return edge;
    },
    /** {status, body} of a request to the API as an analyst; a body that is not a text is sent as JSON. */
    async call(method, place, body, headers = analyst) {
      const text =
        body === undefined || typeof body === "string" || body instanceof Uint8Array ? body : JSON.stringify(body);
      const answer = await request(`${origin}/api/${place}`, { method, headers }, text);
      return { ...answer, body: answer.body.length > 0 ? JSON.parse(answer.body) : undefined };
    },
    send: (campaign, token, release) =>
      self.call(
        "POST",
        `campaigns/${campaign}/releases`,
        release,
        token === undefined ? {} : { Authorization: `Bearer ${token}` },
      ),
    /** A campaign on the sample, and as many invitations' tokens. */
    async campaign(count = 0, settings = {}) {
      const uploaded = await self.call("POST", "samples?name=sample.csv", sample);
      const { source, sha256 } = uploaded.body;
      const made = await self.call("POST", "campaigns", {
        source,
        sha256,
        label: "y",
        epsilonMax: 1,
        delta: 1e-5,
        ...settings,
      });
      if (made.status !== 201) throw new Error(JSON.stringify(made.body));
      const { id } = made.body;
      const links = [];
      for (let left = count; left > 0; left -= 200) {
        const made = await self.call("POST", `campaigns/${id}/invitations`, { count: Math.min(left, 200) });
        links.push(...made.body.links);
      }
      return { id, source, sha256, links, tokens: links.map(tokenOf) };
    },
    /** The rows of the tables of the store, counted: what a refused request must not change. */
    async stored() {
      const db = await edge.getD1Database("DB");
      const counted = `SELECT (SELECT count(*) FROM releases) AS releases, (SELECT count(*) FROM campaigns) AS campaigns,
        (SELECT count(*) FROM invitations WHERE used_by IS NOT NULL) AS used`;
      return db.prepare(counted).first();
    },
    async restart() {
      await edge.dispose();
      edge = await startEdge({ port, state, token: TOKEN, perMinute: 1e6, ...options });
    },
    async end() {
      await edge.dispose();
      await rm(state, { recursive: true, force: true });
    },
  };
  return self;
}

/**
 * Owners with the engine: `release(settings)` is the text of a release of the owner's rows, which have their labels
 * where asked for.
 */
export async function owners() {
  const engine = await load({ ledger: false });
  const source = await engine.loadSource(new Blob([sample]), { label: "y" });
  return {
    engine,
    source,
    async release({ rows = 60, from = source, labels = false, ...settings } = {}) {
      const target = await engine.loadTarget(new Blob([table(rows, labels ? ["a", "b", "y"] : ["a", "b"])]));
      const made = await engine.adapt({
        source: from,
        target,
        epsilon: 1,
        delta: 1e-5,
        release: "moments",
        ...settings,
      });
      return made.text;
    },
    end: () => engine.dispose(),
  };
}
