// The privacy budget on the page: books every run before the vault may compute, shows what is spent, and lets the owner
// change the limit. The count is the ledger's (ledger/ledger.js); it is kept in this browser profile and sent nowhere.
import { inRange, isDelta, rhoOf } from "../ledger/budget.js";
import { Ledger } from "../ledger/ledger.js";
import { openStore } from "../ledger/store-browser.js";
import { budget as texts } from "./texts.js";
import { actions, download, el, succeeds, tableOf } from "../shared/dom.js";
import { inField } from "../shared/numbers.js";
import { recall, remember } from "../shared/remembered.js";
import { typed } from "../shared/typed.js";

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
    actions(download(texts.export, () => ledger.export(), "application/json", fileName("jsonl"), "")),
    importForm(act),
    limitForm(account, act),
    renameForm(account, act),
    otherPeopleForm(act, (id) => (chosen = id)),
    resetForm(act),
  );
  const damaged = el(
    "div",
    { hidden: true },
    actions(download(texts.exportDamaged, copyOfDamage, "application/json", fileName("json"), "")),
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
      if (running) begin(running);
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
    if (running) end(running);
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
      document.body.classList.add("counted"); // what was counted may be lost: the panel says what to do
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
    document.body.classList.toggle(
      "counted",
      state.accounts.some(({ history }) => history.length > 0),
    );
    onChange({ left: Math.max(0, shown.cap.rho - shown.spent.rho) });
    const [summary, table] = history.children;
    summary.textContent = texts.history(shown.history.length);
    table.replaceChildren(historyTable(shown.history, unfinishedRuns()));
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
    const mended = await succeeds(ledger.state()); // by another tab
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

/** The name for the eye: the owner's own account has none until it is renamed. */
const nameOf = ({ id, name }) => (name === id ? texts.ownName : name);

/** A select for the account that runs in this tab are recorded in. */
function accountChooser(accounts, chosen, onChoose) {
  const options = accounts.map((account) =>
    el("option", { value: account.id, selected: account.id === chosen.id }, nameOf(account)),
  );
  const select = el("select", { id: "budget-account", change: () => onChoose(select.value) }, ...options);
  return el("div", { class: "field narrow" }, el("label", { for: "budget-account" }, texts.chooser), select);
}

/** The sentence on what is spent and left, with a bar. */
function spentBar(account) {
  const { cap, spent } = account;
  return [
    el("p", { class: "spent" }, el("strong", {}, texts.spent(account)), " ", texts.left(account)),
    el("progress", { "aria-label": texts.bar, max: 1, value: Math.min(1, spent.rho / cap.rho) }),
    spent.runs > 0 && el("p", { class: "help" }, texts.notASum(account)),
  ];
}

/** A table of an account's entries, the latest first; `unfinished` are the times of runs that have released nothing. */
function historyTable(entries, unfinished) {
  if (entries.length === 0) return el("p", { class: "help" }, texts.noHistory);
  const rows = entries.toReversed().map((entry) => {
    const { what, epsilon, delta } = /** @type {any} */ (texts.entry(entry, unfinished.includes(entry.time)));
    const time = el("time", { datetime: entry.time }, texts.time(entry.time));
    return [time, what, epsilon ?? texts.none, delta ?? texts.none];
  });
  return tableOf(texts.historyLabel, texts.historyHead, rows, "history", [1]);
}

// Which runs were charged and have released nothing, by the time of their entry in the ledger: they are interrupted, or
// still going on.
const KEY = "privadapt-unfinished";
const unfinishedRuns = () => recall("localStorage", KEY) ?? [];
const begin = (time) => remember("localStorage", KEY, [...unfinishedRuns(), time].slice(-100));
const end = (time) =>
  remember(
    "localStorage",
    KEY,
    unfinishedRuns().filter((one) => one !== time),
  );

// The forms of the section "Privacy budget". Each lies in a disclosure of its own, closed at first, and says in plain
// words what follows before anything is changed.

/** What speaks against a form as it is filled in, and the control to mend. */
class Complaint extends Error {
  constructor(message, control) {
    super(message);
    this.control = control;
  }
}

/** `account()` is the one that is shown, `act(change)` changes the ledger and says what `change` promises. */
function limitForm(account, act) {
  const epsilon = input("limit-epsilon", texts.limit.epsilon, texts.limit.epsilonHelp);
  const delta = input("limit-delta", texts.limit.delta, texts.limit.deltaHelp);
  const consent = checkbox("limit-consent", texts.limit.consent);
  const raise = el("div", { class: "warning", hidden: true }, el("p", {}, texts.limit.raise), consent.block);
  const values = () => ({ epsilon: typed(epsilon.control.value), delta: typed(delta.control.value) });
  const isRaise = ({ epsilon, delta }) =>
    inRange(epsilon) && isDelta(delta) && rhoOf(epsilon, delta) > account().cap.rho;
  for (const { control } of [epsilon, delta])
    control.addEventListener("input", () => (raise.hidden = !isRaise(values())));

  return disclosure("limit", texts.limit, [el("div", { class: "pair" }, epsilon.block, delta.block), raise], {
    open() {
      epsilon.control.value = inField(account().cap.epsilon);
      delta.control.value = inField(account().cap.delta);
      consent.control.checked = false;
      raise.hidden = true;
    },
    submit() {
      const cap = values();
      if (!inRange(cap.epsilon)) throw new Complaint(texts.limit.badEpsilon, epsilon.control);
      if (!isDelta(cap.delta)) throw new Complaint(texts.limit.badDelta, delta.control);
      if (isRaise(cap) && !consent.control.checked) throw new Complaint(texts.unconfirmed, consent.control);
      return act(async (ledger, { id }) => texts.limit.done(await ledger.setCap({ account: id, ...cap })));
    },
  });
}

/** Runs that were recorded elsewhere count here, too. */
function importForm(act) {
  const file = el("input", { id: "import-file", type: "file", accept: ".jsonl,.json" });
  const field = el("div", { class: "field" }, el("label", { for: "import-file" }, texts.import.file), file);
  return disclosure("import", texts.import, [field], {
    submit() {
      const [chosen] = file.files;
      if (!chosen) throw new Complaint(texts.import.none, file);
      return act(async (ledger) => texts.import.done(await ledger.import(await chosen.text())));
    },
  });
}

function renameForm(account, act) {
  const name = input("rename-name", texts.rename.name, texts.rename.help);
  return disclosure("rename", texts.rename, [name.block], {
    open: () => (name.control.value = nameOf(account())),
    submit: () =>
      act(async (ledger, { id }) =>
        texts.rename.done(nameOf(await ledger.rename({ account: id, name: named(name.control) }))),
      ),
  });
}

/** `onOpened` is told the id of the new account. */
function otherPeopleForm(act, onOpened) {
  const name = input("other-name", texts.other.name, texts.other.help);
  const statement = checkbox("other-statement", texts.other.statement);
  return disclosure("other", texts.other, [name.block, statement.block], {
    submit() {
      if (!statement.control.checked) throw new Complaint(texts.other.unstated, statement.control);
      return act(async (ledger) => {
        const opened = await ledger.open({ name: named(name.control), statement: "other-people" });
        onOpened(opened.id);
        return texts.other.done(opened.name);
      });
    },
  });
}

function resetForm(act) {
  const reason = input("reset-reason", texts.reset.reason, texts.reset.help);
  const consent = checkbox("reset-consent", texts.reset.consent);
  return disclosure(
    "reset",
    texts.reset,
    [el("p", { class: "warning" }, texts.reset.warning), reason.block, consent.block],
    {
      submit() {
        if (reason.control.value.trim() === "") throw new Complaint(texts.reset.noReason, reason.control);
        if (!consent.control.checked) throw new Complaint(texts.unconfirmed, consent.control);
        return act(async (ledger, { id }) =>
          texts.reset.done(nameOf(await ledger.reset({ account: id, reason: reason.control.value.trim() }))),
        );
      },
    },
  );
}

function damagedForm(startAnew) {
  const consent = checkbox("damaged-consent", texts.damaged.consent);
  return disclosure("damaged", texts.damaged, [el("p", { class: "warning" }, texts.damaged.warning), consent.block], {
    submit() {
      if (!consent.control.checked) throw new Complaint(texts.unconfirmed, consent.control);
      return startAnew();
    },
  });
}

/**
 * A summary that opens a form. `open` fills it in; `submit` may return a promise, and what either throws is said beside
 * the button. After success the form is empty and closed again.
 */
function disclosure(
  id,
  /** @type {Record<string, any>} */ { title, intro, button },
  fields,
  { open = () => {}, submit },
) {
  const problem = el("p", { class: "problem", role: "alert" });
  // Not by the toggle event, which comes late enough to wipe out what a quick hand has typed.
  const summary = el("summary", { click: prepare }, title);
  const form = el(
    "form",
    { novalidate: true, submit: submitted },
    ...fields,
    problem,
    actions(el("button", { type: "submit" }, button)),
  );
  const details = el("details", { id: `budget-${id}` }, summary, intro && el("p", { class: "help" }, intro), form);
  return details;

  function prepare() {
    if (details.open) return; // about to close
    form.reset();
    complain();
    open();
  }

  async function submitted(event) {
    event.preventDefault();
    complain();
    const send = form.querySelector("button");
    send.disabled = true; // once
    try {
      await submit();
      details.open = false;
      summary.focus();
    } catch (error) {
      complain(error instanceof Complaint ? error.message : texts.problem(error), error.control);
    } finally {
      send.disabled = false;
    }
  }

  function complain(message = "", control) {
    for (const marked of form.querySelectorAll("[aria-invalid]")) marked.removeAttribute("aria-invalid");
    problem.textContent = message;
    control?.setAttribute("aria-invalid", "true");
    control?.focus();
  }
}

function input(id, label, help) {
  const control = el("input", {
    id,
    type: "text",
    autocomplete: "off",
    spellcheck: "false",
    "aria-describedby": help && `${id}-help`,
  });
  return {
    control,
    block: el(
      "div",
      { class: "field" },
      el("label", { for: id }, label),
      help && el("p", { class: "help", id: `${id}-help` }, help),
      control,
    ),
  };
}

function checkbox(id, statement) {
  const control = el("input", { id, type: "checkbox" });
  return { control, block: el("label", { class: "check", for: id }, control, el("span", {}, statement)) };
}

function named(control) {
  const name = control.value.trim().normalize("NFC");
  if (name === "") throw new Complaint(texts.noName, control);
  return name;
}
