// All English texts of the owner's page but the words in its markup. Those inside the vault are in
// jsbridge/vaultui/wording/en.json.
import { capital, grouped, list, moment, percent, plain, rough, size, threeDigits } from "../../../shared/numbers.js";

export * from "./page.js";

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
    deltaHelp: "1e-5 is the default. Keep it far below one divided by the number of rows, or of people.",
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

export const invitation = {
  // The vault says the first three again where the request goes on.
  heading: (asker, title) =>
    asker ? `${asker} asks: ${title ?? "a result"}` : title ? `You are asked: ${title}` : "What you are asked for",
  unchecked: "The sender is not verified.",
  stays: (what) => `They get ${what}. Your file stays here.`,
  leaves: {
    model: "one model file",
    weights: "weights of the public rows",
    moments: "a noisy table of averages and products",
    report: "a report on a model",
  },
  intro:
    "The link that brought you here says the following. Whoever made it wrote it; nobody has checked it, and nothing has been loaded yet.",
  asker: "Asked by",
  nobody: "not stated",
  sample: (place, count) => (count > 1 ? `Public sample ${place} of ${count}` : "Public sample"),
  label: "Label, to be predicted",
  sha256: "SHA-256",
  noHash: "not stated, so another file could be put in its place",
  epsilon: "Privacy (ε)",
  range: ({ min, max, suggested }) =>
    [
      suggested !== undefined && `${plain(suggested)} suggested`,
      min !== undefined && `at least ${plain(min)}`,
      max !== undefined && `at most ${plain(max)}`,
    ]
      .filter(Boolean)
      .join(", ") || "left to you",
  epsilonHelp: "you decide; your own limit holds as well",
  kind: "What is asked for",
  baseFile: "Model's file",
  kinds: {
    model: "a model",
    weights: "weights",
    moments: "moments",
    report: "a report: how good a fixed model is on your rows",
  },
  model: "Model to be judged",
  publicModel: "the one that is chosen and fitted on the public sample alone",
  publicModelHelp: "the vault fits it",
  neededLabels: (label) => `are needed, in the column “${label}”`,
  measured:
    "the model is compared with them; what leaves is noisy counts of its errors, and nothing is fitted to your data",
  groupBy: "Also for each value of",
  reading: {
    ignore: "Columns of the sample that are left out",
    dateOrder: "Order of dates",
  },
  unit: "Who is protected: the people named in",
  rows: "Rows of your file",
  rowsRange: (least, most) => [least && `at least ${least}`, most && `at most ${most}`].filter(Boolean).join(", "),
  unitHelp: "a column of your file; all rows of a person count as one",
  anyKind: "a result of your choice",
  labels: "Labels in your file",
  /** What the link asks of the labels, by the kind of result; without one the owner chooses it. */
  labelsAsked: (labels, release = "", base) =>
    ({
      wish: { "": "may correct a model or enter the moments", model: "may correct the model" },
      required: {
        "": "shall correct a model or enter the moments; no other result is taken",
        model: "shall correct the model; no other result is taken",
        moments: `shall enter the moments, compared with a public model${base ? ` (${base})` : ""}; no other result is taken`,
      },
    })[labels][release],
  labelsHelp: "you decide; they are used only if you choose so",
  reply: "Result may go to",
  noReply: "nowhere by itself; you can download it",
  replyHelp: (host) => `${host}, after you have confirmed it`,
  asks: (host, hasCode) =>
    `This page also asks ${host} whether it still takes a result${hasCode ? ", with the one-time code from the link" : ""}.`,
  most: (epsilon) => `Asked for is an ε of at most ${plain(epsilon)}.`,
  loads: (hosts) => `Loads a public sample from ${list(hosts)}.`,
  details: "Details",
  load: "Open",
  broken: "This link is not a sound invitation",
  brokenIntro: "Nothing of it is used:",
  brokenHelp: "Ask whoever sent it for a new link, or enter the address of the sample yourself.",
};

