// Reads a kit as a file, which somebody else may have made: text that is never run.
import { PrivadaptError } from "../errors.js";
import { parseInvitation } from "../invitation.js";
import { sha256 } from "../digest.js";
import { version as ownVersion } from "../version.js";
import { FORMAT, MANIFEST, PARTS, VERSION, blockId, contentOf } from "./format.js";

/**
 * Resolves with {version, terms, invitation, contents} of a kit's text: the version of privadapt that made it, its
 * terms as a link has them and as they read, and its list of contents, which is not compared with the contents. `from`
 * is as for parseInvitation(). Throws "bad-kit" for what is no kit, "damaged-kit" where the list is not the one that
 * the kit was made with, and "kit-version" where only another version can read it.
 */
export async function readTerms(text, from) {
  const manifest = blockOf(text, MANIFEST);
  if (manifest === undefined) throw badKit("it has no list of contents; is it the file that privadapt kit made?");
  const stated = /<meta name="privadapt-kit" content="([0-9a-f]{64})">/.exec(text.slice(0, 10_000))?.[1];
  if ((await sha256(manifest)) !== stated)
    throw new PrivadaptError(
      "damaged-kit",
      "the kit's terms and list of contents are not those that it was made with: the file was changed on its way; ask for it again",
    );
  const { format, version, privadapt, terms, contents } = parsed(manifest);
  if (format !== FORMAT) throw badKit("its list of contents is not one of a kit");
  if (!isVersion(privadapt)) throw badKit("it does not say which version of privadapt made it");
  if (version !== VERSION) throw otherVersion(privadapt);
  const sound =
    Array.isArray(contents) &&
    contents.every((one) => [one?.name, one?.packing, one?.sha256].every((field) => typeof field === "string"));
  if (!sound) throw badKit("its list of contents is incomplete");
  const { invitation, problems = ["It asks for nothing."] } = parseInvitation(terms, from, { inKit: true });
  if (!invitation && privadapt !== ownVersion) throw otherVersion(privadapt); // it may know more than this one
  if (!invitation) throw badKit(`its terms cannot be read. ${problems.join(" ")}`);
  return { version: privadapt, terms, invitation, contents };
}

/**
 * Resolves with what readTerms() gives and `files`: the public files in the kit, each {name, sha256, data}, where the
 * name is the address in the terms. Throws "damaged-kit" as well where a content is not what the list says.
 */
export async function readKit(text) {
  const { contents, ...read } = await readTerms(text);
  const files = [];
  for (const [place, entry] of contents.entries()) {
    const data = await contentOf(entry, blockOf(text, blockId(place)) ?? "");
    if (!Object.hasOwn(PARTS, entry.name)) files.push({ name: entry.name, sha256: entry.sha256, data });
  }
  return { ...read, files };
}

export const otherVersion = (madeBy) =>
  new PrivadaptError(
    "kit-version",
    `the kit was made by privadapt ${madeBy}, and this is ${ownVersion}: use that version, npx privadapt@${madeBy}`,
  );

/** The text of one block; a regular expression would take long over a block of a hundred million characters. */
function blockOf(text, id) {
  const mark = text.indexOf(`" id="${id}">`);
  const start = text.indexOf(">", mark) + 1;
  const end = text.indexOf("</script>", start);
  return mark < 0 || end < 0 ? undefined : text.slice(start, end);
}

function parsed(text) {
  try {
    return Object(JSON.parse(text));
  } catch {
    throw badKit("its list of contents cannot be read");
  }
}

const isVersion = (text) => typeof text === "string" && /^[\w.+-]{1,40}$/.test(text);
const badKit = (why) => new PrivadaptError("bad-kit", `this file is not a kit that can be read: ${why}`);
