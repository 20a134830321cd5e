import { PrivadaptError } from "../errors.js";
import { listed, parseLink, readingTexts } from "../invitation.js";
import { MOST_KIT } from "../kit/format.js";
import { readTerms } from "../kit/read.js";
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

/** What the link says, in lines. */
export function introduction({ title, asker, samples, baseFile, reply, epsilon, ...reading }) {
  const range = rangeOf(epsilon).join(", ");
  return [
    `Invitation${title ? ` “${title}”` : ""}${asker ? ` from ${asker}` : ""} (whoever made the link chose these words)`,
    ...samples.map(
      ({ source, sha256, name }) =>
        `  public sample  ${name ? `${name}: ` : ""}${source}${sha256 ? ", checked by its SHA-256" : ""}`,
    ),
    ...readingLines(reading),
    ...(baseFile ? [`  model's file  ${baseFile}`] : []),
    ...(range ? [`  privacy loss ε  ${range}`] : []),
    `  sent to  ${reply}`,
  ];
}

/** What an invitation says of ε, as texts. */
export const rangeOf = ({ suggested, min, max }) =>
  [suggested, min && `at least ${min}`, max && `at most ${max}`].filter(Boolean);

/** How the columns of the sample are read, in lines. */
export function readingLines(reading) {
  const { ignore, dateOrder } = readingTexts(reading);
  const lines = [
    ["columns left out", ignore],
    ["order of dates", dateOrder],
  ];
  return lines.filter(([, list]) => list).map(([name, list]) => `  ${name}  ${listed(list)}`);
}

/** What the owner would spend and release, in lines. */
export function intention(
  { label, task, labels, model, modelSHA256 },
  { epsilon, delta, release, useLabels, base, groupBy, unit },
  account,
) {
  const mine = (use) => `  labels  those in your column "${label}" ${use}`;
  return [
    `  to be released  ${release}${base ? ` (${release === "moments" ? "labels compared with " : ""}${base})` : ""}${task ? `, ${task}` : ""}, ε = ${epsilon} at δ = ${delta}, charged to the account "${account}"`,
    ...(release === "report"
      ? [
          `  about  ${model ? `${model}, SHA-256 ${modelSHA256}` : "the model that is chosen and fitted on the public sample alone"}`,
          mine("are compared with it"),
        ]
      : []),
    ...(groupBy ? [`  for each  ${groupBy}`] : []),
    ...(unit === undefined
      ? []
      : [`  protected  each person, with all of their rows (your column ${JSON.stringify(unit)})`]),
    ...(useLabels
      ? [mine(release === "moments" ? "enter the moments" : "correct the model")]
      : labels && release === "model"
        ? [mine("may correct the model, if you add --use-labels")]
        : []),
  ];
}
