package labelled

import (
	"math"
	"slices"

	"privadapt/core/data/dataset"
	"privadapt/core/kernel"
	"privadapt/core/model/auto"
	"privadapt/core/model/basemodel"
	"privadapt/core/model/linear"
	"privadapt/core/model/trees"
)

// Corrected is a public model f, or a share of f and one of a model h that was fitted under released weights, and a
// correction that is linear in φ = (1, z, g): standardised columns and predictions of f. Numbers are limited to the
// range of the sample's labels; probabilities to what is at least Least, and then divided by their sum.
type Corrected struct {
	Offset *Offset     `json:"offset"` // f, without its spread
	Share  float64     `json:"share"`
	Other  *auto.Blend `json:"other,omitempty"` // h, where its share is above 0
	// Delta is Δ for each output, over 1, the standardised columns and the predictions g, in units of the label or of a
	// probability.
	Delta [][]float64 `json:"delta"`

	encoding basemodel.Encoding
}

// Floor and Ceiling bound Least.
const Floor, Ceiling = 0.001, 0.02

// Least is what a correction leaves of a probability at least: half of what the models say without it, within bounds. A
// correction from few labels may go far below 0 where a class is rare, and log-loss has no bound.
func Least(p float64) float64 { return max(Floor, min(p/2, Ceiling)) }

// NewCorrected returns the model (1−share)·f + share·h + Δφ. h is nil where its share is 0.
func NewCorrected(columns []dataset.Column, f *Offset, h *auto.Blend, share float64, delta [][]float64) *Corrected {
	return &Corrected{Offset: f, Other: h, Share: share, Delta: delta, encoding: basemodel.NewEncoding(columns)}
}

// Predict implements basemodel.Model.
func (c *Corrected) Predict(scores, cells []float64) {
	outputs, per := c.Offset.Outputs(), basemodel.Outputs(c.Offset.Model.Classes())
	rows := len(scores) / per
	f, phi := make([]float64, rows*outputs), make([]float64, 1+c.encoding.Dim()+outputs)
	c.Offset.Values(f, cells)
	h := f
	if c.Other != nil {
		h = make([]float64, len(f))
		Values(c.Other, h, cells)
	}
	least := make([]float64, outputs)
	for j := range rows {
		phi[0] = 1
		c.encoding.Apply(phi[1:], c.encoding.Row(cells, j))
		own, other := f[j*outputs:(j+1)*outputs], h[j*outputs:(j+1)*outputs]
		c.Offset.Scale(phi[len(phi)-outputs:], own)
		if c.Other != nil {
			for k, v := range other {
				own[k] = float64((1-c.Share)*own[k]) + float64(c.Share*v)
			}
		}
		c.row(scores[j*per:(j+1)*per], own, phi, least)
	}
}

// row writes the scores of a row for which the models say f, which it overwrites.
func (c *Corrected) row(scores, f, phi, least []float64) {
	rest := 1.0 // the first class's
	for k, p := range f {
		least[k] = Least(p)
		rest -= p
	}
	leastRest := Least(rest)
	for k, v := range f {
		if v += linear.Dot(c.Delta[k], phi); v == v { // far beyond the sample sums may overflow
			f[k] = v
		}
	}
	if c.Offset.Model.Classes() == 0 {
		scores[0] = c.Offset.Model.Clip(f[0])
		return
	}
	rest = 1
	for k, p := range f {
		f[k] = math.Min(math.Max(p, least[k]), 1)
		rest -= f[k]
	}
	rest = math.Max(rest, leastRest)
	if len(scores) == 1 {
		scores[0] = kernel.Log(f[0] / rest)
		return
	}
	scores[0] = kernel.Log(rest)
	for k, p := range f {
		scores[1+k] = kernel.Log(p)
	}
}

// Model is what a document holds: an *auto.Blend or, where private labels corrected it, a *Corrected.
type Model interface {
	basemodel.Documented
	File() string // SHA-256 of the file that it needs, or ""
	Attach(*trees.XGBoost)
}

// Document is a Model as JSON has it.
type Document struct {
	*auto.Blend
	*Corrected
}

// Model returns the model for a table with these columns and a number of classes, 0 for numbers.
func (d *Document) Model(columns []dataset.Column, classes int) (m Model, err error) {
	switch {
	case d == nil || (d.Blend == nil) == (d.Corrected == nil):
		return nil, basemodel.Damaged("it is not one model")
	case d.Corrected != nil:
		m = d.Corrected
	default:
		m = d.Blend
	}
	return m, m.Bind(columns, classes)
}

// Bind implements basemodel.Documented.
func (c *Corrected) Bind(columns []dataset.Column, classes int) error {
	if err := c.Offset.bind(columns, classes); err != nil {
		return err
	}
	if !(c.Share >= 0 && c.Share <= 1) || (c.Other != nil) != (c.Share > 0) {
		return basemodel.Damaged("a share is not between 0 and 1, or of no model")
	}
	if c.Other != nil {
		if err := c.Other.Bind(columns, classes); err != nil {
			return err
		}
		if f, h := c.Offset.Model.File(), c.Other.File(); f != h && f != "" && h != "" {
			return basemodel.Damaged("its parts are of different files")
		}
	}
	c.encoding = basemodel.NewEncoding(columns)
	outputs := c.Offset.Outputs()
	other := func(delta []float64) bool { return len(delta) != 1+c.encoding.Dim()+outputs }
	if len(c.Delta) != outputs || slices.ContainsFunc(c.Delta, other) {
		return basemodel.Damaged("it has another correction than its columns and predictions")
	}
	return nil
}

// File returns the SHA-256, in hexadecimal, of the file that a part of f or h is in, or "" if there is none.
func (c *Corrected) File() string {
	if name := c.Offset.Model.File(); name != "" || c.Other == nil {
		return name
	}
	return c.Other.File()
}

// Attach gives f and h the model of their file.
func (c *Corrected) Attach(m *trees.XGBoost) {
	c.Offset.Model.Attach(m)
	if c.Other != nil {
		c.Other.Attach(m)
	}
}
