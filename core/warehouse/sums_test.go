//go:build linux

package warehouse

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"privadapt/core/adapt/plan"
	"privadapt/core/data/dataset"
	"privadapt/core/data/grid"
	"privadapt/core/internal/private/moment"
	"privadapt/core/internal/private/tally"
	"privadapt/core/model/basemodel"
	"privadapt/core/must"
	"privadapt/core/release"
	"privadapt/core/release/appraisal"
	"privadapt/core/terms/method"
)

// What a database adds up is what the file reader adds up, and no row weighs more than one row may.

// injected returns a CSV file with odd cells in a tenth of the cells of every fifth record.
func injected(t testing.TB, file []byte, s dataset.Schema) string {
	t.Helper()
	records := must.Get(csv.NewReader(bytes.NewReader(file)).ReadAll())(t)
	r := rand.New(rand.NewPCG(7, 19))
	kinds := map[string]dataset.Kind{s.Label: dataset.Numeric}
	if s.Classes != nil {
		kinds[s.Label] = dataset.Categorical
	}
	for _, c := range s.Columns {
		kinds[c.Name] = c.Kind
	}
	for i, record := range records {
		for j := range record {
			switch odd := i%5 == 1 && r.IntN(10) == 0; {
			case odd && kinds[records[0][j]] == dataset.Numeric:
				record[j] = pick(r, oddNumbers...)
			case odd && kinds[records[0][j]] == dataset.Categorical:
				record[j] = pick(r, oddLevels...)
			}
		}
	}
	var out bytes.Buffer
	must.Do(t, csv.NewWriter(&out).WriteAll(records))
	return out.String()
}

// On every real task the sums of a database are the file reader's, bit for bit, without labels and with them: with text
// columns that hold NULL, NaN, infinities, texts, unseen categories, denormal and huge numbers, and with a radius that
// half of the rows exceed.
func TestDatabasesGiveTheReadersSums(t *testing.T) {
	const folder = "../../../shared/data"
	paths := must.Get(filepath.Glob(filepath.Join(folder, "*", "source.csv")))(t)
	if len(paths) == 0 {
		t.Skipf("the real tasks are not at %s", folder)
	}
	bases := map[string][]method.Base{
		"airfoil_tilt":                   {method.Linear, method.Trees},
		"german_credit_older_to_younger": {method.Linear, method.Trees},
		"adult_private_to_others":        {method.Linear},
		"wine_red_to_white":              {method.Linear, method.Trees},
		"powerplant_tilt_hot":            {method.Trees},
	}
	found := databases(t)
	for _, path := range paths {
		task := filepath.Base(filepath.Dir(path))
		if testing.Short() && task != "airfoil_tilt" && task != "german_credit_older_to_younger" {
			continue // numbers, and categories with classes
		}
		file := must.Get(os.ReadFile(path))(t)
		source := readSource(t, string(file))
		target := must.Get(os.ReadFile(filepath.Join(filepath.Dir(path), "target.csv")))(t)
		rows, labelled := injected(t, target, source.Schema), injected(t, file, source.Schema)
		for _, d := range found {
			for _, factor := range []float64{1, 0.6} {
				p := planOf(t, source, factor)
				want, _ := readerSums(t, p, rows)
				sameSums(t, fmt.Sprintf("%s, %s, radius times %v", d.dialect, task, factor), d.ask(t, p, rows), p, want)
			}
			for _, base := range bases[task] {
				p := labelledPlan(t, source, base, 0)
				want, _ := readerSums(t, p, labelled)
				sameSums(t, fmt.Sprintf("%s, %s, base %s", d.dialect, task, base), d.ask(t, p, labelled), p, want)
			}
		}
	}
}

// asked are the kinds of plans that the next tests ask databases about; the first three in short tests.
var asked = []struct {
	base    method.Base
	classes int
	group   string // of a report
}{
	{method.Linear, 0, "ward"}, {method.Trees, 2, "ward"}, {method.Linear, 3, "ward"},
	{method.Trees, 0, ""}, {method.Linear, 2, ""}, {method.Trees, 3, ""},
}

