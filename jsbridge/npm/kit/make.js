// Makes a kit. The same version, samples and terms give the same bytes, in Node and in browsers: samples are packed by
// one program of JavaScript, and the engine as the build has packed it.
import { gzipSync } from "../dist/gzip.js";
import { PrivadaptError } from "../errors.js";
import { FILES, formatInvitation } from "../invitation.js";
import { sha256 } from "../digest.js";
import { version } from "../version.js";
import { FORMAT, MANIFEST, MOST_BYTES, PARTS, PLACES, VERSION, addressOf, blockId, element, textOf } from "./format.js";

/**
 * Resolves with {bytes, sha256, invitation}: the kit and its digest, and what it asks for, as its owner will read it;
 * or with {faults}, as formatInvitation() has them.
 *
 *   shell    the page's markup, as the build made it
 *   parts    name → bytes of PARTS; the engine packed, the others as they are
 *   sample   the public sample, {data: Uint8Array, name, url}; without an address `url` is undefined
 *   others   public files that the terms ask for beside it, {data, name, url} by the names of the link's fields
 *   terms    texts by the names of the fields of a link; the files' texts are filled in here
 */
export async function makeKit({ shell, parts, sample, others = {}, terms }) {
  const files = [sample, ...Object.values(others)];
  const size = files.reduce((sum, { data }) => sum + data.length, 0);
  if (size > MOST_BYTES)
    throw new PrivadaptError(
      "too-large",
      `the public files have ${Math.ceil(size / 1e6)} MB, and a kit holds at most ${MOST_BYTES / 1e6} MB, which browsers open well; take fewer rows of the sample, or send a link to it`,
    );
  const addresses = files.map(({ name, url }) => url ?? addressOf(name));
  const digests = await Promise.all(files.map(({ data }) => sha256(data)));
  const at = (file) => files.indexOf(file);
  const {
    fragment,
    invitation,
    faults = [],
  } = formatInvitation(
    {
      ...terms,
      source: addresses[0],
      sha256: digests[0],
      ...Object.fromEntries(
        FILES.filter(({ name }) => others[name]).flatMap(({ name, digest }) => [
          [name, addresses[at(others[name])]],
          [digest, digests[at(others[name])]],
        ]),
      ),
    },
    { inKit: true },
  );
  if (faults.length > 0) return { faults };
  const contents = [
    ...(await Promise.all(Object.entries(PARTS).map(([name, packing]) => partOf(name, packing, parts[name], shell)))),
    ...files.map(({ data }, i) => packed(addresses[i], digests[i], data)),
  ];
  const manifest = manifestOf(fragment, contents);
  const blocks = contents.map(({ bytes }, i) => element(blockId(i), "application/octet-stream", textOf(bytes)));
  const text = filled(shell, {
    digest: await sha256(manifest),
    contents: [element(MANIFEST, "application/json", manifest), ...blocks].join(""),
  });
  const bytes = new TextEncoder().encode(text);
  return { bytes, sha256: await sha256(bytes), invitation };
}

/** The list of contents, one text for one content. */
const manifestOf = (terms, contents) =>
  JSON.stringify({
    format: FORMAT,
    version: VERSION,
    privadapt: version,
    terms,
    contents: contents.map(({ name, packing, sha256 }) => ({ name, packing, sha256 })),
  }).replaceAll("<", "\\u003c");

const packed = (name, sha256, data) => ({
  name,
  packing: "gzip",
  sha256,
  bytes: gzipSync(data, { level: 6, mtime: 0 }),
});

async function partOf(name, packing, bytes, shell) {
  if (packing === "gzip") return packed(name, await sha256(bytes), bytes);
  return { name, packing, sha256: engineDigest(shell), bytes };
}

/** The page states the digest of its engine, unpacked. */
const engineDigest = (shell) => /id="engine-digest">([0-9a-f]{64})</.exec(shell)[1];

function filled(shell, texts) {
  return Object.entries(PLACES).reduce((text, [name, place]) => {
    const [before, after, ...more] = text.split(place);
    if (after === undefined || more.length > 0) throw new Error(`the kit's page does not have ${place} once`);
    return before + texts[name] + after;
  }, shell);
}
