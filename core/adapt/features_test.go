package adapt

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"privadapt/core/data/dataset"
	"privadapt/core/data/features"
	"privadapt/core/data/grid"
	"privadapt/core/must"
	"privadapt/core/release"
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

// A nonlinear label needs nonlinear features. y = x², x from −2 to 2: linear features leave all of its variance,
// quadratic ones little. The model is read from its document, as its reader does.
func TestQuadraticFeaturesFitASquare(t *testing.T) {
	table := func(label bool) string {
		var b strings.Builder
		b.WriteString("x,z,y\n")
		for i := range 400 {
			x := float64(i%101)/25 - 2
			y := ""
			if label {
				y = fmt.Sprint(x * x)
			}
			fmt.Fprintf(&b, "%v,%d,%s\n", x, i%7, y)
		}
		return b.String()
	}
	source := must.Get(dataset.ReadSource(strings.NewReader(table(true)), dataset.SourceOptions{Label: "y"}))(t)
	for kind, share := range map[features.Kind][2]float64{features.Linear: {0.9, 1.1}, features.Quadratic: {0, 0.05}} {
		r := bentRelease(t, source, table(false), budget(func(o *Options) { o.Features = kind }))
		predictions, _ := must.Both(r.Predict(strings.NewReader(table(false)), nil))(t)
		mean, errors, variance := 0.0, 0.0, 0.0
		for _, y := range source.Labels {
			mean += y / 400
		}
		for i, y := range source.Labels {
			errors += math.Pow(predictions.Numbers[i]-y, 2)
			variance += math.Pow(y-mean, 2)
		}
		if left := errors / variance; left < share[0] || left > share[1] {
			t.Errorf("%s features leave %.3f of the variance", kind, left)
		}
	}
}
