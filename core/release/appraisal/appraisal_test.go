package appraisal

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"privadapt/core/must"
)

// Rows at the nodes that the axes show exactly, the ends, and the middle for what a threshold at one half counts: all
// figures of two classes are the rows' own.
func TestFiguresOfTwoClassesAreThoseOfTheRows(t *testing.T) {
	nodes := LogOddsNodes()
	l := Layout{Predictions: nodes, Classes: 2}
	last, middle := len(nodes)-1, len(nodes)/2
	const trueLow, falseLow = 500.0, 80.0   // of class 0 and 1, below
	const falseHigh, trueHigh = 60.0, 360.0 // of class 0 and 1, above
	const ofFirst, ofSecond, all = trueLow + falseHigh, falseLow + trueHigh, 1000.0
	low, high := probability(nodes[0]), probability(nodes[last])
	mean := (low*(trueLow+falseLow) + high*(falseHigh+trueHigh)) / all
	square := (low*low*(trueLow+falseLow) + high*high*(falseHigh+trueHigh)) / all
	both, share := (low*falseLow+high*trueHigh)/all, ofSecond/all
	variance := square - mean*mean
	lossOf := func(p float64) float64 { return -math.Log(p) }
	atEnds := map[string]float64{
		"brier": square - 2*both + share, "share": share,
		"logLoss": (trueLow*lossOf(1-low) + falseLow*lossOf(low) +
			falseHigh*lossOf(1-high) + trueHigh*lossOf(high)) / all,
		"calibrationSlope":     (both - mean*share) / variance,
		"calibrationIntercept": (square*share - mean*both) / variance,
		"auc":                  (trueHigh*trueLow + 0.5*(falseLow*trueLow+trueHigh*falseHigh)) / (ofFirst * ofSecond),
	}
	atThreshold := map[string]float64{
		"sensitivity": trueHigh / ofSecond, "specificity": trueLow / ofFirst, "precision": trueHigh / (trueHigh + falseHigh),
		"accuracy": (trueLow + trueHigh) / all, "share": share,
	}
	is := func(what string, n IntervalNumber, want float64) {
		t.Helper()
		if n.Value == nil || math.Abs(*n.Value-want) > 1e-9 || n.Low == nil || *n.Low > want || *n.High < want ||
			*n.High-*n.Low > 0.2+want/5 {
			text, _ := json.Marshal(n)
			t.Errorf("%s is %s, not %v", what, text, want)
		}
	}
	for _, places := range [][2]int{{0, last}, {middle - 1, middle}, {0, middle}, {middle - 1, last}} {
		counts := make([]float64, l.Cells())
		counts[1+2*places[0]], counts[2+2*places[0]] = trueLow, falseLow
		counts[1+2*places[1]], counts[2+2*places[1]] = falseHigh, trueHigh
		f, _ := NewEstimator(l).Estimate(counts, 0, 0)
		for name, want := range atThreshold {
			is(name, f.Measures[name], want)
		}
		for predicted, row := range [][]float64{{trueLow, falseLow}, {falseHigh, trueHigh}} {
			for class, rows := range row {
				is("a share of the confusion", f.Confusion[predicted][class], rows/all)
			}
		}
		is("the curve below", f.Curve[places[0]].Label, falseLow/(trueLow+falseLow))
		is("the curve above", f.Curve[places[1]].Label, trueHigh/(falseHigh+trueHigh))
		if places != [2]int{0, last} {
			continue
		}
		for name, want := range atEnds {
			is(name, f.Measures[name], want)
		}
		if len(f.Curve) != len(nodes) || len(f.ROC) != len(nodes)-1 || f.ROC[0].Probability != low ||
			f.ROC[last-1].Probability != high {
			t.Fatalf("%d points and %d thresholds", len(f.Curve), len(f.ROC))
		}
		for k, threshold := range f.ROC { // from the first end, whose rows count half there, to the other
			rightLow, rightHigh := 0.0, 1.0
			if k == 0 {
				rightLow = 0.5
			}
			if k == last-1 {
				rightHigh = 0.5
			}
			is("true from a threshold on", threshold.True, (rightLow*falseLow+rightHigh*trueHigh)/ofSecond)
			is("false from a threshold on", threshold.False, (rightLow*trueLow+rightHigh*falseHigh)/ofFirst)
		}
	}
}

