package adapt

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"privadapt/core/data/dataset"
	"privadapt/core/data/features"
	"privadapt/core/data/grid"
	"privadapt/core/must"
	"privadapt/core/release"
	"privadapt/core/terms/method"
	"privadapt/core/warehouse"
)

// The sensitivity of the second moment rests on one thing, that every row on the grid is at most as long as the radius.
// Here are single private rows, sound, far out and broken, under every map: Σxxᵀ of one row is xxᵀ, its trace the
// squared length. The noise in grid steps, and the price, are the same as for the columns as they are.
func TestPrivacyDoesNotDependOnFeatures(t *testing.T) {
	source := publicSource(t)
	rng := rand.New(rand.NewPCG(41, 42))
	cells := []string{"1e308", "-1e308", "NaN", "", "17", "1e15", "-3", "5e-324", "red", "1e999"}
	longest := big.NewInt(grid.Steps * grid.Steps)
	var noise string
	for _, kind := range features.Kinds {
		o := budget(func(o *Options) { o.Features, o.Release = kind, release.Moments })
		full := false
		for range 100 {
			table := fmt.Sprintf("age,income,colour\n%s,%s,%s\n", cells[rng.IntN(len(cells))], cells[rng.IntN(len(cells))],
				[]string{"red", "blue", "pink"}[rng.IntN(3)])
			target, _, err := ReadTarget(source, o, filesOf(table), nil)
			if err != nil {
				t.Fatalf("%s: %v", kind, err)
			}
			trace := new(big.Int)
			for i := range target.sum.Order {
				trace.Add(trace, target.sum.Entry(i, i))
			}
			if trace.Cmp(longest) > 0 {
				t.Fatalf("%s: the row %q is longer than the radius", kind, table)
			}
			ratio, _ := new(big.Rat).SetFrac(trace, longest).Float64()
			full = full || ratio > 0.999
		}
		if kind != features.Quadratic && !full {
			t.Errorf("%s: no row reached the radius, so nothing was tested", kind)
		}
		target := readTarget(t, source, o, privateTable(40))
		var paid Charge
		r := must.Get(target.Adapt(engine, func(c Charge) error { paid = c; return nil }, nil))(t)
		law := fmt.Sprint(r.Certificate.Noise.DiagonalVariance, r.Certificate.Rho, paid)
		if noise == "" {
			noise = law
		}
		if law != noise {
			t.Errorf("%s: noise and price are %s, and of linear features %s", kind, law, noise)
		}
	}
}

// The features that a release states follow from the source alone, for any private rows.
func TestFeaturesAreFittedToTheSourceAlone(t *testing.T) {
	for _, kind := range features.Kinds[1:] {
		want := must.Get(features.Fit(kind, publicSource(t)))(t)
		for _, table := range []string{privateTable(30), "age\n1e9\n-4\n"} {
			r := must.Get(adaptTable(t, budget(func(o *Options) { o.Features, o.Release = kind, release.Weights }), table))(t)
			stated, errStated := json.Marshal(r.Provenance.Features)
			wanted, errWanted := json.Marshal(want)
			if r.Certificate.Features != string(kind) || errStated != nil || errWanted != nil ||
				!bytes.Equal(stated, wanted) {
				t.Errorf("%s: the release states other features than the source gives", kind)
			}
		}
	}
}

// wideTask is a public sample of 60 columns that eight factors make, and a private table whose labels are higher and
// follow a second column.
func wideTask(t *testing.T, rows int) (*dataset.Source, string) {
	t.Helper()
	const columns = 60
	r := rand.New(rand.NewPCG(91, 92))
	table := func(rows int, shift float64) string {
		var b strings.Builder
		for i := range columns {
			fmt.Fprintf(&b, "x%d,", i)
		}
		b.WriteString("y\n")
		for range rows {
			var f [8]float64
			for k := range f {
				f[k] = r.NormFloat64()
			}
			for i := range columns {
				fmt.Fprintf(&b, "%.4f,", f[i%8]+0.5*r.NormFloat64())
			}
			fmt.Fprintf(&b, "%.4f\n", f[0]+shift*(1+f[1])+0.3*r.NormFloat64())
		}
		return b.String()
	}
	s := must.Get(dataset.ReadSource(strings.NewReader(table(300, 0)), dataset.SourceOptions{Label: "y"}))(t)
	return s, table(rows, 1.5)
}

