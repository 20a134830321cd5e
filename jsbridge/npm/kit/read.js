// Reads a kit as a file, which somebody else may have made: text that is never run.
import { PrivadaptError } from "../errors.js";
import { parseInvitation } from "../invitation.js";
import { FORMAT, MANIFEST, PARTS, VERSION, blockId, contentOf, sha256 } from "./format.js";

/**
 * Resolves with {version, terms, invitation, files} of a kit's text: the version of privadapt that made it, its terms as a link has them
 * and as they read, and its public files, each {name, sha256, data}, where the name is the address in the terms. Throws "bad-kit" for what is no kit, and "damaged-kit"
 * where a content is not what the list says.
 */
export async function readKit(text) {
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
  if (version !== VERSION || !isVersion(privadapt))
    throw badKit("it was made by another version of privadapt; use that one");
  const sound =
    Array.isArray(contents) &&
    contents.every((one) => [one?.name, one?.packing, one?.sha256].every((field) => typeof field === "string"));
  if (!sound) throw badKit("its list of contents is incomplete");
  const { invitation, problems = ["It asks for nothing."] } = parseInvitation(terms, undefined, { inKit: true });
  if (!invitation) throw badKit(`its terms cannot be read. ${problems.join(" ")}`);
  const files = [];
  for (const [place, entry] of contents.entries()) {
    const data = await contentOf(entry, blockOf(text, blockId(place)) ?? "");
    if (!Object.hasOwn(PARTS, entry.name)) files.push({ name: entry.name, sha256: entry.sha256, data });
  }
  return { version: privadapt, terms, invitation, files };
}

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
