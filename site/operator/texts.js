// The English texts of the operator's page.
import { grouped, plain, size } from "../shared/numbers.js";

const day = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short" });

const signed = (z) => `${z < 0 ? "−" : "+"}${Math.abs(z).toFixed(1)}`;

export const texts = {
  day: (time) => (time === 0 ? "" : day.format(time)),
  number: plain,
  working: "Asking the edge",
  signedIn: "Signed in. The token stays in this page until it is closed or reloaded.",
  noEdge: "No edge answers at this address. This page works only on a site that an edge serves. Check the connection.",
  sentence: (message) => message.charAt(0).toUpperCase() + message.slice(1).replace(/\.?$/, "."),
  failed: "This page has failed. Reload it; what the edge has kept is safe.",
  none: {
    campaigns: "There are no campaigns yet.",
    samples: "There are no samples yet.",
    invitations: "There are no invitations yet.",
    releases: "No release has arrived yet.",
    refusals: "Nothing was refused.",
  },
  untitled: "(no title)",
  open: "Open",
  cancel: "Cancel",
  deleted: "Deleted.",
  tables: {
    campaigns: "Table of campaigns",
    samples: "Table of samples",
    invitations: "Table of invitations",
    releases: "Table of releases",
    refusals: "Table of refused arrivals",
  },
  heads: {
    campaigns: ["Campaign", "Made", "State", ""],
    samples: ["Sample", "Uploaded", "Size", ""],
    invitations: ["Invitation", "For", "State", "Made", "Ends", "Release", ""],
    releases: ["Release", "From", "Invitation", "Arrived", "ε", "Rows", "State", "Stands out", ""],
    refusals: ["When", "Invitation", "Reason"],
  },
  campaignState: (closed) => (closed ? "closed" : "open"),
  size,
  rows: ({ n, rowsEstimate }) => (n ? grouped(n) : `about ${grouped(Math.round(rowsEstimate))}`),
  releaseState: ({ excluded, folded, group }) =>
    excluded
      ? "excluded"
      : folded > 0
        ? "in the sum"
        : folded < 0 || group === ""
          ? "not for a sum"
          : "waiting for the sum",
  /** How far a release stands out; nothing where it is not among those compared. */
  standsOut: (d) =>
    d
      ? `${signed(d.fromOthers)} σ from the others (${d.row} × ${d.column}${d.inLabels ? ", in the rows with a label" : ""}); mean square of ${d.square} ${plain(Number(d.ratio.toPrecision(3)))} times the sample’s`
      : "",
  refusal: ({ status, code, message }) => `${status} ${code}: ${message}`,
  deleteCampaign: "Delete the campaign",
  deleteCampaignQuestion: "All its invitations and releases are deleted as well. This cannot be undone.",
  closeCampaign: "Accept no more releases",
  deleteSample: "Delete",
  deleteSampleQuestion: "Links to this sample stop working.",
  revoke: "Withdraw",
  exclude: "Leave out of the sum",
  include: "Include again",
  remove: "Delete",
  removeQuestion: "The release is deleted and the sum computed without it. This cannot be undone.",
  certificate: "Certificate",
  certificateOf: (id) => `Certificate of ${id}`,
  save: "Save the file",
  saveJSON: "Save all as JSON",
  saveCSV: "Save the table as CSV",
  saveSum: "Save the sum",
  saveTrimmed: "Save the trimmed mean",
  settings: ({
    source,
    samples,
    label,
    task,
    base,
    labels,
    baseFile,
    model,
    groupBy,
    unit,
    ignore,
    epsilonMax,
    delta,
    release,
  }) =>
    `${release}${base ? ` (${release === "moments" ? "labels compared with " : ""}${base})` : ""}${labels ? `, labels of the owners: ${labels}` : ""}${baseFile ? ` with ${baseFile}` : ""}${model ? ` on ${model}` : ""}${groupBy ? ` by ${groupBy}` : ""}${unit ? `, each ${unit} protected` : ""} for ${samples ? samples.map((one) => one.source).join(" and ") : source}, label ${label}${task ? ` (${task})` : ""}${ignore ? `, without ${ignore.join(", ")}` : ""}, ε up to ${plain(epsilonMax)} at δ = ${delta}`,
  links: (n, named) =>
    (n === 1
      ? "1 link, for one owner. It is shown only this once."
      : `${grouped(n)} links, one for each owner. They are shown only this once.`) +
    (named > 0 && n > 1 ? " The first are for the names, in their order." : ""),
  uploaded: "Uploaded.",
  created: "The campaign is made. Make invitations to it below.",
  notANumber: "A number is needed.",
};
