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
	"privadapt/core/words"
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
	kind   release.Kind
	labels bool              // of an estimate
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
	p, err := plan.New(o, f.Source)
	if err != nil {
		return nil, err
	}
	if rows < 1 || rows > 1e12 {
		return nil, words.Refuse("bad-option", "rows is %d; choose a whole number from 1 to 1e12", rows)
	}
	if err := p.CheckRows(rows); err != nil {
		return nil, err
	}
	if p.Release.Counted() {
		return f.report(p, rows, progress)
	}
	return p.Forecast(rows)
}

// expect returns the counts for a plan. Two calls do not fit the same model at the same time.
func (f *Forecaster) expect(p *plan.Plan, progress Progress) (*expected, error) {
	f.busy.Lock()
	defer f.busy.Unlock()
	key := reported{p.Base, p.Release, p.EstimateLabels, p.GroupBy, sha256.Sum256(p.Model)}
	if e := f.reports[key]; e != nil {
		return e, nil
	}
	report, err := p.PrepareReport(progress)
	if err != nil {
		return nil, err
	}
	sample, sums := auto.PartOf(plan.SampleOf(f.Source)), []*tally.Sum{}
	for _, l := range report.Layouts() {
		sums = append(sums, tally.New(l))
	}
	outputs := sample.Outputs()
	scores := sample.Each(outputs, report.Model().Predict)
	for j, y := range sample.Labels {
		for i, row := range report.Rows(sample.Row(j), y, scores[j*outputs:][:outputs]) {
			sums[i].Add(row)
		}
	}
	e := &expected{report: report}
	for _, sum := range sums {
		for k := range sum.Len() {
			e.counts = append(e.counts, float64(sum.Cell(k))/(appraisal.Unit*appraisal.Unit))
		}
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
func (f *Forecaster) report(p *plan.Plan, rows int64, progress Progress) (*Forecast, error) {
	e, err := f.expect(p, progress)
	if err != nil {
		return nil, err
	}
	report, counts := e.report, make([]float64, len(e.counts))
	for k, v := range e.counts {
		counts[k] = v * float64(rows) / float64(f.Source.Rows)
	}
	const whole = appraisal.Unit * appraisal.Unit
	layouts, parts := report.Layouts(), report.Parts(noise.Rho(p.Epsilon, p.Delta))
	variances := make([]float64, len(layouts))
	for i, l := range layouts {
		variances[i], _ = noise.CountsNoise(l.Tables(), p.Adjacency, parts[i]).Float64()
		variances[i] /= whole * whole
	}
	public := int64(0)
	if p.Adjacency == method.ReplaceOne {
		public = rows
	}
	if report.Averages != nil {
		return foreseen(p, report, rows, report.Averages.Estimate(counts, variances, public)), nil
	}
	all, _ := appraisal.NewEstimator(report.Layout).Estimate(counts, variances[0], public)
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

// foreseen says how wide the noise of an estimate will be, of all rows and of groups by their size, and how far such
// estimates were off between parts of the public sample.
func foreseen(p *plan.Plan, report *plan.Report, rows int64, averages []appraisal.Average) *Forecast {
	said := &Forecast{
		Mechanism: p.Mechanism, Rows: rows, Order: p.Order(), Radius2: p.Radius * p.Radius,
		Intervals: map[string]appraisal.IntervalNumber{"noise": averages[0].Means[0].Noise},
	}
	stated, like, stands := report.Stated.Sample, "", averages[0].Means[0].Noise
	if p.EstimateLabels {
		stands, like = averages[0].Means[0].Estimate, ", if all have a label,"
		said.Intervals["estimate"] = stands
	}
	width := func(n appraisal.IntervalNumber) (string, bool) {
		if n.Low == nil || n.High == nil {
			return "nothing", false
		}
		half := (*n.High - *n.Low) / 2
		return "± " + strconv.FormatFloat(half, 'g', 2, 64), half < stated.Deviation
	}
	text, known := width(stands)
	said.BeatsNothing = known
	said.Text = fmt.Sprintf("With %d private rows like the public sample's%s, epsilon = %v and delta = %v, an estimate is known to %s; "+
		"the labels of the sample have a standard deviation of %s.", rows, like, p.Epsilon, p.Delta, text,
		strconv.FormatFloat(stated.Deviation, 'g', 3, 64))
	if !p.EstimateLabels {
		said.Text += " That is the noise alone."
		if stated.Yardstick != nil {
			said.Text += fmt.Sprintf(" Such estimates between parts of the public sample were off by %s of these standard deviations.",
				strconv.FormatFloat(*stated.Yardstick, 'g', 2, 64))
			off := *stated.Yardstick * stated.Deviation
			said.Yardstick = &off
		}
	}
	if report.Group() >= 0 {
		said.Text += " The noise of a group with a tenth of the rows is ten times that of all."
	}
	return said
}
