// Shows what a link asks for, before anything is loaded. Whoever made the link is a stranger: text only.
import { el } from "../shared/dom.js";
import { listed, parseInvitation, readingTexts } from "../shared/invitation.js";
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

/** What is asked for, as the children of a list: terms, each with what is asked and what is to be said of that. */
export function factsOf(
  {
    samples,
    label,
    task,
    base,
    labels,
    baseFile,
    baseSHA256,
    model,
    modelSHA256,
    groupBy,
    unit,
    rowsMin,
    rowsMax,
    epsilon,
    release,
    ...reading
  },
  before = [],
  after = [],
) {
  const facts = [
    ...before,
    ...samples.map(({ source, sha256, name }, k) => [
      texts.sample(k + 1, samples.length),
      name ?? new URL(source).host,
      source,
      ...(samples.length > 1 ? [sha256 ?? texts.noHash] : []),
    ]),
    [texts.label, label, task],
    ...(samples.length === 1 ? [[texts.sha256, samples[0].sha256 ?? texts.noHash]] : []),
    [texts.epsilon, texts.range(epsilon), texts.epsilonHelp],
    [texts.kind, texts.kinds[release] ?? texts.anyKind, release === "moments" ? undefined : base],
    ...Object.entries(readingTexts(reading))
      .filter(([, list]) => list)
      .map(([field, list]) => [texts.reading[field], listed(list)]),
    ...(baseFile ? [[texts.baseFile, baseFile, baseSHA256 ?? texts.noHash]] : []),
    ...(release === "report"
      ? [
          [texts.model, model ?? texts.publicModel, modelSHA256 ?? texts.publicModelHelp],
          [texts.labels, texts.neededLabels(label), texts.measured],
        ]
      : []),
    ...(groupBy ? [[texts.groupBy, groupBy]] : []),
    ...(unit ? [[texts.unit, unit, texts.unitHelp]] : []),
    ...(rowsMin || rowsMax ? [[texts.rows, texts.rowsRange(rowsMin, rowsMax)]] : []),
    ...(labels ? [[texts.labels, texts.labelsAsked(labels, release, base), texts.labelsHelp]] : []),
    ...after,
  ];
  return facts.flatMap(([term, fact, ...more]) => [
    el("dt", {}, term),
    el("dd", {}, fact, ...more.map((text) => text && el("span", { class: "help" }, text))),
  ]);
}

function request(invitation, onLoad) {
  const { samples, release, epsilon, reply, token, title, asker } = invitation;
  const from = [texts.asker, asker ?? texts.nobody];
  const to = [texts.reply, reply ? texts.replyHelp(new URL(reply).host) : texts.noReply, reply];
  // None of what is in a kit.
  const hosts = [...new Set(samples.map(({ source }) => new URL(source).host))].filter(Boolean);
  return [
    el("h2", { id: "invitation-heading", tabindex: "-1" }, texts.heading(asker, title)),
    el("p", { class: "help" }, texts.unchecked),
    el("p", {}, texts.stays(texts.leaves[release] ?? texts.anyKind), epsilon.max && ` ${texts.most(epsilon.max)}`),
    hosts.length > 0 && el("p", { class: "help" }, texts.loads(hosts)),
    reply &&
      el("p", { class: "help", id: "receiver", role: "status" }, texts.asks(new URL(reply).host, token !== undefined)),
    el(
      "details",
      {},
      el("summary", {}, texts.details),
      el("p", { class: "help" }, texts.intro),
      el("dl", { class: "pairs" }, ...factsOf(invitation, [from], [to])),
    ),
    el(
      "div",
      { class: "actions" },
      el("button", { type: "button", class: "primary", id: "load-invited", click: onLoad }, texts.load),
    ),
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
