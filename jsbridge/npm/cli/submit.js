import { createHash } from "node:crypto";
import { PrivadaptError } from "../errors.js";
import { addressesOf, termsOf } from "../invitation.js";
import { UsageError, askForYes, canAsk, parse } from "../terminal/arguments.js";
import { fetchPublic } from "../reading/fetch-source.js";
import { checkOptions, ownersCheck } from "./check.js";
import { askedBy, intention, introduction, readingOf, settingsOf } from "./asked.js";
import { readRelease, utf8Of } from "./files.js";
import * as help from "../terminal/help.js";
import { OUT, isSent, outputPaths } from "../terminal/output.js";
import { ask, say, sayJSON, tell } from "../terminal/print.js";
import { askReceiver, closed, deliver, objectionTo } from "../receiver.js";
import { LIMITS, RELEASES } from "../terms/link.gen.js";
import { accountAfter, releaseOf, tellOutcome } from "./run.js";
import { loadSource, nameOf, withEngine, wordsByColumn } from "./source.js";
import { OPTIONS } from "../terms/command.gen.js";

const USUAL_ROWS = 1000; // as in the vault's form

const options = {
  target: { type: "string", multiple: true },
  sheet: { type: "string" },
  epsilon: { type: "number" },
  delta: { type: "number" },
  release: { type: "string" },
  "use-labels": { type: "boolean" },
  unit: { type: "string" },
  headers: OPTIONS.run.headers,
  rows: { type: "number" },
  account: { type: "string" },
  ...OUT,
  ...checkOptions,
};

/**
 * The owner's whole task: shows the request and, once the owner agrees, asks whether the receiver would accept the
 * release, fetches what the link names, forecasts, reads the private file, and after a second yes runs and delivers.
 */
export async function run(args) {
  const parsed = parse(args, { options, positionals: ["LINK"], help: help.submit });
  if (!parsed) return 0;
  const [link] = parsed.positionals;
  const { target: targets, yes, json, ...given } = parsed.values;
  // Without private files --release is no kind, but the file of a release that was made before.
  const send = targets || RELEASES.includes(given.release) ? undefined : given.release;
  if (!targets === !send)
    throw new UsageError("submit needs --target, or --release with the file of a release that was made before");
  const { invitation, inKit } = await askedBy(link);
  if (targets && inKit)
    throw new UsageError("a kit runs by itself, in a browser; submit delivers what it released: --release FILE");
  if (send) return deliverFile(send, invitation, { yes, json });
  tell(...introduction(invitation));
  const { account = "default" } = given;
  return withEngine({ ledger: { account }, fetch }, async (tools) => {
    const { rows, ...wish } = await wishOf(tools.engine, invitation, given);
    tell(...intention(invitation, wish, account));
    if (!yes)
      await askForYes(
        `Nothing has been asked of ${hostsOf(invitation).join(", ")} so far. Type "yes" to ask: `,
        NEEDS_YES,
        "nothing was asked of any address, and nothing spent",
      );
    await submit(tools, invitation, wish, { ...given, account, rows, targets, yes, json });
  });
}

/** The owner agrees to the addresses in the link and to no others, so redirects are not followed. */
const fetch = (address, options) => globalThis.fetch(address, { ...options, redirect: "manual" });

const hostsOf = (invitation) => [...new Set(addressesOf(invitation).map((address) => new URL(address).host))];

/**
 * What the owner agrees to spend and release: from the options, or else the invitation, or else by asking. A δ that
 * is not given is the same as on the owner's page, for the rows that the owner states; the invitation's is the
 * largest.
 */
async function wishOf(
  engine,
  invitation,
  /** @type {Record<string, any>} */ {
    epsilon,
    delta,
    rows,
    release = invitation.release ?? "model",
    "use-labels": labels = false,
    unit = invitation.unit,
  },
) {
  const { min, max, suggested } = invitation.epsilon;
  if (epsilon === undefined && canAsk()) {
    const range = [min && `at least ${min}`, max && `at most ${max}`].filter(Boolean).join(", ");
    const answer = await ask(
      `The privacy loss ε that you accept${range && ` (${range})`}${suggested ? ` [${suggested}]` : ""}: `,
    );
    epsilon = answer === "" ? suggested : Number(answer);
  }
  epsilon ??= suggested;
  if (!(epsilon > 0)) throw new UsageError("--epsilon is missing, and the invitation suggests none");
  if (max !== undefined && epsilon > max) throw new UsageError(`the invitation asks for an ε of at most ${max}`);
  if (rows === undefined && canAsk())
    rows = Number((await ask(`About how many rows has the private file? (Enter: ${USUAL_ROWS}) `)) || NaN);
  delta ??= await engine.suggestDelta(rows >= 1 ? rows : USUAL_ROWS, { most: invitation.delta });
  if (invitation.delta !== undefined && delta > invitation.delta)
    throw new UsageError(`the invitation asks for a δ of at most ${invitation.delta}`);
  if (invitation.release && release !== invitation.release)
    throw new UsageError(`the invitation asks for ${invitation.release}, not ${release}`);
  if (invitation.labels === "required" && !labels)
    throw new UsageError(
      `the invitation asks for ${release === "moments" ? "moments with your labels" : `a${release === "estimate" ? "n" : ""} ${release} that your labels correct`}; if you agree, add --use-labels`,
    );
  if (invitation.unit !== undefined && unit !== invitation.unit)
    throw new UsageError(
      `the invitation asks that people be named by the column ${JSON.stringify(invitation.unit)}: leave --unit out, and name the column so in your file`,
    );
  return { ...settingsOf({ ...invitation, release }, labels), rows, epsilon, delta, unit };
}

