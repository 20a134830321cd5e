// Shows what a link asks for, before anything is loaded. Whoever made the link is a stranger: text only.
import { actions, el, fold } from "../shared/dom.js";
import { parseInvitation } from "../shared/invitation.js";
import { plain } from "../shared/numbers.js";
import { COUNTED } from "../terms/link.gen.js";
import { told } from "../terms/told.js";
import { invitation as texts } from "./texts.js";

/**
 * Fills `card` with what location.hash asks for, or hides it. Returns the invitation, or undefined. `onLoad` loads its
 * sample.
 */
export function showInvitation(card, fragment, onLoad) {
  const { invitation, problems } = parseInvitation(fragment, location.hostname);
  card.hidden = !invitation && !problems;
  card.replaceChildren(...(invitation ? request(invitation, onLoad) : problems ? refusal(problems) : []));
  return invitation;
}

/** The words of this page for what is asked for. */
const words = () => ({
  terms: texts.terms,
  digest,
  as: {
    source: (source) => [new URL(source).host, source],
    sha256: (sha256) => [digest(sha256)],
    label: (label, { task }) => [label, task],
    epsilon: (range) => [texts.range(range, plain) || texts.free, texts.epsilonHelp],
    release: (release, { base }) => [texts.kinds[release] ?? texts.anyKind, release !== "moments" && base],
    labels: (labels, { label, release, base }) =>
      release === "report"
        ? [texts.neededLabels(label), texts.measured]
        : [labels && texts.labelsAsked(labels, release, base), texts.labelsHelp],
    model: (model, { release, modelSHA256 }) =>
      COUNTED.includes(release)
        ? [model ?? texts.publicModel, modelSHA256 ?? texts.publicModelHelp, release === "estimate" && texts.estimated]
        : [],
    unit: (column) => [column, texts.unitHelp],
    rowsMin: (min, { rowsMax: max }) => [texts.range({ min, max }, String)],
  },
});

const digest = (sha256) => sha256 ?? texts.noHash;

/** What is asked for, as the children of a list: terms, each with what is asked and what is to be said of that. */
export const factsOf = (invitation, before = [], after = []) =>
  [...before, ...told(invitation, words()), ...after].flatMap(([term, fact, ...more]) => [
    el("dt", {}, term),
    el("dd", {}, fact, ...more.map((text) => text && el("span", { class: "help" }, text))),
  ]);

function request(invitation, onLoad) {
  const { source, release, epsilon, reply, token, title, asker } = invitation;
  const from = [texts.asker, asker ?? texts.nobody];
  const to = [texts.reply, reply ? texts.replyHelp(new URL(reply).host) : texts.noReply, reply];
  const { host } = new URL(source); // none of what is in a kit
  return [
    el("h2", { id: "invitation-heading", tabindex: "-1" }, texts.heading(asker, title)),
    el("p", { class: "help" }, texts.unchecked),
    el("p", {}, texts.stays(texts.leaves[release] ?? texts.anyKind), epsilon.max && ` ${texts.most(epsilon.max)}`),
    host && el("p", { class: "help" }, texts.loads(host)),
    reply &&
      el("p", { class: "help", id: "receiver", role: "status" }, texts.asks(new URL(reply).host, token !== undefined)),
    fold(
      {},
      texts.details,
      el("p", { class: "help" }, texts.intro),
      el("dl", { class: "pairs" }, ...factsOf(invitation, [from], [to])),
    ),
    actions(el("button", { type: "button", class: "primary", id: "load-invited", click: onLoad }, texts.load)),
  ].filter(Boolean);
}

function refusal(problems) {
  return [
    el("h2", { id: "invitation-heading", tabindex: "-1" }, texts.broken),
    el(
      "div",
      { class: "alert", role: "alert" },
      el("p", {}, texts.brokenIntro),
      el("ul", { lang: "en" }, ...problems.map((problem) => el("li", {}, problem))),
      el("p", {}, texts.brokenHelp),
    ),
  ];
}
