// All English texts that the embeddable page adds to the site's, besides the texts in its markup.
import { plain } from "../shared/numbers.js";

const labelUses = {
  "": "correct a model or enter the moments",
  model: "correct the model",
  moments: "enter the moments",
};

export const embed = {
  alone: "This page is made to be shown inside another one. There is nothing to do on it alone.",
  waiting: "Waiting for the page around this frame.",
  askedBy: (origin) => `${origin} asks for a differentially private result. It gets nothing else.`,
  noStorage:
    "This browser lets a page inside another one store nothing, so no run could be counted on your privacy budget. Nothing was loaded.",
  ownWindow: "Go on in a window of its own",
  start: "Load the sample and open the vault",
  again: "Load the sample again",
  facts: (release) => ({
    source: "Public sample",
    label: "Label, to be predicted",
    task: "Task",
    release: "What is asked for",
    base: release === "moments" ? "Kind of model that labels are compared with" : "Kind of model",
    baseFile: "Model's file",
    baseSHA256: "SHA-256 of the model's file",
    model: "Model to be judged",
    modelSHA256: "SHA-256 of the model to be judged",
    groupBy: "Also for each value of",
    unit: "Who is protected: the people named in",
    labels: "Labels in your file",
    sha256: "SHA-256 of the sample",
    epsilonMax: "Privacy loss ε",
    campaign: "Campaign",
  }),
  atMost: (epsilon) => `at most ${plain(epsilon)}`,
  /** What is asked of the labels, by the kind of result; without one the owner chooses it. */
  labels: (labels, release = "") =>
    release === "report"
      ? "are needed: the model is compared with them"
      : labels && `${labels === "wish" ? "may" : "shall"} ${labelUses[release]}, if you choose so`,
  kinds: {
    model: "a model",
    weights: "weights",
    moments: "moments",
    report: "a report: how good a fixed model is on your rows",
  },
  handOver: (origin) => `${origin} gets the result below and nothing else. Handing it over cannot be undone.`,
  handed: (origin) => `Handed over to ${origin}.`,
  kept: "Kept. The page around learns only that it gets nothing.",
  unseen: "The button waits until the browser sees it uncovered and in full for a moment.",

  /** Why nothing can be done here; each with the code that the page around gets. */
  refusals: {
    embedder:
      "The page around this frame has no address that could be shown, or it belongs to this service itself. Open this page by its own address.",
    sandboxed:
      "The page around this frame has switched off the protection of your file. This page does not work inside it.",
    insecure:
      "Browsers offer the functions this page needs only if the page around is loaded by https:// as well, or from localhost.",
    "bad-request": "The request of the page around is not valid:",
  },
};
