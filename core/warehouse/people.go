package warehouse

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"privadapt/core/data/dataset"
	"privadapt/core/data/dataset/csv"
	"privadapt/core/data/grid"
	"privadapt/core/words"
)

// Where a column names the person of each row, all rows of a person weigh together what one row may: each is divided by
// the root of their number, with its intercept, after it was quantised.
//
// Claim: a person's r rows add Σxxᵀ with x = trunc(s/√r) for vectors s in the ball, which is positive semidefinite with
// trace at most N². The query starts from a quotient in floating point and then takes the largest whole number q with
// r·q² ≤ s², which it checks in whole numbers, so this holds whatever the arithmetic of the database does. Names are
// compared as bytes. Tests: TestDatabasesGiveTheReadersSumsOfPeople, TestABrokenRootOfPeopleIsSmaller.

// counted says in the query what counts once.
func (p Plan) counted() string {
	if p.Unit != "" {
		return "Each person counts once, with all of their rows."
	}
	return "Each row of the table counts once."
}

// checkUnit refuses a column that cannot name people, as the file reader does, and reports of people.
func (p Plan) checkUnit() error {
	uses := func(c dataset.Column) bool { return c.Name == p.Unit }
	switch {
	case p.Unit == "":
		return nil
	case p.Report != nil:
		return words.Refuse(dataset.CodeBadUnit,
			"for a report a database counts rows, not people; export the table as a file and give that")
	case slices.ContainsFunc(p.Source.Schema.Used(), uses), p.readsLabels() && p.Unit == p.Source.Schema.Label:
		return words.Refuse(
			dataset.CodeBadUnit,
			"the column %q, which was to name the people, is one of those that the model is made of; declare it ignored in the public sample, or choose another",
			p.Unit,
		)
	}
	return nil
}

// Columns of a row that has a person: how many rows the person has, 1 in one of them and else 0, and 1 where the name
// is empty. Rows without a name belong to one person.
const rowsOf, firstOf, namelessOf = "rows_of", "first_of", "nameless_of"

// people computes these columns from the cell with a person's name.
func (w *writer) people(cell string) (names, expressions []string) {
	text := call("COALESCE", w.trimmed(cell), "''")
	tokens := csv.MissingTokens()
	for k, token := range tokens {
		tokens[k] = quotedText(token)
	}
	text = either(w.among(call("LOWER", text), tokens), "''", text)
	key := w.bytes(text)
	return []string{rowsOf, firstOf, namelessOf}, []string{as("COUNT(*) OVER (PARTITION BY "+key+")", rowsOf),
		as(either("ROW_NUMBER() OVER (PARTITION BY "+key+" ORDER BY "+key+") = 1", "1", "0"), firstOf),
		as(either(text+" = ''", "1", "0"), namelessOf)}
}

var quotient = numbered("q")

// share divides the steps s1, s2, … and the intercept, which becomes s0, by the root of the number of rows.
func (w *writer) share(g grid.Grid, d int) {
	all := func(of func(k int) string) []string { return append([]string{of(0)}, each(d, of)...) }

	// With fewer than 4ʲ⁺¹ rows no quotient is above 2³⁰⁻ʲ, and a product of a quotient's square and the rows is below
	// 2⁶³. More rows than 2³² weigh nothing.
	var most strings.Builder
	for j := range 16 {
		fmt.Fprintf(&most, " WHEN %s < %d THEN %d", rowsOf, int64(4)<<(2*j), grid.Steps>>j)
	}
	w.layer(append(each(d, s), as(cast(fmt.Sprint(g.InterceptSteps()), w.bigint), s(0)),
		as("CASE"+most.String()+" ELSE 0 END", "most_of"))...)

	root := call("SQRT", cast(rowsOf, w.float))
	w.layer(append(append(all(s), "most_of"), all(func(k int) string {
		size := call("ABS", s(k))
		return as(either(rowsOf+" = 1", size, cast(w.truncate(cast(size, w.float)+" / "+root), w.bigint)), quotient(k))
	})...)...)

	w.layer(all(func(k int) string {
		var cases strings.Builder
		for _, q := range []string{"(" + quotient(k) + " + 1)", quotient(k), "(" + quotient(k) + " - 1)"} {
			small := either(q+" BETWEEN 0 AND most_of", rowsOf+" * "+q+" * "+q+" <= "+squares(s(k)), "FALSE")
			fmt.Fprintf(&cases, " WHEN %s THEN %s", small, either(s(k)+" < 0", "-"+q, q))
		}
		return as("CASE"+cases.String()+" ELSE 0 END", s(k))
	})...)
}

// Rows says how many rows sums are of, for their owner alone. Where a column names people it is how many these are, the
// most rows that one of them has, and how many rows have no name; else these are 0.
type Rows struct{ All, Labelled, People, Most, Nameless int64 }

// heads are the numbers of a group of rows before its sums, in the order of takeHeads.
func (w *writer) heads() []string {
	sum := func(x string) string { return call("COALESCE", call("SUM", x), "0") }
	return []string{"COUNT(*)", sum(firstOf), call("COALESCE", call("MAX", rowsOf), "0"), sum(namelessOf)}
}

// headsOf is how many there are.
func (p Plan) headsOf() int {
	if p.Unit == "" {
		return 0
	}
	return 4
}

// takeHeads reads them of one group, and refuses what no rows have.
func takeHeads(numbers []big.Int) (rows Rows, err error) {
	for k, to := range []*int64{&rows.All, &rows.People, &rows.Most, &rows.Nameless} {
		if !numbers[k].IsInt64() || numbers[k].Sign() < 0 || k > 0 && numbers[k].Cmp(&numbers[0]) > 0 && k != 2 {
			return Rows{}, words.Refuse(CodeBadSums, "no rows have these numbers of people; write the query anew and run it")
		}
		*to = numbers[k].Int64()
	}
	return rows, nil
}
