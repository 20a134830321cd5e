package warehouse

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"privadapt/core/adapt/plan"
	"privadapt/core/data/dataset"
	"privadapt/core/data/features"
	"privadapt/core/data/grid"
	"privadapt/core/internal/private/moment"
	"privadapt/core/internal/private/people"
	"privadapt/core/model/basemodel"
	"privadapt/core/must"
	"privadapt/core/release"
	"privadapt/core/terms/method"
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
		Epsilon: 1, Delta: 1e-6, UseLabels: true, Base: base, Radius: radius, Features: features.Linear,
	}, source))(t)
	public := must.Get(p.Prepare(nil))(t)
	return Plan{Source: source, Map: p.Map, Grid: p.Grid, Offset: public.Offset}
}

// reportPlan is the plan of a report about the public model of a base, divided by a column if one is named, and the
// places that the file reader gives its rows.
func reportPlan(t testing.TB, source *dataset.Source, base method.Base, group string) (Plan, *plan.Report) {
	t.Helper()
	p := must.Get(plan.New(plan.Options{Epsilon: 1, Delta: 1e-6, Release: release.Report, Base: base, GroupBy: group},
		source))(t)
	r := must.Get(p.PrepareReport(nil))(t)
	return Plan{Source: source, Map: p.Map, Grid: p.Grid,
		Report: &Report{Model: r.Model(), Digest: r.Stated.ModelSHA256, Layout: r.Layout, Group: r.Group()}}, r
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
	columns, d, count := p.Source.Schema.Used(), p.Map.Dim(), p.residuals()
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
	labelled, others := moment.NewAccumulator(p.Grid, p.dim()), moment.NewAccumulator(p.Grid, d+count)
	encoding := basemodel.NewEncoding(columns)
	for rows := open(); rows.Next(row); {
		if p.Unit != "" {
			_, share, _ = who.Share(rows.Unit())
		}
		if p.Offset == nil {
			others.AddShare(row, share)
			continue
		}
		encoding.Apply(x[:d], row[:len(columns)])
		if p.Offset.Columns(x[d:d+count], x[d+count:], row[:len(columns)], row[len(columns)]) {
			labelled.AddShare(x, share)
		} else {
			others.AddShare(x[:d+count], share)
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
