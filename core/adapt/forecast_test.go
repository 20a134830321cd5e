package adapt

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"gonum.org/v1/gonum/stat"

	"privadapt/core/adapt/plan"
	"privadapt/core/data/dataset"
	"privadapt/core/must"
	"privadapt/core/release"
	"privadapt/core/solve/symeigen"
	"privadapt/core/terms/method"
)

func newForecast(source *dataset.Source, o Options, rows int64) (*Forecast, error) {
	return (&Forecaster{Source: source}).Forecast(o, rows, nil)
}

// The forecast for n rows states what a run on n rows then certifies: the noise up to its median factor.
func TestForecastIsWhatTheRunCertifies(t *testing.T) {
	o := budget(func(o *Options) { o.Release = release.Moments })
	f := must.Get(newForecast(publicSource(t), o, 200))(t)
	result := must.Get(adaptTable(t, o, privateTable(200)))(t)
	c := result.Certificate
	e := plan.Noise{Sigma: c.Noise.StandardDeviation, Rows: 200, Order: c.Order, Radius: c.Radius}
	if math.Abs(*f.Noise/e.Typical(plan.Median)-1) > 1e-12 {
		t.Errorf("noise %v, certified %v", *f.Noise, e.Typical(plan.Median))
	}
	// From the detectable discrepancy on the solver no longer attributes all of it to noise.
	moment := symeigen.NewMatrix(c.Order, nil)
	for _, factor := range []float64{0.999, 1.001} {
		uniform := factor * *f.Detectable
		if all := e.Tolerance(moment, uniform) == uniform; all != (factor < 1) {
			t.Errorf("%v of what is detectable: all of it noise is %v", factor, all)
		}
	}
}

// With private labels two sums give M̂₀ its noise, and the stated errors of the public model are as exact as
// was foretold, where that model errs as on its own sample and all rows have a label. The private rows are of the
// sample's law, but the sample is small, so that its own errors do not follow the law exactly. The errors of
// classes, far from normal, are off by one half. So the standard error from the noise is held to a quarter, or 0.4
// for classes; in ten runs each it was between 0.97 and 1.00, or 1.20 and 1.24. The part from the choice of the
// rows is foretold for normal errors. The errors of classes are not normal.
func TestForecastWithLabelsIsWhatTheRunCertifies(t *testing.T) {
	for _, task := range []dataset.Task{dataset.Regression, dataset.Classification} {
		source, _ := labelledTask(t, 1, task)
		table := alike(3000, task)
		for _, a := range method.Adjacencies {
			o := withLabels(func(o *Options) { o.Base, o.Adjacency, o.Epsilon = method.Linear, a, 2 })
			f := must.Get(newForecast(source, o, 3000))(t)
			r := adapted(t, source, o, table)
			c := r.Certificate
			rows := float64(c.N) + c.RowsEstimate
			e := plan.Noise{Sigma: c.Noise.StandardDeviation * rows / 3000, Rows: 3000, Order: c.Order}
			if a == method.ReplaceOne && math.Abs(*f.Noise/e.Typical(plan.Median)-1) > 1e-9 {
				t.Errorf("%s: noise %v, certified %v", task, *f.Noise, e.Typical(plan.Median))
			}
			// The upper end is as far from the estimate as was foretold, where squared residuals vary like the squares of a
			// normal law, and where few rows that are far off add little unseen. The squares of classes vary more; and what
			// a row far off adds is what its label adds over what its clipped row adds to the sum.
			stated := c.Labels.Errors[0].Base
			if stated.Value == nil || stated.High == nil {
				t.Fatalf("%s, %s: the error of the public model is stated as %+v", task, a, stated)
			}
			labels := plan.SampleOf(source).Labels
			outlier := stat.PopVariance(labels, nil) / math.Pow(c.Labels.Spread[0]*c.Radius, 2)
			ratio := (*stated.High / *stated.Value - 1) / (f.Labels.Interval() * math.Hypot(1, outlier))
			if ratio < 0.8 || task == dataset.Regression && ratio > 1.3 {
				t.Errorf("%s, %s: the upper end is %.3f times as far from the estimate as was foretold", task, a, ratio)
			}
			if !strings.Contains(f.Text, "will be estimated to within") {
				t.Errorf("text %q", f.Text)
			}
			if few, err := newForecast(source, o, 20); err != nil ||
				!strings.Contains(few.Text, "so noisy that it says nothing") {
				t.Errorf("20 rows: %+v %v", few, err)
			}
		}
	}
	plain, err := newForecast(publicSource(t), budget(nil), 100)
	if err != nil || plain.Labels != nil || strings.Contains(plain.Text, "estimated") ||
		!strings.Contains(plain.Text, "Without private labels a model rarely gains") {
		t.Errorf("without labels: %+v %v", plain, err)
	}
	var known *Error
	if _, err := newForecast(publicSource(t), withLabels(func(o *Options) { o.Release = release.Weights }),
		100); !errors.As(
		err,
		&known,
	) ||
		known.Code != "refused" {
		t.Errorf("weights with labels: %v", err)
	}
}

