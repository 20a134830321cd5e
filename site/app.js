// The page: loads the public sample, opens the vault, shows what the vault releases. It never holds a private row.
import { openBudget } from "./budget.js";
import { SampleProblem, fetchSample } from "./fetch-sample.js";
import { watchNetwork } from "./offline.js";
import { showRelease } from "./result.js";
import { fetchSampleData, sampleSource } from "./sample-data.js";
import * as texts from "./texts.js";
import { loadParts, openVault } from "./vault-host.js";

const $ = (id) => document.getElementById(id);
const form = $("sample-form");
const budget = openBudget($("budget"), $("budget-line"));

let vault; // the open vault, if any
let attempt; // AbortController of the load under way
let booked = ""; // what was recorded for the last run, or why nothing was

form.addEventListener("submit", (event) => {
  event.preventDefault();
  load();
});
$("try-sample").addEventListener("click", trySample);
$("stop-loading").addEventListener("click", () => attempt?.abort());
$("cancel-run").addEventListener("click", () => vault?.send({ type: "cancel" }));
addEventListener("hashchange", prefill);
addEventListener("offline", tellNetwork);
addEventListener("online", tellNetwork);
prefill();
watchNetwork($("network"), { invite: texts.network.invite });
loadParts().catch(() => {}); // early; a failure is told when they are needed

/** `#source=…&label=…&integrity=…` fills the form. Whoever made the link is a stranger: it is shown, and nothing is loaded unasked. */
function prefill() {
  const given = new URLSearchParams(location.hash.slice(1));
  for (const name of ["source", "label", "integrity"]) {
    if (given.has(name)) $(name).value = given.get(name);
  }
  if (given.has("integrity")) $("integrity-details").open = true;
}

async function trySample() {
  $("source").value = sampleSource();
  $("integrity").value = "";
  await load(async () => {
    const sample = await fetchSampleData();
    $("label").value = sample.label;
    return sample;
  });
}

/** Loads what the form names and opens a vault for it. `prepare` fetches the sample data for the private side as well. */
async function load(prepare) {
  attempt?.abort();
  const mine = (attempt = new AbortController());
  reset();
  busy(true);
  try {
    const extra = await prepare?.().catch(() => {
      throw new SampleProblem("engine");
    });
    const label = $("label").value.trim();
    if (label === "") throw new SampleProblem("no-label");
    const sample = await fetchSample($("source").value, {
      integrity: $("integrity").value,
      signal: mine.signal,
      onProgress: (done, total) => meter("loading", texts.loading.sample(done, total), done, total),
    });
    meter("loading", texts.loading.engine);
    await loadParts().catch(() => {
      throw new SampleProblem("engine");
    });
    if (mine.signal.aborted) throw new SampleProblem("stopped");
    meter("loading", texts.loading.opening);
    const { sha256, ...shown } = sample;
    const about = { source: sha256, from: new URL(sample.url).host };
    vault = await openVault($("vault-place"), { sample: { ...shown, label }, samplePrivate: extra?.privateData }, (message) =>
      hear(message, about, extra?.score),
    );
  } catch (error) {
    if (attempt !== mine) return; // another attempt has taken over the form
    if (!(error instanceof SampleProblem)) console.error(error);
    refuse(error instanceof SampleProblem ? error : new SampleProblem("engine"));
  }
  if (attempt === mine) busy(false);
}

/** What the vault says. `about` goes into the history of the budget, `score` is how to rate a model on the sample data. */
function hear(message, about, score) {
  switch (message.type) {
    case "ready":
      tellNetwork();
      $("vault-heading").focus({ preventScroll: true });
      $("vault").scrollIntoView();
      break;
    case "chargeRequest":
      tell(texts.run.charging);
      $("vault-error").textContent = "";
      running(true);
      book(message, about);
      break;
    case "progress":
      meter("running", message.stage === "regression" ? texts.run.regression : texts.run.solve(message.done, message.total), message.done, message.total);
      break;
    case "release":
      running(false);
      tell(texts.run.released, booked);
      $("result").hidden = false;
      showRelease($("result-body"), message, score);
      break;
    case "failed":
      running(false);
      tell(message.code === "not-charged" ? "" : booked);
      if (message.stage === "source") refuse(new SampleProblem("source"));
      else if (message.code === "not-charged") $("vault-error").textContent = `${texts.runProblems[message.code]} ${booked}`;
      else $("vault-error").textContent = texts.runProblems[message.code] ?? texts.runProblems["run-failed"];
      break;
  }
}

/**
 * Has the run recorded, then lets the vault compute, which waits for this answer. If the page is closed or the run
 * cancelled in between, the run is paid for although it shows nothing; the other way round cannot happen.
 */
async function book(run, about) {
  const asking = vault;
  booked = "";
  const { ok, message } = await budget.charge(run, about);
  if (asking !== vault) return; // another sample was loaded: that vault is closed
  booked = message;
  asking.send({ type: "chargeAck", request: run.request, ok, message: ok ? "" : message });
  // A run cancelled meanwhile is over; what it has cost is still to be told.
  if (ok && $("running").hidden) tell(booked);
}

function tellNetwork() {
  if (vault) $("sample-status").textContent = navigator.onLine ? texts.loading.ready : texts.loading.offline;
}

function reset() {
  vault?.close();
  vault = undefined;
  for (const id of ["sample-error", "sample-status", "vault-error", "vault-status"]) $(id).textContent = "";
  for (const id of ["source", "label", "integrity"]) $(id).removeAttribute("aria-invalid");
  $("result").hidden = true;
  running(false);
}

function busy(loading) {
  $("loading").hidden = !loading;
  $("stop-loading").hidden = !loading;
  if (loading) meter("loading", texts.loading.engine);
}

function running(on) {
  $("running").hidden = !on;
  $("cancel-run").hidden = !on;
  if (on) meter("running", texts.run.charging);
}

/** A progress bar and its words. Not a live region: it changes many times a second. */
function meter(id, text, done, total) {
  const [bar, words] = $(id).children;
  words.textContent = text;
  if (total) Object.assign(bar, { max: total, value: done });
  else bar.removeAttribute("value");
}

/** A problem with the sample: a sentence, and the cursor where it can be mended. */
function refuse({ code, detail }) {
  $("sample-status").textContent = "";
  $("sample-error").textContent = (texts.sampleProblems[code] ?? texts.sampleProblems.engine)(detail);
  const field = { "no-label": "label", "bad-integrity": "integrity", integrity: "integrity" }[code] ?? "source";
  if (["stopped", "engine", "insecure", "source"].includes(code)) return;
  if (field === "integrity") $("integrity-details").open = true;
  $(field).setAttribute("aria-invalid", "true");
  $(field).focus();
}

const tell = (...sentences) => ($("vault-status").textContent = sentences.join(" "));
