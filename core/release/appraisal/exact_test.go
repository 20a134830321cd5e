package appraisal

import (
	"encoding/json"
	"math"
	"slices"
	"testing"

	"privadapt/core/release/interval"
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
	is := func(what string, n interval.Number, want float64) {
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

// With next to no noise too, a quantile of residuals beyond the axis is stated as above its end, and one within is closed.
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
		{Layout{Predictions: []float64{0, math.NaN()}, Residuals: two}, false},
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
