// Leads from a model to the page that applies it to a file, with the model at hand. The file stays in that page.
import { el } from "../shared/dom.js";
import { handOver } from "../shared/handed.js";
import { result as texts } from "./texts.js";

/** A button for a model {name, text}, its document. */
export const applyButton = (model) =>
  el(
    "button",
    { type: "button", class: "quiet", id: "apply-model", click: () => handOver("releases.html", model) },
    texts.apply,
  );
