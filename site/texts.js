// English texts that the page's scripts show, in files called texts so that they can be translated and read as a whole. This one
// has numbers in words, the sample, the run and the privacy budget.

const number = new Intl.NumberFormat("en", { maximumSignificantDigits: 6 });
const count = new Intl.NumberFormat("en");

/** A number for a sentence or a table: 1, 0.5, 1e-6, 12,345.6. */
export const plain = (value) => (value !== 0 && Math.abs(value) < 1e-3 ? Number(value.toPrecision(4)).toExponential() : number.format(value));
export const rough = (value) => plain(Number(value.toPrecision(3)));
export const grouped = (value) => count.format(value);
export const size = (bytes) => (bytes < 1e6 ? `${Math.max(1, Math.round(bytes / 1e3))} kB` : `${(bytes / 1e6).toFixed(1)} MB`);

export const duration = (seconds) => (seconds < 90 ? `${Math.ceil(seconds)} seconds` : seconds < 5400 ? `${Math.round(seconds / 60)} minutes` : `${(seconds / 3600).toFixed(1)} hours`);
export const timeLeft = (seconds) => (seconds === undefined ? "" : `, about ${duration(seconds < 90 ? Math.ceil(seconds / 5) * 5 : seconds)} left`);
export const capital = (sentence) => sentence.charAt(0).toUpperCase() + sentence.slice(1);

/** What to tell about a problem with the public sample, by code. `detail` is a number or a text of ours, never of the server. */
export const sampleProblems = {
  "not-a-url": () => "This is not a web address. It should start with https:// and point to the file itself.",
  "no-label": () => "Give the name of the label column, as it stands in the header of the file.",
  "bad-integrity": () => "The SHA-256 must be sha256- followed by 44 base64 characters, or 64 hexadecimal digits.",
  unreachable: () => "The address could not be read. Either there is no connection to it, or its server does not allow other sites to read it (the CORS header Access-Control-Allow-Origin is missing). Ask whoever publishes the sample, or try another address.",
  "http-status": (status) => `The server answered ${status} instead of the file. ${status === 404 ? "Check the address for a misspelling." : "Try again later, or ask whoever publishes the sample."}`,
  html: () => "The address leads to a web page and not to a CSV or TSV file. Look for the address of the file itself, often called “raw” or “download”.",
  interrupted: () => "The transfer broke off before the file was complete. Nothing of it was used. Try again.",
  integrity: () => "The file is not the one with this SHA-256: it was changed, or the value was copied wrongly. It was not used.",
  "empty-file": () => "The file at this address is empty.",
  insecure: () => "Browsers offer the functions this page needs only over https:// or on localhost. Open the page there.",
  engine: () => "The program itself could not be loaded from this site. Check the connection and try again.",
  outdated: () => "This page and the program are of two versions, as can be for a while after an update of this site. Nothing was started. Reload the page.",
  "no-wasm": () => "This browser does not run WebAssembly, which the program needs: it is too old, or WebAssembly is switched off in it, as some security modes do. Allow it for this site, or use an up-to-date Chrome, Firefox, Edge or Safari.",
  stopped: () => "Stopped.",
  // Found by the vault, which shows the details itself.
  source: () => "The sample was loaded, but the vault cannot use it; the message in the vault says why. Correct the address or the label, then load it again.",
};

export const runProblems = {
  cancelled: "The run was cancelled. Nothing was released.",
  "not-charged": "The run was not recorded, so nothing was computed.",
  crashed: "The run stopped unexpectedly. Nothing was released. Follow the message in the vault, or load the sample again.",
  "wrong-engine": "The vault refused the program it was given, because its SHA-256 is not the expected one. Reload the page.",
  "run-failed": "The run failed. Nothing was released. The vault says why.",
  "no-vault": "The vault does not start. Perhaps this browser is too old for it, or an extension keeps it from running. Nothing was read. Reload the page, or use an up-to-date Chrome, Firefox, Edge or Safari.",
  "broken-rules": "The vault said something that it must not say, so it was closed, and what it said was not used. Nothing was released. Reload the page; if that happens again, do not use this site, and tell whoever runs it.",
};

export const vaultTitle = "The vault";

