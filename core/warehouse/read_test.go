package warehouse

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"privadapt/core/adapt/plan"
	"privadapt/core/data/dataset"
	"privadapt/core/data/features"
	"privadapt/core/data/grid"
	"privadapt/core/internal/private/moment"
	"privadapt/core/internal/private/people"
	"privadapt/core/must"
	"privadapt/core/release"
	"privadapt/core/release/appraisal"
	"privadapt/core/terms/method"
	"privadapt/core/words"
)

// Public samples, plans of them, and what the file reader makes of private rows, as package adapt has it.

var plainColumns, plainLevels = [5]string{"dose", "weight", "rate", "day", "ward"}, [3]string{"north", "south", "west"}

const plainHeader = "dose,weight,rate,day,ward\n"

func quotedCell(s string) string { return `"` + strings.ReplaceAll(s, `"`, `""`) + `"` }

// sampleText is a public sample of three columns of numbers, one of dates and one of levels.
func sampleText(columns [5]string, levels [3]string) string {
	r := rand.New(rand.NewPCG(3, 4))
	var b strings.Builder
	for _, name := range columns {
		b.WriteString(quotedCell(name) + ",")
	}
	b.WriteString("y\n")
	for i := range 300 {
		fmt.Fprintf(&b, "%.3f,%.1f,%.4f,20%02d-%02d-%02d,%s,%.2f\n", 3*r.NormFloat64(), 1000+50*r.NormFloat64(),
			r.ExpFloat64(), r.IntN(25), 1+r.IntN(12), 1+r.IntN(28), quotedCell(levels[i%3]), r.NormFloat64())
	}
	return b.String()
}

// oddNumbers are cells that are no plain number of a usual size; what the file reader reads by its lenient rules is not
// among them.
var oddNumbers = []string{"", "NA", "NULL", "?", "-", "nan", "NaN", "inf", "-inf", "Infinity", "+infinity", "1e308", "-1.7976931348623157e308",
	"1e309", "-1e999", "4.9e-324", "-2.2250738585072011e-308", "1e-320", "1e-999", "0", "-0", "12a", "--3", "1_000",
	"0x1F", "1e", "e5", ".", "+", "5.", ".5", "+2", " 7 ", "\t3", "\u00a04", "5\u2003\ufeff", "1E3", "1e+2", "99999999999999999999999",
	"0.1000000000000000055511151231257827", "1e150", "-1e160", "1e-170", "'; DROP TABLE rows; --", "5 5", "1e0003"}

var oddLevels = []string{"", "NA", "unheard of", "'", `"`, "\\", "'; DROP TABLE rows; --", " ", "${x}", "\u00e9"}

var oddDates = []string{"", "2021-02-29", "9999-12-31", "0001-01-01", "0000-01-01", "1900-02-29", "2000-02-29",
	"2020-13-01", "2020-04-31", "2020-05-05 23:59:59", "2020-05-05 24:00", "2020-05-05T10:11:12.25", "\u00a02020-05-05\u2009",
	"yesterday"}

func pick(r *rand.Rand, of ...string) string { return of[r.IntN(len(of))] }

// labelledRows is a table with these columns and a label, with odd cells and odd labels in a third of the rows. A label
// is a number, or one of several classes.
func labelledRows(rows, classes int, odd bool, seed uint64) string {
	r := rand.New(rand.NewPCG(seed, 20))
	var b strings.Builder
	b.WriteString("dose,weight,rate,day,ward,y\n")
	for range rows {
		dose, rate, ward := 3*r.NormFloat64(), r.ExpFloat64(), r.IntN(3)
		y := dose*dose/9 + rate + float64(ward) + 0.3*r.NormFloat64()
		label := fmt.Sprintf("%.4f", y)
		if classes > 0 {
			label = []string{"mild", "so 'so'", "grave"}[min(int(math.Max(y-1, 0)), classes-1)]
		}
		cells := []string{fmt.Sprintf("%.3f", dose), fmt.Sprintf("%.1f", 1000+50*r.NormFloat64()),
			fmt.Sprintf("%.4f", rate),
			fmt.Sprintf("20%02d-%02d-%02d", r.IntN(25), 1+r.IntN(12), 1+r.IntN(28)), plainLevels[ward], label}
		for k := range cells {
			if odd && r.IntN(15) == 0 {
				cells[k] = oddCell(r, k, classes)
			}
			cells[k] = quotedCell(cells[k])
		}
		b.WriteString(strings.Join(cells, ",") + "\n")
	}
	return b.String()
}

