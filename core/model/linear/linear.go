// Package linear fits models that are linear in standardised columns, by ridge regression for numbers and penalised
// logistic regression for classes. [Smooth] adds bumps to a linear part.
package linear

import (
	"math"
	"slices"

	"privadapt/core/data/dataset"
	"privadapt/core/model/basemodel"
)

// Kind is the first byte of an encoded model.
const Kind = 'L'

// Model is linear in the standardised columns.
type Model struct {
	encoding basemodel.Encoding
	columns  []dataset.Column
	// coefficients holds for each output the intercept, then the coefficients of the columns.
	coefficients [][]float64
	low, high    float64 // limits of a predicted number
	classes      int
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
	m := Model{encoding: basemodel.NewEncoding(s.Columns), columns: s.Columns, classes: s.Classes}
	if s.Classes == 0 {
		m.low, m.high = slices.Min(s.Labels), slices.Max(s.Labels)
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

// Fit is a fit with its out-of-fold scores, rows×outputs.
type Fit struct {
	Model     *Model
	OutOfFold []float64
}

// CrossValidate fits a model under weights. It chooses the penalty by cross-validation under the same weights.
func (d *Design) CrossValidate(weights []float64, progress basemodel.Progress) (*Fit, error) {
	q := normalised(weights)
	if d.sample.Classes > 0 {
		return d.logistic(q, nil, progress)
	}
	m := d.blank
	p := RidgeProblem{
		Features:  d.features,
		Order:     d.order,
		Labels:    d.sample.Labels,
		Strengths: RidgeStrengths(d.order-1, q),
		Low:       m.low,
		High:      m.high,
		Progress:  progress,
	}
	s, err := p.CrossValidate(q)
	if err != nil {
		return nil, err
	}
	m.coefficients = [][]float64{s.Coefficients}
	return &Fit{&m, s.OutOfFold}, nil
}

// Correct fits a correction, which is added to out-of-fold scores so that they fit under the weights. The scores of the
// result are the corrected ones; its model is the correction alone.
func (d *Design) Correct(weights, scores []float64, progress basemodel.Progress) (*Fit, error) {
	q := normalised(weights)
	if d.sample.Classes > 0 {
		return d.logistic(q, scores, progress)
	}
	m := d.blank
	m.low, m.high = math.Inf(-1), math.Inf(1)
	residuals := make([]float64, len(scores))
	for j, y := range d.sample.Labels {
		residuals[j] = y - scores[j]
	}
	p := RidgeProblem{
		Features:  d.features,
		Order:     d.order,
		Labels:    residuals,
		Strengths: RidgeStrengths(d.order-1, q),
		Low:       m.low,
		High:      m.high,
		Progress:  progress,
	}
	s, err := p.CrossValidate(q)
	if err != nil {
		return nil, err
	}
	m.coefficients = [][]float64{s.Coefficients}
	for j := range s.OutOfFold {
		s.OutOfFold[j] += scores[j]
	}
	// This number stands for no limit, because the encoded form holds only finite numbers.
	m.low, m.high = -math.MaxFloat64, math.MaxFloat64
	return &Fit{&m, s.OutOfFold}, nil
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
	m.encoding.Apply(x[1:], cells)
	for k, w := range m.coefficients {
		scores[k] = Dot(w, x)
	}
	if m.classes == 0 {
		scores[0] = math.Min(math.Max(scores[0], m.low), m.high)
	}
}

// Encode implements basemodel.Encodable.
func (m *Model) Encode() []byte {
	var w basemodel.Writer
	w.Byte(Kind)
	w.Count(m.classes)
	w.Columns(m.columns)
	w.Float(m.low)
	w.Float(m.high)
	for _, c := range m.coefficients {
		for _, v := range c {
			w.Float(v)
		}
	}
	return w.Bytes
}

// Decode reads a model after its first byte.
func Decode(r *basemodel.Reader) *Model {
	m := &Model{classes: r.Classes()}
	m.columns = r.Columns()
	m.encoding = basemodel.NewEncoding(m.columns)
	m.low, m.high = r.Float(), r.Float()
	if !(m.low <= m.high) {
		r.Fail("the limits of predictions are in the wrong order")
	}
	for range basemodel.Outputs(m.classes) {
		c := make([]float64, 0, 1+m.encoding.Dim())
		for range cap(c) {
			c = append(c, r.Float())
		}
		m.coefficients = append(m.coefficients, c)
	}
	return m
}

// Columns is the number of cells in a row.
func (m *Model) Columns() int { return len(m.columns) }

// Classes is the number of classes, 0 where numbers are predicted.
func (m *Model) Classes() int { return m.classes }

// Coefficients returns for each output the intercept, then the coefficients of the standardised columns. They are the
// model's own.
func (m *Model) Coefficients() [][]float64 { return m.coefficients }

// Limits returns the range that predicted numbers are limited to.
func (m *Model) Limits() (low, high float64) { return m.low, m.high }