/** What the receiver answers before anything is spent. */
export const receiver = {
  open: (host, expires) => `${host} says that the invitation is open${expires ? ` until ${moment(expires)}` : ""}.`,
  silent: (host) => `${host} cannot be asked in advance whether it takes the result.`,
  refused: (host, reason) =>
    `${host} does not take a result by this invitation. It says: “${reason}”. Nothing was loaded and nothing was spent. Ask whoever invited you for a new link.`,
};

const tasks = {
  abalone_adult_to_infant: "abalone, adult → infant",
  adult_private_to_others: "incomes, private firms → others",
  airfoil_tilt: "airfoil noise, tilted",
  autompg_us_to_abroad: "cars, US → abroad",
  bankmarketing_drift: "bank calls, later",
  beijing_pm25_years: "Beijing air, later",
  bikehour_springautumn_to_summer: "bike hire, → summer",
  calhousing_ratio_inland_to_coast: "housing, inland → coast",
  communities_nonsouth_to_south: "communities, rest → south",
  german_credit_older_to_younger: "credit, older → younger",
  insurance_north_to_south: "insurance, north → south",
  powerplant_tilt_hot: "power plant, → hot days",
  puma8fh_to_puma8nh: "robot arm, narrow → wide",
  puma8nm_to_puma8fm: "robot arm, wide → narrow",
  telco_nonsenior_to_senior: "telephone, others → seniors",
  wine_red_to_white: "wine, red → white",
  wine_white_to_red: "wine, white → red",
};

/** What `make evaluate` has measured; the numbers come from its report. */
export const evaluation = {
  name: ({ task }) => tasks[task] ?? task,
  task: (task) => `${evaluation.name(task)} (${grouped(task.rows)} rows)`,
  measured: (tasks, repetitions, delta) =>
    `Measured on ${tasks} real tasks whose private labels are known, ${repetitions} runs each at δ = ${plain(delta)}, on private rows that no run has seen. Each error is compared with the error of the best model of the public sample alone.`,
  means: (mean) =>
    `Without private labels the released model has ${percent(mean("blend", 1))} of that error at ε = 1 and ${percent(mean("blend", 0.1))} at ε = 0.1, in the geometric mean of the tasks. With private labels it has ${percent(mean("labels", 1))} and ${percent(mean("labels", 0.1))}.`,
  title: "How large the errors are",
  help: "100 means as good as the public sample alone, and less is better. All at ε = 1.",
  axis: "error in % of the public model’s",
  blend: "without private labels",
  labels: "corrected by private labels",
  column: (method, epsilon) => `${method === "labels" ? "labels, " : ""}ε = ${plain(epsilon)}`,
  head: "Task",
  harmed: (names, most) =>
    `It can also do harm: without private labels ${names.join(" and ")} ${names.length > 1 ? "are" : "is"} predicted worse than by the public sample alone, by up to ${percent(most)}. There rows that look alike have other labels in the private data, and no method that sees no labels can notice. So compare a result with a few known labels before anybody relies on it.`,
  anew: "The command “make evaluate” measures all of this anew.",
};

export const help = {
  glossary: "Words used on this page",
  troubles: "If something goes wrong",
};