// The sums of rows with a label and of rows without are the file reader's, bit for bit: numbers and classes,
// with linear models and trees, with odd cells and odd labels, and with a radius that many rows
// exceed. So are the counts of a report and of estimates, with and without groups.
func TestDatabasesGiveTheReadersSumsOfLabels(t *testing.T) {
	found := databases(t)
	for i, of := range asked {
		if testing.Short() && i == 3 {
			break
		}
		source := readSource(t, labelledRows(500, of.classes, false, 1))
		file := labelledRows(1500, of.classes, true, 2)
		p := labelledPlan(t, source, of.base, 3)
		want, _ := readerSums(t, p, file)
		for _, d := range found {
			sameSums(t, fmt.Sprintf("%s, %+v", d.dialect, of), d.ask(t, p, file), p, want)
		}
		for _, o := range []plan.Options{{Release: release.Report}, {Release: release.Estimate}, {Release: release.Estimate, UseLabels: true}} {
			if o.Base, o.GroupBy = of.base, of.group; o.Release == release.Estimate && of.classes > 2 {
				continue
			}
			counted, r := countedPlan(t, source, o)
			counts, rows, labelled := readerCounts(t, counted, r, file)
			if reads := o.Release == release.Report || o.UseLabels; want.without.Rows == 0 || reads && labelled != want.with.Rows {
				t.Fatalf("%+v: %d rows with a label, %d without: the table tests nothing", of, labelled, want.without.Rows)
			}
			for _, d := range found {
				what := fmt.Sprintf("%s, %+v, %s, labels %v", d.dialect, of, o.Release, o.UseLabels)
				got, gotRows, gotLabelled, err := ReadCounts(strings.NewReader(d.ask(t, counted, file)), counted)
				if err != nil {
					t.Errorf("%s: %v", what, err)
				} else if n := differentCounts(got, counts); n != 0 || gotRows != rows || gotLabelled != labelled {
					t.Errorf("%s: %d counts differ; %d rows, %d with a label, want %d and %d", what, n, gotRows, gotLabelled, rows, labelled)
				}
			}
		}
	}
}

// oddNames are names that something may take for one another, for no name, or for SQL.
var oddNames = []string{
	"", " ", "NA", "null", "?", "a", "A", " a", "a\t", "\u00a0a", "b\u2007", "\u00e9", "e\u0301", "1", "1.0", "01", "+1", "nan", "__proto__",
	"';--", `"`, "x\ny", strings.Repeat("long ", 200), "\u0130",
}

// withPeople puts a column "who" in front of a table: the first person has one row, the second two, and so on until the
// last has what is left, in a random order.
func withPeople(table string) string {
	lines := strings.Split(strings.TrimSuffix(table, "\n"), "\n")
	var names []string
	for k := 0; len(names) < len(lines)-1; k++ {
		name := fmt.Sprintf("patient %d", k)
		if k < len(oddNames) {
			name = oddNames[k]
		}
		names = append(names, slices.Repeat([]string{name}, k+1)...)
	}
	names = names[:len(lines)-1]
	rand.New(rand.NewPCG(1, 7)).Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
	for i, name := range names {
		lines[i+1] = quotedCell(name) + "," + lines[i+1]
	}
	return "who," + strings.Join(lines, "\n") + "\n"
}

// The sums of people are the file reader's, bit for bit, whatever the people are called and however their rows lie,
// with labels and without, and their owner is told the same numbers.
func TestDatabasesGiveTheReadersSumsOfPeople(t *testing.T) {
	table := withPeople(labelledRows(900, 0, true, 3))
	source := readSource(t, labelledRows(300, 0, false, 2))
	for _, p := range []Plan{planOf(t, source, 1), labelledPlan(t, source, method.Linear, 0)} {
		p.Unit = "who"
		want, who := readerSums(t, p, table)
		for _, d := range databases(t) {
			what := fmt.Sprintf("%s, labels %v", d.dialect, p.readsLabels())
			rows := sameSums(t, what, d.ask(t, p, table), p, want)
			if rows.All != 900 || rows.People != who.Number() || rows.Most != who.Most() || rows.Nameless != who.Nameless() {
				t.Errorf("%s: %+v, and the reader has %d people, %d rows at most, %d without a name", what, rows,
					who.Number(), who.Most(), who.Nameless())
			}
		}
	}
}

