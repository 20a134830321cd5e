// Package linear fits models that are linear in standardised columns, or in these columns, their squares and their
// products. It uses ridge regression for numbers and penalised logistic regression for classes.
package linear

import (
	"errors"
	"math"
	"slices"

	"privadapt/core/data/dataset"
	"privadapt/core/model/basemodel"
	"privadapt/core/model/ridge"
	"privadapt/core/model/wire"
)

// Kind is the first byte of an encoded model.
const Kind = 'L'

// MostFeatures limits the features of a fit with squares and products, because the size of their Gram matrix is the
// square of their number.
const MostFeatures = 300

// Model is linear in features.
type Model struct {
	encoding basemodel.Encoding
	columns  []dataset.Column
	pairs    [][2]int  // of features that are multiplied
	means    []float64 // of the products
	scales   []float64
	// coefficients holds for each output the intercept, then the coefficients of the columns, then of the products.
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

// ErrTooMany is returned where squares and products would be too many.
var ErrTooMany = errors.New("linear: the squares and products of the columns are too many")

// NewDesign computes the features of a sample, with squares and products if quadratic.
func NewDesign(s basemodel.Sample, quadratic bool) (*Design, error) {
	m := Model{encoding: basemodel.NewEncoding(s.Columns), columns: s.Columns, classes: s.Classes}
	if s.Classes == 0 {
		m.low, m.high = slices.Min(s.Labels), slices.Max(s.Labels)
	}
	dim := m.encoding.Dim()
	rows := m.encoding.ApplyTable(s.Table)
	if quadratic {
		if dim > MostFeatures {
			return nil, ErrTooMany
		}
		m.pairs = pairsOf(s.Columns)
		if len(m.pairs)+dim+1 > MostFeatures || len(m.pairs) == 0 {
			return nil, ErrTooMany
		}
		m.standardise(rows, dim)
	}
	d := &Design{sample: s, blank: m, order: 1 + dim + len(m.pairs)}
	d.features = make([]float64, s.Rows()*d.order)
	for j := range s.Rows() {
		m.expand(d.features[j*d.order:(j+1)*d.order], rows[j*dim:(j+1)*dim])
	}
	return d, nil
}

// pairsOf lists squares of numbers and products of features of two columns.
func pairsOf(columns []dataset.Column) [][2]int {
	var of []int // the column of each feature
	for i, c := range columns {
		for range max(1, len(c.Levels)) {
			of = append(of, i)
		}
	}
	var pairs [][2]int
	for a := range of {
		for b := a; b < len(of); b++ {
			if of[a] != of[b] || a == b && columns[of[a]].Kind == dataset.Numeric {
				pairs = append(pairs, [2]int{a, b})
			}
		}
	}
	return pairs
}

// standardise computes means and scales of the products over the sample. A product that does not vary keeps the scale
// 1.
func (m *Model) standardise(rows []float64, dim int) {
	n := float64(len(rows) / dim)
	for _, p := range m.pairs {
		mean, square := 0.0, 0.0
		for j := 0; j < len(rows); j += dim {
			mean += float64(rows[j+p[0]] * rows[j+p[1]])
		}
		mean /= n
		for j := 0; j < len(rows); j += dim {
			v := float64(rows[j+p[0]]*rows[j+p[1]]) - mean
			square += float64(v * v)
		}
		scale := math.Sqrt(square / n)
		if !(scale > 1e-9) {
			scale = 1
		}
		m.means, m.scales = append(m.means, mean), append(m.scales, scale)
	}
}

// expand writes 1, the standardised columns and the products into dst.
func (m *Model) expand(dst, z []float64) {
	dst[0] = 1
	copy(dst[1:], z)
	for k, p := range m.pairs {
		dst[1+len(z)+k] = (float64(z[p[0]]*z[p[1]]) - m.means[k]) / m.scales[k]
	}
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
	p := ridge.Problem{
		Features:  d.features,
		Order:     d.order,
		Labels:    d.sample.Labels,
		Strengths: ridge.Strengths(d.order-1, q),
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
	p := ridge.Problem{
		Features:  d.features,
		Order:     d.order,
		Labels:    residuals,
		Strengths: ridge.Strengths(d.order-1, q),
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
	dim := m.encoding.Dim()
	x := make([]float64, 1+dim+len(m.pairs))
	m.encoding.Apply(x[1:1+dim], cells)
	m.expand(x, append([]float64(nil), x[1:1+dim]...))
	for k, w := range m.coefficients {
		scores[k] = ridge.Dot(w, x)
	}
	if m.classes == 0 {
		scores[0] = math.Min(math.Max(scores[0], m.low), m.high)
	}
}

// Encode implements basemodel.Encodable.
func (m *Model) Encode() []byte {
	var w wire.Writer
	w.Byte(Kind)
	w.Count(m.classes)
	w.Columns(m.columns)
	w.Count(min(1, len(m.pairs)))
	for k := range m.pairs {
		w.Float(m.means[k])
		w.Float(m.scales[k])
	}
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
func Decode(r *wire.Reader) *Model {
	m := &Model{classes: r.Classes()}
	m.columns = r.Columns()
	m.encoding = basemodel.NewEncoding(m.columns)
	dim := m.encoding.Dim()
	if r.Count(0, 1) == 1 {
		if m.pairs = nil; dim <= MostFeatures {
			m.pairs = pairsOf(m.columns)
		}
		if len(m.pairs) == 0 || len(m.pairs)+dim+1 > MostFeatures {
			r.Fail("products are too many")
			return m
		}
		for range m.pairs {
			m.means, m.scales = append(m.means, r.Float()), append(m.scales, r.Positive())
		}
	}
	m.low, m.high = r.Float(), r.Float()
	if !(m.low <= m.high) {
		r.Fail("the limits of predictions are in the wrong order")
	}
	for range basemodel.Outputs(m.classes) {
		c := make([]float64, 0, 1+dim+len(m.pairs))
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

// Coefficients returns for each output the intercept, then the coefficients of the standardised columns, then of
// the products. They are the model's own.
func (m *Model) Coefficients() [][]float64 { return m.coefficients }

// Products returns which features are multiplied, and by what mean and scale each product is standardised; none without
// products.
func (m *Model) Products() (pairs [][2]int, means, scales []float64) {
	return m.pairs, m.means, m.scales
}

// Limits returns the range that predicted numbers are limited to.
func (m *Model) Limits() (low, high float64) { return m.low, m.high }