// alike is a private table of the law of labelledTask's public sample.
func alike(rows int, task dataset.Task) string {
	rng := rand.New(rand.NewPCG(71, 72))
	var b strings.Builder
	b.WriteString("a,b,c,y\n")
	for range rows {
		x, z := rng.NormFloat64(), rng.NormFloat64()
		y := x - 0.5*z + 0.3*rng.NormFloat64()
		label := fmt.Sprintf("%.4f", y)
		if task == dataset.Classification {
			label = []string{"low", "high"}[map[bool]int{false: 0, true: 1}[y > 1]]
		}
		fmt.Fprintf(&b, "%.4f,%.4f,%s,%s\n", x, z, []string{"red", "blue"}[rng.IntN(2)], label)
	}
	return b.String()
}

// More rows never make a forecast worse, and what a run refuses a forecast refuses.
func TestForecasts(t *testing.T) {
	source := publicSource(t)
	for _, change := range []func(*Options){
		nil,
		func(o *Options) { o.Adjacency = method.AddRemove },
		func(o *Options) { o.UseLabels = true },
	} {
		o := budget(change)
		o.AcceptLargeDelta = true // δ is 1e-5, and there are up to 1e12 rows
		before := false
		for _, n := range []int64{1, 1000, 1e6, 1e9, 1e12} {
			f := must.Get(newForecast(source, o, n))(t)
			if before && !f.BeatsNothing {
				t.Errorf("%s: %d rows are worse than fewer", f.Mechanism, n)
			}
			before = f.BeatsNothing
			if strings.ContainsAny(f.Text, "{}") || strings.Contains(f.Text, "NaN") || strings.Contains(f.Text, "Inf") {
				t.Errorf("text %q", f.Text)
			}
		}
		if !before {
			t.Errorf("%s: 1e12 rows are too few", o.Mechanism)
		}
	}
	if _, err := newForecast(source, budget(nil), 0); !isRefused(err, "bad-option") {
		t.Errorf("no rows: %v", err)
	}
	for _, m := range []method.Mechanism{method.Selection, method.Gradient} {
		_, err := newForecast(source, budget(func(o *Options) { o.Mechanism = m }), 60)
		if !isRefused(err, "no-forecast") || !strings.Contains(err.Error(), string(m)) {
			t.Errorf("%s: %v", m, err)
		}
	}
	if _, err := newForecast(source, budget(func(o *Options) { o.Epsilon = -1 }), 10); !isRefused(err, "bad-epsilon") {
		t.Errorf("ε < 0: %v", err)
	}
	if _, err := newForecast(source, budget(func(o *Options) { o.Delta = 0.01 }), 100); !isRefused(err, "bad-delta") {
		t.Errorf("δ = 1/n: %v", err)
	}
}

