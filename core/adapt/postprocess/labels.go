package postprocess

import (
	"math"

	"privadapt/core/adapt/plan"
	"privadapt/core/model/auto"
	"privadapt/core/model/basemodel"
	"privadapt/core/model/correction"
	"privadapt/core/model/labelled"
	"privadapt/core/release"
	"privadapt/core/release/appraisal"
	"privadapt/core/terms/method"
)

// correct adds to f, and to a blend fitted under the weights, what the drawn sums of labelled rows say of the errors of
// f. The correction may also start from the public linear model, or from no model, the mean of the predictions: from
// what of each is f and something linear in (1, φ). It reads what was drawn and public values.
func (r *run) correct(public *plan.Public, blend *auto.Blend) (*labelled.Corrected, error) {
	f := public.Offset
	drawn, t := r.drawn.Output.Labelled, r.Residuals()
	d := correction.Drawn{
		Labelled: drawn.With, Unlabelled: drawn.Without, Sigma: drawn.Sigma, Intercept: r.Grid.Intercept(),
		Gamma: labelled.Gamma, Scales: r.Map.Scales, Residuals: t, Rows: r.drawn.Output.MomentRows,
	}
	var alternatives []correction.Alternative
	reweighted := 0  // its place among the shares, 0 where there is none
	var within []int // places of those that are f and something linear in (1, φ)
	add := func(h func(values, cells []float64), weights []float64, chance float64) *projection {
		projected := r.project(public, h, weights)
		if projected != nil {
			alternatives = append(alternatives, correction.Alternative{Coefficients: projected.coefficients, Chance: chance})
		}
		return projected
	}
	of := func(m *auto.Blend) func(values, cells []float64) {
		return func(values, cells []float64) { labelled.Values(m, values, cells) }
	}
	var blended *projection
	if !release.SameText(blend, f.Model) {
		blended = add(of(blend), public.Design.Weights(r.weights), correction.Reweighted)
		reweighted = len(alternatives)
	}
	alike := basemodel.Uniform(public.Design.Sample().Rows())
	if h := public.Design.Public(method.Linear); h != nil && f.Model.Classes() == 0 && f.Base != method.Linear {
		if add(of(h.Model), alike, correction.Linear) != nil {
			within = append(within, len(alternatives))
		}
	}
	if add(f.Centred, alike, correction.Constant) != nil {
		within = append(within, len(alternatives))
	}
	fitted, err := correction.Fit(d, alternatives...)
	if err != nil {
		return nil, err
	}
	share := 0.0
	if reweighted > 0 {
		share = fitted.Shares[reweighted]
	}
	if share == 0 {
		blend = nil
	}
	deltas := make([][]float64, len(fitted.Delta))
	for k, delta := range fitted.Delta {
		for i := range delta {
			for _, h := range within {
				delta[i] += float64(fitted.Shares[h] * alternatives[h-1].Coefficients[k][i])
			}
			delta[i] *= f.Spread[k]
		}
		deltas[k] = append(delta[:1:1], r.Map.OverColumns(delta[1:])...)
	}
	r.found.labels = r.stateLabels(f)
	r.found.labels.Share, r.found.labels.Errors = &share, r.labelErrors(public, fitted, blended.remainders(share))
	return labelled.NewCorrected(r.Source.Schema.Used(), f, blend, share, deltas), nil
}

// stateLabels says how the rows with labels entered the sums: what does not depend on a correction.
func (r *run) stateLabels(f *labelled.Offset) *release.Labels {
	drawn := r.drawn.Output.Labelled
	l := &release.Labels{
		Order: drawn.With.Order, Residuals: r.Residuals(), Base: method.Base(f.Base), OffsetSHA256: f.Digest(),
		Spread:       f.Spread,
		SumDeviation: drawn.Sigma,
	}
	l.RowsEstimate, l.RowsNoise = release.PairLabelledRows(drawn.With, drawn.Without, r.Adjacency, r.Grid.Intercept(),
		drawn.Sigma, r.drawn.Output.MomentRows)
	return l
}

// addSums writes the sums of rows with labels and without as they were drawn, and says what they are sums of.
func (r *run) addSums(v *release.Values) error {
	public, err := r.Prepare(r.Progress)
	if err != nil {
		return err
	}
	v.LabelledSum, v.UnlabelledSum = r.drawn.Output.Labelled.Sums.Text()
	r.found.labels = r.stateLabels(public.Offset)
	r.found.labels.Choice = &release.Choice{Base: r.Base}
	if r.BaseFile != nil {
		r.found.labels.Choice.File = release.FileOf(r.BaseFile, r.BaseFileURL)
	}
	return nil
}

// Correction is what a correction by private labels adds to the predictions of a number, or to the probabilities of a
// class, in their units. It is read from the released model.
type Correction struct {
	Class string  `json:"class,omitempty"`
	Shift float64 `json:"shift"` // to a row whose columns and prediction are average
	// Columns and Predictions add their amount for each standard deviation above the average: of a column, and of a
	// prediction of the public model. A prediction is the number, or the probability of each class but the first.
	Columns     []Added `json:"columns"`
	Predictions []Added `json:"predictions"`
}

// Added is what a standard deviation of a feature, or of the prediction of a class, adds. The prediction of a number
// has no name.
type Added struct {
	Name  string  `json:"name"`
	Value float64 `json:"value"`
}

