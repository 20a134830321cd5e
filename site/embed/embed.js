// The embeddable page. The page around it may ask for a result, and gets only what the owner hands over.
import { factsOf } from "../owner/invitation-card.js";
import { showRelease } from "../owner/result.js";
import { Session, limitsOf } from "../owner/session.js";
import { loading as loadingTexts, runProblems } from "../owner/texts.js";
import { $, el, succeeds } from "../shared/dom.js";
import { objectionTo } from "../receiver.js";
import { SampleProblem, problemText } from "../shared/fetch-sample.js";
import { sentencesIn } from "../shared/sentences.js";
import { entries } from "../texts/embed-own.js";
import { LIMITS } from "../terms/link.gen.js";
import { formatInvitation, readingOf, textsOf, parseInvitation } from "../shared/invitation.js";

const { embed } = sentencesIn(entries); // in the page's language, which early.js chooses
let asked; // {origin, invitation, send}
let session; // once it is known who asks
let release; // the vault's last release message, until the owner has decided
let endSight;

for (const element of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-text]")))
  element.textContent = embed.page[element.dataset.text];
$("asked-by").textContent = window.parent === window ? embed.alone : embed.waiting;
$("start").addEventListener("click", load);
$("send").addEventListener("click", () => decide(true));
$("keep").addEventListener("click", () => decide(false));
$("own-window").addEventListener("click", () => ($("elsewhere").hidden = false));
$("made").addEventListener("change", bringBack);
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
  $("asked-for").append(...factsOf(invitation));
  const { fragment } = formatInvitation(textsOf(invitation));
  $("own-window").href = `./#${fragment}`;
  session = new Session(hear);
  session.prepare();
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
    $("elsewhere").hidden = false;
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
  return (await succeeds(document.requestStorageAccess?.() ?? Promise.reject())) && session.canRecord();
}

const ownWindow = () => el("a", { href: $("own-window").href, target: "_blank", rel: "noopener" }, embed.ownWindow);

/**
 * A result that the owner has made in a window of its own, from its file: checked, shown, and handed over like any other.
 * A file that was chosen by mistake may be private, so from here on this page connects to its own site alone.
 */
async function bringBack() {
  const [file] = $("made").files;
  if (!file) return;
  $("problem").textContent = "";
  $("start").hidden = $("vault").hidden = $("result").hidden = true;
  const policy = { "http-equiv": "Content-Security-Policy", content: "connect-src 'self'" };
  document.head.append(el("meta", policy));
  session.showLoading(true);
  let engine;
  try {
    if (file.size > LIMITS.release) throw new Error(embed.tooLarge);
    const text = await file.text();
    const { load } = await import("../engine/index.js");
    engine = await load({ wasmURL: new URL("../engine.wasm", import.meta.url), ledger: false });
    const objection = await objectionTo(text, asked.invitation, engine);
    if (objection) throw new Error(objection.message);
    offer({ release: text, verification: await engine.verify(text) });
  } catch (error) {
    $("problem").replaceChildren(`${embed.notBrought} `, el("span", { lang: "en" }, error.message));
  } finally {
    engine?.dispose();
    session.showLoading(false);
  }
}

async function openFor(invitation) {
  const { source: address, sha256: integrity } = invitation;
  const { sha256: source, ...loaded } = await session.load({ source: address, integrity }, invitation);
  $("vault").hidden = false;
  const sample = { ...loaded, reading: readingOf(invitation), campaign: invitation.campaign };
  await session.open({ sample, limits: limitsOf(invitation) }, { source, from: new URL(asked.origin).host });
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
  showRelease({ place: $("result-body"), picture: $("result-plot"), more: $("result-more") }, message, {
    asked: asked.invitation,
  });
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

/**
 * Why the page around cannot be served, as a code, or undefined. `origin` is the one that the browser states for its
 * message.
 */
function refusal(origin) {
  // Without an origin, or without lasting storage, every run would have a new budget.
  if (self.origin === "null" || /** @type {any} */ (window).credentialless) return "sandboxed";
  if (!isSecureContext) return "insecure";
  // A page of our own origin could reach into this one.
  if (origin === "null" || origin === location.origin) return "embedder";
  return undefined;
}

/**
 * One message from the page around opens a channel; everything else it may send is ignored. Resolves with {origin,
 * invitation, send}, or with {refused: code, problems?, send} where nothing can be done. It never resolves if the page
 * around sends no message. `send` posts to the page around alone.
 */
function meetEmbedder() {
  return new Promise((resolve) => {
    const early = /** @type {any} */ (window).heardEarly ?? [];
    /** @type {any} */ (window).heardEarly = undefined;
    let isOpen = false;
    function open({ source, origin, data, ports }) {
      const fromAround = window.parent !== window && source === window.parent;
      if (isOpen || !fromAround || data?.type !== "privadapt-open" || ports.length !== 1) return;
      isOpen = true; // exactly one channel, for good
      removeEventListener("message", open);
      const port = ports[0];
      const send = (message) => port.postMessage(message);
      send({ type: "hello" });
      const refused = refusal(origin);
      const { invitation, problems = [] } = parseInvitation(data.asked, refused ? "" : new URL(origin).hostname);
      if (refused) resolve({ refused, send });
      else if (!invitation) resolve({ refused: "bad-request", problems, send });
      else resolve({ origin, invitation, send });
    }
    addEventListener("message", open);
    early.forEach(open);
  });
}

const MILLISECONDS = 800;

/**
 * Whether the owner can really see a question, as far as the browser can report it: the page around could lay something
 * over the frame or make it transparent, and so mislead a click. Calls `report(true)` once the element has been in full view and uncovered for a moment, and `report(false)` whenever
 * it no longer is. Browsers without the second version of IntersectionObserver report only that it is in view. Returns
 * a function that ends this.
 */
function watchSight(element, report) {
  let timer;
  // The second version of the interface, which not all browsers have.
  const visible = /** @type {any} */ ({ threshold: 1, trackVisibility: true, delay: 100 });
  const observer = new IntersectionObserver((entries) => {
    const { isIntersecting, isVisible } = /** @type {any} */ (entries.at(-1));
    clearTimeout(timer);
    if (isIntersecting && (isVisible ?? true)) timer = setTimeout(report, MILLISECONDS, true);
    else report(false);
  }, visible);
  observer.observe(element);
  return () => {
    clearTimeout(timer);
    observer.disconnect();
  };
}
