import { PrivadaptError } from "../errors.js";
import { parseInvitation } from "../invitation.js";
import { MOST_KIT } from "../kit/format.js";
import { readKit } from "../kit/read.js";
import { readBytes } from "./files.js";

/**
 * Resolves with {invitation, host, inKit}: what a link or a kit asks for, and the link's own host, "" if it has none. A link has its terms after #;
 * all else is the name of a kit's file.
 *
 * @returns {Promise<{invitation: Record<string, any>, host: string, inKit: boolean}>}
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
  const { invitation } = await readKit(new TextDecoder().decode(await readBytes(path, MOST_KIT)));
  return { invitation, host: "" };
}

function invitationOf(link) {
  const at = link.indexOf("#");
  const host = at > 0 && URL.canParse(link) ? new URL(link).hostname : "";
  const { invitation, problems = ["There is no invitation in it; copy the link whole, with all that follows the #."] } =
    parseInvitation(at < 0 ? link : link.slice(at), host);
  if (!invitation) throw new PrivadaptError("bad-invitation", `this link is not an invitation. ${problems.join(" ")}`);
  return { invitation, host };
}
