package appraisal

import (
	"math"
)

// Figures are what the counts say of the rows of a table.
type Figures struct {
	Labelled   IntervalNumber `json:"labelled"`   // rows with a label; noise alone makes it uncertain
	Unlabelled IntervalNumber `json:"unlabelled"` // rows without one
	// Measures by name. Of numbers: rmse, mae, bias (mean of prediction − label), r2, calibrationSlope and
	// calibrationIntercept (of the line of labels on predictions) and beyond (the share of rows whose residual counts
	// at the ends of its axis: all rows beyond it, and part of each row near it). All are of residuals that are limited
	// to the axis; where many are beyond, errors have no upper end and the others no interval. Of two classes: auc,
	// brier, logLoss (of log-odds that are limited to the axis), accuracy, sensitivity, specificity, precision and
	// share, which are of the second class at the threshold one half, and slope and intercept of the line of labels, 0
	// or 1, on probabilities. Of more classes: accuracy.
	Measures map[string]IntervalNumber `json:"measures"`
	// Curve has, at each node of the predictions, the mean label of the rows beside it: of classes the share of the
	// second one.
	Curve []Point `json:"curve,omitempty"`
	// Quantiles of the residuals, of numbers. One that may be beyond the axis is open there.
	Quantiles []Quantile `json:"quantiles,omitempty"`
	// ROC has a point for each threshold; of two classes.
	ROC []Threshold `json:"roc,omitempty"`
	// Confusion has the share of the labelled rows for each predicted class, in the outer loop, and each class.
	Confusion [][]IntervalNumber `json:"confusion,omitempty"`
}

// Point is a prediction and the mean label there.
type Point struct {
	Prediction float64        `json:"prediction"`
	Label      IntervalNumber `json:"label"`
}

// Quantile is the residual below which a share of the rows are.
type Quantile struct {
	Share    float64        `json:"share"`
	Residual IntervalNumber `json:"residual"`
}

// Threshold is one point of an ROC curve: a probability, and the true- and false-positive rates of taking rows of that
// probability or more for the second class.
type Threshold struct {
	Probability float64        `json:"probability"`
	True        IntervalNumber `json:"true"`
	False       IntervalNumber `json:"false"`
}

// Estimator makes figures of the counts of a layout.
type Estimator struct {
	layout  Layout
	kernels kernels
}

// NewEstimator returns the estimator of a layout.
func NewEstimator(l Layout) *Estimator { return &Estimator{l, newKernels(l)} }

// Estimate returns the figures of all rows and of each group from noisy counts, in rows, whose noise has the variance
// in each cell. n is the number of rows where it is public, else 0.
func (e *Estimator) Estimate(counts []float64, variance float64, n int64) (all Figures, groups []Figures) {
	l, k := e.layout, e.kernels
	var figures []Figures
	for _, t := range tablesOf(l, counts, variance, n) {
		f := Figures{Measures: map[string]IntervalNumber{}}
		one := t.sumOf(func(int, int) float64 { return 1 })
		without := make(sum, len(one))
		without[0] = 1
		f.Labelled, f.Unlabelled = t.counted(one), t.counted(without)
		switch {
		case l.Classes == 0:
			t.numbers(&f, l, k, one)
			f.open()
		case l.Classes == 2:
			t.twoClasses(&f, l, k, one)
		}
		if l.Classes > 0 {
			t.confusion(&f, l, one)
		}
		figures = append(figures, f)
	}
	return figures[0], figures[1:]
}

// line adds slope and intercept of the line of labels on predictions from Σ1, Σf, Σf², Σy and Σfy.
func (t *table) line(f *Figures, one, p, pp, y, py sum) {
	variance := t.product(one, pp).plus(t.product(p, p), -1)
	covariance := t.product(one, py).plus(t.product(p, y), -1)
	f.Measures["calibrationSlope"] = t.ratio(covariance, variance, Anything)
	f.Measures["calibrationIntercept"] = t.ratio(t.product(pp, y).plus(t.product(p, py), -1), variance, Anything)
}

// tolerated is the share of rows beyond the axis of residuals above which, if it is clear, the errors have no upper
// bound.
const tolerated = 0.02

func (t *table) numbers(f *Figures, l Layout, k kernels, one sum) {
	p, r := l.Predictions, l.Residuals
	low, high := r[0], r[len(r)-1]
	widest := math.Max(-low, high)
	pSquare, rSquare, rSize := project(p, square), project(r, square), project(r, math.Abs)
	prediction := t.sumOf(func(i, _ int) float64 { return p[i] })
	predictionSquare := t.sumOf(func(i, _ int) float64 { return pSquare[i] })
	residual := t.sumOf(func(_, j int) float64 { return r[j] })
	residualSquare := t.sumOf(func(_, j int) float64 { return rSquare[j] })
	both := t.sumOf(func(i, j int) float64 { return p[i] * r[j] })
	label := plus(prediction, residual, 1)
	labelSquare := plus(plus(predictionSquare, both, 2), residualSquare, 1)
	of := func(s sum, within IntervalBounds) IntervalNumber {
		return t.ratio(t.linear(s), t.linear(one), within)
	}
	f.Measures["rmse"] = of(residualSquare, Between(0, widest*widest)).Mapped(math.Sqrt)
	f.Measures["mae"] = of(t.sumOf(func(_, j int) float64 { return rSize[j] }), Between(0, widest))
	f.Measures["bias"] = of(residual, Between(low, high)).Reversed(func(v float64) float64 { return 0 - v })
	f.Measures["beyond"] = of(t.sumOf(func(_, j int) float64 {
		if j == 0 || j == len(r)-1 {
			return 1
		}
		return 0
	}), ShareBounds)
	unexplained := t.product(one, residualSquare)
	total := t.product(one, labelSquare).plus(t.product(label, label), -1)
	f.Measures["r2"] = t.ratio(unexplained, total, Positive).Reversed(func(v float64) float64 { return 1 - v })
	t.line(f, one, prediction, predictionSquare, label, plus(predictionSquare, both, 1))
	for i, x := range p {
		// A table of this place alone: sums over all cells for each place would take cells × places steps.
		beside := table{append([]float64{0}, t.cells[1+i*t.column:1+(i+1)*t.column]...), t.noise, t.shared, 1, t.column}
		rows, residuals := beside.sumOf(func(int, int) float64 { return 1 }), beside.sumOf(
			func(_, j int) float64 { return r[j] },
		)
		mean := beside.ratio(beside.linear(residuals), beside.linear(rows), Between(low, high))
		f.Curve = append(f.Curve, Point{x, mean.Mapped(func(v float64) float64 { return x + v })})
	}
	t.quantiles(f, r, k.upTo, one)
}

// open takes away what residuals that are limited to the axis do not show where many are beyond it.
func (f *Figures) open() {
	if beyond := f.Measures["beyond"].Low; beyond == nil || *beyond > tolerated {
		for name, n := range f.Measures {
			switch name {
			case "beyond":
			case "rmse", "mae":
				f.Measures[name] = IntervalNumber{Value: n.Value, Low: n.Low}
			default: // limited residuals may make these smaller or larger
				f.Measures[name] = IntervalNumber{Value: n.Value}
			}
		}
		for i, p := range f.Curve {
			f.Curve[i].Label = IntervalNumber{Value: p.Label.Value}
		}
	}
}