// oddCell is an odd cell of the k-th column of labelledRows.
func oddCell(r *rand.Rand, k, classes int) string {
	switch {
	case k == 3:
		return pick(r, oddDates...)
	case k == 4:
		return pick(r, append([]string{"south ", "\twest", "\u00a0south\u200b", "\u3000west"}, oddLevels...)...)
	case k == 5 && classes > 0:
		return pick(r, append([]string{" grave\t", "\u202fgrave", "so 'so", "2"}, oddLevels...)...)
	}
	return pick(r, oddNumbers...)
}

func readSource(t testing.TB, file string) *dataset.Source {
	t.Helper()
	return must.Get(dataset.ReadSource(strings.NewReader(file), dataset.SourceOptions{Label: "y"}))(t)
}

// planOf is the plan of a sample with the radius that a run would choose, times a factor.
func planOf(t testing.TB, source *dataset.Source, factor float64) Plan {
	t.Helper()
	m := features.Identity(source.Schema)
	radius := factor * m.Norm()
	return Plan{Source: source, Map: m, Grid: must.Get(grid.New(radius, radius/3))(t)}
}

func plainPlan(t testing.TB) Plan {
	t.Helper()
	return planOf(t, readSource(t, sampleText(plainColumns, plainLevels)), 1)
}

// labelledPlan is the plan of a run with private labels.
func labelledPlan(t testing.TB, source *dataset.Source, base method.Base, radius float64) Plan {
	t.Helper()
	p := must.Get(plan.New(plan.Options{
		Epsilon: 1, Delta: 1e-6, UseLabels: true, Base: base, Radius: radius,
	}, source))(t)
	public := must.Get(p.Prepare(nil))(t)
	return Plan{Source: source, Map: p.Map, Grid: p.Grid, Offset: public.Offset}
}

// reportPlan is the plan of a report about the public model of a base, divided by a column if one is named, and the
// places that the file reader gives its rows.
func reportPlan(t testing.TB, source *dataset.Source, base method.Base, group string) (Plan, *plan.Report) {
	return countedPlan(t, source, plan.Options{Release: release.Report, Base: base, GroupBy: group})
}

// countedPlan is that of a report or of an estimate.
func countedPlan(t testing.TB, source *dataset.Source, o plan.Options) (Plan, *plan.Report) {
	t.Helper()
	o.Epsilon, o.Delta = 1, 1e-6
	p := must.Get(plan.New(o, source))(t)
	r := must.Get(p.PrepareReport(nil))(t)
	return Plan{Source: source, Map: p.Map, Grid: p.Grid, Report: &Report{Model: r.Model(), Digest: r.Stated.ModelSHA256,
		Layout: r.Layout, Group: r.Group(), Averages: r.Averages}}, r
}

// sums are those of the rows with a label, which are nil where no labels are read, and of the others.
type sums struct{ with, without *moment.Sum }

// readerSums are the sums of the file reader, and the people whom it finds, if a column names them.
func readerSums(t testing.TB, p Plan, file string) (sums, *people.People) {
	t.Helper()
	open := func() dataset.UnitRows {
		read := dataset.Target
		if p.Offset != nil {
			read = dataset.Labelled
		}
		rows := must.Get(read(strings.NewReader(file), p.Source.Schema))(t)
		if p.Unit != "" {
			must.Do(t, rows.NameUnit(p.Unit))
		}
		return rows
	}
	columns, d := p.Source.Schema.Used(), p.Map.Dim()
	row, x := make([]float64, d), make([]float64, p.dim())
	if p.Offset != nil {
		row = make([]float64, len(columns)+1)
	}
	who, share := people.New(), int64(1)
	if p.Unit != "" {
		for rows := open(); rows.Next(row); {
			who.Count(rows.Unit())
		}
	}
	labelled, others := moment.NewAccumulator(p.Grid, p.dim()), moment.NewAccumulator(p.Grid, d)
	for rows := open(); rows.Next(row); {
		if p.Unit != "" {
			_, share, _ = who.Share(rows.Unit())
		}
		if p.Offset == nil {
			others.AddShare(row, share)
			continue
		}
		f, g, cells := make([]float64, p.residuals()), make([]float64, p.residuals()), row[:len(columns)]
		p.Offset.Values(f, cells)
		has := p.Offset.Columns(g, x[d:], f, row[len(columns)])
		p.Map.Apply(x[:d], p.Offset.Rows(columns)(f, cells))
		if has {
			labelled.AddShare(x, share)
		} else {
			others.AddShare(x[:d], share)
		}
	}
	own := sums{without: others.Sum()}
	if p.Offset != nil {
		own.with = labelled.Sum()
	}
	if p.Unit != "" {
		own.without.CountPeople(who.Number())
		if own.with != nil {
			own.with.CountPeople(0)
		}
	}
	return own, who
}

