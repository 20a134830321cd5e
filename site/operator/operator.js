// The page for operators of campaigns: it signs in with a token and shows what the edge keeps.
import { $, actions, download, el } from "../shared/dom.js";
import { linesOf, offerBases, ordersIn } from "../shared/request-form.js";
import { typed } from "../shared/typed.js";
import { FIELDS } from "../terms/link.gen.js";
import { texts } from "./texts.js";

offerBases();

// The API of the edge that serves this page, as the analyst whose token was typed in. The token stays in this page's
// memory.

/** A request that the edge refused, or that did not reach it; `code` is "" where no edge answered. */
class Refusal extends Error {
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}

/** Returns a function (method, place, body) that resolves with the JSON of the answer. */
function connect(token) {
  const base = new URL("api/", document.baseURI);
  return async (method, place, body) => {
    const answer = await fetch(new URL(place, base), {
      method,
      body: body === undefined || body instanceof Blob ? body : JSON.stringify(body),
      headers: { Authorization: `Bearer ${token}` },
      credentials: "omit",
      cache: "no-store",
      redirect: "error",
    }).catch(() => {
      throw new Refusal("", "");
    });
    const isJSON = answer.headers.get("Content-Type")?.startsWith("application/json");
    const said = isJSON ? await answer.json().catch(() => undefined) : undefined;
    if (answer.ok && said) return said;
    throw new Refusal(said?.code ?? "", said?.message ?? "");
  };
}

const campaignPlace = (id) => `campaigns/${encodeURIComponent(id)}`;
const releasePlace = (id, release) => `${campaignPlace(id)}/releases/${encodeURIComponent(release)}`;

/** All releases of a campaign, which come a few at a time. */
async function exported(call, id) {
  const all = [];
  for (let after = 0; after !== null; ) {
    const { releases, next } = await call("GET", `${campaignPlace(id)}/export?after=${after}`);
    all.push(...releases);
    after = next;
  }
  return all;
}

let call; // the API, once signed in
let shown; // the campaign that is open
let work = Promise.resolve(); // one thing at a time

on("sign-in-form", async () => {
  call = connect($("token").value.trim());
  await showCampaigns();
  $("token").value = "";
  $("kept").hidden = false;
  $("sign-in").hidden = true;
  return texts.signedIn;
});

on("campaign-form", async () => {
  const settings = { ...sampleChosen(), ignore: linesOf("ignore"), dateOrder: ordersIn(linesOf("dateOrder")) };
  for (const { name, kind } of FIELDS) {
    const field = !(name in settings) && $("campaign-form").elements.namedItem(name);
    if (!field) continue;
    if (!["number", "count"].includes(kind)) settings[name] = field.value.trim();
    else if (field.value.trim() !== "") settings[name] = numberIn(field);
  }
  const made = await call("POST", "campaigns", settings);
  await showCampaigns();
  $("new-campaign").open = false;
  await openCampaign(made);
  return texts.created;
});

const names = () => linesOf("names");
$("names").addEventListener("input", () => {
  $("count").value = Math.max($("count").value, names().length);
});

on("invite-form", async () => {
  const named = names();
  const { links } = await call("POST", `${campaignPlace(shown.id)}/invitations`, {
    count: numberIn($("count")),
    expires: $("expires").value === "" ? 0 : new Date($("expires").value).getTime(),
    names: named,
  });
  $("made").hidden = false;
  $("made-text").textContent = texts.links(links.length, named.length);
  $("links").value = links.join("\n");
  $("names").value = "";
  await showInvitations();
});

on("upload-form", async () => {
  const [file] = $("file").files;
  if (!file) return undefined;
  await call("POST", `samples?name=${encodeURIComponent(file.name)}`, file);
  $("upload-form").reset();
  await showSamples();
  return texts.uploaded;
});

/** Does `act` when the form is sent. */
function on(id, act) {
  $(id).addEventListener("submit", (event) => {
    event.preventDefault();
    start(act);
  });
}

