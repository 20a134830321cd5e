//go:build linux

package warehouse

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"privadapt/core/adapt/plan"
	"privadapt/core/data/dataset"
	"privadapt/core/internal/private/tally"
	"privadapt/core/must"
	"privadapt/core/release"
	"privadapt/core/release/appraisal"
	"privadapt/core/terms/method"
)

// reportPlan is the plan of a report about the public model of a base, divided by the ward if grouped, and the rows as
// the file reader has them.
func reportPlan(t testing.TB, source *dataset.Source, base method.Base, group string) (Plan, *plan.Report) {
	t.Helper()
	p := must.Get(plan.New(plan.Options{Epsilon: 1, Delta: 1e-6, Release: release.Report, Base: base, GroupBy: group},
		source))(t)
	r := must.Get(p.PrepareReport(nil))(t)
	return Plan{
		Source: source,
		Map:    p.Map,
		Grid:   p.Grid,
		Report: &Report{Model: r.Model(), Digest: r.Stated.ModelSHA256, Layout: r.Layout, Group: r.Group()},
	}, r
}

// readerCounts are the counts of the file reader, as package adapt has them.
func readerCounts(t testing.TB, p Plan, r *plan.Report, file string) (counts *tally.Sum, rows, labelled int64) {
	t.Helper()
	reader := must.Get(dataset.Labelled(strings.NewReader(file), p.Source.Schema))(t)
	width := len(p.Source.Schema.Used())
	counts = tally.New(p.Report.Layout)
	for cells := make([]float64, width+1); reader.Next(cells); rows++ {
		row := r.Row(cells[:width], cells[width])
		if counts.Add(row); row.Labelled {
			labelled++
		}
	}
	return counts, rows, labelled
}

// differentCounts counts the cells in which two sums differ.
func differentCounts(a, b *tally.Sum) (cells int) {
	for k := range a.Len() {
		if a.Cell(k) != b.Cell(k) {
			cells++
		}
	}
	return cells
}

// counts are what a query returns in a database.
func (d database) counts(t *testing.T, p Plan, prepare string) (*tally.Sum, int64, int64) {
	t.Helper()
	query := must.Get(p.Query(d.dialect, "people", ""))(t)
	out := must.Get(d.run(t, prepare+query))(t)
	counts, rows, labelled, err := ReadCounts(strings.NewReader(out), p)
	if err != nil {
		t.Fatal(err)
	}
	return counts, rows, labelled
}

func sameReport(t *testing.T, what string, d database, p Plan, r *plan.Report, file string) {
	t.Helper()
	header, _, _ := strings.Cut(file, "\n")
	want, rows, labelled := readerCounts(t, p, r, file)
	got, gotRows, gotLabelled := d.counts(t, p,
		"DROP TABLE IF EXISTS people;\n"+d.load("people", writeFile(t, "rows.csv", file), strings.Split(header, ",")))
	if labelled == 0 || labelled == rows {
		t.Errorf("%s: %d rows, %d of them with a label: the table tests nothing", what, rows, labelled)
	}
	if n := differentCounts(got, want); n != 0 || gotRows != rows || gotLabelled != labelled {
		t.Errorf("%s: %d of %d counts differ; %d rows, %d with a label, want %d and %d", what, n, want.Len(), gotRows,
			gotLabelled, rows, labelled)
	}
}

// The counts of a database are the file reader's, bit for bit: of numbers, two and three classes, with linear
// models, models with products and trees, with and without groups, with odd cells and odd labels.
func TestDatabasesGiveTheReadersCounts(t *testing.T) {
	found := databases(t)
	for _, of := range []struct {
		classes int
		base    method.Base
		group   string
	}{{0, method.Linear, "ward"}, {0, method.Quadratic, ""}, {0, method.Trees, ""}, {2, method.Linear, ""},
		{2, method.Trees, "ward"}, {3, method.Linear, "ward"}, {3, method.Trees, ""}} {
		source := readLabelled(t, labelledRows(400, of.classes, false, 1))
		file := labelledRows(1500, of.classes, true, 2)
		p, r := reportPlan(t, source, of.base, of.group)
		for _, d := range found {
			sameReport(t, fmt.Sprintf("%s, %d classes, base %s, by %q", d.dialect, of.classes, of.base, of.group), d, p, r,
				file)
		}
	}
}

// On real tasks too.
func TestRealReportsAreTheReaders(t *testing.T) {
	const folder = "../../../shared/data"
	if _, err := os.Stat(folder); err != nil {
		t.Skipf("the real tasks are not at %s", folder)
	}
	for _, d := range databases(t) {
		for name, base := range map[string]method.Base{
			"autompg_us_to_abroad": method.Trees, "german_credit_older_to_younger": method.Linear,
			"powerplant_tilt_hot": method.Quadratic,
		} {
			file := must.Get(os.ReadFile(filepath.Join(folder, name, "source.csv")))(t)
			source := readLabelled(t, string(file))
			p, r := reportPlan(t, source, base, "")
			sameReport(t, fmt.Sprintf("%s, %s, base %s", d.dialect, name, base), d, p, r,
				injected(t, file, withLabelColumn(source.Schema), 7))
		}
	}
}

