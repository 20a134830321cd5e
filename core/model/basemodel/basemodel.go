// Package basemodel holds what all base models share: the table that they are fitted to, and what they can do.
//
// A base model is a function of a public sample and of released weights alone. Nothing in the packages below knows of
// private rows or of noise. The weights come from a private mechanism, so whatever is computed from them is
// post-processing. The same sample and weights give the same model to the bit, natively and in a browser: sums have a
// fixed order, products are rounded before they are added, and functions come from package kernel.
package basemodel

import (
	"math"

	"privadapt/core/data/dataset"
	"privadapt/core/kernel"
)

// Table is rows of cells in raw units, see dataset.CellReader: numbers, or places of levels; NaN where a cell is
// missing.
type Table struct {
	Columns []dataset.Column // those that are not ignored
	Cells   []float64        // rows×columns, row-major
}

// Rows returns the number of rows.
func (t Table) Rows() int { return len(t.Cells) / len(t.Columns) }

// Row returns the cells of the j-th row.
func (t Table) Row(j int) []float64 {
	c := len(t.Columns)
	return t.Cells[j*c : (j+1)*c]
}

// Sample is a labelled table.
type Sample struct {
	Table
	Labels []float64 // numbers, or classes from 0 on
	// Classes is the number of classes, 2 or more; 0 where labels are numbers.
	Classes int
}

// Outputs returns how many scores a model has for a row: one for each class if there are more than two, otherwise one.
func (s Sample) Outputs() int { return Outputs(s.Classes) }

// Outputs returns how many scores a row has with this number of classes, which is 0 where labels are numbers.
func Outputs(classes int) int {
	if classes > 2 {
		return classes
	}
	return 1
}

// Model maps a row of cells to scores: the predicted number; with two classes the log-odds of the second; with more
// classes the logarithms of their probabilities, up to one number that is added to all of them.
type Model interface {
	Predict(scores, cells []float64)
}

// Encodable is a model with a compact form. Its first byte is the kind of model and decides which package decodes it.
type Encodable interface {
	Model
	Encode() []byte
}

// Uniform returns weights of 1.
func Uniform(rows int) []float64 {
	w := make([]float64, rows)
	for j := range w {
		w[j] = 1
	}
	return w
}

// Folds is the number of parts in a cross-validation.
const Folds = 5

// Fold returns the part that a row belongs to. It scatters neighbouring rows, since files are often sorted (Knuth's
// multiplicative hash).
func Fold(j int) int { return int(uint32(j) * 2654435761 >> 16 % Folds) }

// Hash is one of SplitMix64's numbers (Steele, Lea and Flood 2014), different for different arguments.
func Hash(j uint64) uint64 {
	z := (j + 1) * 0x9e3779b97f4a7c15
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// Encoding maps rows of cells to standardised features. A number gives one feature, a category one for each level. A
// missing cell becomes the average, 0.
type Encoding struct{ columns []dataset.Column }

// NewEncoding returns the encoding of a table with these columns.
func NewEncoding(columns []dataset.Column) Encoding { return Encoding{columns} }

// Dim is the number of features.
func (e Encoding) Dim() int {
	d := 0
	for _, c := range e.columns {
		d += max(1, len(c.Levels))
	}
	return d
}

// Apply writes the features of a row of cells into dst. A feature beyond dataset.Largest counts as missing.
func (e Encoding) Apply(dst, cells []float64) {
	at := 0
	for i, c := range e.columns {
		v := cells[i]
		if c.Kind == dataset.Numeric {
			z := (v - c.Mean) / c.Scale
			if !(math.Abs(z) <= dataset.Largest) {
				z = 0
			}
			dst[at] = z
			at++
			continue
		}
		for k, l := range c.Levels {
			switch {
			case math.IsNaN(v):
				dst[at] = 0
			case int(v) == k:
				dst[at] = (1 - l.Mean) / l.Scale
			default:
				dst[at] = -l.Mean / l.Scale
			}
			at++
		}
	}
}

// ApplyTable returns the features of all rows, rows×Dim.
func (e Encoding) ApplyTable(t Table) []float64 {
	d := e.Dim()
	features := make([]float64, t.Rows()*d)
	for j := range t.Rows() {
		e.Apply(features[j*d:(j+1)*d], t.Row(j))
	}
	return features
}

// Loss returns what a row's scores cost for its label: the squared error, or the negative logarithm of the probability
// of the class.
func Loss(scores []float64, label float64, classes int) float64 {
	switch {
	case classes == 0:
		return (scores[0] - label) * (scores[0] - label)
	case classes == 2:
		margin := scores[0]
		if label == 0 {
			margin = -margin
		}
		return softplus(-margin)
	}
	top := math.Inf(-1)
	for _, s := range scores {
		top = math.Max(top, s)
	}
	sum := 0.0
	for _, s := range scores {
		sum += kernel.Exp(s - top)
	}
	return kernel.Log(sum) - (scores[int(label)] - top)
}

// softplus returns log(1 + eˣ).
func softplus(x float64) float64 {
	return math.Max(x, 0) + kernel.Log(1+kernel.Exp(-math.Abs(x)))
}

// Probabilities writes the probabilities of the classes into dst, which has an entry for each.
func Probabilities(dst, scores []float64) {
	if len(scores) == 1 {
		dst[1] = kernel.Sigmoid(scores[0])
		dst[0] = kernel.Sigmoid(-scores[0])
		return
	}
	top := math.Inf(-1)
	for _, s := range scores {
		top = math.Max(top, s)
	}
	sum := 0.0
	for k, s := range scores {
		dst[k] = kernel.Exp(s - top)
		sum += dst[k]
	}
	for k := range dst {
		dst[k] /= sum
	}
}

// Progress is called repeatedly during a fit with the steps that are done and the largest number that there can be. If
// it returns an error, the fit ends. It may be nil.
type Progress func(done, of int) error

// At calls it.
func (p Progress) At(done, of int) error {
	if p == nil {
		return nil
	}
	return p(done, of)
}

// Part returns the progress of a piece of work that is one of several, from the share first to the share last of all,
// in hundredths.
func (p Progress) Part(first, last int) Progress {
	return func(done, of int) error { return p.At(first*of+(last-first)*done, 100*of) }
}