/** Runs `act` after the current work, and shows its message or its error. */
function start(act) {
  work = work.then(async () => {
    $("error").textContent = "";
    $("status").textContent = texts.working;
    try {
      const said = (await act()) ?? "";
      $("status").textContent = said;
    } catch (error) {
      $("status").textContent = "";
      $("error").textContent = sentence(error);
    }
  });
}

function sentence(error) {
  if (error instanceof Refusal) return error.message === "" ? texts.noEdge : texts.sentence(error.message);
  console.error(error);
  return texts.failed;
}

/** The number in a field. */
function numberIn(field) {
  const value = typed(field.value);
  field.toggleAttribute("aria-invalid", Number.isNaN(value));
  if (Number.isNaN(value)) throw new Refusal("bad-number", texts.notANumber);
  return value;
}

async function showCampaigns() {
  const { campaigns } = await call("GET", "campaigns");
  const row = (c) => ({
    cells: [c.settings.title || texts.untitled, texts.day(c.created), texts.campaignState(c.closed)],
    actions: [button(texts.open, () => start(() => openCampaign(c)))],
  });
  $("campaigns").replaceChildren(table("campaigns", campaigns.map(row)));
  await showSamples();
}

async function showSamples() {
  const { samples } = await call("GET", "samples");
  const row = (s) => ({
    cells: [el("a", { href: s.source, rel: "noopener" }, s.name), texts.day(s.created), texts.size(s.bytes)],
    actions: [
      carefully(texts.deleteSample, texts.deleteSampleQuestion, () =>
        start(async () => {
          await call("DELETE", `samples/${encodeURIComponent(s.sha256)}/${encodeURIComponent(s.name)}`);
          await showSamples();
          return texts.deleted;
        }),
      ),
    ],
  });
  $("samples").replaceChildren(table("samples", samples.map(row)));
  const tables = samples.filter(({ name }) => !name.endsWith(".json"));
  $("source").replaceChildren(...tables.map((s) => el("option", { value: s.source, "data-sha256": s.sha256 }, s.name)));
  await offerColumns();
}

$("source").addEventListener("change", () => start(offerColumns));

/** The sample that is chosen, as the settings of a campaign name it. */
function sampleChosen() {
  const [chosen] = $("source").selectedOptions;
  return { source: chosen?.value ?? "", sha256: chosen?.dataset.sha256 ?? "" };
}

/** Offers the columns of the sample. */
async function offerColumns() {
  const [chosen] = $("source").selectedOptions;
  const { columns } = chosen
    ? await call("GET", `samples/${chosen.dataset.sha256}/${encodeURIComponent(chosen.text)}/columns`)
    : { columns: [] };
  $("columns").replaceChildren(...columns.map((name) => el("option", { value: name })));
}

async function openCampaign(campaign) {
  shown = campaign;
  $("campaign").hidden = false;
  for (const id of ["made", "certificate"]) $(id).hidden = true;
  $("invite-form").hidden = campaign.closed;
  $("campaign-heading").textContent = campaign.settings.title || texts.untitled;
  $("campaign-settings").textContent = texts.settings(campaign.settings);
  const close = () =>
    start(async () => {
      await openCampaign(await call("POST", `${campaignPlace(campaign.id)}/close`));
      await showCampaigns();
    });
  const remove = () =>
    start(async () => {
      await call("DELETE", campaignPlace(campaign.id));
      $("campaign").hidden = true;
      await showCampaigns();
      return texts.deleted;
    });
  $("campaign-actions").replaceChildren(
    ...[
      !campaign.closed && button(texts.closeCampaign, close),
      carefully(texts.deleteCampaign, texts.deleteCampaignQuestion, remove),
    ].filter(Boolean),
  );
  const save = () =>
    start(async () => {
      const releases = await exported(call, campaign.id);
      const text = `${JSON.stringify({ releases }, null, 1)}\n`;
      download("", text, "application/json", "releases.json").click();
    });
  $("export").replaceChildren(button(texts.saveJSON, save));
  await showInvitations();
  await showReleases();
  $("campaign-heading").focus();
}