/** Each term with one sentence. */
export const glossary = [
  [
    "Public sample",
    "A table that anybody may see, with the answers (labels) filled in, on which a model can be trained.",
  ],
  ["Label", "The column that a model is to predict; of the private file only a report needs it."],
  ["Vault", "A sealed frame in this page that reads your file; the rules of the browser forbid it every connection."],
  [
    "Differential privacy",
    "A promise that a result would look nearly the same if one row of your file were another, or all rows of one person where people are protected, so that nobody can tell from it what they say.",
  ],
  ["Epsilon (ε)", "How much a result may reveal about any one row, or person: the smaller, the safer and the noisier."],
  ["Delta (δ)", "A very small probability with which the promise of ε may fail."],
  ["Privacy budget", "What all results together may reveal; your browser keeps count of it and refuses more."],
  ["Noise", "Random numbers that are added on purpose, so that no single row, or person, can be made out."],
  [
    "Mechanism",
    "The place where the noise enters: once into a table of averages, or into every round of the search for weights.",
  ],
  [
    "Second moment",
    "The table of the averages of all products of two columns; the only thing the default mechanism takes from your rows.",
  ],
  ["Calibration", "Whether the noise is as small as the promise allows (tight) or as large as in the published paper."],
  [
    "Rounds (K)",
    "How often the weights are improved; where noise enters each round, more rounds mean more noise in each.",
  ],
  [
    "Row radius (r)",
    "How far a row may lie from the sample’s average before it is shortened, which bounds what one row, or person, can do.",
  ],
  ["Weights", "One number for each public row: how much it counts, so that the weighted sample resembles your file."],
  ["Effective sample size", "How many rows, all counting alike, would be worth as much as the weighted ones."],
  ["Distance (discrepancy)", "How far apart two tables are in averages and products of the columns; 0 means alike."],
  ["Standard deviation", "The usual distance of a value from its column’s average."],
  [
    "Forecast",
    "What the noise will allow, computed before your file is opened from public numbers and the number of rows or people you state.",
  ],
  ["Linear model", "A rule that predicts by a weighted sum of the columns and nothing else."],
  ["Typical error", "About how far predictions are off, in the unit of the label: the root of the mean squared error."],
  ["Coefficient", "The number by which a linear model multiplies a column."],
  ["Intercept", "What a linear model predicts where all columns are 0."],
  ["Moments", "A noisy table of averages and products of your columns, from which weights and models can be computed."],
  [
    "Report on a model",
    "Noisy counts that say how good a fixed model is where private labels are known, from which figures with intervals are computed.",
  ],
  ["Release", "The one result that leaves the vault, with its certificate."],
  ["Certificate", "All public numbers from which anybody can compute again how much privacy a result has cost."],
  ["SHA-256", "A fingerprint of a file: the same fingerprint means the same file, to the last character."],
  ["CORS", "The permission that a server gives to other sites’ pages to read its files or to send it something."],
];

/** Each trouble with what to do. */
export const troubles = [
  [
    "The sample cannot be read.",
    "Open its address in another tab. If it downloads there, its server does not allow other sites to read it (CORS): ask whoever publishes it to allow that. If it does not, the address or the connection is wrong.",
  ],
  [
    "The vault says that the sample cannot be used.",
    "The message names line and column. The sample is not yours to mend: send the message to whoever publishes it, or check the name of the label column.",
  ],
  [
    "The vault says that my file cannot be read.",
    "Save it as CSV in UTF-8, with the column names in the first line. Then compare the names with those in the request. Nothing has left the vault.",
  ],
  [
    "Many cells were repaired, or all rows were shortened.",
    "Your columns probably hold other units or another way of writing numbers than the sample. Stop, bring the file into the same units, and choose it again. Stopping costs nothing.",
  ],
  [
    "The forecast says that the noise is too large.",
    "More rows, fewer columns in the sample or a larger ε would help. Without them the result would come from the public sample alone, so there is little reason to run.",
  ],
  [
    "The run was refused because of the privacy budget.",
    "Choose a smaller ε, or work with the results you have. The section “Privacy budget” shows what was spent on what.",
  ],
  [
    "A run takes too long, or nothing moves.",
    "Press Cancel; the form is ready again at once, and the run stays counted. If it is not, load the sample anew: that opens a fresh vault.",
  ],
  [
    "The frame is empty or says that something went wrong inside.",
    "Reload this page in an up-to-date Chrome, Firefox, Edge or Safari, without extensions that change pages, and load the sample again.",
  ],
  [
    "The result could not be sent.",
    "Download it and hand it to the analyst by mail or in any other way. It is the same file.",
  ],
  [
    "I have closed the page before I saved the result.",
    "This browser keeps the result until you save it or drop it: open the page again, and it offers the result.",
  ],
];

