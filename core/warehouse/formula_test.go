//go:build linux

package warehouse

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"privadapt/core/must"
	"privadapt/core/terms/method"
)

// In Trino an expression of many trees ends the query, as Java limits its code: no line of a query is long, and each
// sum uses the sum before it twice, which Trino would else write out in its place.
func TestTreesForTrinoAreInSmallExpressions(t *testing.T) {
	source := readLabelled(t, labelledRows(500, 0, false, 1))
	p := labelledPlan(t, source, method.Trees, 3)
	longest := func(to Dialect) (most, sums int) {
		query := must.Get(p.Query(to, "people", ""))(t)
		for line := range strings.Lines(query) {
			most = max(most, len(line))
			if strings.HasPrefix(line, "CASE WHEN f1 IS NULL THEN f1 ELSE f1 + CASE") {
				sums++
			}
		}
		return most, sums
	}
	most, sums := longest("trino")
	if other, _ := longest("duckdb"); most > 20_000 || other < most || sums < 2 {
		t.Errorf("a line of %d bytes, in DuckDB of %d; %d sums are of trees", most, other, sums)
	}
}

// One text of 1,974 sums was too large an expression for Trino, as were texts of 50 of them that one expression joined.
func TestSumsForTrinoAreJoinedInSmallTexts(t *testing.T) {
	columns := "y"
	for i := range 30 {
		columns += fmt.Sprintf(",c%d", i)
	}
	text := columns + "\n"
	for i := range 40 {
		text += fmt.Sprint(i)
		for j := range 30 {
			text += fmt.Sprintf(",%d", i*j%7)
		}
		text += "\n"
	}
	p := planOf(t, readSource(t, []byte(text)), 0)
	query := must.Get(p.Query("trino", "people", ""))(t)
	sums := 0
	for _, group := range regexp.MustCompile(`MAX\((?:\(|\)|CAST|AS|VARCHAR|sum\d+|\|\||' '|\s)+`).FindAllString(query, -1) {
		n := strings.Count(group, "sum")
		sums += n
		if n > 50 {
			t.Errorf("a text of %d sums", n)
		}
	}
	if want := sumsOf(p.dim()); sums != want {
		t.Errorf("%d sums are in texts, not %d", sums, want)
	}
}

// DuckDB 2.0 makes joins of lists in an IN, and planned a query of people, or of trees with many levels, without end.
func TestNoNameAndNoLevelIsSoughtByIn(t *testing.T) {
	text := "c,y\n"
	for i := range 600 {
		text += fmt.Sprintf("level %d,%d\n", i%24, i%24*i%24)
	}
	p := labelledPlan(t, readLabelled(t, text), method.Trees, 3)
	p.Unit = "who"
	query := must.Get(p.Query("duckdb", "people", ""))(t)
	if list := regexp.MustCompile(`(l0|\)) IN \([^()]+\)`).FindString(query); list != "" {
		t.Error(list)
	}
	if !strings.Contains(query, "CASE l0 WHEN ") {
		t.Error("no tree of this query has a list of levels")
	}
}
