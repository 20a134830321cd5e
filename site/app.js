// The page: shows who asks for what, loads the public sample, opens the vault, shows what the vault releases. It never
// holds a private row.
import "./owner/alone.js";
import { openBudget } from "./owner/budget.js";
import { fillEvaluation } from "./owner/evaluation.js";
import { SampleProblem, fetchSample } from "./shared/fetch-sample.js";
import { fillHelp } from "./owner/help.js";
import { showInvitation } from "./owner/invitation-card.js";
import { meter } from "./shared/meter.js";
import { watchNetwork } from "./shared/offline.js";
import { showRelease } from "./owner/result.js";
import { makeSampleData, sampleSource } from "./owner/sample-data.js";
import { keep, recall } from "./owner/seen.js";
import * as texts from "./owner/texts.js";
import { network, sampleProblems } from "./shared/texts.js";
import { loadParts, openVault } from "./vault/host.js";

const $ = (id) => document.getElementById(id);
const form = $("sample-form");
const loading = meter($("loading"));
const running = meter($("running"));

let vault; // the open vault, if any
let attempt; // AbortController of the load under way
let booked = ""; // what was recorded for the last run, or why nothing was
let invitation; // what the link asks for, if it is sound
let left = {}; // of the privacy budget, in words and as a number

const budget = openBudget($("budget"), $("budget-line"), (now) => {
  left = now;
  vault?.send({ type: "budget", ...left });
});

form.addEventListener("submit", (event) => {
  event.preventDefault();
  load();
});
for (const button of document.querySelectorAll("[data-tour]")) button.addEventListener("click", trySample);
$("stop-loading").addEventListener("click", () => attempt?.abort());
$("cancel-run").addEventListener("click", cancel);
addEventListener("hashchange", invite);
addEventListener("offline", tellNetwork);
addEventListener("online", tellNetwork);
// A file that misses the vault must not make the browser leave the page, and the page does not look at it.
addEventListener("dragover", (event) => event.preventDefault());
addEventListener("drop", (event) => {
  event.preventDefault();
  $("vault-error").textContent = texts.loading.dropped;
});
$("late").remove(); // the scripts run
invite();
fillEvaluation($("evaluation"));
fillHelp($("help"));
watchNetwork($("network"), { invite: network.invite });
loadParts().catch(() => {}); // early; a failure is told when they are needed

/** A link fills the form and is put into words. Nothing is loaded unasked. */
function invite() {
  if (!location.hash.includes("=")) return; // the name of a place in the page
  invitation = showInvitation($("invitation"), location.hash, () => load());
  if (!invitation) return;
  $("source").value = invitation.source;
  $("label").value = invitation.label;
  $("integrity").value = invitation.sha256 ?? "";
  $("integrity-details").open = invitation.sha256 !== undefined;
}

/** What the link asks for, as long as the form still names its sample. */
function invited(url) {
  return invitation?.source === url ? invitation : undefined;
}

async function trySample() {
  $("source").value = sampleSource();
  $("integrity").value = "";
  await load(async () => {
    const sample = await makeSampleData();
    $("label").value = sample.label;
    return sample;
  });
}

/** Loads what the form names and opens a vault for it. `prepare` makes the private side of the sample data. */
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
      onProgress: (done, total) => loading.set(texts.loading.sample(done, total), done, total),
    });
    loading.set(texts.loading.engine);
    await loadParts();
    if (mine.signal.aborted) throw new SampleProblem("stopped");
    loading.set(texts.loading.opening);
    await open(sample, label, extra);
  } catch (error) {
    if (attempt !== mine) return; // another attempt has taken over the form
    if (!(error instanceof SampleProblem)) console.error(error);
    refuse(error instanceof SampleProblem ? error : new SampleProblem("engine"));
  }
  if (attempt === mine) busy(false);
}

