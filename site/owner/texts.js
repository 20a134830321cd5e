// The owner's texts in the language of the page; see shared/texts.js. Those inside the vault are in
// jsbridge/vaultui/answers/TAG.json.
import { rhoOf } from "../ledger/budget.js";
import { called, told } from "../shared/sentences.js";
import { said, who } from "../shared/texts.js";
import { language } from "../shared/language.js";
import { capital, moment, percent, plain, rough, size, threeDigits } from "../shared/numbers.js";

export const { framed, help, kinds, ownData, record, runProblems, tour } = said;
export const [glossary, troubles] = [said.glossary, said.troubles].map(Object.values);

const MODERATE = 1e-7; // δ of a run that stands for those of moderate strength

const atLeast = (value) => plain(threeDigits(value, Math.floor));
const atMost = (value) => plain(threeDigits(value, Math.ceil));
const sentence = (message) => `${capital(message)}${/[.!?]$/.test(message) ? "" : "."}`;
const price = ({ epsilon, delta }) => ({ epsilon: plain(epsilon), delta: plain(delta) });

/** The section “Privacy budget”. An account is as the ledger gives it. */
export const budget = {
  ...said.budget,
  line: (account) => said.budget.line({ spent: budget.spent(account), left: budget.left(account) }),
  lineOf: (name, account) => said.budget.lineOf({ name, line: budget.line(account) }),
  spent: ({ cap, spent: { runs, epsilon } }) =>
    runs === 0
      ? said.budget.spent.nothing(plain(cap.epsilon))
      : said.budget.spent.some({ spent: atMost(epsilon), limit: plain(cap.epsilon), runs }),
  left: ({ cap, left, spent: { runs, rho } }) =>
    threeDigits(left.epsilon, Math.floor) === 0
      ? said.budget.left.nothing
      : runs > 0
        ? said.budget.left.some({
            runs: Math.floor((cap.rho - rho) / rhoOf(1, MODERATE)),
            epsilon: atLeast(left.epsilon),
          })
        : "",
  notASum: (account) => said.budget.notASum(plain(account.cap.delta)),
  time: moment,
  entry(entry, interrupted) {
    const { about, epsilon = 0, delta = 0, kind, name, reason } = entry;
    const sentences = said.budget.entry;
    switch (kind) {
      case "charge": {
        const what = [sentences[interrupted ? "interrupted" : "run"], about.from, about.source?.slice(0, 8)];
        return { what: what.filter(Boolean).join(" · "), ...price({ epsilon, delta }) };
      }
      case "cap":
        return { what: sentences.cap, ...price({ epsilon, delta }) };
      case "rename":
      case "open":
        return { what: sentences[kind](name) };
      case "reset":
        return { what: sentences.reset(reason) };
    }
    return { what: kind };
  },
  booked: (run, account) =>
    said.budget.booked({ ...price(run), all: plain(account.cap.delta), spent: budget.spent(account) }),
  exhausted: (run, account) =>
    said.budget.exhausted({ ...price(run), spent: budget.spent(account), left: budget.left(account) }),
  /** What the ledger, the browser or a form has against it. */
  problem({ code, message }) {
    if (code === undefined) return said.budget.problem.unknown;
    // The rest of the message is for those who keep a ledger in files, and all of it is English.
    if (code === "ledger-corrupt")
      return [said.budget.problem.damaged, language === "en" && sentence(message.split(". ")[0])]
        .filter(Boolean)
        .join(" ");
    const own = said.package?.ledger[code];
    return own ? told(own, message) : sentence(message);
  },
  limit: { ...said.budget.limit, done: ({ cap }) => said.budget.limit.done(price(cap)) },
};

