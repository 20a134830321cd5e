// The page: it shows who asks for what, loads the public sample, opens the vault, and shows what the vault releases. It
// never holds a private row.
import "./owner/alone.js";
import { askFor, asked as askedFor, isOwn } from "./owner/asked.js";
import { showInvitation } from "./owner/invitation-card.js";
import { dropResult, keepResult, offerResults } from "./owner/kept.js";
import { showRelease } from "./owner/result.js";
import { makeSampleData, sampleSource } from "./owner/sample-data.js";
import { Session, limitsOf } from "./owner/session.js";
import { Steps } from "./owner/steps.js";
import { $, el, fold, pairsOf, save } from "./shared/dom.js";
import { SampleProblem } from "./shared/fetch-sample.js";
import { readingOf } from "./shared/invitation.js";
import { offerLanguages } from "./shared/language-switch.js";
import { watchNetwork } from "./shared/offline.js";
import { templateOf } from "./shared/template.js";
import * as form from "./owner/sample-form.js";
import * as texts from "./owner/texts.js";

let attempt; // AbortController of the load under way
let invitation; // what the link asks for, if it is sound
let opened; // {about, asked, shown, reply, tour, template} of the open vault, and whether a file was picked in it
let unsaved; // the id of the result on the screen, as long as it is not saved

const session = new Session(hear);
const steps = new Steps((step) => session.send({ type: "go", step }));

$("sample-form").addEventListener("submit", (event) => {
  event.preventDefault();
  load();
});
$("try-sample")?.addEventListener("click", () => tour(0));
$("strength")?.addEventListener("input", ({ target }) => {
  for (const [i, figure] of [...$("strengths").querySelectorAll("figure")].entries()) {
    figure.hidden = i !== target.valueAsNumber;
    if (!figure.hidden) target.setAttribute("aria-valuetext", figure.innerText);
  }
});
$("stop-loading").addEventListener("click", () => attempt?.abort());
$("other-sample").addEventListener("click", () => steps.start());
$("template").addEventListener("click", () => save(opened.template, "text/csv", "template.csv"));
addEventListener("hashchange", invite);
addEventListener("click", unfold);
// A file dropped beside the vault must not make the browser leave the page, and the page does not read it.
addEventListener("dragover", (event) => event.preventDefault());
addEventListener("drop", (event) => {
  event.preventDefault();
  $($("vault").hidden ? "sample-error" : "vault-error").textContent = texts.loading.dropped;
});
$("late").remove(); // the scripts run
form.offerOwnData(invite);
invite();
for (const [id, items] of Object.entries({ troubles: texts.troubles, glossary: texts.glossary }))
  $("help").append(
    fold(
      { id },
      texts.help[id],
      pairsOf(
        items.map(({ term, text }) => [term, text]),
        "terms",
      ),
    ),
  );
offerLanguages(() => session.isOpen && (opened.picked ? "file" : "answers"));
watchNetwork($("network"));
session.prepare();
offer();
// What is paid for must not be lost by a slip: a run that goes on, or a result that is nowhere but here.
addEventListener("beforeunload", (event) => {
  if (session.isRunning || unsaved !== undefined) event.preventDefault();
});

/**
 * A link fills the form and is put into words. If all that it names is on this page's own site, the request opens by
 * itself; from elsewhere nothing is loaded before the owner asks for it.
 */
function invite() {
  const link = askedFor();
  if (!link.includes("=")) return; // the name of a place in the page
  invitation = showInvitation($("invitation"), link, () => load());
  $("start").classList.toggle("invited", invitation !== undefined);
  document.documentElement.classList.remove("asked");
  form.showOwnData(false);
  steps.start();
  if (!invitation) return;
  form.fillIn(invitation);
  if (!isOwn(invitation)) return;
  $("start").classList.add("opening");
  load();
}

/** A link within the page opens the panel it leads to; the address, which may hold an invitation, stays as it is. */
function unfold(event) {
  const { hash } = event.target.closest?.('a[href^="#"]') ?? {};
  const target = hash && document.querySelector(hash);
  if (!target) return;
  event.preventDefault();
  const panel = target.closest(".panel");
  if (panel) panel.open = true;
  (panel?.firstElementChild ?? target).focus();
  (panel ?? target).scrollIntoView();
}

/** What the link asks for, as long as the form still names its sample. */
function invited() {
  return invitation && form.names(invitation) ? invitation : undefined;
}

// What the tour asks for, one after the other, at a moderate strength; and at last what leaves.
const TOUR = [{ release: "report" }, { release: "estimate" }, { release: "model", labels: "wish" }];

/** Shows a screen of the tour: a run on the sample data, or of the last one what has left. */
async function tour(screen) {
  const { names, notes, titles, of } = texts.tour;
  const terms = { ...TOUR[screen], title: titles[screen], epsilon: 1, screen };
  if (!titles[screen]) {
    $("record").open = true;
    $("tour-next").replaceWith(
      el("button", { type: "button", class: "primary", click: () => steps.start() }, texts.tour.own),
    );
  } else {
    form.showOwnData(false);
    $("source").value = sampleSource();
    $("integrity").value = "";
    await load(async () => {
      const sample = await makeSampleData();
      $("label").value = sample.label;
      return { ...sample, terms };
    });
  }
  $("tour").replaceChildren(el("strong", {}, of({ n: screen + 1, name: names[screen] })), ` ${notes[screen]}`);
  $("tour").hidden = false;
}

