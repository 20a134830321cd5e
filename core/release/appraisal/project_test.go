package appraisal

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"testing"

	"privadapt/core/must"
	"privadapt/core/release/interval"
)

// The sum over rows of what stands at the nodes has no bias where rows have a density that is linear between nodes, 0
// at the ends, or are beyond the ends: for squares, sizes, losses and steps.
func TestProjectionIsUnbiasedForDensitiesThatAreLinearBetweenNodes(t *testing.T) {
	r := rand.New(rand.NewPCG(95, 1))
	for _, nodes := range [][]float64{ResidualNodes(0.7), LogOddsNodes(), PredictionNodes(-1, 5)} {
		for name, f := range map[string]func(float64) float64{
			"square": square, "size": math.Abs, "loss": softplus, "probability": probability,
			"step": below(nodes[1] + 0.3*(nodes[2]-nodes[1])), "step at a node": below(nodes[2]),
		} {
			values := project(nodes, f)
			if values[0] != f(nodes[0]) || values[len(nodes)-1] != f(nodes[len(nodes)-1]) {
				t.Errorf("%s: another value at an end", name)
			}
			density := make([]float64, len(nodes)) // at the nodes; of a node that is there twice each side has its own
			for k := 1; k < len(nodes)-1; k++ {
				density[k] = r.Float64()
			}
			const steps = 6400
			var off, size float64
			for k := range len(nodes) - 1 {
				h := nodes[k+1] - nodes[k]
				for i := range steps {
					u := (float64(i) + 0.5) / steps
					p := (1-u)*density[k] + u*density[k+1]
					v := f(nodes[k] + u*h)
					off += p * h / steps * ((1-u)*values[k] + u*values[k+1] - v)
					size += p * h / steps * math.Abs(v)
				}
			}
			if limit := map[bool]float64{false: 2e-4, true: 0.02}[name[:4] == "step"]; math.Abs(off) > limit*size {
				t.Errorf("%s over %v: a bias of %v of %v", name, nodes, off, size)
			}
		}
	}
}

// Without noise, at a distribution that the axes show exactly, the figures are the rows' own.
func TestFiguresOfExactCounts(t *testing.T) {
	l := Layout{Classes: 3}
	counts := []float64{40, 10, 2, 0, 3, 20, 5, 0, 1, 59}
	f, groups := NewEstimator(l).Estimate(counts, 0, 140)
	if got := *f.Measures["accuracy"].Value; math.Abs(got-0.89) > 1e-12 || len(groups) > 0 || len(f.Confusion) != 3 ||
		math.Abs(*f.Confusion[1][2].Value-0.05) > 1e-12 {
		t.Errorf("accuracy %v, %+v", got, f.Confusion)
	}
	if *f.Labelled.Value != 100 || *f.Labelled.Low != 100 || *f.Unlabelled.Value != 40 {
		t.Errorf("%v rows with a label", *f.Labelled.Value)
	}
	// One residual of 0 and one of ±1 at each prediction: a slope of 1, an intercept of ½.
	l = Layout{Predictions: []float64{-2, -1, 0, 1, 2}, Residuals: []float64{-2, -1, 0, 1, 2}}
	counts = make([]float64, l.Cells())
	for i := range 5 {
		counts[1+5*i+2], counts[1+5*i+3] = 500, 500
	}
	f, _ = NewEstimator(l).Estimate(counts, 0, 5000)
	for name, want := range map[string]float64{"bias": -0.5, "calibrationIntercept": 0.5} {
		if n := f.Measures[name]; math.Abs(*n.Value-want) > 1e-9 || *n.Low > want || *n.High < want ||
			*n.High-*n.Low > 0.06 {
			t.Errorf("%s is %v, from %v to %v", name, *n.Value, *n.Low, *n.High)
		}
	}
	if n := f.Measures["calibrationSlope"]; math.Abs(*n.Value-1) > 1e-9 {
		t.Errorf("slope %v", *n.Value)
	}
	for i, p := range f.Curve {
		if math.Abs(*p.Label.Value-(l.Predictions[i]+0.5)) > 1e-9 {
			t.Errorf("at %v the mean label is %v", p.Prediction, *p.Label.Value)
		}
	}
}

