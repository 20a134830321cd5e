//go:build !js

package adapt

import (
	"errors"
	"fmt"
	"math/big"
	"strings"
	"testing"

	"privadapt/core/method"
	"privadapt/core/release"
	"privadapt/core/warehouse"
)

// sumsText is what a database returns for the rows of a target: package warehouse tests that databases return this text.
func sumsText(t *Target) string {
	var b strings.Builder
	fmt.Fprintf(&b, "privadapt-sums 1 %s %d %d", warehousePlan(t.plan).Digest(), t.sum.Order-1, t.sum.Rows)
	for i := range t.sum.Order {
		for j := max(i, 1); j < t.sum.Order; j++ {
			entry := new(big.Int).Set(t.sum.Entry(i, j))
			if i == 0 {
				entry.Quo(entry, big.NewInt(t.plan.Grid.InterceptSteps()))
			}
			fmt.Fprintf(&b, " %v", entry)
		}
	}
	return b.String() + " end"
}

// Sums of a database are charged before a random bit is read, once, at the price of the rows; they are wiped afterwards, and when
// the charge is refused; every mechanism and both adjacencies take them.
func TestSumsAreChargedAndWipedAsRowsAre(t *testing.T) {
	for name, change := range everyDraw {
		options := budget(change)
		if options.UseLabels || options.Release == release.Report {
			continue // a query has no labels
		}
		rows := readTarget(t, publicSource(t), options, privateTable(200))
		text := sumsText(rows)
		var costs [2]Charge
		for i, refuse := range []error{nil, errors.New("no")} {
			sums, report, err := ReadSums(publicSource(t), options, strings.NewReader(text))
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if report.Rows != 200 {
				t.Errorf("%s: %d rows", name, report.Rows)
			}
			if got := sumsText(sums); got != text {
				t.Errorf("%s: the sums are others", name)
			}
			_, err = sums.Adapt(release.Engine{}, func(c Charge) error {
				costs[i] = c
				return refuse
			}, nil)
			if (err != nil) != (refuse != nil) {
				t.Errorf("%s: %v", name, err)
			}
			for k := range sums.sum.Order {
				if sums.sum.Entry(k, k).Sign() != 0 || sums.sum.Rows != 0 {
					t.Errorf("%s: the sums are not wiped", name)
				}
			}
			if _, err := sums.Adapt(release.Engine{}, free, nil); err == nil {
				t.Errorf("%s: the same reading makes two releases", name)
			}
		}
		var paid Charge
		if _, err := rows.Adapt(release.Engine{}, func(c Charge) error { paid = c; return nil }, nil); err != nil {
			t.Fatal(err)
		}
		if costs[0] != paid || costs[1] != paid {
			t.Errorf("%s: charged %v, rows are charged %v", name, costs, paid)
		}
	}
}

// No rows are refused where their number is public, and are a release like any other where it is private.
func TestSumsOfNoRows(t *testing.T) {
	for adjacency, accepted := range map[method.Adjacency]bool{method.ReplaceOne: false, method.AddRemove: true} {
		options := budget(func(o *Options) { o.Adjacency = adjacency })
		some := readTarget(t, publicSource(t), options, privateTable(3))
		some.sum.Wipe()
		sums, _, err := ReadSums(publicSource(t), options, strings.NewReader(sumsText(some)))
		if (err == nil) != accepted {
			t.Errorf("%s: %v", adjacency, err)
		}
		if err == nil {
			if _, err := sums.Adapt(release.Engine{}, free, nil); err != nil {
				t.Error(err)
			}
		}
	}
}

// A query has the digest that its sums must have, whatever the budget and the mechanism of the run; sums for another radius are refused.
func TestAQueryNamesThePlanOfItsSums(t *testing.T) {
	source := publicSource(t)
	target := readTarget(t, source, budget(func(o *Options) { o.Epsilon, o.Radius = 3, 4 }), privateTable(50))
	for radius, fits := range map[float64]bool{4: true, 5: false, 0: false} {
		query, err := NewQuery(source, "", radius, "duckdb", "people", "")
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(query, warehousePlan(target.plan).Digest()) != fits {
			t.Errorf("radius %v: the query has the digest: %v", radius, !fits)
		}
	}
	_, _, err := ReadSums(source, budget(func(o *Options) { o.Radius = 5 }), strings.NewReader(sumsText(target)))
	var refused *Error
	if !errors.As(err, &refused) || refused.Code != warehouse.CodeOtherPlan {
		t.Errorf("sums for another radius: %v", err)
	}
	if _, err := NewQuery(source, "quadratic", 0, "duckdb", "people", ""); err == nil {
		t.Error("a query for features that it does not have")
	}
}