// Of numbers, rows at the ends of the axes give all figures exactly, and quantiles up to a step of their search.
func TestFiguresOfNumbersAreThoseOfTheRows(t *testing.T) {
	l := Layout{Predictions: []float64{-2, 0, 4}, Residuals: []float64{-1, 0, 1, 3}}
	counts := make([]float64, l.Cells())
	const below, above = 900.0, 100.0
	counts[0], counts[1], counts[1+4*2+3] = 50, below, above // −2 with the residual −1, and 4 with the residual 3
	f, _ := NewEstimator(l).Estimate(counts, 0, 0)
	const all = below + above
	residual, square := (3*above-below)/all, (9*above+below)/all
	labels, squares := (7*above-3*below)/all, (49*above+9*below)/all
	predictions, ofPredictions, both := (4*above-2*below)/all, (16*above+4*below)/all, (28*above+6*below)/all
	variance := ofPredictions - predictions*predictions
	for name, want := range map[string]float64{
		"rmse": math.Sqrt(square), "mae": (3*above + below) / all, "bias": -residual, "beyond": 1,
		"r2":                   1 - square/(squares-labels*labels),
		"calibrationSlope":     (both - predictions*labels) / variance,
		"calibrationIntercept": (ofPredictions*labels - predictions*both) / variance,
	} {
		if n := f.Measures[name]; n.Value == nil || math.Abs(*n.Value-want) > 1e-9 {
			t.Errorf("%s is %v, not %v", name, n.Value, want)
		}
	}
	for i, want := range map[int]float64{0: -3, 2: 7} {
		if p := f.Curve[i]; p.Prediction != l.Predictions[i] || p.Label.Value == nil || *p.Label.Value != want {
			t.Errorf("the mean label at %v is %v, not %v", p.Prediction, p.Label.Value, want)
		}
	}
	if *f.Labelled.Value != all || *f.Unlabelled.Value != 50 || len(f.Quantiles) != 5 || len(f.Curve) != 3 {
		t.Errorf("%+v", f)
	}
	for k, share := range []float64{0.05, 0.25, 0.5, 0.75, 0.95} {
		q := f.Quantiles[k].Residual
		if share < 0.9 && !(q.Low == nil && *q.High < 0) || share > 0.9 && !(*q.Low > 1 && q.High == nil) || q.Value != nil {
			t.Errorf("the quantile of %v, where rows are at an end of the axis, is %+v", share, q)
		}
	}
}

// With next to no noise too, a quantile of residuals beyond the axis is stated as above its end, and one within is
// closed.
func TestAQuantileBeyondTheAxisIsOpen(t *testing.T) {
	l := Layout{Predictions: PredictionNodes(0, 1), Residuals: ResidualNodes(1)}
	for _, far := range []int{0, 7} { // of 100 rows
		counts := make([]float64, l.Cells())
		for i := range 10_000 {
			residual := -2 + 4*float64(i)/10_000
			if i%100 < far {
				residual = 5.2
			}
			place := PlaceOf(l.Residuals, residual)
			at := 1 + i%5*len(l.Residuals) + place.Node
			counts[at] += 1 - float64(place.Upper)/Unit
			if place.Upper > 0 {
				counts[at+1] += float64(place.Upper) / Unit
			}
		}
		f, _ := NewEstimator(l).Estimate(counts, 1e-6, 10_000)
		last, middle := f.Quantiles[4].Residual, f.Quantiles[2].Residual
		if middle.Value == nil || middle.Low == nil || middle.High == nil {
			t.Errorf("%d%% beyond: the median is %+v", far, middle)
		}
		if open := last.High == nil && last.Value == nil && *last.Low > 1.8; open != (far > 0) {
			t.Errorf("%d%% beyond: 95%% are below %+v", far, last)
		}
	}
}

// Nodes are what they are said to be: multiples of the spread, a quarter beyond either end, and log-odds around 0.
func TestNodesOfTheAxes(t *testing.T) {
	for _, c := range []struct{ got, want []float64 }{
		{ResidualNodes(2), []float64{-8, -6, -4, -3, -2, -1, 0, 1, 2, 3, 4, 6, 8}},
		{PredictionNodes(-1, 3), []float64{-2, -0.5, 1, 2.5, 4}},
		{LogOddsNodes(), []float64{-7, -5.5, -4, -3, -2.25, -1.5, -0.75, 0, 0, 0.75, 1.5, 2.25, 3, 4, 5.5, 7}},
	} {
		if !slices.Equal(c.got, c.want) {
			t.Errorf("%v, not %v", c.got, c.want)
		}
	}
}

