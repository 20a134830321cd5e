package adapt

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"privadapt/core/data/dataset"
	"privadapt/core/must"
	"privadapt/core/release/appraisal"
	"privadapt/core/terms/method"
)

func cellsOf(target *Target) []int64 {
	cells := make([]int64, target.counts.Len())
	for k := range cells {
		cells[k] = target.counts.Cell(k)
	}
	return cells
}

// What a record adds to the counts does not depend on any other record, whatever is in them: one row, in parts that are
// not negative, to the table of all rows and to one group's table.
func TestARowOfAReportIsAFunctionOfItsRecord(t *testing.T) {
	rng := rand.New(rand.NewPCG(71, 72))
	for _, task := range []dataset.Task{dataset.Regression, dataset.Classification} {
		source, table := labelledTask(t, 60, task)
		records := spoilt(rng, table, `""""`)
		o := reporting(func(o *Options) { o.GroupBy, o.Adjacency = "c", method.AddRemove })
		read := func(records ...string) *Target {
			return readTarget(t, source, o, "a,b,c,y\n"+strings.Join(records, "\n")+"\n")
		}
		all, total := cellsOf(read(records...)), []int64(nil)
		for _, record := range records {
			target := read(record)
			one := cellsOf(target)
			report := must.Get(target.plan.PrepareReport(nil))(t)
			size := report.Layout.Table()
			if total == nil {
				total = make([]int64, len(one))
			}
			var sums [4]int64
			for k, v := range one {
				total[k] += v
				sums[k/size] += v
				if v < 0 {
					t.Fatalf("%q adds %d to cell %d", record, v, k)
				}
			}
			const whole = appraisal.Unit * appraisal.Unit
			if sums[0] != whole || sums[1]+sums[2]+sums[3] != whole || slices.Max(sums[1:]) != whole {
				t.Errorf("%q adds %v", record, sums)
			}
		}
		if !slices.Equal(all, total) {
			t.Errorf("the counts of a file are not the total of its records")
		}
	}
}

// Neighbours that differ in one row, broken in any way, its label included, have one outcome in everything but the
// counts.
func TestNeighboursWithABrokenRowOfAReport(t *testing.T) {
	rng := rand.New(rand.NewPCG(73, 74))
	compareSpoilt(t, rng, 2, func() Options {
		return reporting(func(o *Options) {
			o.Adjacency, o.GroupBy = method.Adjacencies[rng.IntN(2)], []string{"", "c"}[rng.IntN(2)]
		})
	})
}

// Every cell has noise, drawn in parts of a row, so that hardly any is exact by chance: of the cells of six runs three
// or more are with a probability below 1e-9. Neither is the sum of all, or only in a few runs.
func TestEveryCountOfAReportIsNoisy(t *testing.T) {
	source, table := labelledTask(t, 300, dataset.Regression)
	table += strings.Repeat("1,1,red,\n", 100)
	for _, a := range method.Adjacencies {
		o := reporting(func(o *Options) { o.Adjacency, o.Epsilon, o.GroupBy = a, 5, "c" })
		exact := cellsOf(readTarget(t, source, o, table))
		same, exactSums := 0, 0
		for range 6 {
			r := adapted(t, source, o, table)
			sum := 0.0
			for k, v := range r.Values.Counts {
				if v == float64(exact[k])/(appraisal.Unit*appraisal.Unit) {
					same++
				}
				sum += v
			}
			if sum == 800 {
				exactSums++
			}
		}
		if same > 2 || exactSums > 2 {
			t.Errorf("%s: %d cells and %d sums are exact", a, same, exactSums)
		}
	}
}

// Under either adjacency the number of labels is nowhere in a report but in the noisy counts. Under add-remove the
// number of rows is nowhere else either: documents, charges and warnings of files with another number of labels,
// and under add-remove of rows, down to none, are the same.
func TestAReportKeepsItsNumbersPrivate(t *testing.T) {
	source, table := labelledTask(t, 200, dataset.Regression)
	lines := strings.SplitAfter(table, "\n")
	unlabelled := strings.Builder{}
	for i, line := range lines {
		if i > 0 && line != "" {
			line = line[:strings.LastIndex(line, ",")] + ",\n"
		}
		unlabelled.WriteString(line)
	}
	for a, tables := range map[method.Adjacency][]string{
		method.ReplaceOne: {table, unlabelled.String()},
		method.AddRemove:  {table, unlabelled.String(), strings.Join(lines[:150], ""), lines[0]},
	} {
		var seen []string
		for _, file := range tables {
			target := readTarget(t, source, reporting(func(o *Options) { o.Adjacency, o.GroupBy = a, "c" }), file)
			charged := Charge{}
			r := must.Get(target.Adapt(engine, func(c Charge) error { charged = c; return nil }, nil))(t)
			if (r.Certificate.N == 0) != (a == method.AddRemove) {
				t.Errorf("%s: n = %d", a, r.Certificate.N)
			}
			seen = append(seen, fmt.Sprint(target.Warnings(), charged, len(r.Values.Counts), string(publicPart(t, r))))
		}
		if len(slices.Compact(seen)) != 1 {
			t.Errorf("%s: the public parts differ:\n%s", a, strings.Join(seen, "\n"))
		}
	}
}

// Under add-remove the number of rows that a report states is 1 at least, as a verifier requires: a report on hardly
// any rows is charged, and would else be refused. Without rows half of the draws sum to less.
func TestAReportStatesOneRowAtLeast(t *testing.T) {
	source, _ := labelledTask(t, 1, dataset.Regression)
	target := readTarget(t, source, reporting(func(o *Options) { o.Adjacency = method.AddRemove }), "a,b,c,y\n")
	cut := 0
	for range 60 {
		r := must.Get(target.Copy().Adapt(engine, free, nil))(t)
		if !(r.Certificate.RowsEstimate >= 1) {
			t.Fatalf("%v rows are stated", r.Certificate.RowsEstimate)
		}
		if r.Certificate.RowsEstimate == 1 {
			cut++
		}
	}
	if cut == 0 { // a chance below 2⁻⁶⁰
		t.Error("no draw summed to less than 1")
	}
}

// sameCounts reports whether two readings have the same rows in the same places.
func sameCounts(a, b *Target) bool {
	return a.sum.Rows == b.sum.Rows && slices.Equal(cellsOf(a), cellsOf(b))
}
