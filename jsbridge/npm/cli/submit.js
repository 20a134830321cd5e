import { createHash } from "node:crypto";
import { load } from "../index.js";
import { PrivadaptError } from "../errors.js";
import { hasBase, parseInvitation } from "../invitation.js";
import { UsageError, parse } from "./arguments.js";
import { fetchPublic } from "../reading/fetch-source.js";
import { ask, askForYes, canAsk } from "./ask.js";
import { readText } from "./files.js";
import * as help from "./help.js";
import { interruptible } from "./interrupt.js";
import { Outputs, outputPaths, textsOf } from "./output.js";
import { progressBar } from "./progress.js";
import { askReceiver, closed, deliver } from "../receiver.js";
import { accountLine, outcomeLines } from "./report.js";
import { accountAfter, releaseOf } from "./run.js";
import { loadSource } from "./source.js";

const MOST_MODEL = 32 << 20; // bytes of a release that the engine reads

const options = {
  target: { type: "string", multiple: true },
  sheet: { type: "string" },
  epsilon: { type: "number" },
  delta: { type: "number" },
  release: { type: "string" },
  "use-labels": { type: "boolean" },
  rows: { type: "number" },
  account: { type: "string" },
  out: { type: "string" },
  send: { type: "string" },
  yes: { type: "boolean" },
  quiet: { type: "boolean" },
};

/** The owner's whole task: shows the request, asks whether the receiver would accept the release, forecasts, runs and delivers. */
export async function run(args) {
  const parsed = parse(args, { options, positionals: ["LINK"], help: help.submit });
  if (!parsed) return 0;
  const [link] = parsed.positionals;
  const { target: targets, send, yes, json, ...given } = parsed.values;
  if (!targets === !send) throw new UsageError("submit needs --target, or --send with a release that was made before");
  const invitation = invitationOf(link);
  return interruptible(async (signal) => {
    if (send) return deliverFile(send, invitation, { yes, json, signal });
    const wish = { ...(await wishOf(invitation, given)), model: await modelOf(invitation, signal) };
    const said = await askReceiver(invitation, signal);
    if (!said) console.error("note: the receiver cannot be asked in advance whether it takes the release");
    const why = said && closed(said);
    if (why) throw new PrivadaptError("refused-by-receiver", `${why}; nothing was spent`);
    return submit(invitation, wish, { ...given, targets, receiver: said, yes, json, signal });
  });
}

function invitationOf(link) {
  const at = link.indexOf("#");
  const { invitation, problems = ["There is no invitation in it; copy the link whole, with all that follows the #."] } = parseInvitation(at < 0 ? link : link.slice(at));
  if (!invitation) throw new PrivadaptError("bad-invitation", `this link is not an invitation. ${problems.join(" ")}`);
  if (!invitation.reply) throw new PrivadaptError("bad-invitation", "the invitation names no address that takes the release; run privadapt adapt and send the file in your own way");
  return invitation;
}

/** What the owner agrees to spend and release: from the options, or else the invitation, or else by asking. */
async function wishOf(invitation, { epsilon, delta = invitation.delta, release = invitation.release ?? "model", "use-labels": useLabels = false }) {
  const { min, max, suggested } = invitation.epsilon;
  if (delta === undefined) throw new UsageError("--delta is missing, and the invitation names none");
  if (epsilon === undefined && canAsk()) {
    const range = [min && `at least ${min}`, max && `at most ${max}`].filter(Boolean).join(", ");
    const answer = await ask(`The privacy loss ε that you accept${range && ` (${range})`}${suggested ? ` [${suggested}]` : ""}: `);
    epsilon = answer === "" ? suggested : Number(answer);
  }
  epsilon ??= suggested;
  if (!(epsilon > 0)) throw new UsageError("--epsilon is missing, and the invitation suggests none");
  if (max !== undefined && epsilon > max) throw new UsageError(`the invitation asks for an ε of at most ${max}`);
  if (invitation.delta !== undefined && delta > invitation.delta) throw new UsageError(`the invitation asks for a δ of at most ${invitation.delta}`);
  if (invitation.release && release !== invitation.release) throw new UsageError(`the invitation asks for ${invitation.release}, not ${release}`);
  if (invitation.labels === "required" && !useLabels) throw new UsageError(`the invitation asks for ${release === "moments" ? "moments with your labels" : "a model that your labels correct"}; if you agree, add --use-labels`);
  return { epsilon, delta, release, useLabels, base: hasBase(release, useLabels) ? invitation.base : undefined, groupBy: release === "report" ? invitation.groupBy : undefined, campaign: invitation.campaign };
}

/** The text of the model that a report is to be about, if the invitation names one. */
async function modelOf({ model, modelSHA256 }, signal) {
  if (!model) return undefined;
  const bytes = new Uint8Array(await (await fetchPublic(model, { what: "model", kind: "JSON file", most: MOST_MODEL, signal })).arrayBuffer());
  const digest = createHash("sha256").update(bytes).digest("hex");
  if (digest !== modelSHA256) throw new PrivadaptError("integrity", `the model that the report is to be about has the SHA-256 ${digest}, and the invitation asks for another; nothing was spent`);
  return new TextDecoder().decode(bytes);
}