export const loading = {
  sample: (done, total) => (total ? `Loading the sample: ${size(done)} of ${size(total)}` : `Loading the sample: ${size(done)}`),
  engine: "Loading the program",
  opening: "Opening the vault…",
  dropped: "Nothing was read. Drop a file inside the frame of the vault, in step 3; this page itself must not get it.",
  ready: "The sample is loaded. Everything needed is here now: you can disconnect from the network before you go on.",
  offline: "You are offline, and everything needed is here. Close this page before you connect again if you want to be strict.",
};

/** For a page that somebody has put into a frame. */
export const framed = {
  why: "Another page shows this one inside itself and could lead your clicks in it, so it does nothing here.",
  open: "Open it in a window of its own",
};

/** With a network and without; see offline.js. */
export const network = {
  kept: "This site is kept in your browser and works without a network.",
  invite: "To be sure that nothing can leave, disconnect before you choose a file.",
  offline: "You are offline. Nothing can leave this device until you connect again.",
  newer: "A newer version of this site is ready. It takes over when you have closed all its pages.",
};

export const run = {
  charging: "The run has begun.",
  cancelling: "Cancelling…",
  solve: (done, total, seconds) => (total ? `Computing: round ${grouped(done)} of ${grouped(total)}${timeLeft(seconds)}` : "Computing"),
  regression: "Fitting the model on the public sample",
  released: "The vault has released a result. It is shown below.",
};

/** Three digits, rounded against the owner: more spent, less left. */
const digits = (value, round) => {
  if (!(value > 0)) return "0";
  const unit = 10 ** (2 - Math.floor(Math.log10(value)));
  return plain(Number((round(Number((value * unit).toPrecision(9))) / unit).toPrecision(3)));
};
const atLeast = (value) => digits(value, Math.floor);
const atMost = (value) => digits(value, Math.ceil);
const runs = (n) => (n === 1 ? "1 run" : `${grouped(n)} runs`);
const sentence = (message) => `${capital(message)}${/[.!?]$/.test(message) ? "" : "."}`;
const time = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "short" });

