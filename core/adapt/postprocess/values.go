package postprocess

import (
	"privadapt/core/adapt/solve"
	"privadapt/core/model/regression"
	"privadapt/core/release"
	"privadapt/core/solve/symeigen"
)

// values computes the released values from the output of the mechanism and public data.
func (r *run) values() (release.Values, error) {
	if r.Release == release.Moments {
		v := moments(r.drawn.Output.Moment, r.Map.Names())
		if !r.UseLabels {
			return v, nil
		}
		err := r.addSums(&v)
		return v, err
	}
	if r.Release == release.Weights {
		return release.Values{Weights: r.weights}, nil
	}
	if r.Nonlinear() {
		return r.fitNonlinear()
	}
	model, err := r.model()
	if err != nil {
		return release.Values{}, err
	}
	r.found.penalty, r.found.modelNorm = model.Penalty, model.Norm
	return release.RawModel(r.Source, r.Map, model.Coefficients, r.Grid.Intercept()), nil
}

// model returns the single-stage solver's own model, or the second stage, fitted to the weighted source rows by ridge
// regression or, where its norm is bounded, over the ball.
func (r *run) model() (*solve.Model, error) {
	if r.singleStaged != nil {
		return r.singleStaged, nil
	}
	sample := regression.Sample{Rows: r.Rows, Labels: r.Source.Labels, Weights: r.weights}
	if r.ModelNorm > 0 {
		scaled := solve.ScaleLabels(r.Source.Labels)
		sample.Labels = scaled.Labels
		w, err := regression.Ball(sample, r.ModelNorm)
		if err != nil {
			return nil, solve.TooFewRows(err)
		}
		return scaled.Model(w, r.ModelNorm, r.Grid.Intercept()), nil
	}
	w, penalty, err := regression.CrossValidate(sample)
	if err != nil {
		return nil, solve.TooFewRows(err)
	}
	return &solve.Model{Coefficients: w, Penalty: &penalty}, nil
}

func moments(m *symeigen.Matrix, names []string) release.Values {
	d := m.Order
	v := release.Values{
		Names:   append([]string{"(intercept)"}, names...),
		Moments: make([][]float64, d),
	}
	for i := range v.Moments {
		v.Moments[i] = make([]float64, d)
		for j := range d {
			v.Moments[i][j] = m.At(i, j)
		}
	}
	return v
}