async function submit(invitation, wish, { targets, sheet, receiver, account = "default", out, rows, yes, quiet, json, signal }) {
  const paths = outputPaths(wish.release, out);
  const outputs = await Outputs.open(paths, targets);
  const bar = progressBar();
  let engine;
  try {
    engine = await load({ ledger: { account } });
    const { samples, label, task, baseFile, baseSHA256: baseIntegrity } = invitation;
    const hashes = samples.map(({ sha256 }) => sha256);
    const reading = { label, task, integrity: samples.length > 1 ? hashes : hashes[0], baseFile, baseIntegrity, signal, onProgress: bar.show };
    const source = await loadSource(engine, samples.map(({ source }) => source), { ...reading, names: samples.map(({ name }) => name) });
    bar.clear();
    for (const line of introduction(invitation, wish, account, source)) console.error(line);
    await showForecast(engine, { source, rows, ...wish, signal });
    if (!yes) await askForYes('Type "yes" to run and send: ', "submit needs --yes where there is no terminal to ask on", "nothing was spent and nothing sent");

    const release = await releaseOf(engine, { targets, sheet, source, settings: { ...wish, receiver }, quiet, bar, signal });
    // Saved before it is sent, so that a failed delivery needs no second run.
    await outputs.commit(textsOf(release));
    const booked = await accountAfter(account);
    const receipt = await deliver(release.text, invitation, signal).catch((error) => {
      error.message = `${error.message}. The release is charged and kept in ${paths.at(-1)}; to send it again: privadapt submit LINK --send ${paths.at(-1)}`;
      throw error;
    });
    const { kind, certificate, warnings } = release;
    for (const warning of warnings) console.error(`warning: ${warning}`);
    const sent = { to: new URL(invitation.reply).host, ...receipt };
    if (json) console.log(JSON.stringify({ ok: true, out: paths.at(-1), files: paths, kind, certificate, warnings, account: booked, sent }));
    else {
      const lines = [...outcomeLines(release), ...(booked ? [`account ${accountLine(booked)}`] : []), `sent to ${sent.to}, which has accepted it`];
      console.log([`wrote ${paths.join(" and ")}`, ...lines.map((line) => `  ${line}`)].join("\n"));
    }
    return 0;
  } finally {
    bar.clear();
    await engine?.dispose();
    await outputs.discard();
  }
}

function introduction({ title, asker, samples, label, task, labels, baseFile, model, modelSHA256, reply }, { epsilon, delta, release, useLabels, base, groupBy }, account, { sources }) {
  return [
    `Invitation${title ? ` “${title}”` : ""}${asker ? ` from ${asker}` : ""} (whoever made the link chose these words)`,
    ...samples.map(({ source, sha256, name }) => `  public sample  ${name ? `${name}: ` : ""}${source}${sha256 ? ", checked by its SHA-256" : ""}`),
    ...sources.filter(({ leftOut }) => leftOut).map(({ name }) => `  left out       ${name}: no model predicts its labels`),
    `  to be released ${release}${base ? ` (${release === "moments" ? "labels compared with " : ""}${base})` : ""}${task ? `, ${task}` : ""}, ε = ${epsilon} at δ = ${delta}, charged to the account "${account}"`,
    ...(release === "report" ? [`  about          ${model ? `${model}, SHA-256 ${modelSHA256}` : "the model that is chosen and fitted on the public sample alone"}`, `  labels         those in your column "${label}" are compared with it`] : []),
    ...(groupBy ? [`  for each       ${groupBy}`] : []),
    ...(baseFile ? [`  model's file   ${baseFile}`] : []),
    ...(useLabels ? [`  labels         those in your column "${label}" ${release === "moments" ? "enter the moments" : "correct the model"}`] : labels && release === "model" ? [`  labels         those in your column "${label}" may correct the model, if you add --use-labels`] : []),
    `  sent to        ${reply}`,
  ];
}

/** The forecast reads nothing private, so the owner has to state the number of rows. */
async function showForecast(engine, { source, rows, epsilon, delta, release, useLabels, base, groupBy, model, signal }) {
  if (rows === undefined && canAsk()) rows = Number((await ask("About how many rows has the private file? (Enter: no forecast) ")) || NaN);
  if (!(rows >= 1)) return console.error("  no forecast: it needs --rows");
  const { text } = await engine.forecast({ source, rows, epsilon, delta, release, useLabels, base, groupBy, model, signal });
  console.error(`  ${text}`);
}

async function deliverFile(path, invitation, { yes, json, signal }) {
  const text = await readText(path);
  const to = new URL(invitation.reply).host;
  if (!yes) await askForYes(`Type "yes" to send ${path} to ${to}: `, "submit needs --yes where there is no terminal to ask on", "nothing was sent");
  const receipt = await deliver(text, invitation, signal);
  console.log(json ? JSON.stringify({ ok: true, sent: { to, ...receipt } }) : `sent ${path} to ${to}, which has accepted it`);
  return 0;
}
