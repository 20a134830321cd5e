// The privacy budget on the page: books every run before the vault may compute, shows what is spent, and lets the owner
// change the limit. The count is the ledger's (ledger/ledger.js); it is kept in this browser profile and sent nowhere.
import { damagedForm, importForm, limitForm, otherPeopleForm, renameForm, resetForm } from "./forms.js";
import { accountChooser, historyTable, nameOf, spentBar } from "./view.js";
import { download, el } from "../../shared/dom.js";
import { Ledger } from "../../ledger/ledger.js";
import { openStore } from "../../ledger/store-browser.js";
import * as unfinished from "./unfinished.js";
import { budget as texts } from "../texts.js";

/**
 * Fills `section` with the budget and `line` with one sentence on what is left, and tells `onChange` what the vault is
 * to know of it, {left}: the ρ that is left, where that is known. Returns {charge, finished, canRecord}; finished()
 * says that the run which was charged last has released its result. charge({epsilon, delta, rho, sample}, about)
 * resolves with {ok, message, code, left}, ok only once the run is durably recorded; it never rejects. A run on the
 * synthetic sample data is about nobody and recorded nowhere.
 */
export function openBudget(section, line, onChange) {
  const store = openStore();
  const ledger = new Ledger(store);
  const tabs = new BroadcastChannel("privadapt-ledger");
  let state; // as last read
  let chosen = "default"; // the account of this tab's runs; back to the owner's own with every new tab
  let reads = 0;
  let drawn; // what the page shows now
  let running; // the time of the entry of the run that goes on in this tab

  const account = () => state.accounts.find(({ id }) => id === chosen) ?? state.accounts[0];
  const status = el("p", { class: "status", role: "status" });
  const alert = el("p", { class: "alert", role: "alert" });
  // Drawn anew with every reading; the forms below are not, or they would lose what is typed.
  const overview = el("div");
  const evicted = el("p", { class: "help", hidden: true }, texts.mayBeEvicted);
  const history = el("details", { id: "budget-history" }, el("summary"), el("div"));
  const act = async (change) => {
    const message = await change(ledger, account());
    await changed();
    status.textContent = message;
  };
  const healthy = el(
    "div",
    { hidden: true },
    overview,
    history,
    evicted,
    el(
      "div",
      { class: "actions" },
      download(texts.export, () => ledger.export(), "application/json", fileName("jsonl"), ""),
    ),
    importForm(act),
    limitForm(account, act),
    renameForm(account, act),
    otherPeopleForm(act, (id) => (chosen = id)),
    resetForm(act),
  );
  const damaged = el(
    "div",
    { hidden: true },
    el(
      "div",
      { class: "actions" },
      download(texts.exportDamaged, copyOfDamage, "application/json", fileName("json"), ""),
    ),
    damagedForm(startAnew),
  );
  section.append(alert, status, healthy, damaged);

  tabs.onmessage = refresh;
  for (const event of ["focus", "pageshow"]) addEventListener(event, refresh);
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && refresh());
  refresh();
  return { charge, finished, canRecord };

  async function charge({ epsilon, delta, rho, sample }, about) {
    if (sample) return { ok: true, message: texts.notCounted };
    const name = chosen;
    try {
      const after = await ledger.charge({ account: name, epsilon, delta, rho, about });
      running = after.history.at(-1)?.time;
      if (running) unfinished.add(running);
      changed();
      return { ok: true, message: texts.booked({ epsilon, delta }, after), left: runsLeft(after, rho) };
    } catch (error) {
      refresh();
      const { code } = error;
      if (code !== "budget-exhausted") return { ok: false, message: texts.problem(error), code };
      const message = await ledger
        .account(name)
        .then((full) => texts.exhausted({ epsilon, delta }, full), texts.problem);
      return { ok: false, message, code };
    }
  }

  /** Resolves with whether the browser lets this page store anything, without which no run is recorded. */
  function canRecord() {
    return ledger.state().then(
      () => true,
      ({ code }) => code !== "ledger-unavailable",
    );
  }

  function finished() {
    if (running) unfinished.remove(running);
    running = undefined;
    drawn = undefined;
    changed();
  }

  /** After a change by this tab. */
  function changed() {
    tabs.postMessage("changed");
    return refresh();
  }

  async function refresh() {
    const mine = ++reads;
    /** @type {any} */
    let problem;
    const now = await ledger.state().catch((error) => {
      problem = error;
    });
    if (mine !== reads) return; // a later reading knows more
    state = now ?? state;
    if (problem && problem.code !== "ledger-corrupt" && problem.code !== "ledger-unavailable") console.error(problem);
    healthy.hidden = problem !== undefined;
    damaged.hidden = problem?.code !== "ledger-corrupt";
    const said = problem ? texts.problem(problem) : "";
    if (alert.textContent !== said) alert.textContent = said; // a live region: not spoken again
    line.classList.toggle("warning", problem !== undefined);
    if (problem) {
      line.replaceChildren(link(), texts.lineBroken);
      onChange({});
      drawn = undefined;
    } else {
      draw();
    }
    evicted.hidden = !state?.next.previous || ((await navigator.storage?.persisted?.().catch(() => true)) ?? true);
  }

  function draw() {
    const shown = account();
    const now = JSON.stringify([state.next, shown.id]);
    if (now === drawn) return; // nothing to tell, and a focused link stays where it is
    drawn = now;
    const several = state.accounts.length > 1;
    const others = several && accountChooser(state.accounts, shown, choose);
    const focused = overview.contains(document.activeElement);
    overview.replaceChildren(...[others, spentBar(shown)].flat().filter(Boolean));
    if (focused) overview.querySelector("select")?.focus();
    line.replaceChildren(link(), several ? texts.lineOf(nameOf(shown), shown) : texts.line(shown));
    onChange({ left: Math.max(0, shown.cap.rho - shown.spent.rho) });
    const [summary, table] = history.children;
    summary.textContent = texts.history(shown.history.length);
    table.replaceChildren(historyTable(shown.history, unfinished.all()));
  }

  function choose(id) {
    chosen = id;
    draw();
    status.textContent = texts.chosen(nameOf(account()));
  }

  async function copyOfDamage() {
    return JSON.stringify(await store.readDamaged(), null, 1);
  }

  /** A ledger that cannot be read is replaced by one whose only entry says so. */
  async function startAnew() {
    const entries = [];
    const fresh = new Ledger({ read: async () => [...entries], append: async (text) => entries.push(text) > 0 });
    await fresh.reset({ reason: texts.damagedReason });
    const found = await store.readDamaged();
    const mended = await ledger.state().then(
      () => true,
      () => false,
    ); // by another tab
    const anew = !mended && (await store.replace(entries, found));
    if (anew) chosen = "default"; // an account of the old ledger is none of the new one
    await changed();
    status.textContent = anew ? texts.startedAnew : texts.changedElsewhere;
  }
}

/** In runs of this price; a little is forgiven for rounding, as the ledger does. */
const runsLeft = ({ cap, spent }, rho) =>
  rho > 0 ? texts.runsLeft(Math.floor((Math.max(0, cap.rho - spent.rho) / rho) * (1 + 1e-9))) : "";

const link = () => el("a", { href: "#budget-heading" }, texts.link);
const fileName = (extension) => `privadapt-ledger.${extension}`;