// readSums reads what a query returned.
func readSums(text string, p Plan) (own sums, rows Rows, err error) {
	if p.Offset == nil {
		own.without, rows, err = Read(strings.NewReader(text), p)
	} else {
		own.with, own.without, rows, err = ReadLabelled(strings.NewReader(text), p)
	}
	return own, rows, err
}

// differences counts the entries in which two sums differ.
func differences(a, b *moment.Sum) (count int) {
	if a == nil && b == nil {
		return 0
	}
	if a.Rows != b.Rows || a.Order != b.Order {
		return -1
	}
	for i := range a.Order {
		for j := i; j < a.Order; j++ {
			if a.Entry(i, j).Cmp(b.Entry(i, j)) != 0 {
				count++
			}
		}
	}
	return count
}

// sameSums reports in how many entries what a query returned differs from the sums of the file reader.
func sameSums(t *testing.T, what, text string, p Plan, want sums) Rows {
	t.Helper()
	got, rows, err := readSums(text, p)
	if err != nil {
		t.Errorf("%s: %v", what, err)
	} else if n, m := differences(got.with, want.with), differences(got.without, want.without); n != 0 || m != 0 {
		t.Errorf("%s: of the rows with a label %d entries differ, of the others %d", what, n, m)
	}
	return rows
}

// times is a whole number, written in decimal, times another.
func times(t testing.TB, number string, factor int64) string {
	t.Helper()
	n, ok := new(big.Int).SetString(number, 10)
	if !ok {
		t.Fatalf("%q is no whole number", number)
	}
	return n.Mul(n, big.NewInt(factor)).String()
}

// What is read of a file of sums, and what is refused.

// written is what a query returns that has these sums.
func written(p Plan, own sums) string {
	words := []string{mark, fmt.Sprint(format), p.Digest(), fmt.Sprint(p.dim())}
	for _, sum := range []*moment.Sum{own.with, own.without} {
		if sum == nil {
			continue
		}
		words = append(words, fmt.Sprint(sum.Rows))
		for i := range p.dim() + 1 {
			for j := max(1, i); j <= p.dim(); j++ {
				switch {
				case j >= sum.Order:
					words = append(words, "0")
				case i == 0:
					words = append(words, new(big.Int).Quo(sum.Entry(0, j), big.NewInt(p.Grid.InterceptSteps())).String())
				default:
					words = append(words, sum.Entry(i, j).String())
				}
			}
		}
	}
	return strings.Join(append(words, end), " ")
}

const someRows = plainHeader + "1,990,0.5,2020-02-29,north\n-4,1200,2,2011-01-01,south\n9,NA,0.1,,west\n2.5,1010,1e3,2024-12-31,\n"

const labelledSample = "dose,ward,y\n1,a,3\n2,b,1\n4,a,2\n0,b,5\n3,a,2.5\n-2,b,1.5\n1.5,b,2\n2.5,a,4\n7,a,3.5\n-1,b,0\n"

// plainSums and labelledSums are plans, and files of sums of few rows.
func plainSums(t testing.TB) (Plan, sums, string) {
	p := plainPlan(t)
	own, _ := readerSums(t, p, someRows)
	return p, own, written(p, own)
}

func labelledSums(t testing.TB) (Plan, sums, string) {
	p := labelledPlan(t, readSource(t, labelledSample), method.Linear, 0)
	own, _ := readerSums(t, p, "dose,ward,y\n1,a,3\n2,b,\n4,a,soon\n0,b,5\n,b,2\n")
	return p, own, written(p, own)
}

// countsText is a text of counts of a plan, whose first numbers are given and whose others are 0.
func countsText(p Plan, numbers ...string) string {
	for len(numbers) < numbersOfCell*p.Report.cells() {
		numbers = append(numbers, "0")
	}
	return fmt.Sprintf("privadapt-sums 1 %s %d %s end", p.Digest(), p.Report.cells(), strings.Join(numbers, " "))
}

