// Package basemodel holds what all base models share: the table that they are fitted to, and what they can do.
//
// A base model is a function of a public sample and of released weights alone. Nothing in the packages below knows of
// private rows or of noise. The weights come from a private mechanism, so whatever is computed from them is
// post-processing. The same sample and weights give the same model to the bit, natively and in a browser: sums have a
// fixed order, products are rounded before they are added, and functions come from package kernel.
package basemodel

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
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

// Together is how many rows are given to a model at a time, which is then fastest.
const Together = 256

// Each gives a function all rows, as many at a time as are fastest, and returns what it wrote, rows×outputs.
func (t Table) Each(outputs int, write func(dst, cells []float64)) []float64 {
	all, width := make([]float64, t.Rows()*outputs), len(t.Columns)
	for j := 0; j < t.Rows(); j += Together {
		end := min(j+Together, t.Rows())
		write(all[j*outputs:end*outputs], t.Cells[j*width:end*width])
	}
	return all
}

// Model maps rows of cells to scores: the predicted number; with two classes the log-odds of the second; with more
// classes the logarithms of their probabilities, up to one number that is added to all of them. Cells are rows×columns
// and scores rows×outputs, row-major. A row's scores do not depend on the others; a few hundred rows at a time are
// fastest.
type Model interface {
	Predict(scores, cells []float64)
}

// Documented is a model that is written as JSON as it is. What was read comes from outside: Bind checks all of it for a
// table with these columns and a number of classes, 0 for numbers, and only then the model predicts.
type Documented interface {
	Model
	Bind(columns []dataset.Column, classes int) error
}

// MostBytes is how long the JSON of a model may be: no run begins that may make a longer one. It leaves a document room
// for 280,000 weights.
const MostBytes = 24 << 20

// Read reads JSON that has no other fields than a model.
func Read(text []byte, model any) error {
	if own, is := model.(json.Unmarshaler); is {
		return own.UnmarshalJSON(text) // else it would be read twice more
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	return decoder.Decode(model)
}

// Damaged is the error for a model that was read and cannot be used.
func Damaged(format string, values ...any) error {
	return fmt.Errorf("basemodel: the model is damaged: "+format, values...)
}

// Limits is the range of predicted numbers; nothing of what models predict of classes.
type Limits struct {
	Low  float64 `json:"low"`
	High float64 `json:"high"`
}

// Clip returns what is nearest to a number within the limits.
func (l Limits) Clip(v float64) float64 { return math.Min(math.Max(v, l.Low), l.High) }

// Digest is of what standardises columns and of the number of classes: a model is only for those that it was fitted to.
// Names are left out.
func Digest(columns []dataset.Column, classes int) string {
	h := sha256.New()
	fmt.Fprintln(h, classes)
	for _, c := range columns {
		fmt.Fprintln(h, c.Kind, c.Mean+0, c.Scale) // documents leave out zeros, so −0 is read as 0
		for _, l := range c.Levels {
			fmt.Fprintln(h, l.Mean+0, l.Scale)
		}
	}
	return fmt.Sprintf("%x", h.Sum(nil))
}

// Uniform returns weights of 1.
func Uniform(rows int) []float64 {
	w := make([]float64, rows)
	for j := range w {
		w[j] = 1
	}
	return w
}

// Folds is the number of parts in a cross-validation of so many rows. Three are half the work of five, and fits to two
// thirds of few rows say less of a fit to all (RATIONALE.md).
func Folds(rows int) int {
	if rows < 5000 {
		return 5
	}
	return 3
}

// Fold returns the part that one of so many rows belongs to. It scatters neighbouring rows, since files are often sorted
// (Knuth's multiplicative hash).
func Fold(j, rows int) int { return int(uint32(j) * 2654435761 >> 16 % uint32(Folds(rows))) }

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

// Row returns the cells of the j-th of several rows.
func (e Encoding) Row(cells []float64, j int) []float64 {
	return cells[j*len(e.columns) : (j+1)*len(e.columns)]
}

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
		e := kernel.Exp(-math.Abs(scores[0]))
		dst[0], dst[1] = e/(1+e), 1/(1+e)
		if scores[0] < 0 {
			dst[0], dst[1] = dst[1], dst[0]
		}
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
