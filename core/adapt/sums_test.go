//go:build !js

package adapt

import (
	"errors"
	"fmt"
	"math/big"
	"os"
	"strings"
	"testing"

	"privadapt/core/data/dataset"
	"privadapt/core/data/features"
	"privadapt/core/internal/private/moment"
	"privadapt/core/must"
	"privadapt/core/release"
	"privadapt/core/terms/method"
	"privadapt/core/warehouse"
)

func init() {
	sumsOf = func(t *testing.T, target *Target, table string) string {
		if target.counts != nil {
			return countsText(t, target, table)
		}
		return sumsText(target)
	}
}

// sumsText is what a database returns for the rows of a target: package warehouse tests that databases return this
// text. Rows without a label have residuals of 0.
func sumsText(t *Target) string {
	digest := digestOf(t)
	if t.labelled == nil {
		return checkText(t) + fmt.Sprintf("privadapt-sums 1 %s %d%s end", digest, t.sum.Order-1,
			numbersOf(t, t.sum, t.sum.Order))
	}
	order := t.labelled.Order
	return checkText(t) + fmt.Sprintf("privadapt-sums 1 %s %d%s%s end", digest, order-1, numbersOf(t, t.labelled, order),
		numbersOf(t, t.sum, order))
}

// checkText is what it returns of cells that were read and rows that were not shortened.
func checkText(t *Target) string {
	noted := len(t.plan.Source.Schema.Used()) + 1
	if t.counts != nil {
		noted--
	}
	return "privadapt-check" + strings.Repeat(" 0", noted) + " "
}

// numbersOf writes a sum of the given order, with zeros for what it does not have.
func numbersOf(t *Target, sum *moment.Sum, order int) string {
	var b strings.Builder
	fmt.Fprintf(&b, " %d", sum.Rows)
	for i := range order {
		for j := max(i, 1); j < order; j++ {
			entry := new(big.Int)
			if j < sum.Order {
				entry.Set(sum.Entry(i, j))
			}
			if i == 0 {
				entry.Quo(entry, big.NewInt(t.plan.Grid.InterceptSteps()))
			}
			fmt.Fprintf(&b, " %v", entry)
		}
	}
	return b.String()
}

// countsText is what a database returns for the rows of a table and the report of a target: package warehouse tests
// that databases return this text.
func countsText(t *testing.T, target *Target, table string) string {
	t.Helper()
	report := must.Get(target.plan.PrepareReport(nil))(t)
	rows := must.Get(dataset.Labelled(strings.NewReader(table), target.plan.Source.Schema))(t)
	l := report.Layout
	numbers := make([][4]int64, max(1, l.Groups)*l.Table())
	width := len(target.plan.Source.Schema.Used())
	for cells := make([]float64, width+1); rows.Next(cells); {
		row, at := report.Row(cells[:width], cells[width]), 0
		if l.Groups > 0 {
			at = row.Group * l.Table()
		}
		var parts [2]int64
		if row.Labelled {
			at += 1 + row.First.Node*l.Columns() + row.Second.Node
			parts = [2]int64{int64(row.First.Upper), int64(row.Second.Upper)}
		}
		for k, v := range []int64{1, parts[0], parts[1], parts[0] * parts[1]} {
			numbers[at][k] += v
		}
	}
	return checkText(target) + fmt.Sprintf("privadapt-sums 1 %s %d %s end", digestOf(target), len(numbers),
		strings.Trim(strings.NewReplacer("[", "", "]", "").Replace(fmt.Sprint(numbers)), " "))
}

func digestOf(t *Target) string {
	p, err := warehousePlan(t.plan, nil)
	if err != nil {
		panic(err)
	}
	return p.Digest()
}

