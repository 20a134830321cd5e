// The forms of the section "Privacy budget". Each lies in a disclosure of its own, closed at first, and says in plain
// words what follows before anything is changed.
import { nameOf } from "./view.js";
import { el } from "../../shared/dom.js";
import { inRange, isDelta, rhoOf } from "../../ledger/budget.js";
import { budget as texts } from "../texts.js";
import { inField } from "../../shared/numbers.js";
import { typed } from "../../shared/typed.js";

/** What speaks against a form as it is filled in, and the control to mend. */
class Complaint extends Error {
  constructor(message, control) {
    super(message);
    this.control = control;
  }
}

/** `account()` is the one that is shown, `act(change)` changes the ledger and says what `change` promises. */
export function limitForm(account, act) {
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
export function importForm(act) {
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

export function renameForm(account, act) {
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
export function otherPeopleForm(act, onOpened) {
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

export function resetForm(act) {
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

export function damagedForm(startAnew) {
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
    el("div", { class: "actions" }, el("button", { type: "submit" }, button)),
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
