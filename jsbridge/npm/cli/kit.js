import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { PrivadaptError } from "../errors.js";
import { MOST_BYTES, MOST_KIT, PARTS } from "../kit/format.js";
import { makeKit } from "../kit/make.js";
import { otherVersion, readKit } from "../kit/read.js";
import { fetchPublic } from "../reading/fetch-source.js";
import { FIELDS } from "../terms/link.gen.js";
import { version } from "../version.js";
import { UsageError, parse, kebab } from "../terminal/arguments.js";
import { readBytes, utf8Of } from "./files.js";
import * as help from "../terminal/help.js";
import { OUT, sayBeside } from "../terminal/output.js";
import { say, sayJSON } from "../terminal/print.js";
import { OPTIONS } from "../terms/command.gen.js";
import { FILES, READING, readingTexts } from "../invitation.js";
import { fileNameOf } from "../reading/plain-text.js";
import { isURL, oneSource, sampleOf, tellNotes, withEngine } from "./source.js";
import { linesOf, readingOf, settingsOf } from "./asked.js";

/** Fields of a link that the command does not fill in from the files. */
const TERMS = FIELDS.filter(({ kind, listed, digest }) => !listed && !digest && kind !== "digest").map(
  ({ name }) => name,
);
/** The command's options that say how the sample is read. */
const READ_AS = READING.map(kebab);

const options = {
  source: { type: "string", multiple: true },
  ...Object.fromEntries([...FILES.map(({ name }) => name), ...TERMS].map((name) => [kebab(name), { type: "string" }])),
  ...Object.fromEntries(READ_AS.map((name) => [name, OPTIONS.sample[name]])),
  ...OUT,
  check: { type: "string" },
};

/** Makes a kit, or says what is in one. */
export async function run(args) {
  const parsed = parse(args, { options, help: help.kit });
  if (!parsed) return 0;
  const { check, json, ...given } = parsed.values;
  if (check !== undefined) {
    if (Object.keys(given).length > 0) throw new UsageError("--check goes with no other option but --json");
    return checkKit(check, json);
  }
  for (const name of ["source", "label"]) if (given[name] === undefined) throw new UsageError(`--${name} is missing`);
  const { out = "request.html", force, ...terms } = given;
  const inputs = [given.source, FILES.map(({ name }) => given[kebab(name)])].flat().filter((one) => one && !isURL(one));
  return withEngine({ paths: [out], inputs, force, json }, async ({ engine, outputs, signal }) => {
    const kit = await made(terms, engine, signal);
    await outputs.commit([kit.bytes]);
    const facts = { out, sha256: kit.sha256, bytes: kit.bytes.length, version };
    if (json) sayJSON({ ok: true, ...facts, ...saidOf(kit.invitation) });
    else
      sayBeside(
        [out],
        `wrote ${out}, ${(kit.bytes.length / 1e6).toFixed(2)} MB`,
        ...linesOf(kit.invitation),
        `  SHA-256  ${kit.sha256}`,
        "  send this digest to the owner by another way than the file",
      );
  });
}

async function made(/** @type {Record<string, any>} */ { source, ...given }, engine, signal) {
  const sample = await publicFile(oneSource(source), signal);
  const others = {};
  for (const { name } of FILES) if (given[kebab(name)]) others[name] = await publicFile(given[kebab(name)], signal);
  const { columns } = sampleOf(Object.fromEntries(READ_AS.map((name) => [name, given[name]])));
  const terms = { ...Object.fromEntries(TERMS.map((name) => [name, given[kebab(name)]])), ...readingTexts(columns) };
  const kit = await makeKit({
    ...(await ingredients()),
    sample,
    others,
    terms,
  });
  if (kit.faults) throw new PrivadaptError("bad-invitation", kit.faults.map(({ text }) => text).join(" "));
  await tryOut(engine, sample, others, kit.invitation, signal);
  return kit;
}

/** {data, name, url} of a public file: what is read of it, and its address if it has one. */
async function publicFile(place, signal) {
  if (!isURL(place)) return { data: await readBytes(place, MOST_BYTES), name: basename(place) };
  const url = new URL(place);
  const file = await fetchPublic(url, { what: "public file", kind: "file of data", most: MOST_BYTES, signal });
  return { data: new Uint8Array(await file.arrayBuffer()), name: fileNameOf(url), url: url.href };
}

/**
 * Reads the files as the owner's page will and forecasts what is asked for, so that what no owner could do is refused
 * here.
 */
async function tryOut(engine, sample, /** @type {Record<string, any>} */ { model, ...others }, terms, signal) {
  const own = Object.entries(others).map(([name, { data }]) => [name, new Blob([data])]);
  const settings = { ...readingOf(terms), ...Object.fromEntries(own), signal };
  const source = await engine.loadSource(new Blob([sample.data]), settings);
  tellNotes(source);
  const any = { rows: 1000, epsilon: 1, delta: 1e-6 }; // the forecast is not shown
  const document = model && utf8Of(model.data, model.name);
  await engine.forecast({ source, ...settingsOf(terms), ...any, model: document, signal });
}

/** The page and the parts of a kit, as the build has made them. */
async function ingredients() {
  const at = (name) => new URL(`../dist/${name}`, import.meta.url);
  const places = { "engine.wasm": "engine.wasm.xz", "vault.html": "kit/vault.html" };
  try {
    const parts = await Promise.all(
      Object.keys(PARTS).map(async (name) => [name, await readFile(at(places[name] ?? name))]),
    );
    return { shell: await readFile(at("kit/shell.txt"), "utf8"), parts: Object.fromEntries(parts) };
  } catch (cause) {
    throw new PrivadaptError("engine-missing", "what a kit is made of is not there: run make site", { cause });
  }
}

async function checkKit(path, json) {
  const bytes = await readBytes(path, MOST_KIT);
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const { terms, invitation, files } = await readKit(new TextDecoder().decode(bytes))
    .then((read) => (read.version === version ? read : Promise.reject(otherVersion(read.version))))
    .catch((error) => {
      if (error.code === "kit-version") error.message += `. Its SHA-256 is ${sha256}`;
      throw error;
    });
  const again = await makeKit({ ...(await ingredients()), ...givenTo(invitation, files, terms) });
  const same = Boolean(again.bytes) && Buffer.compare(bytes, again.bytes) === 0;
  if (json) sayJSON({ ok: same, version, sha256, bytes: bytes.length, ...saidOf(invitation) });
  else
    say(
      `${path}, ${(bytes.length / 1e6).toFixed(2)} MB, made by privadapt ${version}`,
      ...linesOf(invitation),
      `  SHA-256  ${sha256}`,
      same
        ? "  its bytes are those that this version makes of these terms and files"
        : "  WARNING: its bytes are not those that this version makes of these terms and files; do not open it",
    );
  return same ? 0 : 1;
}

/** What a kit was made of, from what it holds. */
function givenTo(invitation, files, terms) {
  const fields = new URLSearchParams(terms);
  const fileOf = (address) => {
    const { data } = files.find((file) => file.name === address) ?? {};
    return data && { data, name: address, url: address };
  };
  return {
    sample: fileOf(invitation.source),
    others: Object.fromEntries(
      FILES.map(({ name }) => [name, invitation[name] && fileOf(invitation[name])]).filter(([, file]) => file),
    ),
    terms: Object.fromEntries([...TERMS, ...READING].map((name) => [name, fields.getAll(name)])),
  };
}

/** The terms for a program; the token is the owner's secret. */
const saidOf = (/** @type {Record<string, any>} */ { token, ...terms }) => ({
  terms: { ...terms, ...(token && { token: true }) },
});