// read reads what the query of a plan returned, of any kind.
func read(text string, p Plan) (err error) {
	if p.Report != nil {
		_, _, _, err = ReadCounts(strings.NewReader(text), p)
		return err
	}
	_, _, err = readSums(text, p)
	return err
}

func refusedWith(t *testing.T, what, code, text string, p Plan) {
	t.Helper()
	var refused *words.Error
	if err := read(text, p); !errors.As(err, &refused) || refused.Code != code {
		t.Errorf("%s: %v, want the code %s", what, err, code)
	}
}

// Whatever a client writes around it, the text is read; the sums are those that were written, up to the largest file.
func TestSumsAreReadInAnyFrame(t *testing.T) {
	p, want, text := plainSums(t)
	for _, file := range []string{
		text, text + "\n", "privadapt_sums\n" + text + "\n", "\"privadapt_sums\"\r\n\"" + text + "\"\r\n",
		" privadapt_sums \n----------------\n " + text + "\n(1 row)\n",
		"+---+\n| privadapt_sums |\n+---+\n| " + text + " |\n+---+\n",
		`[{"privadapt_sums":"` + text + `"}]`, text + strings.Repeat(" ", mostBytes-len(text)),
	} {
		sameSums(t, fmt.Sprintf("%.40q…", file), file, p, want)
	}
	labelled, both, text := labelledSums(t)
	sameSums(t, "labels", text, labelled, both)
}

// What a plan is made of is in its digest: sums of another sample, other columns, another radius, another model that
// corrects, other people, other places of a report or none are refused.
func TestSumsOfAnotherPlanAreRefused(t *testing.T) {
	p, _, text := plainSums(t)
	sample := sampleText(plainColumns, plainLevels)
	with := func(file string, o dataset.SourceOptions) Plan {
		return planOf(t, must.Get(dataset.ReadSource(strings.NewReader(file), o))(t), 1)
	}
	people := p
	people.Unit = "who"
	for what, other := range map[string]Plan{
		"another sample":    with(strings.Replace(sample, "north", "NORTH", 1), dataset.SourceOptions{Label: "y"}),
		"another byte":      with(strings.Replace(sample, "\n", "\r\n", 1), dataset.SourceOptions{Label: "y"}),
		"other columns":     with(sample, dataset.SourceOptions{Label: "y", Ignore: []string{"dose"}}),
		"another label":     with(sample, dataset.SourceOptions{Label: "dose"}),
		"another radius":    planOf(t, p.Source, 0.5),
		"people":            people,
		"another intercept": {Source: p.Source, Map: p.Map, Grid: must.Get(grid.New(p.Grid.Radius(), p.Grid.Radius()/4))(t)},
	} {
		refusedWith(t, what, CodeOtherPlan, text, other)
	}
	refusedWith(t, "a digest with letters changed", CodeOtherPlan, strings.Replace(text, p.Digest()[:8], "00000000", 1), p)
	others := people
	if others.Unit = "whom"; others.Digest() == people.Digest() {
		t.Error("plans of other people have one digest")
	}

	p, _, text = labelledSums(t)
	none, spread := planOf(t, p.Source, 1), p
	changed := *p.Offset
	changed.Spread = []float64{2 * p.Offset.Spread[0]}
	spread.Offset = &changed
	trees := labelledPlan(t, p.Source, method.Trees, 0)
	trees.Grid = p.Grid
	for what, other := range map[string]Plan{"no labels": none, "another spread": spread, "another base": trees} {
		refusedWith(t, what, CodeOtherPlan, text, other)
	}

	p, _ = reportPlan(t, readSource(t, labelledRows(150, 0, false, 41)), method.Linear, "ward")
	text = countsText(p)
	must.Do(t, read(text, p))
	for what, change := range map[string]func(*Report){
		"model":  func(r *Report) { r.Digest = strings.Repeat("0", 64) },
		"places": func(r *Report) { r.Layout.Residuals = appraisal.ResidualNodes(2) },
		"group":  func(r *Report) { r.Group-- },
	} {
		own := *p.Report
		change(&own)
		other := p
		other.Report = &own
		refusedWith(t, what, CodeOtherPlan, text, other)
	}
	plain := p
	plain.Report = nil
	refusedWith(t, "sums for counts", CodeOtherPlan, strings.Replace(text, p.Digest(), plain.Digest(), 1), p)
}