/** What a link asks for. */
export const invitation = {
  ...said.invitation,
  heading(asker, title) {
    const { by, named, bare, result } = said.invitation.heading;
    return asker ? by({ asker, title: title ?? result }) : title ? named(title) : bare;
  },
  /** A range whose ends may be open; `say` writes a number. */
  range: (ends, say) =>
    ["suggested", "min", "max"]
      .filter((end) => ends[end])
      .map((end) => said.invitation.range[end](say(ends[end])))
      .join(", "),
  /** What the link asks of the labels, by the kind of result; without one the owner chooses it. */
  labelsAsked: (labels, release, base) =>
    told(said.invitation.labelsAsked[labels][release || "any"], base ? ` (${base})` : ""),
  asks: (host, hasCode) => said.invitation.asks[hasCode ? "code" : "plain"](host),
  most: (epsilon) => said.invitation.most(plain(epsilon)),
};

/** What the receiver answers before anything is spent. */
export const receiver = {
  ...said.receiver,
  open: (host, expires) =>
    expires ? said.receiver.open.until({ host, time: moment(expires) }) : said.receiver.open.always(host),
  refused: (host, reason) => said.receiver.refused({ host, reason }),
};

export const result = {
  ...said.result,
  guarantee: ({ unit, epsilon, delta }) =>
    said.result.guarantee({
      unit: unit === "person" ? "person" : "row",
      factor: rough(Math.exp(epsilon)),
      odds: Number((1 / delta).toPrecision(3)), // as people say a small probability: one in 1,000,000
      ...price({ epsilon, delta }),
    }),
  rows: ({ n, rowsEstimate, unit }) =>
    n === undefined
      ? said.result.rows.about({ rows: Math.round(rowsEstimate), who: who(unit) })
      : said.result.rows.exact({ rows: n, who: who(unit) }),
  /** Who is protected. */
  who: ({ n, rowsEstimate, unit }) =>
    said.result.each[unit === "person" ? "person" : "row"](n ?? Math.round(rowsEstimate)),
  mechanism: ({ mechanism }) => said.mechanisms[mechanism] ?? said.result.mechanism(mechanism),
  verified: ({ epsilon }) => said.result.verified(plain(epsilon)),
};

/** A result that is paid for and not yet saved. */
export const kept = {
  ...said.kept,
  name: (one) => [one.name, moment(one.time)].filter(Boolean).join(", "),
};

/** What the numbers mean. */
export const words = {
  ...said.words,
  verdict: { ...said.words.verdict, mostly: (share) => said.words.verdict.mostly(percent(share)) },
  differs: (names) => said.words.differs(names.join(" · ")),
  average: (name, there, here) => said.words.average({ name, there, here }),
  apart: ({ uniform, noise }, radius) =>
    said.words.apart({
      uniform: rough(uniform),
      share: percent(uniform / radius ** 2),
      times: rough(uniform / noise),
    }),
  close: ({ uniform, noise }) => said.words.close({ uniform: rough(uniform), noise: rough(noise) }),
  helped: ({ uniform, weighted }) =>
    weighted < uniform
      ? said.words.helped.whole({ weighted: rough(weighted), share: percent(1 - weighted / uniform) })
      : said.words.helped.part,
  sure: ({ confidence, uniform, weighted, noise }) =>
    said.words.sure({
      confidence: percent(confidence),
      noise: rough(noise),
      low: rough(Math.max(0, uniform - noise)),
      high: rough(uniform + noise),
      most: rough(weighted + noise),
      helps: weighted + noise < uniform - noise ? "yes" : "perhaps",
    }),
  effective: (size, all) => said.words.effective({ size: Math.round(size), all }),
  fewRows: (size, columns) => said.words.fewRows({ size: Math.round(size), columns }),
  fewRowsNonlinear: (size) => said.words.fewRowsNonlinear(Math.round(size)),
  remains: ({ weighted, noise }) => said.words.remains(rough(weighted - noise)),
};

export const send = {
  ...said.send,
  what: (bytes, address) => said.send.what({ bytes, address }),
  problems: {
    ...called(said.send.problems),
    refused: (host, reason) => said.send.problems.refused({ host, reason }),
  },
};

export const loading = {
  ...said.loading,
  sample: (done, total) =>
    said.loading.sample(total ? said.loading.part({ done: size(done), total: size(total) }) : size(done)),
};
