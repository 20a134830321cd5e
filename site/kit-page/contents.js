// What lies in this file beside the page's markup. Each content is checked against the list of contents, and the list
// against the digest in the head, before anything of it is used.
import { MANIFEST, blockId, contentOf } from "../kit/format.js";
import { sha256 } from "../digest.js";
import { $ } from "../shared/dom.js";
import { SampleProblem } from "../shared/fetch-sample.js";

let manifest;
const found = new Map(); // name → a promise of the bytes; a sample may be loaded again

/** Resolves with true if the list of contents is the one that this file was made with. */
export async function isWhole() {
  const text = $(MANIFEST)?.textContent ?? "";
  const stated = /** @type {any} */ (document.querySelector('meta[name="privadapt-kit"]'))?.content;
  if ((await sha256(text)) !== stated) return false;
  manifest = JSON.parse(text);
  return true;
}

/** The terms, as a link has them after #. */
export const terms = () => manifest.terms;

/** Resolves with the bytes of a content. Throws SampleProblem if they are not what the list says. */
export function content(name) {
  if (!found.has(name)) found.set(name, read(name));
  return found.get(name);
}

async function read(name) {
  const place = manifest.contents.findIndex((one) => one.name === name);
  const damaged = () => Object.assign(new SampleProblem("damaged-kit", name), { status: name });
  if (place < 0) throw damaged();
  return contentOf(manifest.contents[place], $(blockId(place))?.textContent ?? "").catch((error) => {
    console.error(error);
    throw damaged();
  });
}