// Sums and counts that are cut off anywhere, lack a number or have one twice, come twice, or are no whole numbers are
// refused, and the error quotes nothing of them.
func TestSumsThatAreNotWholeAreRefused(t *testing.T) {
	plain, _, plainText := plainSums(t)
	labelled, _, labelledText := labelledSums(t)
	report, _ := reportPlan(t, readSource(t, labelledRows(150, 0, false, 41)), method.Linear, "")
	odd := []string{"1.5", "1e3", "NULL", "0x10", strings.Repeat("9", longestNumber+1), "-", "31415926535897x"}
	for _, own := range []struct {
		p    Plan
		text string
	}{{plain, plainText}, {labelled, labelledText}, {report, countsText(report)}} {
		words := strings.Fields(own.text)
		for k := range words {
			refusedWith(t, fmt.Sprintf("cut off after %d words", k), CodeBadSums, strings.Join(words[:k], " "), own.p)
		}
		step := max(1, len(words)/80)
		for k := 4; k < len(words)-1; k += step {
			without, twice := slices.Delete(slices.Clone(words), k, k+1), slices.Insert(slices.Clone(words), k, words[k])
			refusedWith(t, fmt.Sprintf("without word %d", k), CodeBadSums, strings.Join(without, " "), own.p)
			refusedWith(t, fmt.Sprintf("word %d twice", k), CodeBadSums, strings.Join(twice, " "), own.p)
			for _, word := range odd {
				changed := slices.Clone(words)
				changed[k] = word
				text := strings.Join(changed, " ")
				refusedWith(t, fmt.Sprintf("word %d is %s", k, word), CodeBadSums, text, own.p)
				if err := read(text, own.p); strings.Contains(fmt.Sprint(err), "314159") {
					t.Errorf("the error quotes the sums: %v", err)
				}
			}
		}
		refusedWith(t, "doubled", CodeBadSums, own.text+"\n"+own.text, own.p)
		refusedWith(t, "empty", CodeBadSums, "", own.p)
		refusedWith(t, "no row of output", CodeBadSums, "privadapt_sums\n", own.p)
		refusedWith(t, "the query itself", CodeBadSums, must.Get(own.p.Query("duckdb", "people", ""))(t), own.p)
		refusedWith(t, "a file that is too large by a byte", CodeBadSums,
			own.text+strings.Repeat(" ", mostBytes+1-len(own.text)), own.p)
	}
	failure := errors.New("the connection is gone")
	for _, text := range []string{"", plainText} {
		file := io.MultiReader(strings.NewReader(text), iotest.ErrReader(failure))
		if sum, _, err := Read(file, plain); sum != nil || !errors.Is(err, failure) {
			t.Errorf("a file that fails after %d bytes: %v", len(text), err)
		}
	}
}

// Each of the two sums must be one that rows of that number can have, and rows without a label have no residual.
// Errors quote nothing. Test of what such sums are: TestImpossibleSumsAreRefused in package moment.
func TestEitherSumThatIsImpossibleIsRefused(t *testing.T) {
	const square = "1152921504606846976"
	p, _, text := labelledSums(t)
	words, d := strings.Fields(text), p.dim()
	for which, rows := range map[string]int{"with a label": 4, "without one": 4 + sumsOf(d)} {
		product := rows + 1 + d // the square of the first feature, and then its product with the second
		for what, change := range map[string]func(words []string){
			"fewer than no rows":           func(words []string) { words[rows] = "-1" },
			"no rows":                      func(words []string) { words[rows] = "0" },
			"too many rows":                func(words []string) { words[rows] = "9223372036854775808" },
			"a square below 0":             func(words []string) { words[product] = "-1" },
			"squares above the rows'":      func(words []string) { words[product] = times(t, square, 5) },
			"a product above the squares'": func(words []string) { words[product+1] = times(t, square, 4) },
		} {
			changed := slices.Clone(words)
			change(changed)
			refusedWith(t, "of the rows "+which+", "+what, CodeBadSums, strings.Join(changed, " "), p)
		}
	}
	words[len(words)-2] = "31415926" // the square of the last residual of rows without a label
	text = strings.Join(words, " ")
	refusedWith(t, "a residual without a label", CodeBadSums, text, p)
	if err := read(text, p); strings.Contains(err.Error(), "31415926") {
		t.Error(err)
	}
}