// readerCheck is what the reader of files reports of the same rows.
func readerCheck(t *testing.T, p Plan, text string) Check {
	t.Helper()
	rows := must.Get(dataset.Target(strings.NewReader(text), p.Source.Schema))(t)
	radius, check := p.Grid.FeatureRadius(), Check{}
	for row := make([]float64, p.Source.Schema.Dim()); rows.Next(row); {
		if dataset.Clip(slices.Clone(row), radius) {
			check.Clipped++
		}
	}
	report := rows.Report()
	for _, c := range p.Source.Schema.Used() {
		check.Unread = append(check.Unread, int64(report.RepairedByColumn[c.Name]))
	}
	return check
}

// The owner of rows in a database sees before the charge what the owner of a file sees: which cells count as the mean,
// by column, and how many rows are shortened. Of people, labels and reports too.
func TestDatabasesReturnTheReadersCheck(t *testing.T) {
	source := readSource(t, labelledRows(300, 0, false, 1))
	plain := planOf(t, source, 0.6)
	people := plain
	people.Unit = "who"
	report, _ := reportPlan(t, source, method.Linear, "ward")
	text := withPeople(labelledRows(200, 0, true, 2))
	want := readerCheck(t, plain, text)
	if slices.Max(want.Unread) == 0 || want.Clipped == 0 {
		t.Fatalf("%+v tests nothing", want)
	}
	for _, d := range databases(t) {
		for name, p := range map[string]Plan{
			"rows": plain, "people": people, "labels": labelledPlan(t, source, method.Linear, 3), "a report": report,
		} {
			check, err := ReadCheck([]byte(d.ask(t, p, text)), p)
			if err != nil || check == nil || !slices.Equal(check.Unread, want.Unread) {
				t.Errorf("%s, %s: %+v, %v; want %+v", d.dialect, name, check, err, want)
			} else if !p.readsLabels() && check.Clipped != want.Clipped {
				t.Errorf("%s, %s: %d rows are shortened, want %d", d.dialect, name, check.Clipped, want.Clipped)
			}
		}
	}
}

// A number of any digits that a file holds in earnest is that number: the zeros before and after it count for nothing.
// And a cell ends no query, however long it is: of a number with more digits than a database counts the mean is taken,
// as the file reader takes it. PostgreSQL counts 131,072 of them before the point and 16,383 after it.
func TestNumbersOfManyDigitsAreNumbers(t *testing.T) {
	zeros, long, more := strings.Repeat("0", 5000), strings.Repeat("7", 140_000), strings.Repeat("0", 140_000)
	p, file := plainPlan(t), plainHeader
	cells := []string{zeros + "7", "-" + zeros + "3.5", "2." + zeros, "0." + zeros + "1e5002", "9" + zeros + "e-5000", "4e-" + zeros + "1",
		"0." + strings.Repeat("3", 399), "0." + strings.Repeat("3", 5000), "1e-1000", "1e-99999", "-0e99999",
		"0." + zeros + "e7", "1e1000", "-1e99999", "0e" + zeros, "2e" + zeros + "1",
		long, "-" + long, long + ".5", "1e" + long, "1e" + more + "9" + long, long + "x"}
	for _, cell := range cells {
		file += cell + ",1000,2,2012-01-02,north\n"
	}
	eachRowIsTheReaders(t, p, withNumber(file, 0))
}

