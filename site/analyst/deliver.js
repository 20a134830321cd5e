// The page that delivers what a kit released: what the kit asks for, then the release, checked by the engine as on the
// command line, then one request to the address that was shown. Files are hostile input, and a file that was opened by
// mistake may be private: it is read only after the page has given up every connection but those to its own site and to
// the receiver.
import { MOST_KIT } from "../kit/format.js";
import { readTerms } from "../kit/read.js";
import { sendForm } from "../owner/send.js";
import { $, el, fold, pairsOf } from "../shared/dom.js";
import { parseLink } from "../shared/invitation.js";
import { offerLanguages } from "../shared/language-switch.js";
import { watchNetwork } from "../shared/offline.js";
import { objectionTo } from "../receiver.js";
import { LIMITS } from "../terms/link.gen.js";
import { startedEngine } from "./engine.js";
import { problem, delivery as texts } from "./texts.js";

let invitation;
let checking; // AbortController of the check under way

watchNetwork($("network"));
offerLanguages(() => invitation && "open");
$("kit").addEventListener("change", () => read(ofKit));
$("link-form").addEventListener("submit", (event) => {
  event.preventDefault();
  read(ofLink);
});
$("file").addEventListener("change", check);

/** Shows what is asked for by a kit or a link; `take` resolves with {invitation} or {problems}, or {said} by this page. */
async function read(take) {
  $("asked-error").textContent = "";
  const taken = await take().catch((error) => {
    if (error.code === undefined) console.error(error);
    return error.code === undefined ? { said: texts.unreadable } : { problems: [error.message] };
  });
  if (invitation || !taken) return;
  if (!taken.invitation) $("asked-error").textContent = taken.said ?? problem(taken.problems.join(" "));
  else if (!taken.invitation.reply) $("asked-error").textContent = texts.noReply;
  else show(taken.invitation);
}

/** A kit names no host of its own, so what its receiver may be is decided by where this page comes from. */
async function ofKit() {
  const [file] = $("kit").files;
  if (!file) return undefined;
  if (file.size > MOST_KIT) return { said: texts.tooLarge(MOST_KIT) };
  return readTerms(await file.text(), location.hostname);
}

async function ofLink() {
  return parseLink($("link").value.trim());
}

function show(asked) {
  invitation = asked;
  const { host, origin, href } = new URL(asked.reply);
  // A policy can be added to a page, not taken back.
  const policy = { "http-equiv": "Content-Security-Policy", content: `connect-src 'self' ${origin}` };
  document.head.append(el("meta", policy));
  $("ask").hidden = true;
  $("terms").replaceChildren(
    pairsOf(texts.facts(asked, href), "pairs"),
    el("p", { class: "help" }, texts.narrowed(host)),
    el("button", { type: "button", click: () => location.reload() }, texts.another),
  );
  $("terms").hidden = $("release").hidden = false;
  $("release-heading").focus();
}

async function check() {
  checking?.abort();
  const mine = (checking = new AbortController());
  const [file] = $("file").files;
  say();
  if (!file) return;
  say({ status: texts.checking });
  const said = await judged(file, mine.signal);
  if (!mine.signal.aborted) say(said);
}

/** What is said of a file, and the form that sends it if it is what was asked for. */
async function judged(file, signal) {
  if (file.size > LIMITS.release) return { error: texts.notSent(texts.tooLarge(LIMITS.release)) };
  try {
    const text = await file.text();
    const objection = await objectionTo(text, invitation, await startedEngine(), signal);
    if (objection) return { error: texts.notSent(problem(objection.message)) };
    const { kind, certificate } = JSON.parse(text);
    return {
      status: texts.fits(kind, certificate),
      form: [
        fold({}, texts.text, el("pre", {}, text)),
        sendForm(text, { address: invitation.reply, token: invitation.token }),
      ],
    };
  } catch (error) {
    if (error.code === undefined) console.error(error);
    return { error: texts.notSent(error.code === undefined ? texts.unreadable : problem(error.message)) };
  }
}

function say(/** @type {Record<string, any>} */ { status = "", error = "", form = [] } = {}) {
  $("release-status").textContent = status;
  $("release-error").textContent = error;
  $("delivery").replaceChildren(...form);
}
