import { basename } from "node:path";
import { PrivadaptError } from "../errors.js";
import { placeOf } from "../host-place.js";
import { escapedJSON } from "../reading/plain-text.js";
import { UsageError, parse, askForYes } from "../terminal/arguments.js";
import { openData, readText } from "./files.js";
import * as help from "../terminal/help.js";
import { interruptible } from "../terminal/interrupt.js";
import { Outputs, sayBeside } from "../terminal/output.js";
import { say, sayFile, sayJSON, tell } from "../terminal/print.js";
import { nearest } from "../terminal/suggest.js";

const at = (id) => `campaigns/${encodeURIComponent(id)}`;
const ofRelease = (id, release) => `${at(id)}/releases/${encodeURIComponent(release)}`;
const day = (time) => (time ? new Date(time).toISOString().slice(0, 16).replace("T", " ") : "");
const yes = { type: "boolean" };
const out = { type: "string" };

/**
 * Each has `run(call, positionals, values)`, which returns what it prints: {lines, ...rest of the JSON}, or {text} for
 * a file.
 */
const commands = {
  list: {
    none: "there are no campaigns; privadapt campaign create SETTINGS.json makes one",
    async run(call) {
      const { campaigns } = await call("GET", "campaigns");
      return {
        campaigns,
        lines: campaigns.map(
          (c) => `${c.id}  ${day(c.created)}  ${c.closed ? "closed" : "open  "}  ${c.settings.title ?? ""}`,
        ),
      };
    },
  },
  create: {
    positionals: ["SETTINGS.json"],
    async run(call, [path]) {
      const campaign = await call("POST", "campaigns", await readText(path));
      if (campaign.note) tell(`note: ${campaign.note}`);
      return { campaign, lines: [campaign.id] };
    },
  },
  close: {
    positionals: ["ID"],
    run: async (call, [id]) => ({ campaign: await call("POST", `${at(id)}/close`), lines: ["closed"] }),
  },
  delete: {
    positionals: ["ID"],
    options: { yes },
    async run(call, [id], { yes }) {
      const { settings } = await call("GET", at(id));
      if (!yes)
        await sure(`Type "yes" to delete the campaign "${settings.title ?? id}" with its invitations and releases: `);
      return { ...(await call("DELETE", at(id))), lines: ["deleted"] };
    },
  },
  samples: {
    none: "there are no samples; privadapt campaign upload FILE brings one",
    async run(call) {
      const { samples } = await call("GET", "samples");
      return { samples, lines: samples.map((s) => `${s.sha256}  ${day(s.created)}  ${s.bytes} bytes  ${s.source}`) };
    },
  },
  upload: {
    positionals: ["FILE"],
    async run(call, [path]) {
      const data = await openData(path);
      if (!(data instanceof Blob)) throw new UsageError("upload needs a file; the sample gets its name");
      const sample = await call("POST", `samples?name=${encodeURIComponent(basename(path))}`, data);
      return { sample, lines: [sample.source, sample.sha256] };
    },
  },
  "delete-sample": {
    positionals: ["SHA256", "NAME"],
    options: { yes },
    async run(call, [sha256, name], { yes }) {
      if (!yes) await sure(`Type "yes" to delete the sample ${name}: `);
      return {
        ...(await call("DELETE", `samples/${encodeURIComponent(sha256)}/${encodeURIComponent(name)}`)),
        lines: ["deleted"],
      };
    },
  },
  invite: {
    positionals: ["ID", "COUNT"],
    options: { expires: { type: "string" }, name: { type: "string", multiple: true } },
    async run(call, [id, count], { expires, name: names }) {
      const time = expires === undefined ? 0 : timeOf(expires);
      if (!/^\d+$/.test(count)) throw new UsageError(`COUNT is a whole number, not "${count}"`);
      const made = await call(
        "POST",
        `${at(id)}/invitations`,
        JSON.stringify({ count: Number(count), expires: time, names }),
      );
      return { ...made, lines: made.links.map((link, k) => (names?.[k] ? `${names[k]}  ${link}` : link)) };
    },
  },
  invitations: {
    none: "there are no invitations; privadapt campaign invite ID COUNT makes some",
    positionals: ["ID"],
    async run(call, [id]) {
      const invitations = await everything(call, `${at(id)}/invitations`, "invitations");
      return {
        invitations,
        lines: invitations.map(
          (i) =>
            `${i.id}  ${i.state.padEnd(7)}${i.expires ? `  until ${day(i.expires)}` : ""}${i.releaseId ? `  release ${i.releaseId}` : ""}${i.name ? `  ${i.name}` : ""}`,
        ),
      };
    },
  },
  revoke: {
    positionals: ["ID", "INVITATION"],
    run: async (call, [id, invitation]) => ({
      ...(await call("DELETE", `${at(id)}/invitations/${encodeURIComponent(invitation)}`)),
      lines: ["revoked"],
    }),
  },
  releases: {
    none: "no release has arrived",
    positionals: ["ID"],
    async run(call, [id]) {
      const releases = await everything(call, `${at(id)}/releases`, "releases");
      const rows = (r) => (r.n ? `${r.n} rows` : `about ${Math.round(r.rowsEstimate)} rows`);
      const state = (r) =>
        r.excluded ? "excluded" : r.folded > 0 ? "in the sum" : r.folded < 0 ? "cannot be added" : "waiting";
      return {
        releases,
        lines: releases.map(
          (r) =>
            `${r.releaseId}  ${day(r.received)}  ε = ${r.epsilon}  ${rows(r)}  ${state(r)}${r.invitation ? `  invitation ${r.invitation}` : ""}${r.invitationName ? `  ${r.invitationName}` : ""}`,
        ),
      };
    },
  },
  plausibility: {
    none: "no release can be compared yet",
    positionals: ["ID"],
    async run(call, [id]) {
      const { deviations } = await call("GET", `${at(id)}/plausibility`);
      const signed = (z) => `${z < 0 ? "−" : "+"}${Math.abs(z).toFixed(1)}`;
      const line = (d) =>
        `${d.releaseId}  ${signed(d.fromOthers)} σ from the others at ${d.row} × ${d.column}${d.inLabels ? ", in the rows with a label" : ""}; mean square of ${d.square} ${d.ratio.toFixed(2)} times the sample's, ${signed(d.fromSource)} σ`;
      return { deviations, lines: deviations.map(line) };
    },
  },
  exclude: {
    positionals: ["ID", "RELEASE"],
    run: async (call, [id, release]) => ({
      ...(await call("POST", `${ofRelease(id, release)}/exclude`)),
      lines: ["excluded"],
    }),
  },
  include: {
    positionals: ["ID", "RELEASE"],
    run: async (call, [id, release]) => ({
      ...(await call("POST", `${ofRelease(id, release)}/include`)),
      lines: ["included"],
    }),
  },
  "delete-release": {
    positionals: ["ID", "RELEASE"],
    options: { yes },
    async run(call, [id, release], { yes }) {
      if (!yes) await sure(`Type "yes" to delete the release ${release}: `);
      return { ...(await call("DELETE", ofRelease(id, release))), lines: ["deleted"] };
    },
  },
  refusals: {
    none: "nothing was refused",
    positionals: ["ID"],
    async run(call, [id]) {
      const { refusals } = await call("GET", `${at(id)}/refusals`);
      return {
        refusals,
        lines: refusals.map((r) => `${day(r.time)}  ${r.invitation}  ${r.status} ${r.code}: ${r.message}`),
      };
    },
  },
  export: {
    positionals: ["ID"],
    options: { out, csv: { type: "boolean" } },
    async run(call, [id], { csv }) {
      if (csv) return { text: await call("GET", `${at(id)}/releases.csv`) };
      return { text: fileOf({ releases: await everything(call, `${at(id)}/export`, "releases") }) };
    },
  },
  sum: {
    positionals: ["ID"],
    options: { out, trim: { type: "number" } },
    async run(call, [id], { trim }) {
      const combined = await call("GET", `${at(id)}/combined${trim === undefined ? "" : `?trim=${trim}`}`);
      return { text: fileOf(combined) };
    },
  },
};