/** A small probability as people say it: about one in 1,000,000. */
const chance = (p) => `one in ${grouped(Number((1 / p).toPrecision(3)))}`;

export const kinds = {
  model: "A model",
  weights: "Weights for the public rows",
  moments: "Moments of the private columns",
  report: "A report on a model",
};

const mechanisms = {
  moment:
    "The noise was added once, to a table of averages of the private columns. Everything after that is computed from the noisy table.",
  selection: "The noise was added in every round of the search for weights.",
  gradient: "The noise was added to every step of the search for weights.",
  tally:
    "The noise was added to counts of the private data, once. All figures and intervals are computed from the noisy counts.",
};

export const result = {
  guarantee: (c) =>
    `Whatever somebody believes about one ${c.unit === "person" ? "person in" : "row of"} the private file, this result changes the odds by a factor of at most ${rough(Math.exp(c.epsilon))}, except in about ${chance(c.delta)} cases (ε = ${plain(c.epsilon)}, δ = ${plain(c.delta)}).`,
  rows: ({ n, rowsEstimate, unit }) => {
    const who = unit === "person" ? "people" : "private rows";
    return n === undefined
      ? `About ${grouped(Math.round(rowsEstimate))} ${who} took part; how many exactly stays private.`
      : `${grouped(n)} ${who} took part. Their number is public.`;
  },
  mechanism: (c) => mechanisms[c.mechanism] ?? `The mechanism was “${c.mechanism}”.`,
  late: "The settings were changed after a report on the private file had been seen. That choice is not covered by the guarantee.",
  verified: (v) => `Privacy confirmed: ε = ${plain(v.epsilon)} at δ = ${plain(v.delta)}.`,
  unverified: "The certificate was not confirmed. Do not rely on it.",
  score: (before, after) =>
    `On this synthetic data the true prices of the private rows are known. Typical error without adapting: ${plain(before)}. With the released model: ${plain(after)}.`,
  scoreOfWeights: (before, after, kept) =>
    `On this synthetic data the true prices of the private rows are known. Typical error of a linear model without adapting: ${plain(before)}. With the released weights: ${plain(after)}.${kept ? " The public model is no line but a blend of curves, which needs no weights here." : ""}`,
  unreadable: "The vault handed out something that is not a release of this program. It is not shown.",

  inWords: "What it means, in words",
  numbers: "More plots, and the released numbers",
  promise: "What was promised",
  intercept: "(intercept)",
  column: "Column",
  coefficient: "Coefficient",
  before: "All rows alike",
  after: "Adapted",
  // For a model of the columns themselves, and for one of features that are computed from them.
  coefficientsHelp:
    "A prediction is the intercept plus each column’s value, in its own unit, times its coefficient. A level of a category counts 1 where it applies and 0 elsewhere. Rounded here; the file has all digits.",
  featuresHelp:
    "A prediction is the intercept plus each feature times its coefficient. Features are computed from the columns in the way that the release describes (“features” in its provenance), so these numbers are not in the units of the columns. Rounded here; the file has all digits.",
  limited: ([least, most]) =>
    `Predictions below ${rough(least)} or above ${rough(most)}, the smallest and the largest label of the public sample, are moved to these.`,
  momentsHelp: "Averages of products of the standardised columns, with noise.",
  cut: (shown, all) => `The first ${grouped(shown)} of ${grouped(all)} are shown. All are in the file.`,

  leavesHelp:
    "The release is all that leaves, and only if you hand it on: so far it is in this browser alone. Your private file, the report on it and the plots stay with you.",
  analyst: "Details for the analyst",
  print: "Print",
  apply: "Apply it",
  downloadRelease: "Save the file",
  downloadWeights: "Download the weights (CSV)",
};

