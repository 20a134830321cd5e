// The form for a public sample by its address, which an invitation fills in: what it names, and what is wrong with it,
// said at the field where it can be corrected.
import { ownData as texts } from "./texts.js";
import { $ } from "../shared/dom.js";
import { SampleProblem, addressesIn, problemText } from "../shared/fetch-sample.js";

/** The fields, and the problems with the sample that can be corrected in each. */
const FIELDS = {
  source: [
    "too-many",
    "not-a-url",
    "unreachable",
    "http-status",
    "redirected",
    "html",
    "interrupted",
    "empty-file",
    "source",
  ],
  label: ["no-label", "label"],
  integrity: ["bad-integrity", "integrity-count", "integrity"],
};

/** What the form names for an invitation. */
const addressesOf = ({ samples }) => samples.map(({ source }) => source).join(" ");

export function fillIn({ samples, label }) {
  $("source").value = addressesOf({ samples });
  $("label").value = label;
  $("integrity").value = samples
    .map(({ sha256 }) => sha256 ?? "")
    .join(" ")
    .trim();
  $("integrity-details").open = $("integrity").value !== "";
}

/** Whether the form still names the samples of an invitation. */
export const names = (invitation) => addressesOf(invitation) === $("source").value.trim();

/** The name of the label column; throws SampleProblem where there is none. */
export function labelAsked() {
  const label = $("label").value.trim();
  if (label === "") throw new SampleProblem("no-label");
  return label;
}

/** The samples that the form names, as fetchSamples() takes them, with the names that the link gives them. */
export function samplesAsked(asked) {
  const addresses = addressesIn($("source").value);
  const hashes = $("integrity").value.trim().split(/\s+/).filter(Boolean);
  if (hashes.length > 0 && addresses.length > 1 && hashes.length !== addresses.length)
    throw new SampleProblem("integrity-count");
  if (addresses.length === 1)
    return [{ source: addresses[0], integrity: $("integrity").value, name: asked?.samples[0].name }];
  return addresses.map((source, k) => ({ source, integrity: hashes[k], name: asked?.samples[k].name }));
}

/** Takes back what was said. */
export function forget() {
  $("sample-error").textContent = "";
  for (const id of Object.keys(FIELDS)) {
    $(id).removeAttribute("aria-invalid");
    $(`${id}-problem`).textContent = "";
  }
}

/**
 * A problem with the sample: a sentence at the field where it can be corrected, with the cursor there, or below for
 * those who did not fill in the form.
 */
export function refuse(problem) {
  const field = !$("sample").hidden && Object.keys(FIELDS).find((name) => FIELDS[name].includes(problem.code));
  if (!field) {
    $("sample-error").textContent = problemText(problem);
    return;
  }
  $("own-sample").open = true;
  if (field === "integrity") $("integrity-details").open = true;
  $(`${field}-problem`).textContent = problemText(problem);
  $(field).setAttribute("aria-invalid", "true");
  $(field).focus();
}

/**
 * An owner who has seen the example and has data opens the link of whoever asks for a result. An address of a public
 * sample is for analysts. `open` opens what the page's address asks for now.
 */
export function offerOwnData(open) {
  $("mine")?.addEventListener("click", () => {
    showOwnData(true);
    $("sample-heading").focus();
  });
  $("link-form").addEventListener("submit", (event) => {
    event.preventDefault();
    const hash = hashOf($("link").value);
    $("link-problem").textContent = hash ? "" : texts.noInvitation;
    $("link").setAttribute("aria-invalid", String(!hash));
    if (!hash) $("link").focus();
    else if (location.hash === hash) open();
    else location.hash = hash;
  });
}

export const showOwnData = (on) => ($("sample").hidden = !on);

/** The part of a link that asks for something, or undefined. */
const hashOf = (link) => /#[^#]*=[^#]*$/.exec(link.trim())?.[0];
