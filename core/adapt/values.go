package adapt

import (
	"errors"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"privadapt/core/dataset"
	"privadapt/core/regression"
	"privadapt/core/release"
)

// values computes what is released from what the mechanism returned and public data.
func (r *run) values() (release.Values, error) {
	switch r.plan.Release {
	case release.Moments:
		return moments(r.moment, r.source), nil
	case release.Weights:
		return release.Values{Weights: r.weights}, nil
	}
	w, err := r.model()
	if err != nil {
		return release.Values{}, err
	}
	return release.RawModel(r.source.Schema, w, r.plan.grid.Intercept()), nil
}

// model returns w for standardised rows and raw labels: the single-stage solver's own, or the second stage, fitted to
// the weighted source rows by ridge regression or, where its norm is bounded, over the ball.
func (r *run) model() ([]float64, error) {
	if r.coefficients != nil {
		return r.coefficients, nil
	}
	sample := regression.Sample{Rows: r.rows, Labels: r.source.Labels, Weights: r.weights}
	if r.plan.ModelNorm > 0 {
		scaled := scaleLabels(r.source.Labels)
		sample.Labels = scaled.labels
		w, err := regression.Ball(sample, r.plan.ModelNorm)
		if err != nil {
			return nil, tooFewRows(err)
		}
		r.certificate.ModelNorm = &r.plan.ModelNorm
		return scaled.undo(w, r.plan.grid.Intercept()), nil
	}
	w, penalty, err := regression.CrossValidate(sample)
	if err != nil {
		return nil, tooFewRows(err)
	}
	r.certificate.RidgePenalty = &penalty
	return w, nil
}

// tooFewRows is said after the budget is spent, so it says how to get something for it next time.
func tooFewRows(err error) error {
	return errors.Join(refuse("refused", "the weights rest on too few source rows for a model; raise lambda or release the weights"), err)
}

// scaledLabels are labels of mean 0 and standard deviation 1, in which a bound on a model's norm has a meaning.
type scaledLabels struct {
	labels      []float64
	mean, scale float64
}

func scaleLabels(raw []float64) scaledLabels {
	s := scaledLabels{labels: make([]float64, len(raw))}
	s.mean, s.scale = stat.PopMeanStdDev(raw, nil)
	if s.scale == 0 {
		s.scale = 1 // constant labels: the model is their mean
	}
	for j, y := range raw {
		s.labels[j] = (y - s.mean) / s.scale
	}
	return s
}

// undo returns the model for raw labels, given that the first coordinate of a row is the intercept.
func (s scaledLabels) undo(w []float64, intercept float64) []float64 {
	raw := make([]float64, len(w))
	for i, v := range w {
		raw[i] = v * s.scale
	}
	raw[0] += s.mean / intercept
	return raw
}

func moments(m *mat.SymDense, source *dataset.Source) release.Values {
	d := m.SymmetricDim()
	v := release.Values{
		Names:   append([]string{"(intercept)"}, source.Schema.FeatureNames()...),
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
