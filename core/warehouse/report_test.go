//go:build linux

package warehouse

import (
	"errors"
	"fmt"
	"math"
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

// refusedCounts expects a refusal with a code.
func refusedCounts(t *testing.T, what string, err error, code string) {
	t.Helper()
	var refused *Error
	if !errors.As(err, &refused) || refused.Code != code {
		t.Errorf("%s: %v", what, err)
	}
}

// countsText is a text of counts of a plan, whose first numbers are given and whose others are 0.
func countsText(p Plan, numbers ...string) string {
	for len(numbers) < numbersOfCell*p.Report.cells() {
		numbers = append(numbers, "0")
	}
	return fmt.Sprintf("privadapt-sums 1 %s %d %s end", p.Digest(), p.Report.cells(), strings.Join(numbers, " "))
}

// Counts for another model, other places or another group are refused, as are sums in the place of counts.
func TestCountsOfAnotherPlanAreRefused(t *testing.T) {
	source := readLabelled(t, labelledRows(150, 0, false, 41))
	p, _ := reportPlan(t, source, method.Linear, "ward")
	if _, _, _, err := ReadCounts(strings.NewReader(countsText(p)), p); err != nil {
		t.Fatal(err)
	}
	for what, change := range map[string]func(*Report){
		"model":  func(r *Report) { r.Digest = strings.Repeat("0", 64) },
		"places": func(r *Report) { r.Layout.Residuals = appraisal.ResidualNodes(2) },
		"group":  func(r *Report) { r.Group-- },
	} {
		own := *p.Report
		change(&own)
		other := p
		other.Report = &own
		_, _, _, err := ReadCounts(strings.NewReader(countsText(other)), p)
		refusedCounts(t, what, err, CodeOtherPlan)
	}
	sums := p
	sums.Report = nil
	_, _, _, err := ReadCounts(strings.NewReader(strings.Replace(countsText(p), p.Digest(), sums.Digest(), 1)), p)
	refusedCounts(t, "sums", err, CodeOtherPlan)
}

// Counts that no rows have are refused, and so is what is not whole.
func TestCountsThatNoRowsHaveAreRefused(t *testing.T) {
	p, _ := reportPlan(t, readLabelled(t, labelledRows(150, 0, false, 41)), method.Linear, "")
	cell := func(rows, first, second, both string) []string { // of the first cell with a label
		return []string{"0", "0", "0", "0", rows, first, second, both}
	}
	for what, numbers := range map[string][]string{
		"rows":           cell("2", "2048", "0", "0"),
		"parts together": cell("2", "1500", "1500", "974848"),
		"none":           cell("0", "0", "0", "0"),
	} {
		if _, rows, _, err := ReadCounts(strings.NewReader(countsText(p, numbers...)), p); err != nil ||
			fmt.Sprint(rows) != numbers[4] {
			t.Errorf("%s: %d rows, %v", what, rows, err)
		}
	}
	last := make([]string, numbersOfCell*p.Report.cells())
	for k := range last {
		last[k] = "0"
	}
	last[len(last)-4], last[len(last)-3] = "1", "5"
	for what, numbers := range map[string][]string{
		"fewer than no rows":              {"-1", "0", "0", "0"},
		"parts of rows without a label":   {"1", "1", "0", "0"},
		"more parts than rows have":       cell("1", "1025", "0", "0"),
		"fewer than no parts":             cell("1", "-1", "0", "0"),
		"parts of no rows":                cell("0", "1", "1", "1"),
		"products above what parts have":  cell("1", "500", "500", "512001"),
		"products below what parts have":  cell("1", "1000", "1000", "1"),
		"parts after the last node":       last,
		"more rows than any table's":      {"9000000000000000000", "0", "0", "0"},
		"a number that no table's is":     {"99999999999999999999", "0", "0", "0"},
		"a number that wraps around to 1": {"-18446744073709551615", "0", "0", "0"},
		"products that wrap around":       cell("1", "0", "0", "9223372036854775807"),
		"rows in all cells that are many": cell("4398046511104", "0", "0", "1"),
	} {
		_, _, _, err := ReadCounts(strings.NewReader(countsText(p, numbers...)), p)
		refusedCounts(t, what, err, CodeBadSums)
	}
	whole := countsText(p)
	for _, text := range []string{"", whole[:len(whole)-8], whole + whole, strings.Replace(whole, " 0 end", " end", 1),
		strings.Replace(whole, " 0 end", " 0 0 end", 1), strings.Replace(whole, " 0 end", " x end", 1)} {
		_, _, _, err := ReadCounts(strings.NewReader(text), p)
		refusedCounts(t, "what is not whole", err, CodeBadSums)
	}
}

// A number is below a limit of a file's tree where its rounding to 4 bytes is: at the border, for limits of all sizes.
func TestNumbersBelowALimitOfAFile(t *testing.T) {
	for _, limit := range float32s() {
		most := largestBelow(limit)
		if next := nextAfter(most); !(float32(most) < limit) || float32(next) < limit {
			t.Errorf("%v: %v is said to be the largest below it; the next is %v", limit, most, next)
		}
	}
}

// float32s are numbers of 4 bytes of every exponent, and those at the ends of each.
func float32s() (all []float32) {
	for bits := uint32(0); bits < 0x7f800000; bits += 1 << 21 {
		for _, own := range []uint32{bits, bits + 1, bits + 0x1234, bits | 1<<31, (bits + 1) | 1<<31} {
			all = append(all, math.Float32frombits(own))
		}
	}
	return append(all, math.MaxFloat32, -math.MaxFloat32, math.SmallestNonzeroFloat32)
}

func nextAfter(v float64) float64 { return math.Nextafter(v, math.Inf(1)) }
