//go:build linux

package warehouse

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"privadapt/core/data/dataset"
	"privadapt/core/internal/private/moment"
	"privadapt/core/model/basemodel"
	"privadapt/core/model/elementary"
	"privadapt/core/must"
	"privadapt/core/terms/method"
)

// labelledSums are the sums of a query in a database.
func (d database) labelledSums(t *testing.T, p Plan, prepare string) (with, without *moment.Sum) {
	t.Helper()
	query := must.Get(p.Query(d.dialect, "people", ""))(t)
	out := must.Get(d.run(t, prepare+query))(t)
	with, without, _, err := ReadLabelled(strings.NewReader(out), p)
	if err != nil {
		t.Fatal(err)
	}
	return with, without
}

// labelledRows is a table with the columns of sampleText and a label, with odd cells and odd labels in a third of the
// rows. A label is a number, or one of several classes.
func labelledRows(rows, classes int, odd bool, seed uint64) string {
	r := rand.New(rand.NewPCG(seed, 20))
	quoted := func(s string) string { return `"` + strings.ReplaceAll(s, `"`, `""`) + `"` }
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
			switch {
			case !odd || r.IntN(15) > 0:
			case k == 4 || k == 5 && classes > 0:
				cells[k] = oddLevels[r.IntN(len(oddLevels))]
			case k == 3:
				cells[k] = []string{"", "2021-02-29", "yesterday"}[r.IntN(3)]
			default:
				cells[k] = oddNumbers[r.IntN(len(oddNumbers))]
			}
			cells[k] = quoted(cells[k])
		}
		b.WriteString(strings.Join(cells, ",") + "\n")
	}
	return b.String()
}

// sameSums reports entries that differ.
func sameSums(t *testing.T, what string, d database, p Plan, file string) {
	t.Helper()
	header, _, _ := strings.Cut(file, "\n")
	with, without := labelledReaderSums(t, p, file)
	gotWith, gotWithout := d.labelledSums(t, p,
		"DROP TABLE IF EXISTS people;\n"+d.load("people", writeFile(t, "rows.csv", file), strings.Split(header, ",")))
	if with.Rows == 0 || without.Rows == 0 {
		t.Errorf("%s: %d rows with a label, %d without: the table tests nothing", what, with.Rows, without.Rows)
	}
	if n, m := differences(gotWith, with), differences(gotWithout, without); n != 0 || m != 0 {
		t.Errorf("%s: of the rows with a label %d entries differ, of the others %d", what, n, m)
	}
}

// The sums of rows with a label and of rows without are the file reader's, bit for bit: numbers and classes,
// with linear models, models with products and trees, with odd cells and odd labels, and with a radius that many rows
// exceed.
func TestDatabasesGiveTheReadersSumsOfLabels(t *testing.T) {
	found := databases(t)
	for _, classes := range []int{0, 2, 3} {
		source := readLabelled(t, labelledRows(500, classes, false, 1))
		file := labelledRows(1500, classes, true, 2)
		bases := []method.Base{method.Linear, method.Trees}
		if classes == 0 {
			bases = append(bases, method.Quadratic)
		}
		for _, base := range bases {
			p := labelledPlan(t, source, base, 3)
			for _, d := range found {
				sameSums(t, fmt.Sprintf("%s, %d classes, base %s", d.dialect, classes, base), d, p, file)
			}
		}
	}
}

// On real tasks too, where the labels of the sample's rows come from its own file.
func TestRealLabelsGiveTheReadersSums(t *testing.T) {
	const folder = "../../../shared/data"
	if _, err := os.Stat(folder); err != nil {
		t.Skipf("the real tasks are not at %s", folder)
	}
	for _, d := range databases(t) {
		for name, bases := range map[string][]method.Base{
			"airfoil_tilt":                   {method.Linear, method.Quadratic, method.Trees},
			"autompg_us_to_abroad":           {method.Linear, method.Quadratic, method.Trees},
			"german_credit_older_to_younger": {method.Linear, method.Trees}, "adult_private_to_others": {method.Linear},
			"wine_red_to_white":   {method.Linear, method.Trees},
			"powerplant_tilt_hot": {method.Quadratic},
		} {
			if testing.Short() && !quickTasks[name] {
				continue
			}
			file := must.Get(os.ReadFile(filepath.Join(folder, name, "source.csv")))(t)
			source := readLabelled(t, string(file))
			text := injected(t, file, withLabelColumn(source.Schema), 7)
			for _, base := range bases {
				sameSums(t, fmt.Sprintf("%s, %s, base %s", d.dialect, name, base), d, labelledPlan(t, source, base, 0), text)
			}
		}
	}
}