// A row counts at the nodes beside its value in parts whose mean is the value, and beyond the axis at its end.
func TestPlacesOnAnAxis(t *testing.T) {
	nodes := []float64{-1, 0, 0, 4}
	for v, want := range map[float64]Place{
		-5: {}, -1: {}, math.Inf(-1): {}, -0.5: {0, Unit / 2}, 0: {2, 0}, 1: {2, Unit / 4}, 4: {3, 0}, 9: {3, 0},
		math.Inf(1): {3, 0}, 4 - 1e-9: {2, Unit},
	} {
		if got := PlaceOf(nodes, v); got != want {
			t.Errorf("%v is at %+v, not %+v", v, got, want)
		}
	}
	if got := PlaceOf(nodes, math.NaN()); got != (Place{}) {
		t.Errorf("what is no number is at %+v", got)
	}
}

// A layout has two to 64 nodes that increase, 0 twice in the middle where there are two classes, up to 64 classes and
// groups, and nothing that another form has.
func TestLayoutsAtTheirLimits(t *testing.T) {
	increasing := func(n int) (nodes []float64) {
		for k := range n {
			nodes = append(nodes, float64(k))
		}
		return nodes
	}
	two, zeros := increasing(2), []float64{-1, 0, 0, 1}
	var many []float64
	for k := range 33 {
		many = append(append([]float64{-float64(k)}, many...), float64(k))
	}
	for _, c := range []struct {
		l  Layout
		is bool
	}{
		{Layout{Predictions: two, Residuals: two}, true},
		{Layout{Predictions: two[:1], Residuals: two}, false},
		{Layout{Predictions: two, Residuals: two[:1]}, false},
		{Layout{Predictions: two}, false},
		{Layout{}, false},
		{Layout{Predictions: increasing(64), Residuals: two}, true},
		{Layout{Predictions: two, Residuals: increasing(64)}, true},
		{Layout{Predictions: increasing(65), Residuals: two}, false},
		{Layout{Predictions: two, Residuals: increasing(65)}, false},
		{Layout{Predictions: []float64{1, 0}, Residuals: two}, false},
		{Layout{Predictions: []float64{1, 1}, Residuals: two}, false},
		{Layout{Predictions: zeros, Residuals: two}, false},
		{Layout{Predictions: []float64{0, math.NaN(), 1}, Residuals: two}, false},
		{Layout{Predictions: []float64{math.Inf(-1), 0, 1}, Residuals: two}, false},
		{Layout{Predictions: []float64{0, 1, math.Inf(1)}, Residuals: two}, false},
		{Layout{Predictions: []float64{-math.MaxFloat64, math.MaxFloat64}, Residuals: two}, false},
		{Layout{Predictions: []float64{0, math.MaxFloat64}, Residuals: two}, true},
		{Layout{Predictions: zeros, Classes: 2}, true},
		{Layout{Predictions: zeros[1:3], Classes: 2}, false},
		{Layout{Predictions: []float64{-1, 0, 0, 1, 2}, Classes: 2}, false},
		{Layout{Predictions: []float64{-1, 0, 0, 0, 0, 1}, Classes: 2}, false},
		{Layout{Predictions: []float64{-1, 1, 1, 2}, Classes: 2}, false},
		{Layout{Predictions: increasing(4), Classes: 2}, false},
		{Layout{Predictions: []float64{-2, -1, -1, 0}, Classes: 2}, false},
		{Layout{Predictions: zeros, Residuals: two, Classes: 2}, false},
		{Layout{Classes: 2}, false},
		{Layout{Predictions: many[1:65], Classes: 2}, true},
		{Layout{Predictions: many, Classes: 2}, false},
		{Layout{Classes: 3}, true},
		{Layout{Classes: 64}, true},
		{Layout{Classes: 65}, false},
		{Layout{Classes: 1}, false},
		{Layout{Classes: -1}, false},
		{Layout{Classes: 3, Predictions: two}, false},
		{Layout{Classes: 3, Residuals: two}, false},
		{Layout{Classes: 3, Groups: 64}, true},
		{Layout{Classes: 3, Groups: 65}, false},
		{Layout{Classes: 3, Groups: -1}, false},
	} {
		if err := c.l.Check(); (err == nil) != c.is {
			t.Errorf("%+v: %v", c.l, err)
		}
	}
	for groups, tables := range map[int]int{0: 1, 1: 2, 7: 2} {
		if l := (Layout{Classes: 3, Groups: groups}); l.Tables() != tables || l.Table() != 10 || l.Cells() != 10*(1+groups) {
			t.Errorf("%d groups: %d tables, %d cells", groups, l.Tables(), l.Cells())
		}
	}
}

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
		n := fieller(100*p, 100, 90_000, 0, 25, ShareBounds)
		if possible := p >= 0 && p <= 1; possible != (n.Value != nil) || !n.Possible(ShareBounds) ||
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

