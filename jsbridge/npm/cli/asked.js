import { PrivadaptError } from "../errors.js";
import { picked } from "../handles.js";
import { hasBase, parseLink } from "../invitation.js";
import { MOST_KIT } from "../kit/format.js";
import { readTerms } from "../kit/read.js";
import { COUNTED, LABELLED } from "../terms/link.gen.js";
import { SETTINGS } from "../terms/settings.gen.js";
import { told } from "../terms/told.js";
import { TERMS } from "../terms/words.gen.js";
import { readBytes } from "./files.js";

/**
 * Resolves with {invitation, inKit}: what a link or a kit asks for. A link has its terms after #; all else is the name
 * of a kit's file.
 *
 * @returns {Promise<Record<string, any>>}
 */
export async function askedBy(linkOrKit) {
  const inKit = !linkOrKit.includes("#") && !/^[a-z]+:\/\//i.test(linkOrKit);
  const { invitation } = inKit ? await kitOf(linkOrKit) : invitationOf(linkOrKit);
  if (!invitation.reply)
    throw new PrivadaptError(
      "bad-invitation",
      "the invitation names no address that takes the release; run privadapt adapt and send the file in your own way",
    );
  return { invitation, inKit };
}

/** A kit has no host of its own, so it may name no address on this machine or in its network. */
const kitOf = async (path) => readTerms(new TextDecoder().decode(await readBytes(path, MOST_KIT)), "");

function invitationOf(link) {
  const { invitation, problems } = parseLink(link);
  if (!invitation) throw new PrivadaptError("bad-invitation", `this link is not an invitation. ${problems.join(" ")}`);
  return { invitation };
}

/** The words of the command line for what is asked for. */
const words = {
  terms: TERMS,
  digest,
  as: {
    epsilon: ({ suggested, min, max }) => [
      [suggested, min && `at least ${min}`, max && `at most ${max}`].filter(Boolean).join(", "),
    ],
    unit: (column) => [column && `each person, with all of their rows (your column ${JSON.stringify(column)})`],
    token: (token) => [token && "is in it"],
  },
};

function digest(sha256) {
  return sha256 && `SHA-256 ${sha256}`;
}

/** What is asked for, in lines. */
export const linesOf = (asked) =>
  told({ epsilon: {}, ...asked }, words).map(([term, ...facts]) => `  ${term}  ${facts.filter(Boolean).join(", ")}`);

/** What the link says before the owner has chosen anything, in lines; intention() says the rest. */
export function introduction({ title, asker, epsilon, task, labels, token, ...asked }) {
  const others = Object.entries(asked).filter(([name]) => name !== "label" && !SETTINGS.run.includes(name));
  return [
    `Invitation${title ? ` “${title}”` : ""}${asker ? ` from ${asker}` : ""} (whoever made the link chose these words)`,
    ...linesOf({ ...Object.fromEntries(others), epsilon }),
  ];
}

/** How the public sample is read: what loadSource() takes beside its files. */
export const readingOf = (asked) => ({
  ...picked(asked, SETTINGS.sample),
  baseIntegrity: asked.baseSHA256,
});

/** The settings of a run that does what is asked; `labels` says whether private labels are used. */
export const settingsOf = (/** @type {Record<string, any>} */ asked, labels = asked.labels === "required") => ({
  ...picked(asked, SETTINGS.forecast),
  model: undefined, // the invitation has its address
  base: hasBase(asked.release ?? "model", labels) ? asked.base : undefined,
  useLabels: labels,
});

/** What the owner would spend and release, in lines. */
export function intention(
  { label, task, labels, model, modelSHA256 },
  /** @type {Record<string, any>} */ { epsilon, delta, release, base, useLabels, ...rest },
  account,
) {
  const mine = (use) => `  labels  those in your column "${label}" ${use}`;
  return [
    `  to be released  ${release}${base ? ` (${release === "moments" ? "labels compared with " : ""}${base})` : ""}${task ? `, ${task}` : ""}, ε = ${epsilon} at δ = ${delta}, charged to the account "${account}"`,
    ...(COUNTED.includes(release)
      ? [
          `  about  ${model ? `${model}, SHA-256 ${modelSHA256}` : "the model that is chosen and fitted on the public sample alone"}`,
          ...(release === "report" ? [mine("are compared with it")] : []),
        ]
      : []),
    ...linesOf(rest),
    ...(useLabels
      ? [mine(release === "moments" ? "enter the moments" : `correct the ${release}`)]
      : labels && LABELLED.includes(release)
        ? [mine(`may correct the ${release}, if you add --use-labels`)]
        : []),
  ];
}