async function showInvitations() {
  const place = `${campaignPlace(shown.id)}/invitations`;
  const revoke = (id) =>
    start(async () => {
      await call("DELETE", `${place}/${encodeURIComponent(id)}`);
      await showInvitations();
    });
  const row = (i) => ({
    id: rowOf("invitation", i.id),
    cells: [
      el("code", {}, i.id),
      i.name,
      i.state,
      texts.day(i.created),
      texts.day(i.expires),
      linkTo("release", i.releaseId),
    ],
    actions: i.state === "open" ? [button(texts.revoke, () => revoke(i.id))] : [],
  });
  const { invitations } = await call("GET", place);
  $("invitations").replaceChildren(table("invitations", invitations.map(row)));
}

async function showReleases() {
  const { id } = shown;
  const remove = (release) =>
    start(async () => {
      await call("DELETE", releasePlace(id, release));
      await showReleases();
      await showInvitations(); // they name the releases
      return texts.deleted;
    });
  const row = (r) => ({
    id: rowOf("release", r.releaseId),
    cells: [
      el("code", {}, r.releaseId),
      r.invitationName ?? "",
      linkTo("invitation", r.invitation),
      texts.day(r.received),
      texts.number(r.epsilon),
      texts.rows(r),
      r.said ?? "",
    ],
    actions: [
      button(texts.certificate, () => start(() => showCertificate(r.releaseId))),
      carefully(texts.remove, texts.removeQuestion, () => remove(r.releaseId)),
    ],
  });
  const { releases } = await call("GET", `${campaignPlace(id)}/releases`);
  $("releases").replaceChildren(table("releases", releases.map(row)));
}

async function showCertificate(id) {
  const release = await call("GET", releasePlace(shown.id, id));
  $("certificate").hidden = false;
  $("certificate-heading").textContent = texts.certificateOf(id);
  $("certificate-text").textContent = JSON.stringify(release.certificate, null, 1);
  $("certificate-actions").replaceChildren(
    download(texts.save, `${JSON.stringify(release, null, 1)}\n`, "application/json", "release.json"),
  );
  $("certificate-heading").focus();
}

// Tables of the contents of the edge's store, with the actions on each row.

/**
 * A table of `rows`, each {cells, actions, id}; a sentence where there are none. The first cell names its row; links
 * lead to its id.
 */
function table(name, rows) {
  if (rows.length === 0) return el("p", { class: "help" }, texts.none[name]);
  const head = texts.heads[name].map((text) =>
    text === "" ? el("td", {}) : el("th", { scope: "col", class: "text" }, text),
  );
  const line = ({ cells: [first, ...rest], actions: buttons = [], id }) =>
    el(
      "tr",
      id ? { id, tabindex: "-1" } : {},
      el("th", { scope: "row" }, first),
      ...rest.map((cell, i) => el("td", { class: "text", "data-label": texts.heads[name][i + 1] }, cell)),
      texts.heads[name].at(-1) === "" && el("td", { class: "text" }, actions(...buttons)),
    );
  return el(
    "div",
    { class: "scroll kept", tabindex: "0", role: "region", "aria-label": texts.tables[name] },
    el("table", {}, el("thead", {}, el("tr", {}, ...head)), el("tbody", {}, ...rows.map(line))),
  );
}

/** The id of the row about an "invitation" or a "release". */
const rowOf = (kind, id) => `${kind}-${id}`;

/** A link to that row; nothing where there is none. */
const linkTo = (kind, id) => (id ? el("a", { href: `#${rowOf(kind, id)}` }, el("code", {}, id)) : "");

const button = (label, click) => el("button", { type: "button", click }, label);

/** A button for an action that cannot be undone: it asks for confirmation, in its place. */
function carefully(label, question, act) {
  const place = el("div", { class: "careful" });
  const first = button(label, () => {
    const cancel = button(texts.cancel, rest);
    place.replaceChildren(el("p", { class: "warning" }, question), actions(button(label, act), cancel));
    cancel.focus();
  });
  const rest = () => {
    place.replaceChildren(first);
    first.focus();
  };
  place.append(first);
  return place;
}