// eachRowIsTheReaders asks databases for the sums of each row of a file, whose last column numbers them.
func eachRowIsTheReaders(t *testing.T, p Plan, file string) {
	t.Helper()
	lines := strings.SplitAfter(strings.TrimSuffix(file, "\n"), "\n")
	for _, d := range databases(t) {
		for i, text := range d.askEach(t, p, d.fill(t, file), len(lines)-1) {
			want, _ := readerSums(t, p, lines[0]+lines[i+1])
			sameSums(t, fmt.Sprintf("%s: row %d, %.200q", d.dialect, i+1, lines[i+1]), text, p, want)
		}
	}
}

// Columns of numbers, dates and timestamps give the sums of the texts from which they are made; a time with a zone is its
// moment, in whatever zone the session is. Spark keeps no zone.
func TestTypedColumnsGiveTheReadersSums(t *testing.T) {
	p := plainPlan(t)
	r := rand.New(rand.NewPCG(9, 10))
	file := plainHeader
	for i := range 2000 {
		file += fmt.Sprintf("%v,%d,%v,%04d-%02d-%02d,%s\n", 5*r.NormFloat64(), 900+r.IntN(300),
			math.Exp(6*r.NormFloat64()), 1960+r.IntN(100), 1+r.IntN(12), 1+r.IntN(28),
			[]string{"north", "south", "east", ""}[i%4])
	}
	want, _ := readerSums(t, p, file)
	for _, d := range databases(t) {
		zoned := "TIMESTAMP WITH TIME ZONE"
		for _, day := range []string{"DATE", "TIMESTAMP", zoned} {
			column, prepare := "day", d.fill(t, file)
			if day == zoned && d.dialect == "spark" {
				continue
			} else if day == zoned {
				column, prepare = "day || ' 05:30:00+05:30'", prepare+"SET TimeZone = 'Asia/Tokyo';\n"
			}
			typed := fmt.Sprintf("(SELECT CAST(dose AS %[1]s) AS dose, CAST(weight AS INTEGER) AS weight, "+
				"CAST(rate AS %[1]s) AS rate, CAST(%[3]s AS %[2]s) AS day, ward FROM people)", dialects[d.dialect].float, day, column)
			sameSums(t, string(d.dialect)+", "+day, must.Get(d.answer(t, p, prepare, typed))(t), p, want)
		}
	}
}

// A table with line breaks, quotes and separators in its cells is one row for each record in a database too, the row
// that the file reader makes of it: the corpus of package dataset, as a file that the database itself reads.
func TestATableIsReadAsItsRows(t *testing.T) {
	var c struct {
		Columns, Names []string
		Label          string
		Sample         []struct {
			Cells []string
			Label string
		}
		Rows []struct{ Cells, Reads []string }
	}
	must.Do(t, json.Unmarshal(must.Get(os.ReadFile("../data/dataset/testdata/records.json"))(t), &c))
	write := func(end string, rows ...[]string) string { // all cells in quotes, with their line breaks
		var b strings.Builder
		for _, cells := range rows {
			b.WriteString(strings.Join(each(len(cells), func(k int) string { return quotedCell(cells[k-1]) }), ",") + end)
		}
		return b.String()
	}
	sample := [][]string{append(slices.Clone(c.Columns), c.Label)}
	for _, r := range c.Sample {
		sample = append(sample, append(slices.Clone(r.Cells), r.Label))
	}
	source := must.Get(dataset.ReadSource(strings.NewReader(write("\n", sample...)),
		dataset.SourceOptions{Label: c.Label, Ignore: c.Names[2:]}))(t)
	p := planOf(t, source, 1)
	file := [][]string{append(slices.Clone(c.Columns), "number")}
	for i, r := range c.Rows {
		file = append(file, append(slices.Clone(r.Cells), strconv.Itoa(i+1)))
	}
	for _, d := range databases(t) {
		for _, end := range []string{"\n", "\r\n"} {
			prepare := d.fill(t, write(end, file...), append(slices.Clone(c.Names), "number")...)
			if d.dialect == "duckdb" {
				line := strings.Trim(strconv.Quote(end), `"`)
				prepare = strings.Replace(prepare, "header", "new_line = '"+line+"', header", 1)
			}
			for i, text := range d.askEach(t, p, prepare, len(c.Rows)) {
				want, _ := readerSums(t, p, write("\n", c.Names[:2], c.Rows[i].Reads))
				sameSums(t, fmt.Sprintf("%s, records that end in %q: row %d", d.dialect, end, i+1), text, p, want)
			}
		}
	}
}

