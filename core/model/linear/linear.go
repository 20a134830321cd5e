// Package linear fits models that are linear in standardised columns, by ridge regression for numbers and penalised
// logistic regression for classes. [Smooth] adds bumps to a linear part.
package linear

import (
	"math"
	"slices"

	"privadapt/core/data/dataset"
	"privadapt/core/model/basemodel"
)

// Model is linear in the standardised columns.
type Model struct {
	basemodel.Limits
	// Coefficients are for each output the intercept, then those of the standardised columns.
	Coefficients [][]float64 `json:"coefficients"`

	encoding basemodel.Encoding
	classes  int
}

// Design is a sample in features, shared by fits.
type Design struct {
	sample   basemodel.Sample
	blank    Model // without coefficients
	features []float64
	order    int
}

// NewDesign computes the features of a sample: 1 and the standardised columns.
func NewDesign(s basemodel.Sample) *Design {
	m := Model{encoding: basemodel.NewEncoding(s.Columns), classes: s.Classes}
	if s.Classes == 0 {
		m.Limits = basemodel.Limits{Low: slices.Min(s.Labels), High: slices.Max(s.Labels)}
	}
	dim := m.encoding.Dim()
	rows := m.encoding.ApplyTable(s.Table)
	d := &Design{sample: s, blank: m, order: 1 + dim}
	d.features = make([]float64, s.Rows()*d.order)
	for j := range s.Rows() {
		own := d.features[j*d.order : (j+1)*d.order]
		own[0] = 1
		copy(own[1:], rows[j*dim:(j+1)*dim])
	}
	return d
}

// CrossValidate fits a model under weights and returns its out-of-fold scores too, rows×outputs. It chooses the penalty
// by cross-validation under the same weights.
func (d *Design) CrossValidate(weights []float64, progress basemodel.Progress) (*Model, []float64, error) {
	q := normalised(weights)
	if d.sample.Classes > 0 {
		return d.logistic(q, nil, progress)
	}
	return d.ridge(d.sample.Labels, d.blank.Limits, q, progress)
}

// Correct fits a correction, which is added to out-of-fold scores so that they fit under the weights. It returns the
// correction alone, and the corrected scores.
func (d *Design) Correct(weights, scores []float64, progress basemodel.Progress) (*Model, []float64, error) {
	q := normalised(weights)
	if d.sample.Classes > 0 {
		return d.logistic(q, scores, progress)
	}
	residuals := make([]float64, len(scores))
	for j, y := range d.sample.Labels {
		residuals[j] = y - scores[j]
	}
	unlimited := basemodel.Limits{Low: -math.MaxFloat64, High: math.MaxFloat64} // in numbers that JSON has
	m, corrected, err := d.ridge(residuals, unlimited, q, progress)
	for j := range corrected {
		corrected[j] += scores[j]
	}
	return m, corrected, err
}

// ridge fits a model to labels that are numbers.
func (d *Design) ridge(
	labels []float64, limits basemodel.Limits, q []float64, progress basemodel.Progress,
) (*Model, []float64, error) {
	p := RidgeProblem{
		Features:  d.features,
		Order:     d.order,
		Labels:    labels,
		Strengths: RidgeStrengths(d.order-1, q),
		Limits:    limits,
		Progress:  progress,
	}
	s, err := p.CrossValidate(q)
	if err != nil {
		return nil, nil, err
	}
	m := d.blank
	m.Limits, m.Coefficients = limits, [][]float64{s.Coefficients}
	return &m, s.OutOfFold, nil
}

func normalised(weights []float64) []float64 {
	sum := 0.0
	for _, w := range weights {
		sum += w
	}
	q := make([]float64, len(weights))
	for j, w := range weights {
		q[j] = w / sum
	}
	return q
}

// Predict implements basemodel.Model.
func (m *Model) Predict(scores, cells []float64) {
	x := make([]float64, 1+m.encoding.Dim())
	x[0] = 1
	outputs := len(m.Coefficients)
	for j := range len(scores) / outputs {
		m.encoding.Apply(x[1:], m.encoding.Row(cells, j))
		for k, w := range m.Coefficients {
			scores[j*outputs+k] = Dot(w, x)
		}
		if m.classes == 0 {
			scores[j] = m.Clip(scores[j])
		}
	}
}

// Bind implements basemodel.Documented.
func (m *Model) Bind(columns []dataset.Column, classes int) error {
	m.encoding, m.classes = basemodel.NewEncoding(columns), classes
	other := func(c []float64) bool { return len(c) != 1+m.encoding.Dim() }
	if len(m.Coefficients) != basemodel.Outputs(classes) || slices.ContainsFunc(m.Coefficients, other) || !(m.Low <= m.High) {
		return basemodel.Damaged("a linear model has other coefficients or limits than its columns")
	}
	return nil
}
