// The page's side of the vault: makes the frame, hands bytes in, and listens on one port. What comes out of the port is
// public or differentially private; see jsbridge/vaultui/post.go for the other end.
import { el } from "./dom.js";

/** What runs in the vault, as its document pins it (PINNED in vault-parts.mjs). */
const PARTS = ["engine.wasm"];

/** The same, but for files that few owners have: handed in once the vault is there, so that nobody waits for it. */
const LATER = ["parquet.js"];

let loading;

/** Fetches the vault's document and its parts, once. Everything that is ever needed is here before a file is chosen. */
export function loadParts() {
  loading ??= Promise.all([
    fetchBuilt("vault.html").then((response) => response.text()),
    ...PARTS.map((name) => fetchBuilt(name).then((response) => response.arrayBuffer())),
  ]).catch((error) => {
    loading = undefined; // the next attempt asks again
    throw error;
  });
  return loading;
}

async function fetchBuilt(name) {
  const response = await fetch(new URL(name, import.meta.url));
  if (!response.ok) throw new Error(`${name}: HTTP ${response.status}`);
  return response;
}

/**
 * Puts a fresh vault into `place`. `sample` is {data, name, url, label}, `samplePrivate` the bytes of the synthetic
 * private file or undefined. `onMessage` gets what the vault says. Returns {send, close}.
 */
export async function openVault(place, { sample, samplePrivate, limits = {} }, onMessage) {
  const [html, ...loaded] = await loadParts();
  const frame = el("iframe", { sandbox: "allow-scripts", title: "The vault", class: "vault" });
  // By srcdoc and not by src: only so does frame-src 'none' forbid every later navigation of the frame.
  frame.srcdoc = html;
  const channel = new MessageChannel();
  channel.port1.onmessage = (event) => onMessage(event.data);
  // Once only: a frame that gets to another document in whatever way must not be given anything.
  frame.addEventListener(
    "load",
    () => {
      const copies = loaded.map((bytes) => bytes.slice(0)); // transferred; the next vault needs the bytes again
      const parts = Object.fromEntries(PARTS.map((name, i) => [name, copies[i]]));
      frame.contentWindow.postMessage({ type: "start", parts, sample, samplePrivate, limits }, "*", [channel.port2, ...copies]);
      for (const name of LATER) {
        fetchBuilt(name)
          .then((response) => response.arrayBuffer())
          .catch(() => undefined) // the vault says so where it is needed
          .then((bytes) => channel.port1.postMessage({ type: "part", name, bytes }));
      }
    },
    { once: true },
  );
  place.replaceChildren(frame);
  return {
    send: (message) => channel.port1.postMessage(message),
    close() {
      channel.port1.close();
      frame.remove();
    },
  };
}
