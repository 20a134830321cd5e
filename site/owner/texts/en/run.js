// English texts about loading the sample and about a run, on the owner's page and on the one for frames of other sites.
import { size } from "../../../shared/numbers.js";

export const loading = {
  sample: (done, total, place, count) =>
    `Loading ${count > 1 ? `sample ${place + 1} of ${count}` : "the sample"}: ${size(done)}${total ? ` of ${size(total)}` : ""}`,
  engine: "Loading the program",
  opening: "Opening the vault…",
  dropped:
    "Nothing was read. Drop a file inside the frame of the vault, on the first screen; this page itself must not get it.",
  ready: "The sample is loaded. Everything needed is here now: you can disconnect from the network before you go on.",
};

export const ownData = {
  noInvitation:
    "This is no invitation: a link that asks for something has a # in it, and what is asked for after that.",
};

// Why a run was not recorded is said by the vault alone.
export const runProblems = {
  cancelled: "The run was cancelled. Nothing was released.",
  crashed:
    "The run stopped unexpectedly. Nothing was released. Follow the message in the vault, or load the sample again.",
  "wrong-engine":
    "The vault refused the program it was given, because its SHA-256 is not the expected one. Reload the page.",
  "run-failed": "The run failed. Nothing was released. The vault says why.",
  "no-vault":
    "The vault does not start. Perhaps this browser is too old for it, or an extension keeps it from running. Nothing was read. Reload the page, or use an up-to-date Chrome, Firefox, Edge or Safari.",
  "broken-rules":
    "The vault said something that it must not say, so it was closed, and what it said was not used. Nothing was released. Reload the page; if that happens again, do not use this site, and tell whoever runs it.",
};

/** For a page that somebody has put into a frame. */
export const framed = {
  why: "Another page shows this one inside itself and could lead your clicks in it, so it does nothing here.",
  open: "Open it in a window of its own",
};
