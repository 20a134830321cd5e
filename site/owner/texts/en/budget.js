// English texts of the section “Privacy budget”.
import { capital, grouped, moment, plain, threeDigits } from "../../../shared/numbers.js";

const atLeast = (value) => plain(threeDigits(value, Math.floor));
const atMost = (value) => plain(threeDigits(value, Math.ceil));
const runs = (n) => (n === 1 ? "1 run" : `${grouped(n)} runs`);
const sentence = (message) => `${capital(message)}${/[.!?]$/.test(message) ? "" : "."}`;

/** The section “Privacy budget”. An account is as the ledger gives it. */
export const budget = {
  ownName: "My data",
  link: "Privacy budget",
  none: "–",

  // Behind the link.
  line: (account) => `: ${budget.spent(account)} ${budget.left(account)}`,
  lineOf: (name, account) => ` of “${name}”${budget.line(account)}`,
  lineBroken: ": it cannot be read, so a run on your own data will be refused.",

  spent: ({ cap, spent }) =>
    spent.runs === 0
      ? `Nothing of ε = ${plain(cap.epsilon)} has been spent yet.`
      : `ε = ${atMost(spent.epsilon)} of ${plain(cap.epsilon)} has been spent in ${runs(spent.runs)}.`,
  left: ({ cap, left }) =>
    threeDigits(left.epsilon, Math.floor) > 0
      ? `The next run fits if its ε is at most ${atLeast(left.epsilon)} and its δ at most ${plain(cap.delta)}.`
      : "Nothing is left for a further run.",
  bar: "Share of the privacy budget that is spent",
  notASum: (account) =>
    `All runs are counted together, at δ = ${plain(account.cap.delta)}. That comes to less than the sum of their ε, so more is left than subtracting would give.`,
  chooser: "Whose data is it?",
  chosen: (name) => `Runs in this tab are now recorded on “${name}”.`,
  mayBeEvicted: "Your browser has not promised to keep this count when the disk gets full. Save a copy now and then.",

  history: (n) => `History (${grouped(n)})`,
  historyLabel: "History of the privacy budget",
  historyHead: ["Time", "What", "ε", "δ"],
  noHistory: "There are no entries yet.",
  time: moment,
  entry: (entry, interrupted) => {
    const price = { epsilon: plain(entry.epsilon ?? 0), delta: plain(entry.delta ?? 0) };
    switch (entry.kind) {
      case "charge":
        return {
          what: [interrupted ? "Run, interrupted: no result" : "Run", entry.about.from, entry.about.source?.slice(0, 8)]
            .filter(Boolean)
            .join(" · "),
          ...price,
        };
      case "cap":
        return { what: "Limit changed to", ...price };
      case "rename":
        return { what: `Renamed to “${entry.name}”` };
      case "open":
        return { what: `Opened as “${entry.name}”, stated to be about other people` };
      case "reset":
        return { what: `Count set back to zero: “${entry.reason}”` };
    }
    return { what: entry.kind };
  },

  export: "Save a copy of the history",
  exportDamaged: "Save a copy of what is there",

  notCounted: "Sample data: not counted.",
  runsLeft: (left) => `${runs(left)} left.`,
  booked: ({ epsilon, delta }, account) =>
    `Recorded: a run with ε = ${plain(epsilon)} and δ = ${plain(delta)}. All runs together, at δ = ${plain(account.cap.delta)}: ${budget.spent(account)}`,
  exhausted: ({ epsilon, delta }, account) =>
    `This run asks for ε = ${plain(epsilon)} and δ = ${plain(delta)}, and that would go beyond the limit of your privacy budget. ${budget.spent(account)} ${budget.left(account)} Choose a smaller ε, or work with the results you have. The limit can be changed under “Privacy budget”; a higher one protects the people in the data less.`,
  /** What the ledger, the browser or a form has against it. */
  problem: (error) => {
    switch (error.code) {
      case "ledger-corrupt":
        // The rest of the message is for those who keep a ledger in files.
        return `The history of your privacy budget is damaged, so what has been spent is not known and runs on your own data are refused. In the section “Privacy budget” you can save a copy of what is there and start anew. ${sentence(error.message.split(". ")[0])}`;
      case undefined:
        return "The privacy budget could not be used, so nothing is released. Reload the page; if that does not help, restart the browser.";
    }
    return sentence(error.message);
  },
  unconfirmed: "Tick the box above if you mean it.",
  noName: "Give a name.",

  import: {
    title: "Read in a copy of another history",
    intro:
      "Runs on the same people that another browser, file or program has recorded then count here as well. What both have counts once.",
    file: "A history that was saved there",
    none: "Choose the file.",
    button: "Read it in",
    done: (added) =>
      added === 0
        ? "Nothing was new in it."
        : `${added === 1 ? "1 entry was" : `${grouped(added)} entries were`} taken over.`,
  },
  limit: {
    title: "Change the limit",
    intro: "The limit holds for all runs together. A run that would go beyond it is refused.",
    epsilon: "Limit of ε",
    epsilonHelp: "3 is the default. Smaller protects better.",
    delta: "at δ",
    deltaHelp: "1e-5 is the default. Keep it far below one divided by the number of rows.",
    raise:
      "This raises the limit. All results together may then reveal more about each person in your data than you had allowed so far, and lowering the limit later does not take that back. The change is kept in the history.",
    consent: "I want the people in the data to be protected less.",
    button: "Set the limit",
    badEpsilon: "The limit of ε must be a number above 0, for example 3.",
    badDelta: "δ must be a number above 0 and below 1, for example 1e-5.",
    done: ({ cap }) => `The limit is now ε = ${plain(cap.epsilon)} at δ = ${plain(cap.delta)}.`,
  },
  rename: {
    title: "Rename",
    name: "New name",
    help: "Only for your own eyes. What is spent stays as it is.",
    button: "Rename",
    done: (name) => `The name is now “${name}”. What is spent stays as it is.`,
  },
  other: {
    title: "This data is about other people",
    intro:
      "One count is enough for all your data about the same people, whatever the files are called: what is revealed about them adds up. A second count is right only for data about entirely other people.",
    name: "Name of the second count",
    help: "For example “Branch office Lyon”. Only for your own eyes.",
    statement: "I state that nobody in this data is also in the data counted so far.",
    unstated: "A second count needs this statement. If some people are in both, stay with the count you have.",
    button: "Start a second count",
    done: (name) => `“${name}” has a count of its own now. Runs in this tab are recorded on it.`,
  },
  reset: {
    title: "Set the count back to zero",
    warning:
      "This does not take anything back. Whoever has the earlier results keeps them, and what they and new results reveal together can go beyond your limit without this page noticing. It is right only if the earlier results were never passed on and are deleted. The history keeps all earlier entries, and this one.",
    reason: "Your reason",
    help: "Kept in the history.",
    consent: "I have read this and want to count from zero.",
    button: "Set back to zero",
    noReason: "Give a reason, in a few words.",
    done: (name) => `“${name}” counts from zero again. The history keeps this.`,
  },
  damaged: {
    title: "Start anew",
    warning:
      "What has been spent can no longer be known. A new count begins at zero: set its limit so low that it and what you remember having spent stay within what you allow.",
    consent: "I have read this and want a new count.",
    button: "Delete the damaged history and start anew",
  },
  damagedReason: "The history before this entry was damaged and has been deleted.",
  startedAnew: "A new count has begun at zero. Its history says why.",
  changedElsewhere: "Another tab has changed the history meanwhile; nothing was deleted.",
};
