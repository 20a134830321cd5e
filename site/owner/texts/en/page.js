// The English words that stand in the page itself (index.html), by the keys there: the build puts them in.
export const page = {
  ownName: "English",
  description: "Adapt a model to your private data in your own browser, with differential privacy.",
  noscript:
    "This page needs JavaScript and WebAssembly: everything is computed in your browser, nothing on a server. Allow them for this site, or open it in an up-to-date Chrome, Firefox, Edge or Safari.",
  skip: "Skip to the steps",
  pages: "Pages",
  help: "Help",
  analysts: "For analysts",
  reviewers: "For reviewers",
  paper: "Reproduce the paper",
  heading: "Adapt a model to your data without giving the data away",
  lead: "This page reads your file in your browser and hands out one small result, such as a model, with so much noise in it that it tells very little about any single row or person (differential privacy). The file itself is not sent anywhere.",
  late: "This page has not started yet. If this sentence stays, the connection is very slow, an extension keeps the page from running, or this browser is too old for it: reload the page, or use an up-to-date Chrome, Firefox, Edge or Safari.",
  steps: "Steps",
  stepRequest: "Request",
  stepCheck: "Check",
  stepResult: "Result",
  kept: "Results that are not saved yet",

  finished: "A finished example",
  story:
    "An institute knows house prices in the city and needs a model for the country. A council has a list of houses that were sold there, and nobody else may see it. Its clerk opened the institute’s link, chose the file and got this result: one model to hand on, while the list stayed on the council’s computer.",
  mine: "Do this with my own data",
  trySample: "Try it with these data",
  trySampleHelp: "The houses are invented, the result is a real one. A try costs nothing, and notes guide you.",
  finishedFile: "The file with the result",
  ownData: "With your own data",
  link: "The link that you were sent",
  openLink: "Open it",
  noLink: "Nobody has sent you a link? Whoever wants a result from your data makes one on the page for analysts:",
  makeLink: "make an invitation",
  otherSample: "For analysts: a public sample by its address",
  sampleHelp: "A CSV or TSV file with a header and a label column, at an address that allows other sites to read it.",
  source: "Address of the public sample (several: with spaces between them)",
  label: "Name of the label column",
  integrityFold: "Check that the sample is the one you expect (optional)",
  integrity: "SHA-256 of the file: sha256-… or 64 hexadecimal digits; of several, one for each",
  load: "Load the sample",
  loading: "Loading the sample",
  stop: "Stop",

  result: "The result",
  sendsNothing: "This page sends nothing. Save the file, and send it to whoever gave you this page.",
  plot: "A plot of the result",
  vault: "The vault",
  template: "Template",
  restart: "Start with another sample",
  more: "More about the result",

  panels: "Budget and help",
  budget: "Privacy budget",
  budgetHelp:
    "Every result gives away a little about the people in your data, and several results add up. How much is measured by ε (epsilon): the smaller it is, the less is given away. Your browser keeps the count here, for this site and this browser profile, and a run that would go beyond the limit is refused. The count is sent nowhere.",
  budgetHelpInKit:
    "Every result gives away a little about the people in your data, and several results add up. How much is measured by ε (epsilon): the smaller it is, the less is given away. Your browser keeps the count here, for this browser profile, and a run that would go beyond the limit is refused. The count is sent nowhere.",
  budgetKept:
    "A browser keeps one count for all files that it opens from a disk, and any other such page can delete it. Save it after a run, and read it in where this file or another program goes on.",
  evaluation: "How well it does",
  promise: "What is promised",
  promised: "Promised",
  promisedPrivacy:
    "What is released is (ε, δ)-differentially private when one row of your file is replaced by another, or all rows of one person where you protect people. Their number is public.",
  promisedFile: "The page never holds your file. It is read by a worker inside the vault.",
  promisedBlocked: "Requests and navigation out of the vault are tested blocked in Chromium, Firefox and WebKit.",
  promisedLoaded:
    "Everything is loaded before you choose a file. To see for yourself, disconnect first, and close this page before you connect again.",
  promisedInKit: "This file holds all that runs, and its policy allows no connection from anywhere in it.",
  notPromised: "Not promised",
  notOthers:
    "Protection from browser extensions, from other programs on your machine, or from a host that serves altered code.",
  notOthersInKit: "Protection from browser extensions, or from other programs on your machine.",
  notSame:
    "That this file is the one that was sent to you: compare its SHA-256 with the one that you got by another way. “certutil -hashfile FILE SHA256” computes it on Windows, “shasum -a 256 FILE” elsewhere.",
  notDuration: "That the duration of a run stays secret.",
  notComplete:
    "That the count of the privacy budget is complete: runs in another browser, profile or program are not in it, and it ends when you delete this site’s data.",
  notPolicies:
    "Ways out that policies do not cover: name look-ups by the browser, and WebRTC, which the vault removes before anything else runs.",
  helpTour:
    "The quickest way to understand this page is to try it: invented house prices stand in for your file, and notes guide you through all steps.",
  tour: "Take the tour with sample data",
  licence: "Licensed under Apache-2.0.",
};

/** The switch of languages, at the foot of the page. */
export const languages = {
  lost: {
    answers: "Your answers would be lost. No file has been read, and nothing was counted.",
    file: "Your answers would be lost, and you would have to choose your file again. A result that is not saved is kept.",
  },
  go: (name) => `Continue in ${name}`,
};
