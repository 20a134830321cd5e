//go:build !js

package audit

const (
	rulesFile   = "jsbridge/npm/ledger/rules.js"
	budgetFile  = "jsbridge/npm/ledger/budget.js"
	ledgerFile  = "jsbridge/npm/ledger/ledger.js"
	mergeFile   = "jsbridge/npm/ledger/merge.js"
	mergeTest   = "jsbridge/npm/test/ledger-merge.test.mjs"
	journalTest = "jsbridge/npm/test/ledger-journal.test.mjs"
	budgetTest  = "jsbridge/npm/test/ledger-budget.test.mjs"
	storeTest   = "jsbridge/npm/test/ledger-store.test.mjs"

	mixedAccount  = "an account that has counted runs on people and on rows, in whichever order, takes runs on people alone"
	severalResets = "of several resets of the other ledger the last decides, and one of this ledger makes no charge count again"
)

// ledgerMutants are faults of the ledger, which adds up the costs of several runs.
var ledgerMutants = []mutant{
	byTest("ledger: each run held against the cap by itself", "no sequence of admitted runs exceeds the cap", journalTest,
		edit{rulesFile, "if (add(spent.rho, rho) <= cap.rho", "if (rho <= cap.rho"}),
	byTest("ledger: what is spent added up by the larger", "charges add up in ρ, which is less than adding ε", journalTest,
		edit{rulesFile, "spent.rho = add(spent.rho, entry.rho);", "spent.rho = Math.max(spent.rho, entry.rho);"}),
	byTest("ledger: sums rounded down", "sums are rounded up", budgetTest,
		edit{budgetFile, "return lost > 0 ? sum * (1 + Number.EPSILON) : sum;", "return sum;"}),
	byTest("ledger: the cap's ρ rounded up", "ρ from (ε,δ) is never above the accountant's, and hardly below", budgetTest,
		edit{budgetFile, "affordable)[0] * (1 - MARGIN)", "affordable)[1] * (1 + MARGIN)"}),
	byTest("ledger: ε of what is spent rounded down", "ε from ρ is never below the accountant's, and hardly above",
		budgetTest,
		edit{budgetFile, "deltaOf(rho, epsilon) > delta)[1] * (1 + MARGIN)",
			"deltaOf(rho, epsilon) > delta)[0] * (1 - MARGIN)"}),
	byTest("ledger: an entry taken for written that lost the race",
		"twenty charges at once in one process: exactly what fits is granted", storeTest,
		edit{ledgerFile, "if (await this.#store.append(text, state.next.number)) return",
			"await this.#store.append(text, state.next.number);\n      return"}),
	byTest("ledger: a new name begins a new account", "renaming does not reset, and finds the account under both",
		journalTest,
		edit{rulesFile, "return () => (account.name = entry.name);",
			"return () => ((account.name = entry.name), (account.spent = nothingSpent()));"}),
	byTest("ledger: the last charge decides what an account of rows and people protects", mixedAccount, mergeTest,
		edit{rulesFile, `account.unit === "person" ? "person" : unitOf(entry.about);`, "unitOf(entry.about);"}),
	byTest("ledger: the page is not told that a run protects people",
		"TestChargeRequestsNameThePriceItsUnitAndSampleDataAlone", "jsbridge/vaultui",
		edit{"jsbridge/vaultui/post.go", `m["unit"] = "person"`, "_ = people"}),
	byTest("ledger: a reset account keeps to people", mixedAccount, mergeTest,
		edit{rulesFile, "      account.unit = null;\n", ""}),
	byTest("ledger: charges after the first reset of another ledger count", severalResets, mergeTest,
		edit{mergeFile, "findLastIndex(", "findIndex("}),
	byTest("ledger: a reset makes charges of another ledger count again", severalResets, mergeTest,
		edit{mergeFile, "countOf(here?.history ?? [])", "countOf(sinceReset(here?.history ?? []))"}),
	byTest("ledger: runs of one price in two ledgers count once",
		"runs of one price that were made at different times are different runs", mergeTest,
		edit{mergeFile, "JSON.stringify([time, epsilon,", "JSON.stringify([epsilon,"}),
	byTest("ledger: the first account of another ledger is taken for other people's where it has another name",
		"the first account counts what the first of another ledger counts, whatever they are called", mergeTest,
		edit{mergeFile, `const isShared = (id) => id === "default" || `, "const isShared = (id) => "}),
	byTest("ledger: an account that was renamed is taken for other people's",
		"an account that both journals have from their common beginning is one, whatever either calls it since", mergeTest,
		edit{mergeFile, ` || Number(id.replace("account-", "")) <= common;`, ";"}),
}
