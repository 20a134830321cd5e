package release

import (
	"math"

	"privadapt/core/basemodel"
	"privadapt/core/features"
)

// RowModel returns the model of a release of the kind Model as a function of the cells of a row.
func (r *Release) RowModel() (basemodel.Model, error) {
	if r.Kind != Model {
		return nil, &Error{"this release holds " + string(r.Kind) + ", not a model"}
	}
	if r.Bends() {
		m, err := r.BaseModel()
		if err != nil {
			return nil, &Error{err.Error()}
		}
		if err := r.NeedsFile(m); err != nil {
			return nil, err
		}
		return m, nil
	}
	m := &linearRows{encoding: basemodel.NewEncoding(r.Provenance.Schema.Used()), features: r.Provenance.FeatureMap(), least: math.Inf(-1), most: math.Inf(1)}
	means, scales := Scaling(r.Provenance.Schema, m.features)
	m.base = *r.Values.Intercept
	for k, c := range r.Values.Coefficients {
		m.slopes = append(m.slopes, c.Value*scales[k])
		m.base += c.Value * means[k]
	}
	if y := r.Values.LabelRange; y != nil {
		m.least, m.most = y[0], y[1]
	}
	return m, nil
}

// linearRows is a linear model; see [Release.Predict].
type linearRows struct {
	encoding          basemodel.Encoding
	features          *features.Map
	slopes            []float64
	base, least, most float64
}

// Predict implements basemodel.Model.
func (m *linearRows) Predict(scores, cells []float64) {
	z, x := make([]float64, m.encoding.Dim()), make([]float64, len(m.slopes))
	m.encoding.Apply(z, cells)
	m.features.Apply(x, z)
	y := m.base
	for k, v := range x {
		y += m.slopes[k] * v
	}
	scores[0] = math.Min(math.Max(y, m.least), m.most)
}
