// "Save as one file": a kit, made here of the same parts and by the same code as on the command line.
import { SampleProblem, fetchModel } from "../shared/fetch-sample.js";
import { PARTS } from "../kit/format.js";
import { makeKit } from "../kit/make.js";
import { FILES } from "../invitation.js";

const PLACES = { "engine.wasm": "kit/engine.wasm.xz" };

/**
 * What the form says as a kit: resolves with {bytes, sha256}, or with {faults} as formatInvitation() has them. `sample`
 * is {data, name, url}, a file's without an address; `given` are texts by the names of the form's fields. Throws SampleProblem, and an error in words where the files are too large.
 */
export async function kitOf(sample, /** @type {Record<string, any>} */ given) {
  const [shell, ...loaded] = await Promise.all(
    ["kit/shell.txt", ...Object.keys(PARTS).map((name) => PLACES[name] ?? name)].map(built),
  );
  const others = {};
  for (const { name, digest } of FILES)
    if (given[name]?.trim()) others[name] = await publicFile(given[name].trim(), name, given[digest]);
  return makeKit({
    shell: new TextDecoder().decode(shell),
    parts: Object.fromEntries(Object.keys(PARTS).map((name, i) => [name, loaded[i]])),
    sample,
    others,
    terms: given,
  });
}

/** {data, name, url} of a file at the address in a field of the form. */
async function publicFile(address, field, digest) {
  if (!URL.canParse(address)) throw new SampleProblem("not-a-url");
  const sha256 = digest?.trim().toLowerCase() || undefined;
  const { data, url } = await fetchModel(address, { field, sha256 });
  return { data, name: url, url };
}

async function built(name) {
  const response = await fetch(new URL(`../${name}`, import.meta.url)).catch(() => undefined);
  if (!response?.ok) throw new SampleProblem("engine");
  return new Uint8Array(await response.arrayBuffer());
}