/** The text of the model to be judged or used, if the invitation names one. */
async function modelOf({ model, modelSHA256 }, signal) {
  if (!model) return undefined;
  const bytes = new Uint8Array(
    await (
      await fetchPublic(model, { what: "model", kind: "JSON file", most: LIMITS.release, signal, fetch })
    ).arrayBuffer(),
  );
  const digest = createHash("sha256").update(bytes).digest("hex");
  if (digest !== modelSHA256)
    throw new PrivadaptError(
      "integrity",
      `the model to be judged or used has the SHA-256 ${digest}, and the invitation asks for another; nothing was spent`,
    );
  return utf8Of(bytes, "the model to be judged or used");
}

async function submit(tools, invitation, wish, /** @type {Record<string, any>} */ given) {
  const { engine, outputs, bar, signal } = tools;
  const { targets, sheet, account, out, force, rows, json } = given;
  const paths = outputPaths(wish.release, out);
  const to = new URL(invitation.reply).host;
  const check = ownersCheck({ ...given, dryRun: given["dry-run"], next: `send the release to ${to}` });
  if (isSent(paths)) throw new UsageError("submit keeps a copy of the release; give --out a file");
  await outputs.add(paths, targets, { force });
  const said = await askReceiver(invitation, signal);
  if (!said) tell("note: the receiver cannot be asked in advance whether it takes the release");
  const why = said && closed(said);
  if (why) throw new PrivadaptError("refused-by-receiver", `${why}; nothing was spent`);
  const settings = { ...wish, model: await modelOf(invitation, signal) };
  const reading = { ...readingOf(invitation), integrity: invitation.sha256 };
  const source = await loadSource(engine, invitation.source, { ...reading, signal, onProgress: bar.show });
  bar.clear();
  await showForecast(engine, { source, rows, ...settings, signal });
  const headers = given.headers && wordsByColumn("headers", given.headers);
  const release = await releaseOf(tools, {
    ...{ targets, sheet, source, sampleName: nameOf(invitation.source) },
    settings: { ...settings, headers, receiver: said ?? termsOf(invitation) },
    ...{ account, check, paths },
  });
  const booked = await accountAfter(account);
  const receipt = await deliver(release.text, invitation, signal).catch((error) => {
    error.message = `${error.message}. The release is charged and kept in ${paths.at(-1)}; to send it again: privadapt submit LINK --release ${paths.at(-1)}`;
    throw Object.assign(error, { charged: true, kept: paths.at(-1) });
  });
  tellOutcome(release, { paths, json, account: booked, sent: { ...receipt, to } });
}

/** The forecast reads nothing private, so the owner has to state the number of rows. */
async function showForecast(engine, settings) {
  if (!(settings.rows >= 1)) return tell("  no forecast: it needs --rows");
  const { text } = await engine.forecast(settings);
  tell(`  ${text}`);
}

const NEEDS_YES = "submit needs --yes where there is no terminal to ask on";

/**
 * Sends the release in a file to the receiver of an invitation, once it is certain that it is a release, that its
 * certificate holds and that the invitation asks for it. Until then no connection is made: any other file may be
 * private.
 */
export const deliverFile = (path, invitation, { yes, json }) =>
  withEngine({}, async ({ engine, signal }) => {
    const text = await readRelease(path);
    const objection = await objectionTo(text, invitation, engine, signal).catch((error) =>
      error.code === "bad-release" ? error : Promise.reject(error),
    );
    if (objection) throw new PrivadaptError(objection.code, `${path} is not sent: ${objection.message}`);
    const to = new URL(invitation.reply).host;
    if (!yes) await askForYes(`Type "yes" to send ${path} to ${to}: `, NEEDS_YES, "nothing was sent");
    const receipt = await deliver(text, invitation, signal);
    if (json) sayJSON({ ok: true, sent: { ...receipt, to } });
    else say(`sent ${path} to ${to}, which has accepted it`);
  });