/** Not 01/02/2027, which is two days, and not 2027-02-31, which Date.parse() takes for a day in March. */
function timeOf(text) {
  const [, date] = /^(\d{4}-\d\d-\d\d)(T[\d:.]+(Z|[+-]\d\d:\d\d)?)?$/.exec(text) ?? [];
  const time = Date.parse(text);
  if (!date || Number.isNaN(time) || !new Date(Date.parse(date)).toISOString().startsWith(date))
    throw new UsageError(`--expires needs a date such as 2027-01-31, not "${text}"`);
  return time;
}

const fileOf = (value) => `${escapedJSON(JSON.stringify(value, null, 1))}\n`;

const sure = (question) =>
  askForYes(question, "this needs --yes where there is no terminal to ask on", "nothing was deleted");

export async function run(args) {
  const [name, ...rest] = args;
  if (name === undefined || name.startsWith("-")) {
    parse(args, { options: {}, help: help.campaign });
    if (args.some((arg) => arg === "--help" || arg === "-h")) return 0;
    throw new UsageError("campaign needs a command");
  }
  if (!Object.hasOwn(commands, name))
    throw new UsageError(`campaign has no command "${name}"${nearest(name, Object.keys(commands))}`);
  const { options = {}, positionals = [], run: execute } = commands[name];
  const parsed = parse(rest, { options: { ...options, edge: { type: "string" } }, positionals, help: help.campaign });
  if (!parsed) return 0;
  const { json, edge = process.env.PRIVADAPT_EDGE, out, csv } = parsed.values;
  if (json && csv && out === undefined)
    throw new UsageError("--csv and --json both are standard output; give --out a file");
  return interruptible(async (signal) => {
    const outputs = out === undefined ? null : await Outputs.open([out], [], { json });
    try {
      const { text, lines, ...result } = await execute(caller(edge, signal), parsed.positionals, parsed.values);
      if (outputs) {
        await outputs.commit([text]);
        if (json) sayJSON({ ok: true, out });
        else sayBeside([out], `wrote ${out}`);
      } else if (text !== undefined) sayFile(text);
      else if (json) sayJSON({ ...result, ok: true });
      else if (lines.length > 0) say(...lines);
      else tell(commands[name].none);
      return 0;
    } finally {
      await outputs?.discard();
    }
  });
}