// corrections is nil where no labels corrected the model.
func (r *run) corrections(document *release.Release) []Correction {
	m, err := document.BaseModel()
	corrected, is := m.(*labelled.Corrected)
	if err != nil || !is {
		return nil
	}
	names, classes := r.Source.Schema.FeatureNames(), []string{""}
	if r.Source.Schema.Classes != nil {
		classes = r.Source.Schema.Classes[1:]
	}
	list := make([]Correction, len(classes))
	for k, class := range classes {
		delta := corrected.Delta[k]
		one := Correction{Class: class, Shift: delta[0]}
		for i, name := range names {
			one.Columns = append(one.Columns, Added{name, delta[1+i]})
		}
		for i, name := range classes {
			one.Predictions = append(one.Predictions, Added{name, delta[1+len(names)+i]})
		}
		list[k] = one
	}
	return list
}

// checkOffset compares the model that labels correct, of a digest, with what the public sample gives.
func checkOffset(public *plan.Public, digest string, stated *release.Labels) (problems []string) {
	f := public.Offset
	if f.Digest() != digest || stated.Base != f.Base {
		problems = append(problems,
			"the model that the labels correct is not the one that is chosen and fitted on the public sample alone")
	}
	if !release.SameText(f.Spread, stated.Spread) {
		problems = append(problems, "the spread of the labels around that model is not the one that the public sample gives")
	}
	return problems
}

// labelErrors states the mean squared error of f and the gain of the corrected model over rows like those with a label,
// each with an interval. remainders are mean squares of what of the model fitted under the weights is not linear in the
// columns, nil where it has no share.
func (r *run) labelErrors(
	public *plan.Public,
	fitted *correction.Fitted,
	remainders []float64,
) (errors []release.LabelError) {
	f, sample := public.Offset, public.Design.Sample()
	radius := r.Grid.FeatureRadius()
	for k, spread := range f.Spread {
		unit := spread * spread
		s := stating{
			bounds: release.ErrorBounds(f.Model.Classes()), unit: unit, longest: math.Pow(r.Grid.Radius()/labelled.Gamma, 2),
			excess: f.Excess(k), outlier: labelVariance(sample, k) / math.Pow(f.Unit(k)*radius, 2),
		}
		_, high := fitted.Base[k].Ends(s.excess, s.most())
		s.hidden = f.Clipping(sample.Table, r.Map, radius, k, labelled.Clipped{
			Residual: fitted.Size[k], High: high, Columns: fitted.Columns, Noise: fitted.ColumnsNoise,
			Labelled: fitted.Labelled,
		})
		if remainders != nil {
			s.remainder = remainders[k] / fitted.Size[k]
		}
		gain := s.gain(fitted.Gains[k])
		errors = append(errors, release.LabelError{
			Base: s.number(fitted.Base[k]), Gain: gain, Verdict: release.VerdictOf(gain, fitted.Gains[k].Likely()),
		})
	}
	return errors
}

// stating is what turns an estimate of a mean square of t into what is stated of the error.
type stating struct {
	bounds  appraisal.IntervalBounds
	unit    float64 // of t², in the squared unit of the label
	longest float64 // the squared norm of the longest row
	excess  float64
	hidden  labelled.Clipping
	// outlier is what a row whose label is as far off as labels are from their mean adds to the error, for what such a
	// row, clipped, adds to the sum.
	outlier float64
	// remainder is a share of f's mean square, of the model fitted under the weights: the sums hold nothing of it.
	remainder float64
}

// most is what a mean square of t can be: as large as the longest row's, and for a probability as large as the
// square of 1.
func (s stating) most() float64 { return math.Min(s.longest, s.bounds.High/s.unit) }

// number states an estimate. What the sum does not show of the rows is added to the interval: what clipping hides, and
// as many rows that are far off as the sum cannot tell from none, which is much where a model is nearly exact.
func (s stating) number(e correction.Estimate) appraisal.IntervalNumber {
	clipped := math.Min(math.Max(e.Value, 0), s.most())
	least, most := e.Ends(s.excess, s.most())
	value, low, high := s.hidden.Whole(clipped, least, most)
	high = value + math.Hypot(high-value, (most-clipped)*s.outlier)
	if e.Value != clipped {
		value = math.NaN() // the noise hides it
	}
	return appraisal.Of(value*s.unit, low*s.unit, high*s.unit, s.bounds)
}

// gain states by which share the error is smaller. The share of clipped rows is a mean that counts those less that
// clipping shortens: as much as clipping hides of the error, half of the share is doubtful. What is not linear is fitted to labels,
// so that it does harm by its own square at most, and good as far as it follows what is left of the residual: up to a
// correlation of a quarter.
func (s stating) gain(g correction.Gain) appraisal.IntervalNumber {
	value, low, high := g.Share(s.excess)
	doubt := math.Min(math.Abs(value), 1) * (1 - 1/s.hidden.Ratio) / 2
	low = value - math.Hypot(value-low, doubt) - s.remainder
	high = value + math.Hypot(high-value, doubt) + s.remainder + math.Sqrt(s.remainder)/2
	n := appraisal.Of(value, low, high, release.Gains)
	if n.Low == nil || *n.High-*n.Low > math.Abs(value) {
		n.Value = nil // hidden in its interval
	}
	return n
}

// labelVariance is the variance of the numbers of a sample, or of the indicator of each class but the first.
func labelVariance(s basemodel.Sample, k int) (variance float64) {
	m := float64(len(s.Labels))
	mean := 0.0
	for j := range s.Labels {
		mean += labelled.Number(s, j, k) / m
	}
	for j := range s.Labels {
		y := labelled.Number(s, j, k)
		variance += float64((y-mean)*(y-mean)) / m
	}
	return variance
}