// withLabelColumn has the label as a column, so that odd cells are injected into it.
func withLabelColumn(s dataset.Schema) dataset.Schema {
	label := dataset.Column{Name: s.Label, Kind: dataset.Numeric}
	if s.Classes != nil {
		label.Kind = dataset.Categorical
	}
	s.Columns = append(append([]dataset.Column(nil), s.Columns...), label)
	return s
}

// The probabilities of scores are the same as by package basemodel, bit for bit: for every power of two of the
// exponential, beyond its range and at zero.
func TestProbabilitiesOfADatabaseAreTheReaders(t *testing.T) {
	r := rand.New(rand.NewPCG(31, 32))
	scores := []float64{
		0,
		math.Copysign(0, -1),
		1e-140,
		-1e-120,
		-1e-17,
		1e-9,
		36.7,
		37.5,
		707.9,
		708,
		-708,
		-708.1,
		708.5,
		745,
		-800,
		1e10,
		-1e100,
		1e300,
	}
	for k := -1021; k <= 1021; k++ {
		scores = append(scores, (float64(k)+r.Float64()-0.5)*math.Ln2)
	}
	for range 1000 {
		scores = append(scores, 5*r.NormFloat64())
	}
	for _, d := range databases(t) {
		for _, outputs := range []int{1, 3} {
			w := writer{dialect: dialects[d.dialect], kept: []string{"number"}}
			var values []string
			for i, v := range scores {
				row := []string{strconv.Itoa(i)}
				for k := range outputs {
					row = append(row, w.double(scores[(i+k*17)%len(scores)]+0*v))
				}
				values = append(values, "("+strings.Join(row, ",")+")")
			}
			prepare, table := d.given(values, append([]string{"number"}, each(outputs, f)...)...)
			w.from = "FROM " + table
			w.probabilities(outputs)
			classes := max(2, outputs)
			list := make([]string, classes-1)
			for k := range list {
				list[k] = "CAST(" + f(k+1) + " AS " + w.varchar + ")"
			}
			out := must.Get(d.run(t, prepare+"SELECT "+strings.Join(list, " || ' ' || ")+" "+w.from+" ORDER BY number;\n"))(t)
			lines := strings.Split(strings.TrimSpace(out), "\n")
			if len(lines) != len(scores) {
				t.Fatalf("%s: %d lines", d.dialect, len(lines))
			}
			p, own := make([]float64, classes), make([]float64, outputs)
			for i, line := range lines {
				for k := range own {
					own[k] = scores[(i+k*17)%len(scores)]
				}
				basemodel.Probabilities(p, own)
				for k, text := range strings.Fields(line) {
					if got, err := strconv.ParseFloat(text, 64); err != nil && got != 0 || got != p[k+1] {
						t.Errorf("%s: scores %v: %s, want %v (exp %v)", d.dialect, own, text, p[k+1],
							elementary.Exp(-math.Abs(own[0])))
					}
				}
			}
		}
	}
}

// What no query can compute as the reader does is refused, with the way out.
func TestModelsThatSQLCannotComputeAreRefused(t *testing.T) {
	source := readLabelled(t, labelledRows(300, 0, false, 3))
	for what, p := range map[string]Plan{
		"base linear": labelledPlan(t, source, method.Smooth, 0),
		"other units": labelledPlan(t, readLabelled(t, inUnits(labelledRows(300, 0, false, 3), "e-80")), method.Linear, 0),
		"longer than": labelledPlan(t, readLabelled(t, strings.ReplaceAll(labelledRows(300, 0, false, 3), "dose",
			strings.Repeat("d", 64))), method.Linear, 0),
	} {
		_, err := p.Query("postgres", "people", "")
		var refused *Error
		if !errors.As(err, &refused) || refused.Code != CodeBadOption || !strings.Contains(err.Error(), what) {
			t.Errorf("%s: %v", what, err)
		}
	}
}

// Trees that make a query longer than databases take are refused, with the way out.
func TestTreesThatAreTooLargeAreRefused(t *testing.T) {
	r := rand.New(rand.NewPCG(51, 52))
	sample := "a,b,y\n"
	for range 3500 {
		a, b := 8*r.Float64(), 8*r.Float64()
		sample += fmt.Sprintf("%.4f,%.4f,k%d\n", a, b, (11*int(a)+8*int(b))%48)
	}
	p := labelledPlan(t, readLabelled(t, sample), method.Trees, 0)
	for _, to := range Dialects {
		query, err := p.Query(to, "people", "")
		var refused *Error
		if !errors.As(err, &refused) || refused.Code != CodeBadOption ||
			!strings.Contains(err.Error(), "Choose the base linear") {
			t.Errorf("%s: a query of %d bytes, %v", to, len(query), err)
		}
	}
}

// inUnits writes the last cell of each row with an exponent.
func inUnits(file, exponent string) string {
	header, rows, _ := strings.Cut(file, "\n")
	return header + "\n" + strings.ReplaceAll(rows, "\"\n", exponent+"\"\n")
}
