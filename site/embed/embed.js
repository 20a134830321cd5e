// The embeddable page, as far as the page around is concerned: it may ask, and it gets what the owner hands over.
import { openBudget } from "../owner/budget.js";
import { el } from "../shared/dom.js";
import { meetEmbedder } from "./embedder.js";
import { SampleProblem, fetchSample } from "../shared/fetch-sample.js";
import { watchSight } from "./in-sight.js";
import { meter } from "../shared/meter.js";
import { showRelease } from "../owner/result.js";
import * as texts from "../owner/texts.js";
import { sampleProblems } from "../shared/texts.js";
import { embed } from "./texts.js";
import { loadParts, openVault } from "../vault/host.js";

const $ = (id) => document.getElementById(id);
const loading = meter($("loading"));
const running = meter($("running"));

let asked; // {origin, invitation, send}
let budget;
let left = {}; // of the privacy budget, in words and as a number
let vault; // the open vault, if any
let booked = ""; // what was recorded for the last run, or why nothing was
let release; // the vault's last release message, until the owner has decided
let endSight;

$("asked-by").textContent = window.parent === window ? embed.alone : embed.waiting;
$("start").addEventListener("click", load);
$("cancel-run").addEventListener("click", () => vault?.send({ type: "cancel" }));
$("send").addEventListener("click", () => decide(true));
$("keep").addEventListener("click", () => decide(false));
meet();

async function meet() {
  asked = await meetEmbedder();
  if (asked.refused) {
    $("asked-by").textContent = "";
    $("problem").textContent = [embed.refusals[asked.refused], ...(asked.problems ?? [])].join(" ");
    fail(asked.refused);
    return;
  }
  const { origin, invitation } = asked;
  $("asked-by").textContent = embed.askedBy(origin);
  $("embedder-name").textContent = origin;
  const { source, label, sha256, campaign, epsilon } = invitation;
  const facts = { source, label, sha256, epsilonMax: epsilon.max && embed.atMost(epsilon.max), campaign };
  for (const [name, fact] of Object.entries(facts)) {
    if (fact !== undefined) $("asked-for").append(el("dt", {}, embed.facts[name]), el("dd", {}, fact));
  }
  $("own-window").href = `./#${new URLSearchParams(Object.entries({ source, label, sha256, campaign, epsilonMax: epsilon.max }).filter(([, value]) => value !== undefined))}`;
  budget = openBudget($("budget"), $("budget-line"), (now) => {
    left = now;
    vault?.send({ type: "budget", ...left });
  });
  $("request").hidden = false;
}

/** Loads the sample that was asked for and opens a vault for it, on the owner's click. */
async function load() {
  vault?.close();
  vault = undefined;
  for (const id of ["problem", "vault-error", "vault-status"]) $(id).textContent = "";
  $("result").hidden = $("vault").hidden = true;
  $("start").disabled = true;
  loading.show(true);
  try {
    await openFor(asked.invitation);
    $("start").textContent = embed.again;
  } catch (error) {
    if (!(error instanceof SampleProblem)) console.error(error);
    refuse(error instanceof SampleProblem ? error : new SampleProblem("engine"));
  }
  loading.show(false);
  $("start").disabled = false;
}

async function openFor({ source, label, sha256, epsilon, campaign }) {
  const sample = await fetchSample(source, {
    integrity: sha256,
    onProgress: (done, total) => loading.set(texts.loading.sample(done, total), done, total),
  });
  loading.set(texts.loading.engine);
  await loadParts();
  loading.set(texts.loading.opening);
  const { sha256: digest, ...shown } = sample;
  const about = { source: digest, from: new URL(asked.origin).host };
  $("vault").hidden = false;
  vault = await openVault($("vault-place"), { sample: { ...shown, label, campaign }, limits: { epsilonMax: epsilon.max } }, (message) => hear(message, about));
}

/** What the vault says. `about` goes into the history of the budget. */
function hear(message, about) {
  switch (message.type) {
    case "ready":
      vault.send({ type: "budget", ...left });
      $("vault-status").textContent = texts.loading.ready;
      $("vault").scrollIntoView();
      break;
    case "chargeRequest":
      $("vault-error").textContent = $("vault-status").textContent = "";
      run(true);
      book(message, about);
      break;
    case "progress":
      running.set(message.stage === "regression" ? texts.run.regression : (seconds) => texts.run.solve(message.done, message.total, seconds), message.done, message.total);
      break;
    case "release":
      run(false);
      offer(message);
      break;
    case "failed":
      run(false);
      if (message.stage) return refuse(new SampleProblem("source"));
      $("vault-error").textContent = [texts.runProblems[message.code], booked].join(" ");
      fail(message.code);
      break;
  }
}

/** Has the run recorded, then lets the vault compute, which waits for this answer. */
async function book(run, about) {
  const asking = vault;
  booked = "";
  const { ok, message } = await budget.charge(run, about);
  if (asking !== vault) return; // another was opened: that one is closed
  booked = message;
  asking.send({ type: "chargeAck", request: run.request, ok, message: ok ? "" : message });
}

/** Shows the result to the owner. Nothing has left this page yet. */
function offer(message) {
  release = message;
  $("vault-status").textContent = booked;
  $("hand-over").textContent = embed.handOver(asked.origin);
  $("handed").textContent = "";
  $("keep").disabled = false;
  $("result").hidden = false;
  showRelease($("result-body"), message);
  endSight?.();
  endSight = watchSight($("decision"), (seen) => {
    $("send").disabled = !seen;
    $("unseen").textContent = seen ? "" : embed.unseen;
  });
  $("result-heading").focus({ preventScroll: true });
  $("result").scrollIntoView();
}

function decide(handOver) {
  endSight();
  $("send").disabled = $("keep").disabled = true;
  $("unseen").textContent = "";
  $("handed").textContent = handOver ? embed.handed(asked.origin) : embed.kept;
  asked.send(handOver ? { type: "release", release: release.release, weightsCSV: release.weightsCSV } : { type: "cancel" });
  release = undefined;
}

/** A problem with the sample: it is public, so the page around may know what is wrong with it. */
function refuse({ code, detail }) {
  $("vault").hidden = code !== "source"; // the vault itself says what is wrong with its content
  $("problem").textContent = (sampleProblems[code] ?? sampleProblems.engine)(detail);
  fail(code);
}

const fail = (code) => asked.send({ type: "error", code });

function run(on) {
  running.show(on);
  $("cancel-run").hidden = !on;
  if (on) running.set(texts.run.charging);
}