/** A result that is paid for and not yet saved. */
export const kept = {
  name: (one) => [one.name, moment(one.time)].filter(Boolean).join(", "),
  waits: (name) => `A result is kept here until you save it: ${name}.`,
  show: "Show it",
  drop: "Drop it …",
  sure: (name) => `Yes, drop the result “${name}”`,
};

/** What the numbers mean: each function gives a sentence. */
export const words = {
  /** What was bought, in one line. */
  verdict: {
    same: "This is the public model: no difference beyond the noise was found. Its predictions are the same from run to run.",
    kept: "This is the public model: adapting it to your data gave no measurable improvement. Its predictions are the same from run to run.",
    mostly: (share) => `${percent(share)} of it is the public model.`,
    differ: "Your data differ, and the result follows. Without labels nobody can say yet how good it is.",
    maybe:
      "Your data may differ, and the result follows what stands out of the noise. Without labels nobody can say yet how good it is.",
    blind:
      "Your labels were not used, and this mechanism measures no difference, so nobody can say yet how good it is.",
    doubtful:
      "There are too few labels to tell from the noise, so nobody can say whether they corrected the model. Use the public model, or give more labels.",
    labels: "Your labels corrected the model. How far off it is stands under Details.",
    moments: "Averages and products of your columns, with noise. A model can be made from them.",
  },
  differs: (list) => `What differs: ${list.join(" · ")}`,
  average: (name, there, here) => `${name} ${there} instead of ${here}`,
  apart: (d, radius) =>
    `The private data differ from the public sample: the distance between them is estimated at ${rough(d.uniform)}, which is ${percent(d.uniform / radius ** 2)} of the largest possible and ${rough(d.uniform / d.noise)} times what the noise alone could explain.`,
  close: (d) =>
    `The distance between the private data and the public sample is estimated at ${rough(d.uniform)}. The noise alone can reach ${rough(d.noise)}, so they may be alike.`,
  aside:
    "At this ε and this size of the private data the noise alone would explain the distance that is left: there is no evidence that the private data differ from the public sample. So all public rows count alike, and the result comes from the public sample alone. A larger ε or more private data would tell more.",
  asideLabels:
    "At this ε and this size of the private data the noise alone would explain the distance that is left: there is no evidence that the columns of the private data differ from the public sample’s. So all public rows count alike, and what the labels changed is all that was changed.",
  unmeasured:
    "This mechanism does not measure how different the private data are, so nothing can be said about how much the weights helped.",
  columns: (shifts) =>
    `The averages differ most in ${list(shifts.map(({ name, by }) => `${name} (${rough(Math.abs(by))} ${by > 0 ? "higher" : "lower"})`))}, counted in standard deviations of the sample.`,
  helped: (d) =>
    d.weighted < d.uniform
      ? `The weights reduce the distance to ${rough(d.weighted)}, by ${percent(1 - d.weighted / d.uniform)}.`
      : "A part of the difference stands out of the noise, and the weights follow that part. The distance as a whole is too noisy to show it.",
  sure: (d) =>
    `How sure is that? With a probability of ${percent(d.confidence)} the noise moves each of the two distances by at most ${rough(d.noise)}. So the true distance was between ${rough(Math.max(0, d.uniform - d.noise))} and ${rough(d.uniform + d.noise)}, and with the weights it is at most ${rough(d.weighted + d.noise)}${
      d.weighted + d.noise < d.uniform - d.noise
        ? ", so they do help the match."
        : ". That they help the match is likely and not certain."
    }`,
  effective: (size, m) =>
    `The result draws on the equivalent of ${grouped(Math.round(size))} of the ${grouped(m)} public rows (effective sample size).`,

  caution: "When not to use it",
  clipped:
    "The errors are estimated on rows that were shortened where they are far from the public sample. What that takes from the errors is added again, as far as the public sample shows it. If your rows are quite unlike the sample, the true errors can still be larger.",
  fewRows: (size, columns) =>
    `It rests on the equivalent of only ${grouped(Math.round(size))} rows for ${grouped(columns)} coefficients: chance may have shaped it. Treat single predictions with care.`,
  fewRowsNonlinear: (size) =>
    `It rests on the equivalent of only ${grouped(Math.round(size))} rows, and a nonlinear model needs many: chance may have shaped it. Treat single predictions with care.`,
  remains: (d) =>
    `A distance of at least ${rough(d.weighted - d.noise)} remains: the public sample has too few rows like the private ones. Where it has none, the result is a guess.`,
  report:
    "The intervals hold one at a time: of twenty figures one may lie outside its own. They say how good the model is on rows like those in the file; for other rows, or later ones, it may be better or worse.",
  labels:
    "Weights correct for differences in the columns, and not for differences in the labels. If similar rows have other labels in the private data (prices that rose since, another way of measuring), no method without labels can notice. Before anybody relies on the result, compare it with a few labels that are known.",
};

