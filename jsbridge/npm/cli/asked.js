import { PrivadaptError } from "../errors.js";
import { parseLink } from "../invitation.js";
import { MOST_KIT } from "../kit/format.js";
import { readTerms } from "../kit/read.js";
import { readBytes } from "./files.js";

/**
 * Resolves with {invitation, host, inKit}: what a link or a kit asks for, and the link's own host, "" if it has none. A
 * link has its terms after #; all else is the name of a kit's file.
 *
 * @returns {Promise<Record<string, any>>}
 */
export async function askedBy(linkOrKit) {
  const inKit = !linkOrKit.includes("#") && !/^[a-z]+:\/\//i.test(linkOrKit);
  const { invitation, host } = inKit ? await kitOf(linkOrKit) : invitationOf(linkOrKit);
  if (!invitation.reply)
    throw new PrivadaptError(
      "bad-invitation",
      "the invitation names no address that takes the release; run privadapt adapt and send the file in your own way",
    );
  return { invitation, host, inKit };
}

/** A kit names no host. */
async function kitOf(path) {
  const { invitation } = await readTerms(new TextDecoder().decode(await readBytes(path, MOST_KIT)));
  return { invitation, host: "" };
}

function invitationOf(link) {
  const { invitation, host, problems } = parseLink(link);
  if (!invitation) throw new PrivadaptError("bad-invitation", `this link is not an invitation. ${problems.join(" ")}`);
  return { invitation, host };
}