// oneRow checks that counts are one row's: Unit² non-negative parts in the table of all rows and as many in one
// group's.
func oneRow(what string, t *testing.T, l appraisal.Layout, counts *tally.Sum) {
	t.Helper()
	tables := make([]int64, 1+l.Groups)
	for k := range counts.Len() {
		if counts.Cell(k) < 0 {
			t.Errorf("%s has a negative part", what)
		}
		tables[k/l.Table()] += counts.Cell(k)
	}
	whole := 0
	for _, v := range tables {
		if v == appraisal.Unit*appraisal.Unit {
			whole++
		} else if v != 0 {
			t.Errorf("%s has %d parts in a table", what, v)
		}
	}
	if whole != l.Tables() || tables[0] == 0 {
		t.Errorf("%s counts in the tables %v", what, tables)
	}
}

// Whatever is in the columns and the label of a row, it is one row of the counts, as the sensitivity demands, and the
// one that the file reader makes of it.
func TestNoRowIsMoreThanOneInTheCounts(t *testing.T) {
	found := databases(t)
	for _, of := range []struct {
		base          method.Base
		classes, rows int
	}{{method.Linear, 0, 24}, {method.Linear, 3, 12}, {method.Trees, 2, 6}} {
		p, r := reportPlan(t, readLabelled(t, labelledRows(150, of.classes, false, 41)), of.base, "ward")
		file := hostileLabelled(of.rows, 1, of.classes, 42)
		lines := strings.SplitAfter(strings.TrimSuffix(file, "\n"), "\n")
		numbered, queries := strings.TrimSpace(lines[0])+",number\n", []string(nil)
		for i, line := range lines[1:] {
			numbered += fmt.Sprintf("%s,%d\n", strings.TrimSuffix(line, "\n"), i)
		}
		for _, d := range found {
			queries = nil
			for i := range lines[1:] {
				query := must.Get(p.Query(d.dialect, "people", fmt.Sprintf("number = '%d'", i)))(t)
				queries = append(queries, query)
			}
			header, _, _ := strings.Cut(numbered, "\n")
			prepare := "DROP TABLE IF EXISTS people;\n" + d.load("people", writeFile(t, "rows.csv", numbered),
				strings.Split(header, ","))
			returned := strings.Split(strings.TrimSpace(d.answers(t, prepare, queries)), "\n")
			if len(returned) != len(queries) {
				t.Fatalf("%d results from %d queries", len(returned), len(queries))
			}
			for i, text := range returned {
				what := fmt.Sprintf("%s, %d classes, base %s: the row %q", d.dialect, of.classes, of.base, lines[1+i])
				got, rows, _, err := ReadCounts(strings.NewReader(text), p)
				if err != nil || rows != 1 {
					t.Fatalf("%s: %d rows: %v", what, rows, err)
				}
				oneRow(what, t, p.Report.Layout, got)
				if want, _, _ := readerCounts(t, p, r, lines[0]+lines[1+i]); differentCounts(got, want) != 0 {
					t.Errorf("%s is another one", what)
				}
			}
		}
	}
}

// In a database whose floating point is broken a row is one row all the same: its parts are limited in whole numbers.
func TestABrokenArithmeticIsOneRow(t *testing.T) {
	const header, row = "dose,weight,rate,day,ward,y\n", "1,1000,1,2012-01-01,south,1.5\n"
	p, r := reportPlan(t, readLabelled(t, labelledRows(150, 0, false, 41)), method.Linear, "ward")
	want, _, _ := readerCounts(t, p, r, header+row)
	for _, d := range databases(t) {
		query := must.Get(p.Query(d.dialect, "people", ""))(t)
		for _, factor := range []string{"1e9", "-1e9"} {
			broken := strings.ReplaceAll(query, " / w", " * "+factor+" / w")
			if strings.Count(query, " / w") != 2 {
				t.Fatal("the parts are not in the query")
			}
			out := must.Get(d.run(
				t,
				"DROP TABLE IF EXISTS people;\n"+d.load("people", writeFile(t, "rows.csv", header+row),
					strings.Split(strings.TrimSpace(header), ","))+broken,
			))(t)
			got, rows, labelled, err := ReadCounts(strings.NewReader(out), p)
			if err != nil || rows != 1 || labelled != 1 {
				t.Fatalf("%s: %d rows, %d with a label: %v", d.dialect, rows, labelled, err)
			}
			if oneRow(string(d.dialect), t, p.Report.Layout, got); differentCounts(got, want) == 0 {
				t.Errorf("%s: nothing was broken", d.dialect)
			}
		}
	}
}