// Sums of a database are charged before a random bit is read, once, at the price of the rows; they are wiped
// afterwards, and when the charge is refused; every mechanism and both adjacencies take them.
func TestSumsAreChargedAndWipedAsRowsAre(t *testing.T) {
	for name, change := range everyDraw {
		options := budget(change)
		if options.Release == release.Report {
			continue // TestCountsOfADatabaseAreChargedAndWipedAsRowsAre
		}
		table := privateTable(200)
		if options.UseLabels {
			table = someLabels(table)
		}
		rows := readTarget(t, publicSource(t), options, table)
		text := sumsText(rows)
		var costs [2]Charge
		for i, refuse := range []error{nil, errors.New("no")} {
			sums, report, err := ReadSums(publicSource(t), options, strings.NewReader(text), nil)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if report.Rows != 200 || (report.LabelledRows == nil) == options.UseLabels {
				t.Errorf("%s: %d rows, %v with a label", name, report.Rows, report.LabelledRows)
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
			for _, sum := range []*moment.Sum{sums.sum, sums.labelled} {
				for k := 0; sum != nil && k < sum.Order; k++ {
					if sum.Entry(k, k).Sign() != 0 || sum.Rows != 0 {
						t.Errorf("%s: the sums are not wiped", name)
					}
				}
			}
			if _, err := sums.Adapt(release.Engine{}, free, nil); err == nil {
				t.Errorf("%s: the same reading makes two releases", name)
			}
		}
		var paid Charge
		must.Get(rows.Adapt(release.Engine{}, func(c Charge) error { paid = c; return nil }, nil))(t)
		if costs[0] != paid || costs[1] != paid {
			t.Errorf("%s: charged %v, rows are charged %v", name, costs, paid)
		}
	}
}

// What is refused of a file is refused of sums: δ ≥ 1/n, n being all rows, those with a label and the others, before
// there is a target that could be charged; where n is private, nothing is.
func TestLargeDeltaIsRefusedOfSums(t *testing.T) {
	source, table := publicSource(t), someLabels(privateTable(200))
	for name, kind := range map[string]func(*Options){
		"rows": nil, "labels": func(o *Options) { o.UseLabels = true },
		"report": func(o *Options) { o.Release = release.Report },
	} {
		for _, adjacency := range method.Adjacencies {
			o := budget(kind)
			o.Base, o.Adjacency = method.Linear, adjacency
			rows := readTarget(t, source, o, table)
			text := ""
			if rows.counts != nil {
				text = countsText(t, rows, table)
			} else {
				text = sumsText(rows)
			}
			for _, o.Delta = range []float64{0.00499, 0.005, 0.02} {
				for _, o.AcceptLargeDelta = range []bool{false, true} {
					public := adjacency == method.ReplaceOne
					large := o.Delta >= 0.005
					target, report, err := ReadSums(source, o, strings.NewReader(text), nil)
					if public && large && !o.AcceptLargeDelta {
						if target != nil || report.Rows != 0 || !isRefused(err, "bad-delta") ||
							!strings.Contains(err.Error(), "1/200 = 0.005") {
							t.Errorf("%s, %s, δ = %v: %v", name, adjacency, o.Delta, err)
						}
						continue
					}
					if err != nil {
						t.Fatalf("%s, %s, δ = %v: %v", name, adjacency, o.Delta, err)
					}
					if (len(target.Warnings()) > 0) != (public && large) {
						t.Errorf("%s, %s, δ = %v: warnings %q", name, adjacency, o.Delta, target.Warnings())
					}
					if warned := len(report.Warnings) > 0; warned != (!public && large) {
						t.Errorf("%s, %s, δ = %v: the owner is warned %q", name, adjacency, o.Delta, report.Warnings)
					}
				}
			}
		}
	}
}

// No rows are refused where their number is public, and are a release like any other where it is private.
func TestSumsOfNoRows(t *testing.T) {
	for adjacency, accepted := range map[method.Adjacency]bool{method.ReplaceOne: false, method.AddRemove: true} {
		options := budget(func(o *Options) { o.Adjacency = adjacency })
		some := readTarget(t, publicSource(t), options, privateTable(3))
		some.sum.Wipe()
		sums, _, err := ReadSums(publicSource(t), options, strings.NewReader(sumsText(some)), nil)
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

// A query has the digest that its sums must have, whatever the budget and the mechanism of the run; sums for another
// radius are refused.
func TestAQueryNamesThePlanOfItsSums(t *testing.T) {
	source := publicSource(t)
	target := readTarget(t, source, budget(func(o *Options) { o.Epsilon, o.Radius = 3, 4 }), privateTable(50))
	for radius, fits := range map[float64]bool{4: true, 5: false, 0: false} {
		query := must.Get(NewQuery(source, Options{Radius: radius}, "duckdb", "people", "", nil))(t)
		if strings.Contains(query, digestOf(target)) != fits {
			t.Errorf("radius %v: the query has the digest: %v", radius, !fits)
		}
	}
	_, _, err := ReadSums(source, budget(func(o *Options) { o.Radius = 5 }), strings.NewReader(sumsText(target)), nil)
	if !isRefused(err, warehouse.CodeOtherPlan) {
		t.Errorf("sums for another radius: %v", err)
	}
	if _, err := NewQuery(source, Options{Features: features.Quadratic}, "duckdb", "people", "", nil); err == nil {
		t.Error("a query for features that it does not have")
	}
}

// With labels the query is for the model that corrects: another base, or none, gives sums that are refused.
func TestAQueryWithLabelsNamesItsBase(t *testing.T) {
	source := publicSource(t)
	digests := map[string]string{}
	for name, o := range map[string]Options{"none": {}, "linear": {UseLabels: true, Base: method.Linear},
		"trees": {UseLabels: true, Base: method.Trees}} {
		fits := 0
		query := must.Get(NewQuery(source, o, "duckdb", "people", "",
			func(string, int64, int64) error { fits++; return nil }))(t)
		if (fits > 0) != o.UseLabels {
			t.Errorf("%s: %d steps of fits are reported", name, fits)
		}
		target := readTarget(t, source, budget(func(own *Options) { own.UseLabels, own.Base = o.UseLabels, o.Base }),
			someLabels(privateTable(50)))
		if !strings.Contains(query, digestOf(target)) {
			t.Errorf("%s: the query has not the digest of its run", name)
		}
		digests[digestOf(target)] = name
		_, _, err := ReadSums(source, budget(func(own *Options) { own.UseLabels, own.Base = true, method.Trees }),
			strings.NewReader(sumsText(target)), nil)
		if other := name != "trees"; other != isRefused(err, warehouse.CodeOtherPlan) || !other && err != nil {
			t.Errorf("%s: sums for the base trees: %v", name, err)
		}
	}
	if len(digests) != 3 {
		t.Errorf("the plans have the digests %v", digests)
	}
}

// A model that SQL does not compute to the last bit corrects no rows of a database, and no report is made of it:
// neither the query nor the reading of its sums begins, and the error says what to choose. The model of a file needs a
// database with numbers of 4 bytes.
func TestModelsThatSQLCannotComputeHaveNoQuery(t *testing.T) {
	stump := must.Get(os.ReadFile("../model/xgboost/testdata/stump.json"))(t)
	source, _ := nonlinearTask(t, false, dataset.AnyTask)
	file := decodeFor(t, source, string(stump))
	refused := func(what string, err error, words string) {
		t.Helper()
		if !isRefused(err, warehouse.CodeBadOption) || !strings.Contains(err.Error(), words) {
			t.Errorf("%s: %v", what, err)
		}
	}
	for what, o := range map[string]Options{"labels": {UseLabels: true}, "report": {Release: release.Report}} {
		o.Base = method.Smooth
		_, err := NewQuery(source, o, "duckdb", "people", "", nil)
		refused(what, err, "Choose the base linear or trees")
		o.Epsilon, o.Delta = 1, 1e-6
		_, _, err = ReadSums(source, o, strings.NewReader("privadapt-sums 1"), nil)
		refused(what, err, "Choose the base linear or trees")
		o.Base, o.BaseFile, o.BaseFileURL = method.File, file, "https://example.org/model.json"
		if _, err := NewQuery(source, o, "spark", "people", "", nil); err != nil {
			t.Errorf("%s: %v", what, err)
		}
	}
}
