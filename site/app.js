// The page: it shows who asks for what, loads the public sample, opens the vault, and shows what the vault releases. It never
// holds a private row.
import "./owner/alone.js";
import { fillEvaluation } from "./owner/evaluation.js";
import { fillHelp } from "./owner/help.js";
import { showInvitation } from "./owner/invitation-card.js";
import { showRelease } from "./owner/result.js";
import { makeSampleData, sampleSource } from "./owner/sample-data.js";
import { keep, recall } from "./owner/seen.js";
import { Session } from "./owner/session.js";
import * as texts from "./owner/texts.js";
import { SampleProblem } from "./shared/fetch-sample.js";
import { watchNetwork } from "./shared/offline.js";
import { network, sampleProblems } from "./shared/texts.js";

const $ = (id) => document.getElementById(id);
const form = $("sample-form");

let attempt; // AbortController of the load under way
let invitation; // what the link asks for, if it is sound
let opened; // {about, reply, score, tour} of the open vault

const session = new Session(hear);

form.addEventListener("submit", (event) => {
  event.preventDefault();
  load();
});
for (const button of document.querySelectorAll("[data-tour]")) button.addEventListener("click", trySample);
$("stop-loading").addEventListener("click", () => attempt?.abort());
addEventListener("hashchange", invite);
addEventListener("offline", tellNetwork);
addEventListener("online", tellNetwork);
// A file dropped beside the vault must not make the browser leave the page, and the page does not read it.
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
session.prepare();

/** A link fills the form and is put into words. Nothing is loaded before the owner asks for it. */
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
    const sample = await session.load($("source").value, { integrity: $("integrity").value, signal: mine.signal });
    if (mine.signal.aborted) throw new SampleProblem("stopped");
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
  opened = { about, reply, score: extra?.score, tour: extra !== undefined };
  await session.open({ sample: shown, samplePrivate: extra?.privateData, limits }, about);
}

/** Names for the history of the budget, which takes one line of 200 visible characters. */
const oneLine = (names) => names.filter(Boolean).join(" · ").replace(/[\p{C}\p{Zl}\p{Zp}]/gu, "").slice(0, 200).replace(/\p{Cs}/gu, "").trim();

/** What the vault says. */
function hear(message) {
  switch (message.type) {
    case "ready":
      if (opened.tour) session.send({ type: "tour" });
      tellNetwork();
      $("vault-heading").focus({ preventScroll: true });
      $("vault").scrollIntoView();
      break;
    case "picked":
      keep(opened.about.source, message.seen);
      break;
    case "release":
      say(texts.run.released, session.booked);
      $("result").hidden = false;
      showRelease($("result-body"), message, opened);
      break;
    case "failed":
      say(message.code === "not-charged" ? "" : session.booked);
      if (message.stage) refuse(new SampleProblem("source"));
      else if (message.code === "not-charged") $("vault-error").textContent = `${texts.runProblems[message.code]} ${session.booked}`;
      else $("vault-error").textContent = texts.runProblems[message.code];
      break;
  }
}

function tellNetwork() {
  if (session.isOpen) $("sample-status").textContent = navigator.onLine ? texts.loading.ready : texts.loading.offline;
}

function reset() {
  session.close();
  for (const id of ["sample-error", "sample-status", "vault-error", "vault-status"]) $(id).textContent = "";
  for (const id of ["source", "label", "integrity"]) $(id).removeAttribute("aria-invalid");
  $("result").hidden = true;
}

function busy(on) {
  session.showLoading(on);
  $("stop-loading").hidden = !on;
}

/** A problem with the sample: a sentence, and the cursor where it can be corrected. */
function refuse({ code, detail }) {
  $("sample-status").textContent = "";
  $("sample-error").textContent = (sampleProblems[code] ?? sampleProblems.engine)(detail);
  const field = { "no-label": "label", "bad-integrity": "integrity", integrity: "integrity" }[code] ?? "source";
  if (["stopped", "engine", "outdated", "no-wasm", "insecure", "source"].includes(code)) return;
  if (field === "integrity") $("integrity-details").open = true;
  $(field).setAttribute("aria-invalid", "true");
  $(field).focus();
}

const say = (...sentences) => ($("vault-status").textContent = sentences.join(" "));