/** A function that makes requests to the edge's API as the analyst whose token is in the environment. */
function caller(edge, signal) {
  const token = process.env.PRIVADAPT_TOKEN;
  if (!edge || !token)
    throw new UsageError(
      "campaign needs --edge or PRIVADAPT_EDGE, the address of the edge, and PRIVADAPT_TOKEN in the environment",
    );
  let base;
  try {
    base = new URL("api/", edge.endsWith("/") ? edge : `${edge}/`);
  } catch {
    throw new UsageError(`"${edge}" is not the address of an edge`);
  }
  if (base.protocol !== "https:" && placeOf(base.hostname) !== "loopback")
    throw new UsageError("the edge needs an https: address: the token goes there");
  return async (method, place, body) => {
    let answer;
    try {
      answer = await fetch(new URL(place, base), {
        method,
        body,
        headers: { Authorization: `Bearer ${token}` },
        redirect: "error",
        signal,
      });
    } catch (cause) {
      if (signal.aborted) throw new PrivadaptError("cancelled", "the call was cancelled");
      throw new PrivadaptError("unreachable", `${base.host} could not be reached`, { cause });
    }
    if (answer.ok) return answer.headers.get("content-type")?.startsWith("text/csv") ? answer.text() : answer.json();
    const said = await answer.json().catch(() => undefined);
    const code = /^[a-z]+(-[a-z]+)*$/.test(said?.code) && said.code !== "cancelled" ? said.code : "http-status";
    if (typeof said?.message !== "string")
      throw new PrivadaptError(code, `${base.host} answers with status ${answer.status}`);
    // It names settings of the JSON that was sent, and no options.
    throw Object.assign(new PrivadaptError(code, said.message), { asSaid: true });
  };
}

/** All entries of a list that comes in pages. */
async function everything(call, place, name) {
  const all = [];
  for (let next = ""; next !== null; ) {
    const page = await call("GET", `${place}${next === "" ? "" : `?after=${encodeURIComponent(next)}`}`);
    all.push(...page[name]);
    next = page.next;
  }
  return all;
}
