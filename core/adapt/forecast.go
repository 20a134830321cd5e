package adapt

import (
	"fmt"
	"math"
	"strconv"

	"privadapt/core/adapt/plan"
	"privadapt/core/appraisal"
	"privadapt/core/dataset"
	"privadapt/core/dp/accountant"
	"privadapt/core/dp/momentnoise"
	"privadapt/core/method"
	"privadapt/core/release"
	"privadapt/core/tally"
)

// NewForecast predicts a run on n private rows. It refuses the same settings as ReadTarget.
func NewForecast(source *dataset.Source, o Options, rows int64) (*Forecast, error) {
	if o.Release == release.Report {
		return forecastReport(source, o, rows)
	}
	return plan.NewForecast(source, o, rows)
}

// forecastReport says how wide the intervals of a report will be if the private rows, all with a label, are like those of the public sample:
// those count in the same places, as often as so many rows would, and the intervals are those of these counts without a draw.
func forecastReport(source *dataset.Source, o Options, rows int64) (*Forecast, error) {
	p, err := plan.New(o, source)
	if err != nil {
		return nil, err
	}
	if rows < 1 || rows > 1e12 {
		return nil, plan.Refuse("bad-option", "rows is %d; choose a whole number from 1 to 1e12", rows)
	}
	if err := p.CheckRows(rows); err != nil {
		return nil, err
	}
	report, err := p.PrepareReport(nil)
	if err != nil {
		return nil, err
	}
	sample, sum := plan.SampleOf(source), tally.New(report.Layout)
	for j, y := range sample.Labels {
		sum.Add(report.Row(sample.Row(j), y))
	}
	const whole = appraisal.Unit * appraisal.Unit
	counts := make([]float64, sum.Len())
	for k := range counts {
		counts[k] = float64(sum.Cell(k)) / whole * float64(rows) / float64(sample.Rows())
	}
	variance, _ := momentnoise.Counts(report.Layout.Tables(), p.Adjacency, accountant.Rho(p.Epsilon, p.Delta)).Float64()
	public := int64(0)
	if p.Adjacency == method.ReplaceOne {
		public = rows
	}
	all, _ := appraisal.NewEstimator(report.Layout).Estimate(counts, variance/(whole*whole), public)
	f := &Forecast{Mechanism: p.Mechanism, Rows: rows, Order: p.Order(), Radius2: p.Radius * p.Radius, Errors: map[method.Mechanism]float64{}, Intervals: all.Measures}
	f.Text = fmt.Sprintf("With %d private rows, epsilon = %v and delta = %v, if all have a label and are like those of the public sample, a report would say:", rows, p.Epsilon, p.Delta)
	for _, m := range []struct{ name, words string }{{"rmse", "root of the mean squared error"}, {"r2", "share of the variance explained"}, {"auc", "AUC"}, {"accuracy", "accuracy"}} {
		n, is := all.Measures[m.name]
		if !is {
			continue
		}
		if n.Low == nil || n.High == nil || math.IsInf(*n.High-*n.Low, 0) {
			f.Text += fmt.Sprintf(" %s: nothing;", m.words)
			continue
		}
		f.BeatsNothing = true
		f.Text += fmt.Sprintf(" %s: from %s to %s;", m.words, strconv.FormatFloat(*n.Low, 'g', 3, 64), strconv.FormatFloat(*n.High, 'g', 3, 64))
	}
	f.Text = f.Text[:len(f.Text)-1] + ". More rows or a larger epsilon make the intervals narrower."
	return f, nil
}
