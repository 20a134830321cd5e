package adapt

import (
	"errors"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"privadapt/core/regression"
	"privadapt/core/release"
)

// values computes what is released from what the mechanism returned and public data.
func (r *run) values() (release.Values, error) {
	if r.plan.Release == release.Moments {
		return moments(r.moment, r.plan.features.Names()), nil
	}
	if r.plan.Release == release.Weights {
		if r.moment != nil {
			// Weights without a model are a release too; they have no bound.
			if model, err := r.model(); err == nil {
				r.boundError(model)
			}
		}
		return release.Values{Weights: r.weights}, nil
	}
	model, err := r.model()
	if err != nil {
		return release.Values{}, err
	}
	r.certificate.RidgePenalty, r.certificate.ModelNorm = model.penalty, model.norm
	if r.moment != nil {
		r.boundError(model)
	}
	return release.RawModel(r.source, r.plan.features, model.coefficients, r.plan.grid.Intercept()), nil
}

// fit is a model and how its norm was kept: one of penalty and norm is there.
type fit struct {
	coefficients []float64 // w for standardised rows and raw labels
	penalty      *float64  // of ridge regression
	norm         *float64  // Λ for labels in standard deviations
	ball         float64   // Λ in units of the label; 0 where there is none
}

// model returns the single-stage solver's own model, or the second stage, fitted to the weighted source rows by ridge
// regression or, where its norm is bounded, over the ball.
func (r *run) model() (*fit, error) {
	if r.singleStaged != nil {
		return r.singleStaged, nil
	}
	sample := regression.Sample{Rows: r.rows, Labels: r.source.Labels, Weights: r.weights}
	if r.plan.ModelNorm > 0 {
		scaled := scaleLabels(r.source.Labels)
		sample.Labels = scaled.labels
		w, err := regression.Ball(sample, r.plan.ModelNorm)
		if err != nil {
			return nil, tooFewRows(err)
		}
		return scaled.fit(w, r.plan.ModelNorm, r.plan.grid.Intercept()), nil
	}
	w, penalty, err := regression.CrossValidate(sample)
	if err != nil {
		return nil, tooFewRows(err)
	}
	return &fit{coefficients: w, penalty: &penalty}, nil
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

// fit returns the model for raw labels, given that w has a norm of Λ at most and the first coordinate of a row is the intercept.
func (s scaledLabels) fit(w []float64, norm, intercept float64) *fit {
	raw := make([]float64, len(w))
	for i, v := range w {
		raw[i] = v * s.scale
	}
	raw[0] += s.mean / intercept
	return &fit{coefficients: raw, norm: &norm, ball: norm * s.scale}
}

func moments(m *mat.SymDense, names []string) release.Values {
	d := m.SymmetricDim()
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