// Counts of nothing but noise, of any size, give intervals that hold all that the figures can be, or no ends, and never
// a NaN.
func TestFiguresOfNoiseAreDefined(t *testing.T) {
	r := rand.New(rand.NewPCG(96, 1))
	for _, l := range []Layout{{Predictions: PredictionNodes(0, 1), Residuals: ResidualNodes(1)},
		{Predictions: LogOddsNodes(), Classes: 2, Groups: 2}, {Classes: 4}} {
		estimator := NewEstimator(l)
		for range 20 {
			counts := make([]float64, l.Cells())
			for k := range counts {
				counts[k] = 100 * r.NormFloat64()
			}
			for _, n := range []int64{0, 1} {
				all, groups := estimator.Estimate(counts, 1e4, n)
				for _, f := range append(groups, all) {
					for name, m := range f.Measures {
						for _, v := range []*float64{m.Value, m.Low, m.High} {
							if v != nil && *v-*v != 0 {
								t.Fatalf("%s: %v", name, *v)
							}
						}
						if m.Value != nil && m.Low != nil && m.High != nil &&
							!(*m.Low <= *m.Value+1e-9 && *m.Value <= *m.High+1e-9) {
							t.Fatalf("%s: %v is not from %v to %v", name, *m.Value, *m.Low, *m.High)
						}
					}
				}
			}
		}
	}
}

// A ratio that noise has carried below all that the figure can be, or above it, is no value; its interval is not empty.
func TestNoFigureIsImpossible(t *testing.T) {
	for _, p := range []float64{-40, -3, 0, 0.4, 1, 1.2, 50} {
		n := fieller(100*p, 100, 90_000, 0, 25, interval.Share)
		if possible := p >= 0 && p <= 1; possible != (n.Value != nil) || !n.Possible(interval.Share) ||
			!(*n.Low < *n.High) {
			t.Errorf("a share of %v is stated as %v, from %v to %v", p, n.Value, *n.Low, *n.High)
		}
	}
	cells := table{cells: []float64{-7, 3}, noise: 4, rows: 1, column: 1}
	if n := cells.counted(sum{1, 0}); n.Value != nil || *n.Low != 0 || *n.High != 4 {
		t.Errorf("−7 rows are stated as %v, from %v to %v", n.Value, *n.Low, *n.High)
	}
}

// Where more residuals are beyond the axis than are tolerated, nothing bounds what they are limited to: errors have no
// upper end, and what that may make smaller or larger has no interval. With fewer all have both ends.
func TestWhatIsBeyondTheAxisHasNoEnd(t *testing.T) {
	l := Layout{Predictions: PredictionNodes(0, 4), Residuals: ResidualNodes(1)}
	rows, columns := l.Rows(), l.Columns()
	for _, c := range []struct {
		beyond float64 // of 1000 rows at each prediction
		open   bool
	}{{0, false}, {10, false}, {100, true}, {500, true}} {
		counts := make([]float64, l.Cells())
		for i := range rows {
			counts[1+i*columns+columns-1] = c.beyond
			for _, j := range []int{columns/2 - 1, columns/2 + 1} {
				counts[1+i*columns+j] = (1000 - c.beyond) / 2
			}
		}
		all, _ := NewEstimator(l).Estimate(counts, 1, int64(1000*rows))
		for name, ends := range map[string][2]bool{ // low and high where much is beyond
			"rmse": {true, false}, "mae": {true, false}, "r2": {false, false}, "bias": {false, false}, "beyond": {true, true},
			"calibrationSlope": {}, "calibrationIntercept": {}, "label": {},
		} {
			n := all.Measures[name]
			if name == "label" {
				n = all.Curve[1].Label
			}
			if low, high := ends[0] || !c.open, ends[1] || !c.open; n.Value == nil || (n.Low != nil) != low ||
				(n.High != nil) != high {
				t.Errorf("%s, %v of 1000 rows beyond the axis: %+v", name, c.beyond, n)
			}
		}
	}
}

// A figure that overflows is none, so that figures of a hostile document can be written.
func TestFiguresThatOverflowAreNone(t *testing.T) {
	l := Layout{Predictions: []float64{1.5e308, 1.7e308}, Residuals: []float64{0, 4e307, 8e307}}
	must.Do(t, l.Check())
	all, _ := NewEstimator(l).Estimate([]float64{0, 0, 0, 100, 0, 0, 100}, 1, 200)
	if _, err := json.Marshal(all); err != nil {
		t.Error(err)
	}
	for _, nodes := range [][]float64{{-1.7e308, 0.5e308, 1.7e308}, {math.Inf(-1), 0, 1}, {0, 1, math.Inf(1)},
		{0, math.NaN(), 1}} {
		if (Layout{Predictions: nodes, Residuals: l.Residuals}).Check() == nil {
			t.Errorf("%v is an axis", nodes)
		}
	}
}
