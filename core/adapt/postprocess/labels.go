package postprocess

import (
	"bytes"
	"math"

	"privadapt/core/adapt/plan"
	"privadapt/core/basemodel"
	"privadapt/core/basemodel/auto"
	"privadapt/core/basemodel/labelled"
	"privadapt/core/basemodel/wire"
	"privadapt/core/correction"
	"privadapt/core/kernel"
	"privadapt/core/method"
	"privadapt/core/pair"
	"privadapt/core/release"
	"privadapt/core/symeigen"
)

// correct adds to f, and to a blend fitted under the weights, what the drawn sums of labelled rows say of the errors of f. The correction
// may also start from the public linear model, which is f and something linear in (1, z, g). It reads what was drawn and public values.
func (r *run) correct(public *plan.Public, blend *auto.Blend) (*labelled.Corrected, error) {
	f := public.Offset
	drawn, t := r.drawn.Output.Labelled, r.Residuals()
	d := correction.Drawn{
		Labelled: drawn.With, Unlabelled: drawn.Without, Sigma: drawn.Sigma, Intercept: r.Grid.Intercept(),
		Features: r.Map.Dim(), Predictions: t, Residuals: t, Rows: r.drawn.Output.MomentRows,
	}
	var alternatives []correction.Alternative
	reweighted, linear := 0, 0 // their places among the shares, 0 where there is none
	own, other := len(f.Model.Encode()), blend.Encode()
	if own+len(other) <= wire.Limit-labelled.Room && !bytes.Equal(other, f.Model.Encode()) {
		if projected := r.project(f, blend, r.weights); projected != nil {
			alternatives = append(alternatives, correction.Alternative{Coefficients: projected, Chance: correction.Reweighted})
			reweighted = len(alternatives)
		}
	}
	if h := public.Design.Public(auto.Linear); h != nil && f.Model.Classes() == 0 && f.Base != auto.Linear {
		if projected := r.project(f, h.Model, basemodel.Uniform(r.Source.Rows)); projected != nil {
			alternatives = append(alternatives, correction.Alternative{Coefficients: projected, Chance: correction.Linear})
			linear = len(alternatives)
		}
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
	for k, delta := range fitted.Delta {
		for i := range delta {
			if linear > 0 {
				delta[i] += float64(fitted.Shares[linear] * alternatives[linear-1].Coefficients[k][i])
			}
			delta[i] *= f.Spread[k]
		}
	}
	r.found.labels = r.stateLabels(f)
	r.found.labels.Share, r.found.labels.Errors = &share, r.labelErrors(f, fitted)
	return labelled.NewCorrected(r.Source.Schema.Used(), f, blend, share, fitted.Delta), nil
}

// stateLabels says how the rows with labels entered the sums: what does not depend on a correction.
func (r *run) stateLabels(f *labelled.Offset) *release.Labels {
	drawn := r.drawn.Output.Labelled
	l := &release.Labels{
		Order: drawn.With.Order, Residuals: r.Residuals(), Base: method.Base(f.Base), OffsetSHA256: f.Digest(), Spread: f.Spread,
		SumDeviation: drawn.Sigma,
	}
	l.RowsEstimate, l.RowsNoise = pair.LabelledRows(drawn.With, drawn.Without, r.Adjacency, r.Grid.Intercept(), drawn.Sigma, r.drawn.Output.MomentRows)
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

// labelErrors states the errors of f and of the corrected model.
func (r *run) labelErrors(f *labelled.Offset, fitted *correction.Fitted) (errors []release.LabelError) {
	for k := range f.Spread {
		private := labelled.Clipped{Residual: fitted.Size[k], Columns: fitted.Columns, Noise: fitted.ColumnsNoise, Labelled: fitted.Labelled}
		in := estimates(f.Clipping(plan.SampleOf(r.Source).Table, r.Grid.FeatureRadius(), k, private), f.Spread[k]*f.Spread[k])
		errors = append(errors, release.LabelError{Base: in(fitted.Base[k]), Corrected: in(fitted.Corrected[k])})
	}
	return errors
}

// estimates returns how an estimate over clipped rows, in units of t, is stated: over whole rows, in squared units of y.
func estimates(c labelled.Clipping, unit float64) func(correction.Estimate) release.Estimate {
	return func(e correction.Estimate) release.Estimate {
		added := (c.Ratio - 1) * math.Abs(e.Value)
		return release.Estimate{
			Value: e.Value * c.Ratio * unit, Noise: e.Noise * c.Ratio * unit,
			Sampling: math.Hypot(e.Sampling*c.Ratio*c.Sampling, added/2) * unit,
		}
	}
}

// Correction is what a correction by private labels adds to the predictions of a number, or to the probabilities of a class, in their
// units. It is read from the released model.
type Correction struct {
	Class string  `json:"class,omitempty"`
	Shift float64 `json:"shift"` // to a row whose columns and prediction are average
	// Columns and Predictions add so much for each standard deviation above the average: of a column, and of a prediction of the public
	// model, that of the number or of each class but the first.
	Columns     []Added `json:"columns"`
	Predictions []Added `json:"predictions"`
}

// Added is what a standard deviation of a feature, or of the prediction of a class, adds. The prediction of a number has no name.
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
	names, classes := r.Map.Names(), []string{""}
	if r.Source.Schema.Classes != nil {
		classes = r.Source.Schema.Classes[1:]
	}
	list := make([]Correction, len(classes))
	for k, class := range classes {
		delta := corrected.Correction(k)
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

// project returns the coefficients of the projection of (h − f)/s on φ = (1, z, g), for each output, over the public rows under
// weights; nil where the weighted rows do not determine it.
func (r *run) project(f *labelled.Offset, h *auto.Blend, weights []float64) [][]float64 {
	const strength = 1e-6 // of the penalty, for standardised columns
	table, outputs := plan.SampleOf(r.Source).Table, f.Outputs()
	encoding := basemodel.NewEncoding(table.Columns)
	dim := encoding.Dim()
	p := 1 + dim + outputs
	phi, moments := make([]float64, table.Rows()*p), make([][]float64, outputs)
	g, values, own := make([]float64, outputs), make([]float64, outputs), make([]float64, outputs)
	for k := range moments {
		moments[k] = make([]float64, p)
	}
	for j, q := range weights {
		x, cells := phi[j*p:(j+1)*p], table.Row(j)
		x[0] = 1
		encoding.Apply(x[1:1+dim], cells)
		f.Values(own, cells)
		labelled.Values(h, values, cells)
		f.Scale(g, own)
		copy(x[1+dim:], g)
		for k := range outputs {
			v := float64(q * (values[k] - own[k]) / f.Spread[k])
			for i, xi := range x {
				moments[k][i] += float64(v * xi)
			}
		}
	}
	gram := make([]float64, p*p)
	kernel.WeightedGram(gram, phi, p, weights)
	for i := range p {
		gram[i*p+i] += strength
	}
	var factor symeigen.Factor
	if !factor.Of(gram, p) {
		return nil
	}
	for _, b := range moments {
		factor.Solve(b)
		for _, v := range b {
			if v-v != 0 {
				return nil
			}
		}
	}
	return moments
}

// checkOffset compares the model that labels correct, of a digest, with what the public sample gives.
func checkOffset(public *plan.Public, digest string, stated *release.Labels) (problems []string) {
	f := public.Offset
	if f.Digest() != digest || string(stated.Base) != f.Base {
		problems = append(problems, "the model that the labels correct is not the one that is chosen and fitted on the public sample alone")
	}
	if !release.SameText(f.Spread, stated.Spread) {
		problems = append(problems, "the spread of the labels around that model is not the one that the public sample gives")
	}
	return problems
}
