// An owner who has got a link, and the server of whoever sent it.
import { setUp } from "./support.mjs";
import { serverOf } from "./tools.mjs";

export const source = `a,b,y\n${Array.from({ length: 80 }, (_, i) => `${i % 7},${i % 5},${(i % 7) + (i % 3)}\n`).join("")}`;
export const target = `a,b,y\n${Array.from({ length: 200 }, (_, i) => `${i % 6},${i % 4},${i % 6}\n`).join("")}`;

/**
 * A receiver and the public files, at one address. `asked` lists what was asked of it; `connections()` counts, whatever
 * was asked.
 */
async function serverFor(t, files = {}) {
  const asked = [];
  const taken = [];
  const said = { state: "open", release: "" };
  const { at, connections, close } = await serverOf((request, answer) => {
    asked.push(`${request.method} ${request.url}`);
    let body = "";
    request
      .on("data", (part) => (body += part))
      .on("end", () => {
        const file = files[request.url];
        if (file?.to) answer.writeHead(302, { location: file.to }).end();
        else if (file !== undefined) answer.writeHead(200).end(file);
        else if (request.url === "/sample.csv") answer.writeHead(200, { "content-type": "text/csv" }).end(source);
        else if (request.method === "POST") taken.push(body) && answer.writeHead(200).end("{}");
        else answer.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(said));
      });
  });
  t.after(close);
  return { at, asked, taken, said, connections };
}

/**
 * A link to `page` with these fields, to the sample and the receiver of the server unless they are others; a field that
 * is undefined is left out.
 */
export function linkOf({ at }, fields = {}, page = "http://localhost/owner/") {
  const places = { source: `${at}/sample.csv`, label: "y", reply: `${at}/campaigns/1/releases` };
  const asked = { ...places, epsilon: "1", delta: "1e-6", release: "model", base: "linear", ...fields };
  return `${page}#${new URLSearchParams(Object.entries(asked).filter(([, value]) => value !== undefined))}`;
}

export const mine = ["--target", "target.csv", "--rows", "200"];

/** Such a server and an owner, whose ledger has `spent()` runs. */
export async function invited(t, files) {
  const server = await serverFor(t, files);
  const owner = await setUp(t, { source, target });
  const accounts = async () => JSON.parse((await owner.privadapt("ledger", "--json")).stdout).accounts;
  const spent = async () => (await accounts())[0].spent.runs;
  return { server, owner: { ...owner, accounts, spent, submit: (...args) => owner.privadapt("submit", ...args) } };
}