/** The section “Privacy budget”. An account is as the ledger gives it. */
export const budget = {
  ownName: "My data",
  link: "Privacy budget",
  none: "–",

  // Behind the link.
  line: (account) => `: ${budget.spent(account)} ${budget.left(account)}`,
  lineOf: (name, account) => ` of “${name}”${budget.line(account)}`,
  lineBroken: ": it cannot be read, so a run on your own data will be refused.",

  spent: ({ cap, spent }) =>
    spent.runs === 0
      ? `Nothing of ε = ${plain(cap.epsilon)} has been spent yet.`
      : `ε = ${atMost(spent.epsilon)} of ${plain(cap.epsilon)} has been spent in ${runs(spent.runs)}.`,
  left: ({ cap, left }) =>
    Number(atLeast(left.epsilon)) > 0
      ? `The next run fits if its ε is at most ${atLeast(left.epsilon)} and its δ at most ${plain(cap.delta)}.`
      : "Nothing is left for a further run.",
  atLeast: (epsilon) => atLeast(epsilon).replaceAll(",", ""),
  bar: "Share of the privacy budget that is spent",
  notASum: (account) =>
    `All runs are counted together, at δ = ${plain(account.cap.delta)}. That comes to less than the sum of their ε, so more is left than subtracting would give.`,
  chooser: "Whose data is it?",
  chosen: (name) => `Runs in this tab are now recorded on “${name}”.`,
  mayBeEvicted: "Your browser has not promised to keep this count when the disk gets full. Save a copy now and then.",

  history: (n) => `History (${grouped(n)})`,
  historyLabel: "History of the privacy budget",
  historyHead: ["Time", "What", "ε", "δ"],
  noHistory: "There are no entries yet.",
  time: (iso) => time.format(new Date(iso)),
  entry: (entry) => {
    const price = { epsilon: plain(entry.epsilon ?? 0), delta: plain(entry.delta ?? 0) };
    switch (entry.kind) {
      case "charge":
        return { what: ["Run", entry.about.from, entry.about.source?.slice(0, 8)].filter(Boolean).join(" · "), ...price };
      case "cap":
        return { what: "Limit changed to", ...price };
      case "rename":
        return { what: `Renamed to “${entry.name}”` };
      case "open":
        return { what: `Opened as “${entry.name}”, stated to be about other people` };
      case "reset":
        return { what: `Count set back to zero: “${entry.reason}”` };
    }
    return { what: entry.kind };
  },

  export: "Save a copy of the history",
  exportDamaged: "Save a copy of what is there",

  notCounted: "Sample data: not counted.",
  booked: ({ epsilon, delta }, account) => `Recorded: a run with ε = ${plain(epsilon)} and δ = ${plain(delta)}. In all, ${budget.spent(account)}`,
  exhausted: ({ epsilon, delta }, account) =>
    `This run asks for ε = ${plain(epsilon)} and δ = ${plain(delta)}, and that would go beyond the limit of your privacy budget. ${budget.spent(account)} ${budget.left(account)} Choose a smaller ε, or work with the results you have. The limit can be changed under “Privacy budget”; a higher one protects the people in the data less.`,
  /** What the ledger, the browser or a form has against it. */
  problem: (error) => {
    switch (error.code) {
      case "ledger-corrupt":
        // The rest of the message is for those who keep a ledger in files.
        return `The history of your privacy budget is damaged, so what has been spent is not known and runs on your own data are refused. In the section “Privacy budget” you can save a copy of what is there and start anew. ${sentence(error.message.split(". ")[0])}`;
      case undefined:
        return "The privacy budget could not be used, so nothing is released. Reload the page; if that does not help, restart the browser.";
    }
    return sentence(error.message);
  },
  unconfirmed: "Tick the box above if you mean it.",
  noName: "Give a name.",

  limit: {
    title: "Change the limit",
    intro: "The limit holds for all runs together. A run that would go beyond it is refused.",
    epsilon: "Limit of ε",
    epsilonHelp: "3 is the default. Smaller protects better.",
    delta: "at δ",
    deltaHelp: "1e-5 is the default. Keep it far below one divided by the number of rows.",
    raise: "This raises the limit. All results together may then reveal more about each person in your data than you had allowed so far, and lowering the limit later does not take that back. The change is kept in the history.",
    consent: "I want the people in the data to be protected less.",
    button: "Set the limit",
    badEpsilon: "The limit of ε must be a number above 0, for example 3.",
    badDelta: "δ must be a number above 0 and below 1, for example 1e-5.",
    done: ({ cap }) => `The limit is now ε = ${plain(cap.epsilon)} at δ = ${plain(cap.delta)}.`,
  },
  rename: {
    title: "Rename",
    name: "New name",
    help: "Only for your own eyes. What is spent stays as it is.",
    button: "Rename",
    done: (name) => `The name is now “${name}”. What is spent stays as it is.`,
  },
  other: {
    title: "This data is about other people",
    intro: "One count is enough for all your data about the same people, whatever the files are called: what is revealed about them adds up. A second count is right only for data about entirely other people.",
    name: "Name of the second count",
    help: "For example “Branch office Lyon”. Only for your own eyes.",
    statement: "I state that nobody in this data is also in the data counted so far.",
    unstated: "A second count needs this statement. If some people are in both, stay with the count you have.",
    button: "Start a second count",
    done: (name) => `“${name}” has a count of its own now. Runs in this tab are recorded on it.`,
  },
  reset: {
    title: "Set the count back to zero",
    warning: "This does not take anything back. Whoever has the earlier results keeps them, and what they and new results reveal together can go beyond your limit without this page noticing. It is right only if the earlier results were never passed on and are deleted. The history keeps all earlier entries, and this one.",
    reason: "Your reason",
    help: "Kept in the history.",
    consent: "I have read this and want to count from zero.",
    button: "Set back to zero",
    noReason: "Give a reason, in a few words.",
    done: (name) => `“${name}” counts from zero again. The history keeps this.`,
  },
  damaged: {
    title: "Start anew",
    warning: "What has been spent can no longer be known. A new count begins at zero: set its limit so low that it and what you remember having spent stay within what you allow.",
    consent: "I have read this and want a new count.",
    button: "Delete the damaged history and start anew",
  },
  damagedReason: "The history before this entry was damaged and has been deleted.",
  startedAnew: "A new count has begun at zero. Its history says why.",
};
