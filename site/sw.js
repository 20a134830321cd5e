// The service worker: keeps this version of the site, so that it works without a network. The build fills in the lists.
//
// A version is kept whole or not at all, each file checked against its SHA-256. A newer version is kept beside it and
// takes over only when no page of this one is open any more, so files of two versions never meet in one page. What is
// not in the lists, such as a sample from another site, passes by untouched and is not kept.
/* biome-ignore lint/suspicious/noRedundantUseStrict: a service worker is no module */
"use strict";

const BUILD = "{{build}}";
/** Fetched when this version is installed: name → integrity. */
const FIRST = "{{first}}";
/** Kept when a page first asks for it. */
const LATER = "{{later}}";

const scope = self.registration.scope;
const family = `privadapt ${scope} `; // several copies of the site may share an origin
const mine = family + BUILD;

addEventListener("install", (event) => event.waitUntil(install()));
addEventListener("activate", (event) => event.waitUntil(activate()));
addEventListener("fetch", (event) => {
  const name = nameOf(event.request);
  if (name !== undefined) event.respondWith(answer(name, event));
});

async function install() {
  // All are here and checked before the first is kept. If one fails, the browser drops this version and tries again
  // later.
  const names = Object.keys(FIRST);
  const responses = await Promise.all(names.map((name) => fetched(name, FIRST[name])));
  const cache = await caches.open(mine);
  try {
    await Promise.all(names.map((name, i) => cache.put(name, responses[i])));
  } catch (error) {
    await caches.delete(mine); // no room
    throw error;
  }
}

async function activate() {
  const names = await caches.keys();
  await Promise.all(
    names.filter((name) => name.startsWith(family) && name !== mine).map((name) => caches.delete(name)),
  );
  await self.clients.claim(); // the page that was open first may ask for more
}

/** The file of the lists that a request is for. */
function nameOf({ method, url }) {
  if (method !== "GET" || !url.startsWith(scope)) return undefined;
  const name = url.slice(scope.length).replace(/[?#].*/s, "") || "index.html";
  return Object.hasOwn(FIRST, name) || Object.hasOwn(LATER, name) ? name : undefined;
}

async function answer(name, event) {
  // Browsers may delete what they keep. Then this version is no more, and the pages come from the server.
  if (!(await caches.has(mine))) return fetch(event.request);
  const cache = await caches.open(mine);
  const kept = await cache.match(name, { ignoreVary: true });
  if (kept) return kept;
  const response = await fetched(name, FIRST[name] ?? LATER[name]);
  event.waitUntil(cache.put(name, response.clone()));
  return response;
}

/** Fetches a file of exactly this version; rejects where the server has another. */
async function fetched(name, integrity) {
  const url = new URL(name, scope);
  // The page has just loaded most of it: what the browser still holds will do if it is the right one.
  const response = await fetch(url, { integrity, cache: "force-cache" }).catch(() =>
    fetch(url, { integrity, cache: "reload" }),
  );
  if (!response.ok) throw new Error(`${name}: HTTP ${response.status}`);
  // Some hosts answer index.html by a redirect, and a response that was redirected may not answer a navigation.
  return response.redirected ? new Response(response.body, { headers: response.headers }) : response;
}
