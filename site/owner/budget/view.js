// What the section "Privacy budget" shows of an account of the ledger.
import { el } from "../../shared/dom.js";
import { budget as texts } from "../texts.js";

/** The name for the eye: the owner's own account has none until it is renamed. */
export const nameOf = ({ id, name }) => (name === id ? texts.ownName : name);

/** A select for the account that runs in this tab are recorded in. */
export function accountChooser(accounts, chosen, onChoose) {
  const options = accounts.map((account) =>
    el("option", { value: account.id, selected: account.id === chosen.id }, nameOf(account)),
  );
  const select = el("select", { id: "budget-account", change: () => onChoose(select.value) }, ...options);
  return el("div", { class: "field narrow" }, el("label", { for: "budget-account" }, texts.chooser), select);
}

/** The sentence on what is spent and left, with a bar. */
export function spentBar(account) {
  const { cap, spent } = account;
  return [
    el("p", { class: "spent" }, el("strong", {}, texts.spent(account)), " ", texts.left(account)),
    el("progress", { "aria-label": texts.bar, max: 1, value: Math.min(1, spent.rho / cap.rho) }),
    spent.runs > 0 && el("p", { class: "help" }, texts.notASum(account)),
  ];
}

/** A table of an account's entries, the latest first; `unfinished` are the times of runs that have released nothing. */
export function historyTable(entries, unfinished) {
  if (entries.length === 0) return el("p", { class: "help" }, texts.noHistory);
  const row = (entry) => {
    const { what, epsilon, delta } = /** @type {any} */ (texts.entry(entry, unfinished.includes(entry.time)));
    return el(
      "tr",
      {},
      el("th", { scope: "row" }, el("time", { datetime: entry.time }, texts.time(entry.time))),
      el("td", { class: "text" }, what),
      ...[epsilon, delta].map((text) => el("td", {}, text ?? texts.none)),
    );
  };
  return el(
    "div",
    { class: "scroll history", tabindex: "0", role: "region", "aria-label": texts.historyLabel },
    el(
      "table",
      {},
      el(
        "thead",
        {},
        el(
          "tr",
          {},
          ...texts.historyHead.map((name, i) => el("th", { scope: "col", class: i === 1 ? "text" : undefined }, name)),
        ),
      ),
      el("tbody", {}, ...entries.toReversed().map(row)),
    ),
  );
}