// Where columns are many, labels are used through few directions unless the columns are asked for: the model has a
// smaller error for it, its document is read and verified, and the correction is over columns. The number of directions
// goes with the budget. By the noise alone this fails with a probability below 1e-6: the errors differ by over ten
// deviations of their difference over draws.
func TestManyColumnsBecomeDirections(t *testing.T) {
	source, table := wideTask(t, 1500)
	errs := map[features.Kind]float64{}
	for _, kind := range []features.Kind{"", features.Linear} {
		o := Options{Epsilon: 1, Delta: 1e-6, Base: method.Linear, UseLabels: true, Features: kind}
		r := adapted(t, source, o, table)
		r = reread(t, r)
		if problems, err := CheckSource(source, r, nil); err != nil || len(problems) > 0 {
			t.Errorf("%q: %q %v", kind, problems, err)
		}
		if kind == "" {
			if r.Certificate.Features != string(features.Directions) || len(r.Provenance.Features.Matrix) != 24 {
				t.Errorf("the features are %s", r.Certificate.Features)
			}
		}
		errs[kind] = errorOf(t, r, table)
	}
	if !(errs[""] < 0.7*errs[features.Linear]) {
		t.Errorf("the error is %v with directions and %v with all columns", errs[""], errs[features.Linear])
	}
	for epsilon, want := range map[float64]int{0.01: 4, 0.3: 11, 3: 47} {
		target := readTarget(t, source, Options{Epsilon: epsilon, Delta: 1e-6, Base: method.Linear, UseLabels: true}, table)
		if got := target.plan.Map.Dim(); got != want {
			t.Errorf("ε = %v: %d directions, not %d", epsilon, got, want)
		}
	}
	for _, o := range []Options{
		{Epsilon: 10, Delta: 1e-6, Base: method.Linear, UseLabels: true},
		{Epsilon: 1, Delta: 1e-6, Base: method.Linear},
	} {
		if kind := readTarget(t, source, o, table).plan.Map.Kind; kind != features.Linear {
			t.Errorf("ε = %v, labels %v: the features are %s", o.Epsilon, o.UseLabels, kind)
		}
	}
}

// However far out a row is, it is no longer than the radius in directions, with a label and without one.
func TestNoRowIsLongerInDirections(t *testing.T) {
	source, table := wideTask(t, 1)
	head, _, _ := strings.Cut(table, "\n")
	longest := big.NewInt(grid.Steps * grid.Steps)
	r := rand.New(rand.NewPCG(93, 94))
	cells := []string{"1e308", "-1e308", "NaN", "", "17", "1e15", "-3", "5e-324", "1e999"}
	o := withLabels(func(o *Options) { o.Features, o.Base = features.Directions, method.Linear })
	with := 0
	for range 60 {
		row := make([]string, 61)
		for i := range row {
			row[i] = cells[r.IntN(len(cells))]
		}
		target := readTarget(t, source, o, head+"\n"+strings.Join(row, ",")+"\n")
		trace := new(big.Int)
		for i := range target.labelled.Order {
			trace.Add(trace, target.labelled.Entry(i, i))
		}
		if trace.Sign() > 0 {
			with++
		}
		for i := range target.sum.Order {
			trace.Add(trace, target.sum.Entry(i, i))
		}
		if trace.Cmp(longest) > 0 {
			t.Fatalf("the row %q is longer than the radius", row)
		}
	}
	if with == 0 || with == 60 {
		t.Errorf("%d of 60 rows had a label, so that one kind was not tested", with)
	}
}

// A query sums the columns themselves; directions are refused in words.
func TestAQueryTakesTheColumns(t *testing.T) {
	source, _ := wideTask(t, 1)
	o := withLabels(func(o *Options) { o.Base = method.Linear })
	if _, err := NewQuery(source, o, warehouse.Dialects[0], "rows", "", nil); err != nil {
		t.Errorf("many columns with labels: %v", err)
	}
	o.Features = features.Directions
	if _, err := NewQuery(source, o, warehouse.Dialects[0], "rows", "", nil); err == nil ||
		!strings.Contains(err.Error(), "linear features alone") {
		t.Errorf("directions: %v", err)
	}
}