/** Leads from a result of the tour to the next screen, and at its end to what the visitor has. */
const nextOnTour = (screen) =>
  el(
    "button",
    { type: "button", id: "tour-next", class: "primary", click: () => tour(screen + 1) },
    texts.tour.next(texts.tour.names[screen + 1]),
  );

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
    const label = form.labelAsked();
    const asked = invited();
    const sample = { ...form.sampleAsked(asked), ...(extra && { data: extra.sourceData }) };
    const limits = await ask(asked, mine.signal);
    const loaded = await session.load(sample, asked, mine.signal);
    if (mine.signal.aborted) throw new SampleProblem("stopped");
    await open(loaded, asked, label, limits, extra);
  } catch (error) {
    if (attempt !== mine) return; // another attempt has taken over the form
    if (!(error instanceof SampleProblem)) console.error(error);
    refuse(error instanceof SampleProblem ? error : new SampleProblem("engine"));
  }
  if (attempt === mine) busy(false);
}

/** What the receiver of the invitation takes, if the form names the sample of one. */
async function ask(asked, signal) {
  if (!asked?.reply) return {};
  const { limits, text } = await askFor(asked, signal);
  $("receiver").textContent = text;
  return limits;
}

/**
 * Opens a vault for what was loaded, and `asked` for. `taken` are the receiver's limits, which go before the
 * link's; `extra` is the sample data's private side, for the tour.
 */
async function open({ sha256, ...sample }, asked, label, taken, extra) {
  const reply = asked?.reply && { address: asked.reply, token: asked.token };
  const about = { source: sha256, from: oneLine([asked?.title, new URL(sample.url).host, sample.name]) };
  const shown = {
    ...sample,
    reading: { ...readingOf(asked ?? {}), label },
    campaign: asked?.campaign,
    asker: asked?.asker,
    title: (asked ?? extra?.terms)?.title,
    reply: reply && new URL(reply.address).host,
  };
  const limits = { ...(asked && limitsOf(asked)), ...taken, ...extra?.terms };
  opened = { about, asked, shown, reply, tour: extra?.terms.screen };
  $("other-sample").hidden = asked !== undefined;
  $("start").classList.remove("opening");
  steps.opening();
  await session.open({ sample: shown, samplePrivate: extra?.privateData, limits }, about);
}

/** Names for the history of the budget, which takes one line of 200 visible characters. */
const oneLine = (names) =>
  names
    .filter(Boolean)
    .join(" · ")
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, "")
    .slice(0, 200)
    .replace(/\p{Cs}/gu, "")
    .trim();

/** What the vault says. */
function hear(message) {
  switch (message.type) {
    case "ready":
      $("vault-heading").focus({ preventScroll: true });
      break;
    case "columns":
      opened.template = templateOf(message.names, opened.asked);
      break;
    case "view":
      $("template").hidden = message.step === "result" || !opened.template;
      steps.arrived(message.step);
      break;
    case "picked":
      opened.picked = true;
      break;
    case "release":
      say("");
      receive(message);
      break;
    case "failed":
      say(message.code === "not-charged" ? "" : session.booked);
      if (message.stage) giveUp(new SampleProblem(message.code, message.message));
      else if (message.code === "not-charged")
        $("vault").scrollIntoView(); // which says why, at its top
      else $("vault-error").textContent = texts.runProblems[message.code];
      break;
  }
}

/** Keeps a result until it is saved, and shows it. One of the sample data costs nothing and is not kept. */
function receive(message) {
  const { about, reply, tour } = opened;
  const { asker, title } = opened.shown;
  const result = {
    id: crypto.randomUUID(),
    time: Date.now(),
    name: about.from,
    message,
    reply,
    asked: { asker, title },
  };
  const isTour = tour !== undefined;
  if (isTour) $("strengths").hidden = tour !== 0;
  if (isTour) session.prepare(); // for the next screen
  if (!isTour) keepResult(result);
  present(result, { booked: session.booked, left: session.left, isKept: !isTour, next: isTour && nextOnTour(tour) });
}

/** Shows a result, of this run or of an earlier visit. */
function present(
  { id, message, reply, time, asked },
  /** @type {Record<string, any>} */ { isKept = true, ...said } = {},
) {
  unsaved = isKept ? id : undefined;
  const saved = () => {
    if (unsaved === id) unsaved = undefined;
    dropResult(id);
  };
  const places = { place: $("result-body"), picture: $("result-plot"), more: $("result-more") };
  showRelease(places, message, { asked, time, reply, saved, ...said });
  offer(id);
}

/** Offers the results of earlier visits. A declaration, because the page starts with it. */
function offer(shown) {
  return offerResults(
    $("kept"),
    (one) => {
      present(one);
      steps.recallResult();
    },
    shown,
  );
}

function reset() {
  session.close();
  steps.start();
  for (const id of ["vault-error", "vault-status"]) $(id).textContent = "";
  form.forget();
}

/** The vault cannot use the sample. */
function giveUp(problem) {
  session.close();
  steps.start();
  refuse(problem);
}

function busy(on) {
  session.showLoading(on);
  $("stop-loading").hidden = !on;
}

function refuse(problem) {
  $("start").classList.remove("opening");
  form.refuse(problem);
}

const say = (...sentences) => ($("vault-status").textContent = sentences.join(" "));
