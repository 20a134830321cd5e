// English texts of more than one room: problems with a public sample, and the state of the network.

/**
 * A sentence for each problem with the public sample, by code. `detail` is a number, a text of ours, or a sentence that
 * quotes the receiver.
 */
export const sampleProblems = {
  "too-many": (most) => `At most ${most} public samples can be united.`,
  "integrity-count": () => "Give one SHA-256 for each address, in their order and with spaces between them, or none.",
  "not-a-url": () => "This is not a web address. It should start with https:// and point to the file itself.",
  "no-label": () => "Give the name of the label column, as it is in the header of the file.",
  "bad-integrity": () => "The SHA-256 must be sha256- followed by 44 base64 characters, or 64 hexadecimal digits.",
  unreachable: () =>
    "The address could not be read. Either there is no connection to it, or its server does not allow other sites to read it (the CORS header Access-Control-Allow-Origin is missing). Ask whoever publishes the sample, or try another address.",
  "http-status": (status) =>
    `The server answered ${status} instead of the file. ${status === 404 ? "Check the address for a misspelling." : "Try again later, or ask whoever publishes the sample."}`,
  redirected: () =>
    "The address leads on to another one, which was not opened: a link has to name the address of the file itself.",
  html: () =>
    "The address leads to a web page and not to a CSV or TSV file. Look for the address of the file itself, often called “raw” or “download”.",
  "too-large": () =>
    "The file has more than 2 GB, which no browser holds. Ask whoever publishes the sample for a part of it.",
  interrupted: () => "The transfer stopped before the file was complete. Nothing of it was used. Try again.",
  integrity: () =>
    "The file is not the one with this SHA-256: it was changed, or the value was copied wrongly. It was not used.",
  "base-file": (sentence) => `The file of the model that is asked for cannot be used. ${sentence}`,
  model: (sentence) => `The model that the report is to be about cannot be used. ${sentence}`,
  "empty-file": () => "The file at this address is empty.",
  insecure: () =>
    "Browsers offer the functions this page needs only over https:// or on localhost. Open the page there.",
  engine: () => "The program itself could not be loaded from this site. Check the connection and try again.",
  outdated: () =>
    "This page and the program have different versions, as can happen shortly after an update of this site. Nothing was started. Reload the page.",
  "no-wasm": () =>
    "This browser does not run WebAssembly, which the program needs: it is too old, or WebAssembly is switched off in it, as some security modes do. Allow it for this site, or use an up-to-date Chrome, Firefox, Edge or Safari.",
  "damaged-kit": (name) =>
    `${name} in this file is not what its list of contents says: the file was changed on its way. Nothing was started. Ask for it again.`,
  stopped: () => "Stopped.",
  // Of the receiver of an invitation: a sentence of ours, with the receiver's own in quotes.
  receiver: (sentence) => sentence,
  // Found by the vault: a sentence of the engine about the public sample.
  source: (sentence) => `The sample was loaded and cannot be used: ${sentence}`,
  label: (sentence) => `The sample was loaded, but its label cannot be used: ${sentence}`,
};

/** With a network and without; see offline.js. */
export const network = {
  kept: "This site is kept in your browser and works without a network.",
  offline: "You are offline. Nothing can leave this device until you connect again.",
  newer: "A newer version of this site is ready. It takes over when you have closed all its pages.",
};

/** The frame in which a private file is read. */
export const vault = { title: "The vault" };
