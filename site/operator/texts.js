// The English texts of the operator's page.
import { told } from "../terms/told.js";
import { TERMS } from "../terms/words.gen.js";
import { grouped, plain, size } from "../shared/numbers.js";

const day = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short" });

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
  },
  heads: {
    campaigns: ["Campaign", "Made", "State", ""],
    samples: ["Sample", "Uploaded", "Size", ""],
    invitations: ["Invitation", "For", "State", "Made", "Ends", "Release", ""],
    releases: ["Release", "From", "Invitation", "Arrived", "ε", "Rows or people", ""],
  },
  campaignState: (closed) => (closed ? "closed" : "open"),
  size,
  rows: ({ n, rowsEstimate }) => (n ? grouped(n) : `about ${grouped(Math.round(rowsEstimate))}`),
  deleteCampaign: "Delete the campaign",
  deleteCampaignQuestion: "All its invitations and releases are deleted as well. This cannot be undone.",
  closeCampaign: "Accept no more releases",
  deleteSample: "Delete",
  deleteSampleQuestion: "Links to this sample stop working.",
  revoke: "Withdraw",
  remove: "Delete",
  removeQuestion: "The release is deleted. This cannot be undone.",
  certificate: "Certificate",
  certificateOf: (id) => `Certificate of ${id}`,
  save: "Save the file",
  saveJSON: "Save all as JSON",
  settings: (/** @type {any} */ { samples, source, ...settings }) =>
    told(
      { ...settings, samples: samples ?? [{ source }] },
      {
        terms: { ...TERMS, title: undefined },
        sample: (one) => [TERMS.source, one.source],
        digest: () => undefined,
        as: { epsilonMax: (epsilon) => [plain(epsilon)], unit: (column) => [column && `each person (${column})`] },
      },
    )
      .map(([term, fact]) => `${term}: ${fact}`)
      .join("; "),
  links: (n, named) =>
    (n === 1
      ? "1 link, for one owner. It is shown only this once."
      : `${grouped(n)} links, one for each owner. They are shown only this once.`) +
    (named > 0 && n > 1 ? " The first are for the names, in their order." : ""),
  uploaded: "Uploaded.",
  created: "The campaign is made. Make invitations to it below.",
  notANumber: "A number is needed.",
};