// The gain that can be told from noise is where both intervals part: more than one interval's half, less with more
// labels, and none where the noise hides everything.
func TestTheGainThatCanBeTold(t *testing.T) {
	before := 1.0
	for _, l := range []plan.LabelForecast{
		{Noise: 0.1, Sampling: 0.1}, {Noise: 0.02, Sampling: 0.1}, {Noise: 0.02, Sampling: 0.03},
	} {
		gain := l.Gain()
		if half := l.Interval() / (1 + l.Interval()); !(gain > half && gain < before && gain < 2*l.Interval()) {
			t.Errorf("%+v: %v, half an interval is %v and the gain with fewer labels %v", l, gain, half, before)
		}
		before = gain
	}
	if l := (&plan.LabelForecast{Noise: 2, Sampling: 0.1}); l.Gain() < 1-1e-9 {
		t.Errorf("under much noise: %v", l.Gain())
	}
}

// Forecasts of one sample fit the model of a report once.
func TestForecastsFitAModelOnce(t *testing.T) {
	source, _ := labelledTask(t, 80, dataset.Regression)
	fits, first := 0, 0
	f := &Forecaster{Source: source}
	for _, epsilon := range []float64{0.5, 1, 3} {
		o := reporting(func(o *Options) { o.Epsilon = epsilon })
		got, err := f.Forecast(o, 1000, func(string, int64, int64) error { fits++; return nil })
		want, failed := newForecast(source, o, 1000)
		if err != nil || failed != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%+v %v, alone %+v %v", got, err, want, failed)
		}
		if epsilon == 0.5 {
			first = fits
		}
	}
	if first == 0 || fits != first {
		t.Errorf("the first forecast took %d steps of fits, all of them %d", first, fits)
	}
}

// A forecast of a report has the intervals that a run on rows like the public sample's gives: as wide, to a
// quarter, as in a run on the sample itself, twenty times over. In 300 runs the ratio of the widths had a standard
// deviation of at most 0.015, so that the test fails by chance in less than one run of 10⁶. The labels are noisy
// because the width for an AUC close to 1 is far less certain.
func TestTheForecastOfAReportHasItsIntervals(t *testing.T) {
	rng := rand.New(rand.NewPCG(77, 78))
	measured := map[dataset.Task][]string{
		dataset.Regression:     {"rmse", "mae", "bias"},
		dataset.Classification: {"auc", "brier", "accuracy"},
	}
	for task, names := range measured {
		var rows strings.Builder
		for range 200 {
			a, b := rng.NormFloat64(), rng.NormFloat64()
			y := a - 0.5*b + 1.5*rng.NormFloat64()
			label := fmt.Sprintf("%.4f", y)
			if task == dataset.Classification {
				label = map[bool]string{false: "low", true: "high"}[y > 0]
			}
			fmt.Fprintf(&rows, "%.4f,%.4f,%s\n", a, b, label)
		}
		const header = "a,b,y\n"
		source := must.Get(dataset.ReadSource(strings.NewReader(header+rows.String()),
			dataset.SourceOptions{Label: "y", Task: task}))(t)
		o := reporting(func(o *Options) { o.Epsilon = 5 })
		forecast, err := newForecast(source, o, 4000)
		if err != nil || !forecast.BeatsNothing {
			t.Fatalf("%+v %v", forecast, err)
		}
		r := adapted(t, source, o, header+strings.Repeat(rows.String(), 20))
		got := figuresOf(t, r).All.Measures
		for _, name := range names {
			want, got := forecast.Intervals[name], got[name]
			if ratio := (*got.High - *got.Low) / (*want.High - *want.Low); ratio < 0.75 || ratio > 1.25 ||
				*want.Low > *got.High ||
				*got.Low > *want.High {
				t.Errorf("%s: forecast %s, run %s", name, words(want), words(got))
			}
		}
	}
}
