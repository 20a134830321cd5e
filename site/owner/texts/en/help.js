// The English texts of the invitation, of the evaluation and of the help. Those inside the vault are in
// jsbridge/vaultui/wording/texts_en.go and texts_en_report.go.
import { grouped, list, moment, plain } from "../../../shared/numbers.js";

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
  airfoil_tilt: "airfoil noise, tilted",
  autompg_us_to_abroad: "cars, US → abroad",
  bikehour_springautumn_to_summer: "bike hire, → summer",
  calhousing_ratio_inland_to_coast: "housing, inland → coast",
  communities_nonsouth_to_south: "communities, rest → south",
  powerplant_tilt_hot: "power plant, → hot days",
  wine_red_to_white: "wine, red → white",
  wine_white_to_red: "wine, white → red",
  mean: "invented: other averages",
  scale: "invented: other spread",
  rotation: "invented: other correlations",
  "heavy-tails": "invented: extreme values",
  sparse: "invented: few columns matter",
};

/** What `make evaluate` has measured; the numbers come from its report. */
export const evaluation = {
  name: ({ name }) => tasks[name] ?? name,
  task: (task) => `${evaluation.name(task)} (${grouped(task.targetRows)} rows)`,
  epsilon: (epsilon) => `ε = ${plain(epsilon)}`,
  kept: (counted, all, repetitions, delta, median) =>
    `Measured on ${all} real tasks whose private labels are known, ${repetitions} runs each at δ = ${plain(delta)}. On ${counted} of them weights make the predictions at least 5% better if there is no privacy. Of that gain, the typical task keeps ${median(1)}% at ε = 1, ${median(0.3)}% at ε = 0.3 and ${median(0.1)}% at ε = 0.1.`,
  title: "How much of the gain is kept",
  help: "100 means as good as without privacy, 0 means no better than the public sample alone. Where the private file has few rows, the noise hides what is different, and the public sample is left as it is.",
  axis: "% of the gain without privacy",
  numbers: "All numbers, with invented data among them",
  numbersHelp: "In percent of the gain without privacy. More than 100 is luck: the noise happened to help.",
  head: "Task",
  harmed: (names, most) =>
    `Weights can also do harm: ${names.join(" and ")} are predicted worse with them than without, by up to ${most}%, with privacy or not. There rows that look alike have other labels in the private data, and no method that sees no labels can notice. So compare a result with a few known labels before anybody relies on it.`,
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
    "A promise that a result would look nearly the same if one row of your file were another, so that nobody can tell from it what that row says.",
  ],
  ["Epsilon (ε)", "How much a result may reveal about any one row: the smaller, the safer and the noisier."],
  ["Delta (δ)", "A very small probability with which the promise of ε may fail."],
  ["Privacy budget", "What all results together may reveal; your browser keeps count of it and refuses more."],
  ["Noise", "Random numbers that are added on purpose, so that no single row can be made out."],
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
    "How far a row may lie from the sample’s average before it is shortened, which bounds what one row can do.",
  ],
  ["Weights", "One number for each public row: how much it counts, so that the weighted sample resembles your file."],
  ["Effective sample size", "How many rows, all counting alike, would be worth as much as the weighted ones."],
  ["Distance (discrepancy)", "How far apart two tables are in averages and products of the columns; 0 means alike."],
  ["Standard deviation", "The usual distance of a value from its column’s average."],
  [
    "Forecast",
    "What the noise will allow, computed before your file is opened from public numbers and the number of rows you state.",
  ],
  ["Linear model", "A rule that predicts by a weighted sum of the columns and nothing else."],
  ["Typical error", "About how far predictions are off, in the unit of the label: the root of the mean squared error."],
  ["Coefficient", "The number by which a linear model multiplies a column."],
  ["Intercept", "What a linear model predicts where all columns are 0."],
  ["Moments", "A noisy table of averages and products of your columns, from which weights and models can be computed."],
  [
    "Report on a model",
    "Noisy counts that say how good a fixed model is on the private rows whose label is known, from which figures with intervals are computed.",
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
