//go:build !js

package adapt

import (
	"fmt"
	"math"
	"math/big"
	"os"
	"reflect"
	"strings"
	"testing"

	"privadapt/core/data/dataset"
	"privadapt/core/internal/private/moment"
	"privadapt/core/must"
	"privadapt/core/release"
	"privadapt/core/release/appraisal"
	"privadapt/core/terms"
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
	size, places := l.Table(), 0
	if a := report.Averages; a != nil {
		places = 1 + len(a.Residuals)
		size = len(a.Predictions) * places
	}
	numbers := make([][4]int64, max(1, l.Groups)*size)
	lower := func(shares []int64) (node int, upper int64) {
		for shares[node] == 0 {
			node++
		}
		return node, appraisal.Unit*appraisal.Unit - shares[node]
	}
	width, scores := len(target.plan.Source.Schema.Used()), make([]float64, 1)
	for cells := make([]float64, width+1); rows.Next(cells); {
		report.Model().Predict(scores, cells[:width])
		list := report.Rows(cells[:width], cells[width], scores)
		row, at := list[0], 0
		if l.Groups > 0 {
			at = row.Group * size
		}
		var parts [2]int64
		if report.Averages != nil {
			for i, row := range list {
				if node := 0; row.Labelled {
					node, parts[i] = lower(row.Shares)
					at += []int{node * places, 1 + node}[i]
				}
			}
			numbers[at][3] -= parts[0] * parts[1] // which is 0
		} else if row.Labelled {
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

// Sums of a database are those of the rows, and are charged at their price, for every mechanism and both adjacencies.
// TestEveryWayOutOverwritesTheSums has that they are wiped.
func TestSumsAreChargedAsRowsAre(t *testing.T) {
	ofFiles := map[string]string{}
	everyReading(t, func(name string, _ Options, read func() *Target) {
		target := read()
		exact, charged := target.exact(), Charge{}
		if target.counts != nil { // beside which a file has sums for its owner
			exact = fmt.Sprint(cellsOf(target))
		}
		must.Get(target.Adapt(engine, func(c Charge) error { charged = c; return nil }, nil))(t)
		way := strings.TrimSuffix(strings.TrimSuffix(name, " of a file"), " of a database")
		told := fmt.Sprint(exact, charged)
		if seen, ok := ofFiles[way]; ok && seen != told {
			t.Errorf("%s: %s, and of the file %s", name, told, seen)
		}
		ofFiles[way] = told
	})
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
	refuses(t, "sums for another radius", err, warehouse.CodeOtherPlan, "")
}

// A model that SQL does not compute to the last bit corrects no rows of a database, and no report is made of it:
// neither the query nor the reading of its sums begins, and the error says what to choose. The model of a file has no SQL.
func TestModelsThatSQLCannotComputeHaveNoQuery(t *testing.T) {
	stump := must.Get(os.ReadFile("../model/trees/testdata/stump.json"))(t)
	source, _ := nonlinearTask(t, false, dataset.AnyTask)
	file := decodeFor(t, source, string(stump))
	for what, o := range map[string]Options{"labels": {UseLabels: true}, "report": {Release: release.Report},
		"estimate": {Release: release.Estimate}} {
		o.Base = method.Smooth
		_, err := NewQuery(source, o, "duckdb", "people", "", nil)
		refuses(t, what, err, warehouse.CodeBadOption, "Choose the base linear or trees")
		o.Epsilon, o.Delta = 1, 1e-6
		_, _, err = ReadSums(source, o, strings.NewReader("privadapt-sums 1"), nil)
		refuses(t, what, err, warehouse.CodeBadOption, "Choose the base linear or trees")
		o.Base, o.BaseFile, o.BaseFileURL = method.File, file, "https://example.org/model.json"
		_, err = NewQuery(source, o, "spark", "people", "", nil)
		refuses(t, what, err, warehouse.CodeBadOption, "choose another base")
	}
}

// Labels change nothing of what the owner is told of the columns: it is of all rows, with a label or without one, of a
// file and of a database.
func TestShiftsAreOfAllRowsWhateverTheirLabels(t *testing.T) {
	source, table := publicSource(t), labelledTable(300)
	shiftsOf := func(labels bool) (ofFile, ofSums []ColumnShift) {
		options := budget(func(o *Options) { o.UseLabels, o.Base, o.Radius = labels, method.Linear, 50 }) // no row is clipped
		target, report := must.Both(ReadTarget(source, options, filesOf(table), nil))(t)
		_, again := must.Both(ReadSums(source, options, strings.NewReader(sumsText(target)), nil))(t)
		return report.Shifts, again.Shifts
	}
	file, sums := shiftsOf(false)
	labelledFile, labelledSums := shiftsOf(true)
	for name, shifts := range map[string][]ColumnShift{
		"a database": sums, "a file with labels": labelledFile, "a database with labels": labelledSums,
	} {
		if len(file) != 2 || len(shifts) != len(file) {
			t.Fatalf("%s: %d columns, want %d", name, len(shifts), len(file))
		}
		for k, want := range file {
			if got := shifts[k]; got.Name != want.Name || math.Abs(got.Shift-want.Shift) > 1e-6 {
				t.Errorf("%s: %+v, want %+v", name, got, want)
			}
		}
	}
}

// The sums that a database returns for people are the file's, and their owner is told the same numbers.
func TestSumsOfPeopleAreThoseOfTheFile(t *testing.T) {
	table := named(labelledTable(400), func(i int) string { return []string{"", "a", "b", fmt.Sprint(i % 50)}[i%4] })
	for _, way := range []string{"moment", "labels"} {
		o := budget(ways[way])
		o.Unit = "who"
		want, told := must.Both(readPeople(t, o, table))(t)
		got, report, err := ReadSums(publicSource(t), o, strings.NewReader(peopleText(want, told)), nil)
		if err != nil {
			t.Fatalf("%s: %v", way, err)
		}
		sameTargets(t, way, got, want)
		if *report.People != *told.People || report.Rows != told.Rows || report.MostRows != told.MostRows ||
			report.NamelessRows != told.NamelessRows || way == "labels" && *report.LabelledRows != *told.LabelledRows {
			t.Errorf("%s: %+v, want %+v", way, report, told)
		}
	}
}

// What δ and a receiver's bounds are compared with is the number of people, of sums of a database as of their file: a
// run that they refuse is not charged, and no other is refused.
func TestSumsOfPeopleAreHeldToTheirNumber(t *testing.T) {
	table := named(labelledTable(400), func(i int) string { return fmt.Sprint(i % 40) })
	for _, way := range []string{"moment", "labels"} {
		o := budget(ways[way])
		o.Unit = "who"
		of, told, err := readPeople(t, o, table)
		if err != nil || *told.People != 40 {
			t.Fatal(err, told)
		}
		text := peopleText(of, told)
		for _, c := range []struct {
			delta    float64
			receiver *terms.Receiver
			refused  string
		}{
			{0.0249, nil, ""},
			{0.025, nil, "bad-delta"},
			{o.Delta, &terms.Receiver{Terms: terms.Terms{RowsMin: 40, RowsMax: 40}}, ""},
			{o.Delta, &terms.Receiver{Terms: terms.Terms{RowsMin: 41}}, "refused-by-receiver"},
			{o.Delta, &terms.Receiver{Terms: terms.Terms{RowsMax: 39}}, "refused-by-receiver"},
		} {
			own := o
			own.Delta, own.Receiver = c.delta, c.receiver
			_, _, ofFile := readPeople(t, own, table)
			_, _, ofSums := ReadSums(publicSource(t), own, strings.NewReader(text), nil)
			for where, err := range map[string]error{"the file": ofFile, "the sums": ofSums} {
				if (err == nil) != (c.refused == "") || err != nil && !isRefused(err, c.refused) {
					t.Errorf("%s, δ = %v, %+v: of %s %v", way, c.delta, c.receiver, where, err)
				}
			}
		}
	}
}

// peopleText is what a database returns for the people of a target.
func peopleText(t *Target, told OwnerReport) string {
	var b strings.Builder
	b.WriteString(checkText(t))
	order := t.sum.Order
	if t.labelled != nil {
		order = t.labelled.Order
	}
	fmt.Fprintf(&b, "privadapt-sums 1 %s %d", digestOf(t), order-1)
	group := func(sum *moment.Sum, rows, people, most, nameless int64) {
		fmt.Fprintf(&b, " %d %d %d %d", rows, people, most, nameless)
		for i := range order {
			for j := i; j < order; j++ {
				if j < sum.Order {
					fmt.Fprintf(&b, " %v", sum.Entry(i, j))
				} else {
					b.WriteString(" 0")
				}
			}
		}
	}
	rows := int64(told.Rows)
	if t.labelled != nil {
		rows -= *told.LabelledRows
		group(t.labelled, *told.LabelledRows, 0, 1, 0)
	}
	group(t.sum, rows, *told.People, told.MostRows, told.NamelessRows)
	return b.String() + " end"
}

// The sums of a database are refused as rows are.
func TestWhatAReceiverRefusesOfSumsIsNotCharged(t *testing.T) {
	source, o := publicSource(t), budget(func(o *Options) { o.Release = release.Moments })
	text := sumsText(readTarget(t, source, o, privateTable(200)))
	for rows, want := range map[int64]bool{199: false, 200: true} {
		o.Receiver = &terms.Receiver{Terms: terms.Terms{RowsMax: rows}}
		_, _, err := ReadSums(source, o, strings.NewReader(text), nil)
		if (err == nil) != want || err != nil && !isRefused(err, "refused-by-receiver") {
			t.Errorf("at most %d rows: %v", rows, err)
		}
	}
	o.Receiver = &terms.Receiver{Terms: terms.Terms{Release: release.Weights}}
	if _, _, err := ReadSums(source, o, unread{t}, nil); err == nil {
		t.Error("sums for another kind of release are read")
	}
}

// The owner of sums is told what the query counted beside them.
func TestTheOwnerOfSumsIsToldOfTheirCheck(t *testing.T) {
	rows := readTarget(t, publicSource(t), budget(nil), privateTable(50))
	text := strings.Replace(sumsText(rows), "privadapt-check 0 0 0 0", "privadapt-check 7 0 11 13", 1)
	_, report, err := ReadSums(publicSource(t), budget(nil), strings.NewReader(text), nil)
	if want := map[string]int{"age": 7, "income": 11}; err != nil || report.RepairedCells != 18 ||
		report.ClippedRows != 13 || !reflect.DeepEqual(report.RepairedByColumn, want) {
		t.Errorf("%v: %+v", err, report)
	}
}