// An estimate is open on the side where far more private than public residuals count at an end, and there alone.
func TestAnEstimateIsOpenWhereLabelsAreBeyondTheirEnds(t *testing.T) {
	a := Averages{Predictions: []float64{-1, 0, 1}, Residuals: []float64{-1, -0.4, 0, 0.4, 1},
		Tails: []float64{-0.1, 0.1}, TailShares: []float64{0.02, 0.02}, Labels: true}
	for _, c := range []struct{ low, high float64 }{{0.02, 0.02}, {0.02, 0.9}, {0.9, 0.02}, {0.4, 0.4}} {
		const n = 10_000
		counts := []float64{0, 0, n, 0, 0, c.low * n, 0, (1 - c.low - c.high) * n, 0, c.high * n}
		e := a.Estimate(counts, []float64{1, 1}, n)[0].Means[0].Estimate
		if (e.Low == nil) != (c.low > 0.1) || (e.High == nil) != (c.high > 0.1) || e.Value == nil {
			t.Errorf("shares of %v and %v at the ends: %+v", c.low, c.high, e)
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
}

// noisyTables returns the tables of a layout for counts that are mostly noise, where n is public and where it is
// private.
func noisyTables(l Layout) (tables []table) {
	r := rand.New(rand.NewPCG(97, 1))
	for _, n := range []int64{0, 900} {
		counts := make([]float64, l.Cells())
		for k := range counts {
			counts[k] = 20 + 15*r.NormFloat64()
		}
		tables = append(tables, tablesOf(l, counts, 100, n)...)
	}
	return tables
}

func near(a, b float64) bool { return math.Abs(a-b) <= 1e-9*math.Max(1, math.Abs(b)) }

func sameNumber(a, b IntervalNumber) bool {
	same := func(v, w *float64) bool { return (v == nil) == (w == nil) && (v == nil || near(*v, *w)) }
	return same(a.Value, b.Value) && same(a.Low, b.Low) && same(a.High, b.High)
}

// A cell of the confusion is the ratio of two sums over the table, with the interval that these have.
func TestConfusionIsARatioOfSums(t *testing.T) {
	for _, l := range []Layout{{Classes: 2, Predictions: LogOddsNodes(), Groups: 2}, {Classes: 5, Groups: 3}} {
		for _, cells := range noisyTables(l) {
			f := Figures{Measures: map[string]IntervalNumber{}}
			one := cells.sumOf(func(int, int) float64 { return 1 })
			cells.confusion(&f, l, one)
			for a := range l.Classes {
				for b := range l.Classes {
					chosen := cells.sumOf(func(i, j int) float64 { return oneIf(i/(l.Rows()/l.Classes) == a && j == b) })
					if want := cells.ratio(cells.linear(chosen), cells.linear(one), ShareBounds); !sameNumber(
						f.Confusion[a][b],
						want,
					) {
						t.Errorf("%d classes: %d for %d: %v, as sums %v", l.Classes, a, b, f.Confusion[a][b], want)
					}
				}
			}
		}
	}
}

// Each place of the residuals has the rows, the variance and the covariance of the sum over the table; each point
// of the curve has the same of the sums over its row of the table.
func TestPlacesOfQuantilesAreSums(t *testing.T) {
	l := Layout{Predictions: PredictionNodes(0, 1), Residuals: ResidualNodes(1), Groups: 2}
	k := newKernels(l)
	for _, cells := range noisyTables(l) {
		one, columns := cells.sumOf(func(int, int) float64 { return 1 }), cells.columns()
		for i := 0; i < len(k.upTo); i += 97 {
			s := cells.sumOf(func(_, j int) float64 { return k.upTo[i][j] })
			if p := columns.place(k.upTo[i]); !near(p.rows, cells.of(s)) || !near(p.variance, cells.spread(s, s)) ||
				!near(p.covariance, cells.spread(s, one)) {
				t.Errorf("place %d: %+v, as sums %v, %v and %v", i, p, cells.of(s), cells.spread(s, s), cells.spread(s, one))
			}
		}
		f := Figures{Measures: map[string]IntervalNumber{}}
		cells.numbers(&f, l, k, one)
		for i, x := range l.Predictions {
			beside := func(v func(j int) float64) quantity {
				return cells.linear(cells.sumOf(func(row, j int) float64 { return oneIf(row == i) * v(j) }))
			}
			want := cells.ratio(beside(func(j int) float64 { return l.Residuals[j] }), beside(func(int) float64 { return 1 }),
				Between(l.Residuals[0], l.Residuals[len(l.Residuals)-1])).
				Mapped(func(v float64) float64 { return x + v })
			if !sameNumber(f.Curve[i].Label, want) {
				t.Errorf("at %v: %v, as sums %v", x, f.Curve[i].Label, want)
			}
		}
	}
}

// Where n is public the cells of all rows sum to it, and so do the cells of all groups together. Each cell is moved
// by as much.
func TestTablesSumToTheNumberOfRows(t *testing.T) {
	l := Layout{Classes: 3, Groups: 4}
	counts := make([]float64, l.Cells())
	for k := range counts {
		counts[k] = float64(7 * k % 11)
	}
	sums := [2]float64{}
	for i, cells := range tablesOf(l, counts, 100, 900) {
		for k, v := range cells.cells {
			sums[min(i, 1)] += v
			if moved := v - counts[i*l.Table()+k]; !near(moved, cells.cells[0]-counts[i*l.Table()]) {
				t.Errorf("cell %d of table %d is moved by %v", k, i, moved)
			}
		}
	}
	if !near(sums[0], 900) || !near(sums[1], 900) {
		t.Errorf("the tables sum to %v, not to 900", sums)
	}
}

// The area under the curve is a sum of products of two cells each, every one without the bias that its noise gives it.
func TestAreaIsASumOfProducts(t *testing.T) {
	l := Layout{Classes: 2, Predictions: LogOddsNodes(), Groups: 2}
	k := newKernels(l)
	for _, cells := range noisyTables(l) {
		one := cells.sumOf(func(int, int) float64 { return 1 })
		y := cells.sumOf(func(_, j int) float64 { return float64(j) })
		cell := func(row, column int) sum {
			return cells.sumOf(func(i, j int) float64 { return oneIf(i == row && j == column) })
		}
		above := 0.0
		for i, row := range k.order {
			for j, v := range row {
				above += v * cells.product(cell(i, 1), cell(j, 0)).value
			}
		}
		want := above / cells.product(y, plus(one, y, -1)).value
		if got := cells.area(k.order, one, y).Value; got == nil || !near(*got, want) {
			t.Errorf("the products give the area %v, and it is another", want)
		}
	}
}

// A quantile may be wherever the share of rows up to there may be the one asked for, by the deviation of that sum; at
// an end of the axis, where rows beyond it count, it is open.
func TestQuantilesAreWhereTheirShareMayBe(t *testing.T) {
	l := Layout{Predictions: PredictionNodes(0, 1), Residuals: ResidualNodes(1), Groups: 2}
	k := newKernels(l)
	low, high := l.Residuals[0], l.Residuals[len(l.Residuals)-1]
	step := (high - low) / resolution
	for _, cells := range noisyTables(l) {
		one, f := cells.sumOf(func(int, int) float64 { return 1 }), Figures{}
		cells.quantiles(&f, l.Residuals, k.upTo, one)
		for _, q := range f.Quantiles {
			from, to := math.Inf(1), math.Inf(-1)
			for i := range k.upTo {
				off := plus(cells.sumOf(func(_, j int) float64 { return k.upTo[i][j] }), one, -q.Share)
				if math.Abs(cells.of(off)) <= normal*math.Sqrt(cells.spread(off, off)) {
					from, to = math.Min(from, low+step*float64(i)), math.Max(to, low+step*float64(i))
				}
			}
			want := Of(math.NaN(), from-step/2, to+step/2, Between(low, high))
			want.Value = q.Residual.Value
			surely := func(s sum) bool { return cells.of(s) > normal*math.Sqrt(cells.spread(s, s)) }
			if !surely(plus(cells.sumOf(func(_, j int) float64 { return oneIf(j < len(l.Residuals)-1) }), one, -q.Share)) {
				want.High = nil
			}
			if !surely(plus(cells.sumOf(func(_, j int) float64 { return oneIf(j > 0) }), one, q.Share-1)) {
				want.Low = nil
			}
			if !sameNumber(q.Residual, want) {
				t.Errorf("the quantile of %v is not from %v to %v, as its sums say", q.Share, from, to)
			}
		}
	}
}

// largest are the layouts whose figures take longest, each of as many cells as are read.
func largest() map[string]Layout {
	increasing := func(n int) []float64 {
		nodes := make([]float64, n)
		for k := range nodes {
			nodes[k] = float64(k - n/2)
		}
		return nodes
	}
	odds := make([]float64, 64)
	for k := range odds {
		odds[k] = math.Abs(float64(k)-31.5) - 0.5
		if k < 32 {
			odds[k] = -odds[k]
		}
	}
	return map[string]Layout{
		"64 classes":       {Classes: 64, Groups: 14},
		"35 classes":       {Classes: 35, Groups: 50},
		"two classes":      {Classes: 2, Predictions: odds, Groups: 64},
		"numbers":          {Predictions: increasing(64), Residuals: increasing(64), Groups: 14},
		"numbers by level": {Predictions: increasing(31), Residuals: increasing(31), Groups: 64},
	}
}

// A layout of more cells than can be read in a second is refused; the largest that are left are read.
func TestLayoutsOfTooManyCellsAreRefused(t *testing.T) {
	for name, l := range largest() {
		if err := l.Check(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, l := range []Layout{{Classes: 64, Groups: 16}, {Classes: 36, Groups: 50}, {Classes: 64, Groups: 50}} {
		if l.Check() == nil {
			t.Errorf("%+v is read", l)
		}
	}
}

// Whatever an estimate was, what is stated is possible: a value beyond the bounds is none, and ends are within them.
func TestNothingImpossibleIsStated(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 10_000 {
		value, reach := 3*r.NormFloat64(), math.Abs(3*r.NormFloat64())
		for _, b := range []IntervalBounds{ShareBounds, Positive, Anything, {-1, 2}} {
			n := Of(value, value-reach, value+reach, b)
			if !n.Possible(b) {
				t.Fatalf("%v ± %v within %v is stated as %v", value, reach, b, n)
			}
			if inside := value >= b.Low && value <= b.High; inside != (n.Value != nil) || inside && *n.Value != value {
				t.Fatalf("%v within %v has the value %v", value, b, n.Value)
			}
		}
	}
	for _, v := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		if n := Of(v, v, v, Anything); n.Value != nil || n.Low != nil || n.High != nil {
			t.Errorf("%v is stated as %+v", v, n)
		}
	}
	if n := Of(-1.1, -2, 3, Positive); n.Value != nil || *n.Low != 0 || *n.High != 3 {
		t.Errorf("a mean square of −1.1 is stated as %+v", n)
	}
}

func TestWhatIsPossible(t *testing.T) {
	number := func(v ...float64) IntervalNumber { return IntervalNumber{&v[1], &v[0], &v[2]} }
	for _, n := range []IntervalNumber{{}, number(0, 0.5, 1), number(0.2, 0.2, 0.2)} {
		if !n.Possible(ShareBounds) {
			t.Errorf("%v is refused", n)
		}
	}
	for _, n := range []IntervalNumber{number(-0.1, 0.5, 1), number(0, 0.5, 1.1), number(0.6, 0.5, 1), number(0, 0.5, 0.4),
		number(0, math.NaN(), 1)} {
		if n.Possible(ShareBounds) {
			t.Errorf("a share of %v, from %v to %v, is possible", *n.Value, *n.Low, *n.High)
		}
	}
	if low, high := 0.7, 0.6; (IntervalNumber{nil, &low, &high}).Possible(ShareBounds) {
		t.Error("ends in the wrong order are possible")
	}
}
