// The form for a public sample by its address, which an invitation fills in: what it names, and what is wrong with it,
// said at the field where it can be corrected.
import { ownData as texts } from "./texts.js";
import { $, el } from "../shared/dom.js";
import { SampleProblem, problemText } from "../shared/fetch-sample.js";

/** The fields, and the problems with the sample that can be corrected in each. */
const FIELDS = {
  source: "not-a-url unreachable http-status redirected html interrupted empty-file source",
  label: "no-label label",
  integrity: "bad-integrity integrity",
};

export function fillIn({ source, sha256 = "", label }) {
  $("source").value = source;
  $("label").value = label;
  $("integrity").value = sha256;
  $("integrity-details").open = $("integrity").value !== "";
}

/** Whether the form still names the sample of an invitation. */
export const names = ({ source }) => source === $("source").value.trim();

/** The name of the label column; throws SampleProblem where there is none. */
export function labelAsked() {
  const label = $("label").value.trim();
  if (label === "") throw new SampleProblem("no-label");
  return label;
}

/** The sample that the form names, as fetchSample() takes it. */
export const sampleAsked = (asked) =>
  picked && !asked ? picked : { source: $("source").value.trim(), integrity: $("integrity").value };

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
  const field =
    !$("sample").hidden && Object.keys(FIELDS).find((name) => FIELDS[name].split(" ").includes(problem.code));
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

let picked; // the public table from this computer, {source, data}

/** The public table from this computer, and the names of its columns, of which one is the label; the last as a rule. */
async function pick(file) {
  const data = file && new Uint8Array(await file.arrayBuffer());
  picked = file && { source: `kit:${encodeURIComponent(file.name)}`, data };
  const [header] = new TextDecoder().decode(data?.subarray(0, 1e5)).split(/\r?\n/);
  const names = header.split(/[,;\t]/).map((name) => name.replace(/^\ufeff?"?|"$/g, "").trim());
  $("labels").replaceChildren(...names.map((value) => el("option", { value })));
  $("label").value = names.at(-1);
}

/**
 * Who was sent a link opens it here, and who has two tables picks the public one, or says its address. `open` opens
 * what the page's address asks for now.
 */
export function offerOwnData(open) {
  $("mine")?.addEventListener("click", () => {
    showOwnData(true);
    $("sample-heading").focus();
  });
  $("public-file")?.addEventListener("change", ({ target }) => pick(target.files[0]));
  $("link-form")?.addEventListener("submit", (event) => {
    event.preventDefault();
    const hash = hashOf($("link").value);
    $("link-problem").textContent = hash ? "" : texts.noInvitation;
    $("link").setAttribute("aria-invalid", String(!hash));
    if (!hash) $("link").focus();
    else if (location.hash === hash) open();
    else location.hash = hash;
  });
}

export function showOwnData(on) {
  $("sample").hidden = !on;
  picked = undefined;
}

/** The part of a link that asks for something, or undefined. */
const hashOf = (link) => /#[^#]*=[^#]*$/.exec(link.trim())?.[0];
