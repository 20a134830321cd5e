// fetch for the addresses that a link names. Whoever made the link is a stranger, and this machine may stand in a
// network that a stranger cannot reach. So a name is looked up where the connection is made, and no connection is made
// to an address that the link may not name; a second look-up could give another answer. Redirects are not followed. A
// proxy of the system's would look names up itself, and whether a public address leads back into this network cannot be
// seen from here.
import * as dns from "node:dns";
import { once } from "node:events";
import http from "node:http";
import https from "node:https";
import { Readable } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import { PrivadaptError } from "../errors.js";
import { mayAsk, placeOf } from "../host-place.js";

const DECODERS = new Map([
  ["gzip", createGunzip],
  ["x-gzip", createGunzip],
  ["deflate", createInflate],
  ["br", createBrotliDecompress],
]);
const WITHOUT_BODY = [204, 205, 304];

/**
 * Returns the function for a link whose own host, as URL.hostname writes it, is `own`, or "" if it has none. It knows
 * the options method, headers, body and signal. `lookup` is as in node:dns.
 */
export function guardedFetch(own, lookup = dns.lookup) {
  let place; // a promise
  return async (address, /** @type {Record<string, any>} */ { method = "GET", headers = {}, body, signal } = {}) => {
    const url = new URL(address);
    place ??= placeOfHost(own, lookup);
    const from = await place;
    const known = placeOf(url.hostname);
    if (known !== undefined && !mayAsk(from, known)) throw within(url.hostname);
    const request = (url.protocol === "https:" ? https : http).request(url, {
      method,
      headers: { ...headers, "Accept-Encoding": "identity" },
      signal,
      agent: false, // a connection of its own, made by this look-up
      lookup: (host, options, /** @type {any} */ done) =>
        lookup(host, { ...options, all: true }, (error, found) => {
          if (error) return done(error);
          if (!found.every((one) => mayAsk(from, placeOf(one.address)))) return done(within(host));
          if (options.all) done(null, found);
          else done(null, found[0].address, found[0].family);
        }),
    });
    request.on("error", () => {}); // after the answer has begun its reader gets the error
    request.end(body);
    const [answer] = await once(request, "response");
    return responseOf(answer);
  };
}

/** What a name stands for is where its addresses are, if all are in one place. */
async function placeOfHost(host, lookup) {
  const known = placeOf(host);
  if (known !== undefined || host === "") return known;
  const found = await new Promise((resolve) =>
    lookup(host, { all: true }, (error, list) => resolve(error ? [] : list)),
  );
  const places = new Set(found.map(({ address }) => placeOf(address)));
  return places.size === 1 ? [...places][0] : "public";
}

const within = (host) =>
  new PrivadaptError(
    "private-address",
    `${host} is on this machine or in its network, and the link does not come from there; nothing was asked of it`,
  );

function responseOf(answer) {
  const headers = new Headers();
  for (let i = 0; i < answer.rawHeaders.length; i += 2) headers.append(answer.rawHeaders[i], answer.rawHeaders[i + 1]);
  const decoder = DECODERS.get(headers.get("content-encoding")?.trim().toLowerCase());
  const body = decoder ? answer.pipe(decoder()) : answer;
  if (decoder) answer.on("error", (error) => body.destroy(error));
  if (WITHOUT_BODY.includes(answer.statusCode)) answer.resume();
  return new Response(WITHOUT_BODY.includes(answer.statusCode) ? null : /** @type {any} */ (Readable.toWeb(body)), {
    status: answer.statusCode,
    statusText: answer.statusMessage,
    headers,
  });
}