// Whatever is in a row, it counts as one row of the ball, and is the row that the file reader makes of it: Read refuses
// the sum of one row whose squared integer norm is above N². A row that is outside the ball by less than a millionth is
// clipped as any other that is outside.
func TestNoRowMovesASumByMoreThanTheGridAdmits(t *testing.T) {
	p := planOf(t, readSource(t, labelledRows(300, 0, false, 1)), 1)
	r := rand.New(rand.NewPCG(5, 6))
	file := hostileRows(60, 0, 0, 5)
	for range 20 { // numbers of all sizes
		file += fmt.Sprintf("%v,%v,%v,,,\n", math.Ldexp(r.NormFloat64(), r.IntN(80)-20),
			math.Ldexp(r.NormFloat64(), r.IntN(80)-20), math.Ldexp(r.NormFloat64(), r.IntN(80)-20))
	}
	dose := p.Source.Schema.Used()[0]
	for k := range 12 {
		z := p.Grid.FeatureRadius() * (1 + float64(k-4)*1e-7)
		file += fmt.Sprintf("%v,,,,,\n", dose.Mean+dose.Scale*z)
	}
	eachRowIsTheReaders(t, p, withNumber(file, 0))
}

// moved is the squared Frobenius norm, over both sums, of what turns one pair into another.
func moved(a, b sums) *big.Int {
	total, change := new(big.Int), new(big.Int)
	for _, own := range [][2]*moment.Sum{{a.with, b.with}, {a.without, b.without}} {
		for i := range own[0].Order {
			for j := range own[0].Order {
				change.Sub(own[0].Entry(min(i, j), max(i, j)), own[1].Entry(min(i, j), max(i, j)))
				total.Add(total, change.Mul(change, change))
			}
		}
	}
	return total
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
	}{{method.Linear, 0, 18}, {method.Linear, 3, 12}, {method.Trees, 0, 3}} {
		p := labelledPlan(t, readSource(t, labelledRows(150, of.classes, false, 41)), of.base, 3)
		file := withNumber(hostileRows(of.rows, first, of.classes, 42), first)
		lines := strings.SplitAfter(file, "\n")
		for _, d := range found {
			var pairs []sums
			for i, text := range d.askEach(t, p, d.fill(t, file), of.rows) {
				what := fmt.Sprintf("%s, %+v: the row %q", d.dialect, of, lines[1+first+i])
				want, _ := readerSums(t, p, strings.Join(lines[:1+first], "")+lines[1+first+i])
				sameSums(t, what, text, p, want)
				own, _, err := readSums(text, p)
				if err != nil {
					t.Fatal(err)
				}
				if got := own.with.Rows + own.without.Rows; got != first+1 {
					t.Errorf("%s is counted %d times", what, got-first)
				}
				pairs = append(pairs, own)
			}
			for i := range pairs {
				if moved(pairs[i], pairs[(i+1)%of.rows]).Cmp(admitted) > 0 {
					t.Errorf("%s, %+v: row %d moves the sums by more than √2·N² where the next one replaces it", d.dialect, of, i)
				}
			}
		}
	}
}

