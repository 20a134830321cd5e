//go:build linux

package warehouse

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"privadapt/core/data/grid"
	"privadapt/core/internal/private/moment"
	"privadapt/core/must"
	"privadapt/core/terms/method"
)

// pair are the sums of the rows with a label and of the others.
type pair struct{ with, without *moment.Sum }

// pairsWithEachRow is what a query with labels returns for the first rows of a file, and then for those and one more
// row, for each of the others.
func (d database) pairsWithEachRow(t *testing.T, p Plan, file string, first int) []pair {
	t.Helper()
	lines := strings.Split(strings.TrimSuffix(file, "\n"), "\n")
	numbered, queries := lines[0]+",number\n", []string(nil)
	for i, line := range lines[1:] {
		numbered += fmt.Sprintf("%s,%d\n", line, max(0, i-first+1))
	}
	for i := range len(lines) - first {
		query := must.Get(p.Query(d.dialect, "people", fmt.Sprintf("number IN ('0', '%d')", i)))(t)
		queries = append(queries, query)
	}
	prepare := "DROP TABLE IF EXISTS people;\n" + d.load("people", writeFile(t, "rows.csv", numbered),
		strings.Split(lines[0]+",number", ","))
	out := d.answers(t, prepare, queries)
	var pairs []pair
	for line := range strings.Lines(out) {
		with, without, _, err := ReadLabelled(strings.NewReader(line), p)
		if err != nil {
			t.Fatalf("%s: row %d: %v", d.dialect, len(pairs), err)
		}
		pairs = append(pairs, pair{with, without})
	}
	if len(pairs) != len(queries) {
		t.Fatalf("%d pairs of sums from %d queries", len(pairs), len(queries))
	}
	return pairs
}

// moved is the squared Frobenius norm, over both sums, of what turns one pair into another.
func moved(a, b pair) *big.Int {
	total, change := new(big.Int), new(big.Int)
	for _, sums := range [][2]*moment.Sum{{a.with, b.with}, {a.without, b.without}} {
		for i := range sums[0].Order {
			for j := range sums[0].Order {
				change.Sub(sums[0].Entry(min(i, j), max(i, j)), sums[1].Entry(min(i, j), max(i, j)))
				total.Add(total, change.Mul(change, change))
			}
		}
	}
	return total
}

// hostileLabelled is a table of labelledRows whose rows after the first have hostile columns, a hostile label, or both,
// in turn.
func hostileLabelled(rows, first, classes int, seed uint64) string {
	r := rand.New(rand.NewPCG(seed, 40))
	quoted := func(s string) string { return `"` + strings.ReplaceAll(s, `"`, `""`) + `"` }
	number := func() string { return quoted(oddNumbers[r.IntN(len(oddNumbers))]) }
	lines := strings.Split(strings.TrimSpace(labelledRows(first+rows, classes, false, seed)), "\n")
	for i := 1 + first; i < len(lines); i++ {
		cells := strings.Split(lines[i], ",")
		if i%3 != 1 {
			for k := range 3 {
				cells[k] = number()
			}
			cells[3] = []string{"", "2021-02-29", "9999-12-31", "0001-01-01", "yesterday"}[r.IntN(5)]
			cells[4] = quoted(oddLevels[r.IntN(len(oddLevels))])
		}
		switch {
		case i%3 == 0:
		case classes > 0:
			cells[5] = quoted(append([]string{" grave\t", "so 'so", "2"}, oddLevels...)[r.IntN(3+len(oddLevels))])
		default:
			cells[5] = number()
		}
		lines[i] = strings.Join(cells, ",")
	}
	return strings.Join(lines, "\n") + "\n"
}

// Whatever is in the columns and the label of a row, it enters one of the two sums, as one row of the ball: replacing
// it by another moves the two together by at most √2·N² in Frobenius norm, which is the sensitivity of a pair. And it
// is the row that the file reader makes of it.
func TestNoLabelledRowMovesTheSumsByMoreThanTheGridAdmits(t *testing.T) {
	const first = 3
	admitted := new(big.Int).Lsh(big.NewInt(grid.Steps), 30) // N², and then 2·N⁴
	admitted.Mul(admitted, admitted).Lsh(admitted, 1)
	found := databases(t)
	for _, of := range []struct {
		base          method.Base
		classes, rows int
	}{{method.Linear, 0, 18}, {method.Linear, 3, 12}, {method.Quadratic, 0, 6}, {method.Trees, 0, 3}} {
		p := labelledPlan(t, readLabelled(t, labelledRows(150, of.classes, false, 41)), of.base, 3)
		file := hostileLabelled(of.rows, first, of.classes, 42)
		lines := strings.SplitAfter(file, "\n")
		for _, d := range found {
			pairs := d.pairsWithEachRow(t, p, file, first)
			for i, own := range pairs[1:] {
				what := fmt.Sprintf("%s, %d classes, base %s: the row %q", d.dialect, of.classes, of.base, lines[1+first+i])
				if got := own.with.Rows + own.without.Rows; got != first+1 {
					t.Errorf("%s is counted %d times", what, got-first)
				}
				if other := pairs[1+(i+1)%of.rows]; moved(own, other).Cmp(admitted) > 0 {
					t.Errorf("%s moves the sums by more than √2·N² where the next one replaces it", what)
				}
				with, without := labelledReaderSums(t, p, strings.Join(lines[:1+first], "")+lines[1+first+i])
				if n, m := differences(own.with, with), differences(own.without, without); n != 0 || m != 0 {
					t.Errorf("%s is another one: %d and %d entries differ", what, n, m)
				}
			}
		}
	}
}

// A database whose floating point leaves a residual out of the clipping takes the mean for such a row: the integer
// norm is the whole row's. The row counts all the same.
func TestAnUnclippedLabelCountsAsTheMean(t *testing.T) {
	const header, short, long = "dose,weight,rate,day,ward,y\n", "1,1000,1,2012-01-01,south,1.5\n",
		"2,1010,2,2013-01-01,north,1e9\n"
	p := labelledPlan(t, readLabelled(t, labelledRows(150, 0, false, 41)), method.Linear, 3)
	want, _ := labelledReaderSums(t, p, header+short)
	for _, d := range databases(t) {
		query := must.Get(p.Query(d.dialect, "people", ""))(t)
		w := writer{dialect: dialects[d.dialect]}
		clipped := w.relative(p.dim(), "divisor") + " * factor"
		broken := strings.ReplaceAll(query, clipped, clipped+" * CASE WHEN divisor > 1 THEN 100 ELSE 1 END")
		if broken == query {
			t.Fatal("the clipping is not in the query")
		}
		out := must.Get(d.run(
			t,
			d.load("people", writeFile(t, "rows.csv", header+short+long),
				strings.Split(strings.TrimSpace(header), ","))+broken,
		))(t)
		got, without, _, err := ReadLabelled(strings.NewReader(out), p)
		if err != nil {
			t.Fatalf("%s: %v", d.dialect, err)
		}
		if got.Rows != 2 || without.Rows != 0 {
			t.Errorf("%s: %d rows with a label, %d without", d.dialect, got.Rows, without.Rows)
		}
		for j := 1; j < want.Order; j++ {
			for i := range j + 1 {
				if got.Entry(i, j).Cmp(want.Entry(i, j)) != 0 {
					t.Errorf("%s: the row that is too long is not the mean: entry %d,%d is %v, want %v", d.dialect, i, j,
						got.Entry(i, j), want.Entry(i, j))
				}
			}
		}
	}
}
