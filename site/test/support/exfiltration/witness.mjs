// What notices, without a server, that something has reached other documents of the browser.

/** In the site's page: notices what reaches other documents of the browser without a server. */
export function installWitness() {
  window.noticed = [];
  addEventListener("message", (event) => window.noticed.push(JSON.stringify(event.data)));
  new BroadcastChannel("exfiltration").onmessage = (event) => window.noticed.push(JSON.stringify(event.data));
}

export async function readWitness() {
  const databases = (await indexedDB.databases?.()) ?? [];
  return [
    ...window.noticed,
    ...Object.keys(localStorage),
    ...databases.map(({ name }) => name),
    ...((await globalThis.caches?.keys()) ?? []),
  ].join(" ");
}
