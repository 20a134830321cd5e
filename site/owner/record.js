// The record of a result for whoever answers for the data: one page that prints, and the same as JSON: the
// machine-readable record of the disclosure-control criteria of one output that SATRE 2.0 asks of a trusted research
// environment (3.3.09), in its words. What an output checker adds (3.3.01, 3.3.05) stands empty.
import { sha256 } from "../digest.js";
import { actions, download, el, fold, pairsOf } from "../shared/dom.js";
import { language } from "../shared/language.js";
import { moment } from "../shared/numbers.js";
import { invitation, kinds, record as texts, result } from "./texts.js";

/** The name of a result's file: what was asked for, the day, and the first digits of its id. */
export function fileName({ kind, releaseId }, { title = "", time = Date.now() }, extension = "json") {
  const short = (text, length) => text.replace(/[^\p{L}\p{N}]+/gu, "-").slice(0, length);
  const parts = [
    kind,
    short(title.toLowerCase(), 40),
    new Date(time).toISOString().slice(0, 10),
    short(`${releaseId}`, 8),
  ];
  return `privadapt-${parts.filter(Boolean).join("-")}.${extension}`;
}

/**
 * The record of a result, folded. `message` is the vault's, `about` is {asked: {asker, title}, time, booked}: who asked
 * for what, when it was made, and what the budget says of it. `promise` are three sentences on what is promised.
 */
export function recordOf(release, { release: text, verification }, /** @type {any} */ about, promise) {
  const { certificate, provenance, kind, releaseId } = release;
  const { asked: { asker, title } = {}, time = Date.now(), booked } = about;
  const [guarantee, rows, mechanism] = promise;
  const file = fileName(release, { title, time });
  const digest = el("code");
  const hash = sha256(text).then((hash = "") => (digest.textContent = hash));
  const facts = [
    [texts.asker, asker ?? invitation.nobody],
    [texts.title, title ?? kinds[kind]],
    [texts.time, moment(time)],
    [texts.file, file],
    [texts.data, rows],
    [texts.left, texts.leaves(kinds[kind])],
    [texts.stayed, texts.never],
    [texts.promise, guarantee],
    [texts.how, mechanism],
    [texts.checked, verification?.ok ? result.verified(verification) : result.unverified],
    [texts.late, provenance.settingsAfterPreview && result.late],
    [texts.booked, booked],
    [texts.id, el("code", {}, releaseId)],
    [texts.sha256, digest],
    [texts.engine, el("code", {}, provenance.wasmSHA256)],
  ];
  const json = async () => {
    const { epsilon, delta, unit, n = null, mechanism, adjacency } = certificate;
    const { engineVersion, wasmSHA256, sourceSHA256 } = provenance;
    const all = {
      record: "SATRE 2.0, 3.3.09",
      intendedOutput: { asker, title, kind, campaign: release.campaignId ?? undefined },
      output: { file, sha256: await hash, releaseId, time: new Date(time).toISOString(), classification: null },
      data: { count: n, unit, publicSampleSHA256: sourceSHA256 },
      disclosureControl: {
        perturbation: { rule: "differential privacy", mechanism, adjacency },
        riskAppetite: { epsilon, delta },
        tool: { name: "privadapt", version: engineVersion, sha256: wasmSHA256 },
      },
      outputCheck: { automated: verification?.ok === true, checker: null, decision: null },
      statements: { language, ...Object.fromEntries(written(facts)) },
    };
    return `${JSON.stringify(all, null, 2)}\n`;
  };
  return fold(
    { id: "record", class: "panel" },
    texts.heading,
    pairsOf(
      facts.filter(([, fact]) => fact),
      "pairs",
    ),
    actions(
      el("button", { type: "button", click: () => print() }, result.print),
      download(texts.json, json, "application/json", file.replace(/json$/, "record.json"), "quiet"),
    ),
  );
}

const written = (facts) => facts.filter(([, fact]) => fact).map(([term, fact]) => [term, fact.textContent ?? fact]);
