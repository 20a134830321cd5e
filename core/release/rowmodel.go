package release

import (
	"math"

	"privadapt/core/data/dataset"
	"privadapt/core/data/features"
	"privadapt/core/model/basemodel"
)

// IsOf reports whether a release was made with the public sample of this digest, read in the same way.
func (r *Release) IsOf(digest string, schema dataset.Schema) bool {
	return r.Provenance.SourceSHA256 == digest && SameText(r.Provenance.Schema, schema)
}

// RowModel returns the model of a release of the kind Model as a function of the cells of a row.
func (r *Release) RowModel() (basemodel.Model, error) {
	if r.Kind != Model {
		return nil, &Error{"this release holds " + string(r.Kind) + ", not a model"}
	}
	if r.Nonlinear() {
		m, err := r.BaseModel()
		if err != nil {
			return nil, &Error{err.Error()}
		}
		if err := r.NeedsFile(m); err != nil {
			return nil, err
		}
		return m, nil
	}
	m := &LinearRows{
		encoding: basemodel.NewEncoding(r.Provenance.Schema.Used()),
		Features: r.Provenance.FeatureMap(),
		Least:    math.Inf(-1),
		Most:     math.Inf(1),
	}
	means, scales := Scaling(r.Provenance.Schema, m.Features)
	m.Base = *r.Values.Intercept
	for k, c := range r.Values.Coefficients {
		m.Slopes = append(m.Slopes, c.Value*scales[k])
		m.Base += c.Value * means[k]
	}
	if y := r.Values.LabelRange; y != nil {
		m.Least, m.Most = y[0], y[1]
	}
	return m, nil
}

// LinearRows is a linear model, see [Release.Predict], of the features of a standardised row. Predictions are limited
// to Least and Most.
type LinearRows struct {
	Features          *features.Map
	Slopes            []float64
	Base, Least, Most float64

	encoding basemodel.Encoding
}

// Predict implements basemodel.Model.
func (m *LinearRows) Predict(scores, cells []float64) {
	z, x := make([]float64, m.encoding.Dim()), make([]float64, len(m.Slopes))
	m.encoding.Apply(z, cells)
	m.Features.Apply(x, z)
	y := m.Base
	for k, v := range x {
		y += float64(m.Slopes[k] * v)
	}
	scores[0] = math.Min(math.Max(y, m.Least), m.Most)
}