export { plots } from "../../../figures/texts.js";

export const send = {
  title: (host) => `Send it to ${host}`,
  start: (host) => `Send it to ${host} …`,
  what: (bytes, address) => `This sends the release, exactly the text shown (${bytes}), to ${address}.`,
  token: "The one-time code from the link goes with it, so that the receiver knows which invitation it answers.",
  who: (host) =>
    `Whoever runs ${host} can keep it for good and learns your network address. Nobody has checked who that is: go on only if you know this address. Nothing else is sent.`,
  confirm: (host) => `Yes, send it to ${host}`,
  cancel: "Do not send",
  sending: "Sending …",
  sent: (host) => `Sent. ${host} has accepted it.`,
  problems: {
    offline: () =>
      "You are offline, so nothing was sent. Connect and try again, or hand on the file of the release yourself.",
    unreachable: (host) =>
      `Nothing arrived at ${host}, as far as this page can tell: there is no connection to it, it forwards to another address, or it does not accept results from web pages (CORS). Hand on the file of the release yourself.`,
    timeout: (host) =>
      `${host} did not answer within 30 seconds. It may have received the release or not. Ask before you send it again.`,
    refused: (host, reason) =>
      `${host} has not accepted the release. It says: “${reason}”. You can send it again without another run; if that does not help, ask whoever invited you.`,
  },
};

export const loading = {
  sample: (done, total, place, count) =>
    `Loading ${count > 1 ? `sample ${place + 1} of ${count}` : "the sample"}: ${size(done)}${total ? ` of ${size(total)}` : ""}`,
  engine: "Loading the program",
  opening: "Opening the vault…",
  dropped:
    "Nothing was read. Drop a file inside the frame of the vault, on the first screen; this page itself must not get it.",
  ready: "The sample is loaded. Everything needed is here now: you can disconnect from the network before you go on.",
};

export const ownData = {
  noInvitation:
    "This is no invitation: a link that asks for something has a # in it, and what is asked for after that.",
};

// Why a run was not recorded is said by the vault alone.
export const runProblems = {
  cancelled: "The run was cancelled. Nothing was released.",
  crashed:
    "The run stopped unexpectedly. Nothing was released. Follow the message in the vault, or load the sample again.",
  "wrong-engine":
    "The vault refused the program it was given, because its SHA-256 is not the expected one. Reload the page.",
  "run-failed": "The run failed. Nothing was released. The vault says why.",
  "no-vault":
    "The vault does not start. Perhaps this browser is too old for it, or an extension keeps it from running. Nothing was read. Reload the page, or use an up-to-date Chrome, Firefox, Edge or Safari.",
  "broken-rules":
    "The vault said something that it must not say, so it was closed, and what it said was not used. Nothing was released. Reload the page; if that happens again, do not use this site, and tell whoever runs it.",
};

/** For a page that somebody has put into a frame. */
export const framed = {
  why: "Another page shows this one inside itself and could lead your clicks in it, so it does nothing here.",
  open: "Open it in a window of its own",
};