/** Opens a vault. `extra` is the sample data's private side, for the tour. */
async function open({ sha256, ...sample }, label, extra) {
  const asked = invited(sample.url);
  const reply = asked?.reply && { address: asked.reply, token: asked.token };
  const about = { source: sha256, from: oneLine([asked?.title, new URL(sample.url).host, sample.name]) };
  const shown = { ...sample, label, seen: recall(sha256), campaign: asked?.campaign, asker: asked?.asker, title: asked?.title, reply: reply && new URL(reply.address).host };
  const limits = { epsilonMin: asked?.epsilon.min, epsilonMax: asked?.epsilon.max, epsilon: asked?.epsilon.suggested, delta: asked?.delta, release: asked?.release };
  const place = { sample: shown, samplePrivate: extra?.privateData, limits };
  vault = await openVault($("vault-place"), place, (message) => hear(message, { about, reply, score: extra?.score, tour: extra !== undefined }));
}

/** Names for the history of the budget, which takes one line of 200 visible characters. */
const oneLine = (names) => names.filter(Boolean).join(" · ").replace(/[\p{C}\p{Zl}\p{Zp}]/gu, "").slice(0, 200).replace(/\p{Cs}/gu, "").trim();

/**
 * What the vault says. `about` goes into the history of the budget, `score` is how to rate a model on the sample data,
 * `reply` where the link asks the release to be sent.
 */
function hear(message, { about, reply, score, tour }) {
  switch (message.type) {
    case "ready":
      vault.send({ type: "budget", ...left });
      if (tour) vault.send({ type: "tour" });
      tellNetwork();
      $("vault-heading").focus({ preventScroll: true });
      $("vault").scrollIntoView();
      break;
    case "picked":
      keep(about.source, message.seen);
      break;
    case "chargeRequest":
      tell(texts.run.charging);
      $("vault-error").textContent = "";
      run(true);
      book(message, about);
      break;
    case "progress":
      if (message.stage === "regression") running.set(texts.run.regression, message.done, message.total);
      else running.set((seconds) => texts.run.solve(message.done, message.total, seconds), message.done, message.total);
      break;
    case "release":
      run(false);
      tell(texts.run.released, booked);
      $("result").hidden = false;
      showRelease($("result-body"), message, { score, reply });
      break;
    case "failed":
      run(false);
      tell(message.code === "not-charged" ? "" : booked);
      if (message.stage) refuse(new SampleProblem("source"));
      else if (message.code === "not-charged") $("vault-error").textContent = `${texts.runProblems[message.code]} ${booked}`;
      else $("vault-error").textContent = texts.runProblems[message.code];
      break;
  }
}

/**
 * Has the run recorded, then lets the vault compute, which waits for this answer. If the page is closed or the run
 * cancelled in between, the run is paid for although it shows nothing; the other way round cannot happen.
 */
async function book(request, about) {
  const asking = vault;
  booked = "";
  const { ok, message } = await budget.charge(request, about);
  if (asking !== vault) return; // another sample was loaded: that vault is closed
  booked = message;
  asking.send({ type: "chargeAck", request: request.request, ok, message: ok ? "" : message });
  // A run cancelled meanwhile is over; what it has cost is still to be told.
  if (ok && $("running").hidden) tell(booked);
}

function cancel() {
  $("cancel-run").disabled = true; // once; the answer comes from the vault
  tell(texts.run.cancelling);
  vault.send({ type: "cancel" });
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
  run(false);
}

function busy(on) {
  loading.show(on);
  $("stop-loading").hidden = !on;
  if (on) loading.set(texts.loading.engine);
}

function run(on) {
  running.show(on);
  $("cancel-run").hidden = !on;
  $("cancel-run").disabled = false;
  if (on) running.set(texts.run.charging);
}

/** A problem with the sample: a sentence, and the cursor where it can be mended. */
function refuse({ code, detail }) {
  $("sample-status").textContent = "";
  $("sample-error").textContent = (sampleProblems[code] ?? sampleProblems.engine)(detail);
  const field = { "no-label": "label", "bad-integrity": "integrity", integrity: "integrity" }[code] ?? "source";
  if (["stopped", "engine", "outdated", "no-wasm", "insecure", "source"].includes(code)) return;
  if (field === "integrity") $("integrity-details").open = true;
  $(field).setAttribute("aria-invalid", "true");
  $(field).focus();
}

const tell = (...sentences) => ($("vault-status").textContent = sentences.join(" "));
