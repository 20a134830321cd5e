// Hands a release to the analyst's address, after the owner has seen where it goes and confirmed it.
import { actions, el } from "../shared/dom.js";
import { size } from "../shared/numbers.js";
import { deliver as deliverTo } from "../receiver.js";
import { send as texts } from "./texts.js";

/**
 * Returns the form: a button, behind it what would happen and the confirmation. `reply` is {address, token}; `sent` is
 * called when the receiver has it.
 */
export function sendForm(text, { address, token }, sent) {
  const { host, href } = new URL(address);
  const status = el("p", { class: "status", role: "status" });
  const alert = el("p", { class: "alert", role: "alert" });
  const start = el(
    "button",
    { type: "button", class: "primary", id: "send-start", "aria-expanded": "false", click: () => ask(true) },
    texts.start(host),
  );
  const confirm = el(
    "button",
    { type: "button", class: "primary", id: "send-confirm", click: deliver },
    texts.confirm(host),
  );
  const cancel = el("button", { type: "button", click: () => ask(false) }, texts.cancel);
  const question = el(
    "div",
    { class: "question", hidden: true, role: "group", "aria-label": texts.title(host) },
    el("h3", { tabindex: "-1" }, texts.title(host)),
    el("p", {}, texts.what(size(new Blob([text]).size), href), token && ` ${texts.token}`),
    el("p", { class: "warning" }, texts.who(host)),
    actions(confirm, cancel),
  );
  return el("div", { class: "send" }, actions(start), question, status, alert);

  function ask(open) {
    question.hidden = !open;
    start.hidden = open;
    start.setAttribute("aria-expanded", String(open));
    say("", "");
    (open ? question.querySelector("h3") : start).focus();
  }

  async function deliver() {
    confirm.disabled = cancel.disabled = true;
    say(texts.sending, "");
    const problem = await post(href, text, token);
    confirm.disabled = cancel.disabled = false;
    question.hidden = true;
    start.hidden = problem === undefined;
    if (!problem) sent?.();
    if (problem) say("", texts.problems[problem.code](host, problem.reason));
    else say(texts.sent(host), "");
  }

  function say(done, wrong) {
    status.textContent = done;
    alert.textContent = wrong;
  }
}

/** Resolves with undefined once the receiver has accepted the text, else with {code, reason}. */
async function post(reply, text, token) {
  if (!navigator.onLine) return { code: "offline" };
  try {
    // Once: whether it is tried again is for the owner to say.
    await deliverTo(text, { reply, token }, new AbortController().signal, { attempts: 1 });
    return undefined;
  } catch (error) {
    if (error.code === "refused-by-receiver") return { code: "refused", reason: error.reason };
    return { code: error.cause?.name === "TimeoutError" ? "timeout" : "unreachable" };
  }
}
