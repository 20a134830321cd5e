// The embeddable page. The page around it may ask for a result, and gets only what the owner hands over.
import { readingFacts } from "../owner/invitation-card.js";
import { showRelease } from "../owner/result.js";
import { Session, limitsOf } from "../owner/session.js";
import { loading as loadingTexts, runProblems } from "../owner/texts.js";
import { el } from "../shared/dom.js";
import { SampleProblem, problemText } from "../shared/fetch-sample.js";
import { formatInvitation, readingOf, textsOf } from "../shared/invitation.js";
import { meetEmbedder } from "./embedder.js";
import { watchSight } from "./in-sight.js";
import { embed, translatePage } from "./texts.js";

const $ = (id) => /** @type {any} */ (document.getElementById(id));

let asked; // {origin, invitation, send}
let session; // once it is known who asks
let release; // the vault's last release message, until the owner has decided
let endSight;

translatePage();
$("asked-by").textContent = window.parent === window ? embed.alone : embed.waiting;
$("start").addEventListener("click", load);
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
  const { samples, epsilon, ...asks } = invitation;
  const { release, labels } = asks;
  const facts = {
    source: samples.map(({ source, name }) => [name, source].filter(Boolean).join(": ")),
    ...asks,
    release: embed.kinds[release],
    labels: embed.labels(labels, release),
    sha256: samples.map(({ sha256 }) => sha256).filter(Boolean),
    epsilonMax: epsilon.max && embed.atMost(epsilon.max),
  };
  const lines = Object.entries(embed.facts(release)).flatMap(([name, term]) =>
    [facts[name] ?? []].flat().map((text) => [term, text]),
  );
  for (const [term, text] of [...lines, ...readingFacts(asks)])
    $("asked-for").append(el("dt", {}, term), el("dd", {}, text));
  const { fragment } = formatInvitation(textsOf(invitation));
  $("own-window").href = `./#${fragment}`;
  session = new Session(hear);
  $("request").hidden = false;
}

/** Loads the sample that was asked for and opens a vault for it, on the owner's click. */
async function load() {
  session.close();
  for (const id of ["problem", "vault-error", "vault-status"]) $(id).textContent = "";
  $("result").hidden = $("vault").hidden = true;
  $("start").disabled = true;
  if (!(await mayStore())) {
    $("start").disabled = false;
    $("problem").replaceChildren(embed.noStorage, " ", ownWindow());
    fail("not-charged", "ledger-unavailable");
    return;
  }
  session.showLoading(true);
  try {
    await openFor(asked.invitation);
    $("start").textContent = embed.again;
  } catch (error) {
    if (!(error instanceof SampleProblem)) console.error(error);
    refuse(error instanceof SampleProblem ? error : new SampleProblem("engine"));
  }
  session.showLoading(false);
  $("start").disabled = false;
}

/**
 * Browsers may deny storage to embedded pages; where they let a page ask for it, this one asks, with the owner's click.
 */
async function mayStore() {
  if (await session.canRecord()) return true;
  const isGranted = await document.requestStorageAccess?.().then(
    () => true,
    () => false,
  );
  return isGranted === true && session.canRecord();
}

const ownWindow = () => el("a", { href: $("own-window").href, target: "_blank", rel: "noopener" }, embed.ownWindow);

async function openFor(invitation) {
  const { samples, baseFile, baseSHA256, model, modelSHA256, campaign } = invitation;
  const { sha256: digest, ...shown } = await session.load(
    samples.map(({ sha256, ...sample }) => ({ ...sample, integrity: sha256 })),
    { stay: true, baseFile, baseSHA256, model, modelSHA256 },
  );
  $("vault").hidden = false;
  const content = {
    sample: { ...shown, reading: readingOf(invitation), campaign },
    limits: limitsOf(invitation),
  };
  await session.open(content, { source: digest, from: new URL(asked.origin).host });
}

/** Handles the vault's messages. */
function hear(message) {
  switch (message.type) {
    case "ready":
      $("vault-status").textContent = loadingTexts.ready;
      $("vault").scrollIntoView();
      break;
    case "release":
      offer(message);
      break;
    case "view":
      // The frame above the result has taken another height.
      if (message.step === "result") $("result").scrollIntoView();
      break;
    case "failed":
      $("vault-status").textContent = "";
      if (message.stage) return refuse(new SampleProblem("source", message.message));
      if (message.code === "not-charged")
        $("vault").scrollIntoView(); // which says why, at its top
      else $("vault-error").textContent = [runProblems[message.code], session.booked].join(" ");
      fail(message.code, message.code === "not-charged" ? session.refused : undefined);
      break;
  }
}

/** Shows the result to the owner. Nothing has left this page yet. */
function offer(message) {
  release = message;
  $("vault-status").textContent = session.booked;
  $("hand-over").textContent = embed.handOver(asked.origin);
  $("handed").textContent = "";
  $("keep").disabled = false;
  $("result").hidden = false;
  showRelease({ place: $("result-body"), picture: $("result-plot"), more: $("result-more") }, message);
  endSight?.();
  endSight = watchSight($("decision"), (seen) => {
    $("send").disabled = !seen;
    $("unseen").textContent = seen ? "" : embed.unseen;
  });
  $("result-heading").focus({ preventScroll: true });
}

function decide(handOver) {
  endSight();
  $("send").disabled = $("keep").disabled = true;
  $("unseen").textContent = "";
  $("handed").textContent = handOver ? embed.handed(asked.origin) : embed.kept;
  asked.send(
    handOver ? { type: "release", release: release.release, weightsCSV: release.weightsCSV } : { type: "cancel" },
  );
  release = undefined;
}

/** A problem with the sample: it is public, so the page around may know what is wrong with it. */
function refuse(problem) {
  $("vault").hidden = true;
  $("problem").textContent = problemText(problem);
  fail(problem.code);
}

const fail = (code, reason) => asked.send({ type: "error", code, reason });