// oneRow checks that counts are one row's in each layout: Unit² non-negative parts in the table of all rows and as many in
// one group's.
func oneRow(what string, t *testing.T, layouts []appraisal.Layout, counts []*tally.Sum) {
	t.Helper()
	for i, l := range layouts {
		tables := make([]int64, 1+l.Groups)
		for k := range counts[i].Len() {
			if counts[i].Cell(k) < 0 {
				t.Errorf("%s has a negative part", what)
			}
			tables[k/l.Table()] += counts[i].Cell(k)
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
}

// Whatever is in the columns and the label of a row, it is one row of the counts, as the sensitivity demands, and the
// one that the file reader makes of it.
func TestNoRowIsMoreThanOneInTheCounts(t *testing.T) {
	found := databases(t)
	for _, of := range []struct {
		base          method.Base
		classes, rows int
		kind          release.Kind
	}{{method.Linear, 0, 24, release.Report}, {method.Linear, 3, 12, release.Report}, {method.Trees, 2, 6, release.Report},
		{method.Linear, 0, 24, release.Estimate}, {method.Linear, 2, 6, release.Estimate}} {
		p, r := countedPlan(t, readSource(t, labelledRows(150, of.classes, false, 41)),
			plan.Options{Base: of.base, GroupBy: "ward", Release: of.kind, UseLabels: of.kind == release.Estimate})
		file := withNumber(hostileRows(of.rows, 0, of.classes, 42), 0)
		lines := strings.SplitAfter(file, "\n")
		for _, d := range found {
			for i, text := range d.askEach(t, p, d.fill(t, file), of.rows) {
				what := fmt.Sprintf("%s, %+v: the row %q", d.dialect, of, lines[1+i])
				got, rows, _, err := ReadCounts(strings.NewReader(text), p)
				if err != nil || rows != 1 {
					t.Fatalf("%s: %d rows: %v", what, rows, err)
				}
				oneRow(what, t, p.Report.layouts(), got)
				if want, _, _ := readerCounts(t, p, r, lines[0]+lines[1+i]); differentCounts(got, want) != 0 {
					t.Errorf("%s is another one", what)
				}
			}
		}
	}
}

// A row that is longer than the ball only by the rounding of the clipping is drawn in by a step in each feature, as
// grid.Quantise does. Such rows are too rare to find, so the radius to which this query clips is larger by a billionth.
func TestRowsNextToTheRadiusAreDrawnIn(t *testing.T) {
	p := plainPlan(t)
	radius := p.Grid.FeatureRadius()
	wider := radius * (1 + 1e-9)
	d := p.Map.Dim()
	want := make([]big.Int, d*d)
	steps, z := make([]int64, d), make([]float64, d)
	drawnIn := 0
	r := rand.New(rand.NewPCG(11, 12))
	file := plainHeader
	for range 50 {
		row := fmt.Sprintf("%v,%v,%v,,\n", 100*r.NormFloat64(), 2000*r.NormFloat64(), 50*r.NormFloat64())
		file += row
		must.Get(dataset.Target(strings.NewReader(plainHeader+row), p.Source.Schema))(t).Next(z)
		dataset.Clip(z, wider)
		p.Grid.Quantise(steps, z)
		if steps[0] != int64(z[0]*((1<<30)/p.Grid.Radius())) {
			drawnIn++
		}
		for i := range d {
			for j := range d {
				want[i*d+j].Add(&want[i*d+j], new(big.Int).Mul(big.NewInt(steps[i]), big.NewInt(steps[j])))
			}
		}
	}
	if drawnIn < 10 {
		t.Fatalf("only %d rows are drawn in", drawnIn)
	}
	for _, db := range databases(t) {
		double := dialects[db.dialect].double
		text := db.ask(t, p, file, "("+double(radius)+" / root)", "("+double(wider)+" / root)")
		got, _ := must.Both(Read(strings.NewReader(text), p))(t)
		for i := range d {
			for j := i; j < d; j++ {
				if got.Entry(i+1, j+1).Cmp(&want[i*d+j]) != 0 {
					t.Errorf("%s: entry %d,%d is %v, want %v", db.dialect, i, j, got.Entry(i+1, j+1), &want[i*d+j])
				}
			}
		}
	}
}

// A database whose floating point makes every clipped row too long, by a tenth, twice or a million times, still moves
// no sum by more than the grid admits: the check in integers takes the mean for such a row.
func TestABrokenArithmeticCountsAsTheMean(t *testing.T) {
	p := plainPlan(t)
	const long, short = "1e6,1e7,3,2020-01-01,north\n", "1,1000,1,2012-01-01,south\n"
	mean, _ := readerSums(t, p, plainHeader+short+",,,,\n"+short)
	for _, d := range databases(t) {
		radius := "(" + dialects[d.dialect].double(p.Grid.FeatureRadius())
		for _, factor := range []string{"1.1", "2", "1000000"} {
			text := d.ask(t, p, plainHeader+short+long+short, radius+" / root)", radius+" * "+factor+" / root)")
			sameSums(t, fmt.Sprintf("%s, times %s: not the mean", d.dialect, factor), text, p, mean)
		}
	}
}

// A database whose floating point leaves a residual out of the clipping takes the mean for such a row: the integer
// norm is the whole row's. The row counts all the same.
func TestAnUnclippedLabelCountsAsTheMean(t *testing.T) {
	const header, short, long = "dose,weight,rate,day,ward,y\n", "1,1000,1,2012-01-01,south,1.5\n",
		"2,1010,2,2013-01-01,north,1e9\n"
	p := labelledPlan(t, readSource(t, labelledRows(150, 0, false, 41)), method.Linear, 3)
	want, _ := readerSums(t, p, header+short)
	for _, d := range databases(t) {
		w := writer{dialect: dialects[d.dialect]}
		clipped := w.relative(p.dim(), "divisor") + " * factor"
		text := d.ask(t, p, header+short+long, clipped, clipped+" * CASE WHEN divisor > 1 THEN 100 ELSE 1 END")
		got, _, err := readSums(text, p)
		if err != nil || got.with.Rows != 2 || got.without.Rows != 0 {
			t.Fatalf("%s: %v: %s", d.dialect, err, text)
		}
		for j := 1; j < want.with.Order; j++ {
			for i := range j + 1 {
				if got.with.Entry(i, j).Cmp(want.with.Entry(i, j)) != 0 {
					t.Errorf("%s: the row that is too long is not the mean: entry %d,%d is %v, want %v", d.dialect, i, j,
						got.with.Entry(i, j), want.with.Entry(i, j))
				}
			}
		}
	}
}

// A database whose roots are wrong makes shares smaller, or nothing, and never larger: the check is in whole numbers.
func TestABrokenRootOfPeopleIsSmaller(t *testing.T) {
	p := plainPlan(t)
	p.Unit = "who"
	table := "who," + plainHeader + strings.Repeat("a,9,1200,3,2020-02-29,north\n", 7)
	most, _ := readerSums(t, p, table)
	for _, d := range databases(t) {
		root := call("SQRT", cast(rowsOf, dialects[d.dialect].float))
		for _, factor := range []string{"0.999999999", "0.5", "0.000001", "2", "1000"} {
			own, _, err := readSums(d.ask(t, p, table, root, "("+factor+" * "+root+")"), p)
			if err != nil {
				t.Fatalf("%s, times %s: %v", d.dialect, factor, err)
			}
			for i := range own.without.Order {
				if own.without.Entry(i, i).Cmp(most.without.Entry(i, i)) > 0 {
					t.Errorf("%s, times %s: coordinate %d is larger than a person's", d.dialect, factor, i)
				}
			}
		}
	}
}

// In a database whose floating point is broken a row is one row of a report or an estimate all the same: its parts are limited in
// whole numbers.
func TestABrokenArithmeticIsOneRow(t *testing.T) {
	const text = "dose,weight,rate,day,ward,y\n1,1000,1,2012-01-01,south,1.5\n"
	source, found := readSource(t, labelledRows(150, 0, false, 41)), databases(t)
	for _, kind := range []release.Kind{release.Report, release.Estimate} {
		p, r := countedPlan(t, source,
			plan.Options{Base: method.Linear, GroupBy: "ward", Release: kind, UseLabels: kind == release.Estimate})
		want, _, _ := readerCounts(t, p, r, text)
		for _, d := range found {
			for _, factor := range []string{"1e9", "-1e9"} {
				out := d.ask(t, p, text, " / w", " * "+factor+" / w")
				got, rows, labelled, err := ReadCounts(strings.NewReader(out), p)
				if err != nil || rows != 1 || labelled != 1 {
					t.Fatalf("%s, %s: %d rows, %d with a label: %v", kind, d.dialect, rows, labelled, err)
				}
				if oneRow(string(d.dialect), t, p.Report.layouts(), got); differentCounts(got, want) == 0 {
					t.Errorf("%s, %s: nothing was broken", kind, d.dialect)
				}
			}
		}
	}
}

// The sums of more of the longest rows than 64 bits hold, and the type in which they are added holds 2³¹ of them.
func TestSumsDoNotWrapAroundInADatabase(t *testing.T) {
	const rows, text = 1_000, plainHeader + "1e9,,,,\n"
	p := plainPlan(t)
	one, _ := readerSums(t, p, text)
	for _, d := range databases(t) {
		// The row is stored, because planners compute with values: Spark's would not end.
		repeated := "(SELECT people.* FROM people CROSS JOIN " + d.rows(rows) + " AS series)"
		got, _, err := readSums(must.Get(d.answer(t, p, d.fill(t, text), repeated))(t), p)
		if err != nil {
			t.Fatal(err)
		}
		for i := range one.without.Order {
			for j := i; j < one.without.Order; j++ {
				if got.without.Entry(i, j).String() != times(t, one.without.Entry(i, j).String(), rows) {
					t.Errorf("%s: entry %d,%d is %v", d.dialect, i, j, got.without.Entry(i, j))
				}
			}
		}
		product := fmt.Sprintf("CAST(1152921504606846976 AS %s)", dialects[d.dialect].decimal)
		out := must.Get(d.run(t, "SELECT SUM("+product+") * 2147483648 FROM "+d.rows(2)+";\n"))(t)
		if want := times(t, "1152921504606846976", 1<<32); strings.TrimSpace(out) != want {
			t.Errorf("%s: 2³² of the largest products are %s, want %s", d.dialect, out, want)
		}
	}
}

// hostileRows is a table of labelledRows whose rows after the first have hostile columns, a hostile label, or both, in
// turn.
func hostileRows(rows, first, classes int, seed uint64) string {
	r := rand.New(rand.NewPCG(seed, 40))
	lines := strings.Split(strings.TrimSpace(labelledRows(first+rows, classes, false, seed)), "\n")
	for i := 1 + first; i < len(lines); i++ {
		cells := strings.Split(lines[i], ",")
		for k := range cells {
			if k < 5 && i%3 != 1 || k == 5 && i%3 != 0 {
				cells[k] = quotedCell(oddCell(r, k, classes))
			}
		}
		lines[i] = strings.Join(cells, ",")
	}
	return strings.Join(lines, "\n") + "\n"
}

// readerCounts are the counts of the file reader.
func readerCounts(t testing.TB, p Plan, r *plan.Report, file string) (counts []*tally.Sum, rows, labelled int64) {
	t.Helper()
	reader := must.Get(dataset.Labelled(strings.NewReader(file), p.Source.Schema))(t)
	width, scores := len(p.Source.Schema.Used()), make([]float64, basemodel.Outputs(len(p.Source.Schema.Classes)))
	for _, l := range r.Layouts() {
		counts = append(counts, tally.New(l))
	}
	for cells := make([]float64, width+1); reader.Next(cells); rows++ {
		r.Model().Predict(scores, cells[:width])
		list := r.Rows(cells[:width], cells[width], scores)
		for i, row := range list {
			counts[i].Add(row)
		}
		if list[len(list)-1].Labelled {
			labelled++
		}
	}
	return counts, rows, labelled
}

// differentCounts counts the cells in which sums differ.
func differentCounts(a, b []*tally.Sum) (cells int) {
	for i := range a {
		for k := range a[i].Len() {
			if a[i].Cell(k) != b[i].Cell(k) {
				cells++
			}
		}
	}
	return cells
}