// Counts that no rows have are refused.
func TestCountsThatNoRowsHaveAreRefused(t *testing.T) {
	p, _ := reportPlan(t, readSource(t, labelledRows(150, 0, false, 41)), method.Linear, "")
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
	last := slices.Repeat([]string{"0"}, numbersOfCell*p.Report.cells())
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
		refusedWith(t, what, CodeBadSums, countsText(p, numbers...), p)
	}
	p, _ = countedPlan(t, p.Source, plan.Options{Release: release.Estimate, Base: method.Linear, UseLabels: true})
	if err := read(countsText(p, "1", "1048576", "0", "0"), p); err != nil {
		t.Error(err)
	}
	for what, numbers := range map[string][]string{
		"more parts of a prediction than rows have": {"1", "1048577", "0", "0"},
		"parts of a residual without a label":       {"1", "0", "1", "0"},
		"more parts of a residual than rows have":   cell("1", "0", "1048577", "0"),
	} {
		refusedWith(t, what, CodeBadSums, countsText(p, numbers...), p)
	}
}

// The heads of a group are numbers of rows, people, the most rows of one of them and rows without a name: none is below
// zero, and none but the third, which counts over both groups, is above the rows.
func TestHeadsThatNoRowsHaveAreRefused(t *testing.T) {
	for text, taken := range map[string]bool{
		"9 4 5 2": true, "9 9 1 9": true, "0 0 0 0": true, "3 2 5 1": true,
		"9 10 5 2": false, "9 4 5 10": false, "-1 0 0 0": false, "9 -4 5 2": false, "9 4 -5 2": false, "9 4 5 -2": false,
		"9223372036854775808 4 5 2": false,
	} {
		numbers := make([]big.Int, 4)
		for k, word := range strings.Fields(text) {
			numbers[k].SetString(word, 10)
		}
		if rows, err := takeHeads(numbers); (err == nil) != taken {
			t.Errorf("%s: %+v %v", text, rows, err)
		}
	}
}

// Half of a check is none.
func TestACheckThatIsNotWholeIsRefused(t *testing.T) {
	p := planOf(t, readSource(t, labelledRows(300, 0, false, 1)), 1)
	for text, taken := range map[string]bool{
		"privadapt-sums 1": false,
		"privadapt-check 0 1 2 3 4 5 privadapt-sums 1":                    true,
		"privadapt-check 0 1 2 3 4 privadapt-sums 1":                      false,
		"privadapt-check 0 1 2 3 4 x privadapt-sums 1":                    false,
		"privadapt-check 0 1 2 3 4 -5 privadapt-sums 1":                   false,
		"privadapt-check 0 1 2 3 4 5 6 privadapt-sums 1":                  false,
		"privadapt-check 0 1 2 3 4 5":                                     false,
		"privadapt-check 0 1 2 3 4 5000000000000000000000 privadapt-sums": false,
	} {
		check, err := ReadCheck([]byte(text), p)
		if (err == nil) != taken || (check != nil) != taken {
			t.Errorf("%s: %v, %v", text, check, err)
		}
	}
}

// keeper is a file that keeps what it was given to write to.
type keeper struct {
	io.Reader
	given []byte
}

func (k *keeper) Read(p []byte) (int, error) {
	if k.given == nil {
		k.given = p
	}
	return k.Reader.Read(p)
}

// The text of a file of sums is overwritten once it is read, whether it is taken or refused.
func TestTheTextOfSumsIsWiped(t *testing.T) {
	p, _, text := plainSums(t)
	for what, own := range map[string]string{"taken": text, "refused": text[:len(text)-4]} {
		file := &keeper{Reader: strings.NewReader(own)}
		_, _, err := Read(file, p)
		if (err == nil) != (what == "taken") || len(file.given) == 0 || len(bytes.Trim(file.given, "\x00")) > 0 {
			t.Errorf("%s: %v, and the text is left", what, err)
		}
	}
}

func FuzzRead(f *testing.F) {
	p, _, text := plainSums(f)
	f.Add([]byte(text))
	f.Add([]byte("privadapt_sums\n\"" + text + "\"\n"))
	f.Fuzz(func(t *testing.T, file []byte) {
		sum, _, err := Read(bytes.NewReader(file), p)
		if (sum == nil) == (err == nil) {
			t.Fatalf("%v, %v", sum, err)
		}
		if sum != nil && sum.Rows < 0 {
			t.Fatal("fewer than no rows")
		}
	})
}
