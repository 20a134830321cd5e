//go:build linux

package warehouse

import (
	"strings"
	"testing"

	"privadapt/core/terms/method"
)

// In Trino an expression of many trees ends the query, as Java limits its code: no line of a query is long, and each
// sum uses the sum before it twice, which Trino would else write out in its place.
func TestTreesForTrinoAreInSmallExpressions(t *testing.T) {
	source := readLabelled(t, labelledRows(500, 0, false, 1))
	p := labelledPlan(t, source, method.Trees, 3)
	longest := func(to Dialect) (most, sums int) {
		query, err := p.Query(to, "people", "")
		if err != nil {
			t.Fatal(err)
		}
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
