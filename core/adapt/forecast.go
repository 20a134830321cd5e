package adapt

import (
	"crypto/sha256"
	"fmt"
	"math"
	"strconv"
	"sync"

	"privadapt/core/adapt/plan"
	"privadapt/core/data/dataset"
	"privadapt/core/internal/private/tally"
	"privadapt/core/model/auto"
	"privadapt/core/noise"
	"privadapt/core/release"
	"privadapt/core/release/appraisal"
	"privadapt/core/terms/method"
)

// Forecaster predicts runs on one public sample. What forecasts of reports need of the sample is computed once for each
// model and division into groups.
type Forecaster struct {
	Source *dataset.Source

	reports map[reported]*expected
	busy    sync.Mutex
}

// reported is what the counts of a report depend on, apart from the sample and its base file.
type reported struct {
	base   method.Base
	groups string            // the column
	model  [sha256.Size]byte // of its document, or of nothing
}

// expected are the counts of a report on the rows of the public sample.
type expected struct {
	report *plan.Report
	counts []float64 // in rows of the sample
}

// Forecast predicts a run on n private rows, with the same o.BaseFile in every call. It refuses the same settings as
// ReadTarget. progress counts the fits of a report's model.
func (f *Forecaster) Forecast(o Options, rows int64, progress Progress) (*Forecast, error) {
	if o.Release == release.Report {
		return f.report(o, rows, progress)
	}
	return plan.NewForecast(f.Source, o, rows)
}

// expect returns the counts for a plan. Two calls do not fit the same model at the same time.
func (f *Forecaster) expect(p *plan.Plan, progress Progress) (*expected, error) {
	f.busy.Lock()
	defer f.busy.Unlock()
	key := reported{p.Base, p.GroupBy, sha256.Sum256(p.Model)}
	if e := f.reports[key]; e != nil {
		return e, nil
	}
	report, err := p.PrepareReport(progress)
	if err != nil {
		return nil, err
	}
	sample, sum := auto.PartOf(plan.SampleOf(f.Source)), tally.New(report.Layout)
	for j, y := range sample.Labels {
		sum.Add(report.Row(sample.Row(j), y))
	}
	e := &expected{report, make([]float64, sum.Len())}
	for k := range e.counts {
		e.counts[k] = float64(sum.Cell(k)) / (appraisal.Unit * appraisal.Unit)
	}
	if f.reports == nil {
		f.reports = map[reported]*expected{}
	}
	f.reports[key] = e
	return e, nil
}

// CheckModel refuses a model's document if no report on it can be made with this sample. ReadTarget refuses it too,
// but only after a private file is chosen.
func CheckModel(source *dataset.Source, o Options, progress Progress) error {
	o.Epsilon, o.Delta, o.Release = 1, 1e-6, release.Report // of a run that is not made
	p, err := plan.New(o, source)
	if err != nil {
		return err
	}
	_, err = p.PrepareReport(progress)
	return err
}

// report says how wide the intervals of a report will be if the private rows, all with a label, are like the public
// sample's rows. The sample's rows count in the same places, as often as the private rows would, and the intervals
// follow from these counts without a draw.
func (f *Forecaster) report(o Options, rows int64, progress Progress) (*Forecast, error) {
	p, err := plan.New(o, f.Source)
	if err != nil {
		return nil, err
	}
	if rows < 1 || rows > 1e12 {
		return nil, plan.Refuse("bad-option", "rows is %d; choose a whole number from 1 to 1e12", rows)
	}
	if err := p.CheckRows(rows); err != nil {
		return nil, err
	}
	e, err := f.expect(p, progress)
	if err != nil {
		return nil, err
	}
	report, counts := e.report, make([]float64, len(e.counts))
	for k, v := range e.counts {
		counts[k] = v * float64(rows) / float64(f.Source.Rows)
	}
	const whole = appraisal.Unit * appraisal.Unit
	variance, _ := noise.CountsNoise(report.Layout.Tables(), p.Adjacency, noise.Rho(p.Epsilon, p.Delta)).Float64()
	public := int64(0)
	if p.Adjacency == method.ReplaceOne {
		public = rows
	}
	all, _ := appraisal.NewEstimator(report.Layout).Estimate(counts, variance/(whole*whole), public)
	said := &Forecast{
		Mechanism: p.Mechanism,
		Rows:      rows,
		Order:     p.Order(),
		Radius2:   p.Radius * p.Radius,
		Intervals: all.Measures,
	}
	said.Text = fmt.Sprintf(
		"With %d private rows, epsilon = %v and delta = %v, if all have a label and are like the public sample's rows, a report would say:",
		rows,
		p.Epsilon,
		p.Delta,
	)
	for _, m := range []struct{ name, words string }{{"rmse", "root of the mean squared error"},
		{"r2", "share of the variance explained"}, {"auc", "AUC"}, {"accuracy", "accuracy"}} {
		n, is := all.Measures[m.name]
		if !is {
			continue
		}
		if n.Low == nil || n.High == nil || math.IsInf(*n.High-*n.Low, 0) {
			said.Text += fmt.Sprintf(" %s: nothing;", m.words)
			continue
		}
		said.BeatsNothing = true
		said.Text += fmt.Sprintf(" %s: from %s to %s;", m.words, strconv.FormatFloat(*n.Low, 'g', 3, 64),
			strconv.FormatFloat(*n.High, 'g', 3, 64))
	}
	said.Text = said.Text[:len(said.Text)-1] + ". More rows or a larger epsilon make the intervals narrower."
	return said, nil
}
