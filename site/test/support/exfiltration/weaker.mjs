// Vaults that are weaker by one thing, each with a channel that is then open: the test must see it.
import { policiesAlone, replace } from "./variant.mjs";

const widerFrames = (policy) => ({
  "index.html": (html) => replace(html, "frame-src 'none'", policy),
  _headers: (text) => replace(text, "frame-src 'none'", policy),
});

export const WEAKER = [
  {
    name: "may connect",
    channel: "fetch",
    // connect-src of the page around it has to allow the address of any public sample.
    edits: { "vault.html": async (html) => replace(await policiesAlone(html), "connect-src 'none'", "connect-src *") },
  },
  {
    name: "frames of the page may go anywhere",
    channel: "navigation of the frame",
    edits: widerFrames("frame-src *"),
  },
  {
    name: "loaded by src instead of srcdoc",
    channel: "navigation of the frame within the site",
    edits: {
      "vault-files/host.js": (code) =>
        replace(code, "frame.srcdoc = html;", 'frame.src = new URL("../vault.html", import.meta.url);'),
      "vault.html": policiesAlone,
      "index.html": widerFrames("frame-src 'self'")["index.html"],
      _headers: (text) =>
        replace(replace(text, "frame-src 'none'", "frame-src 'self'"), "; frame-ancestors 'none'", ""),
    },
  },
  {
    name: "sandbox with popups",
    channel: "link in a new window",
    edits: {
      "vault-files/host.js": (code) => replace(code, '"allow-scripts"', '"allow-scripts allow-popups"'),
      "vault.html": policiesAlone,
    },
  },
];
