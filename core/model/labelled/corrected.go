package labelled

import (
	"crypto/sha256"
	"encoding/hex"
	"math"
	"slices"

	"privadapt/core/data/dataset"
	"privadapt/core/kernel"
	"privadapt/core/model/auto"
	"privadapt/core/model/basemodel"
	"privadapt/core/model/linear"
	"privadapt/core/model/trees"
)

// Kind is the first byte of an encoded Corrected.
const Kind = 'C'

// Corrected is a public model f, or a share of f and one of a model h that was fitted under released weights, and a
// correction that is linear in φ = (1, z, g): standardised columns and predictions of f. Numbers are limited to the
// range of the sample's labels; probabilities to what is at least Least, and then divided by their sum.
type Corrected struct {
	offset   *Offset
	other    *auto.Blend // h, or nil
	share    float64     // of h
	delta    [][]float64 // for each output what a unit of φ adds, in units of the label or of a probability
	encoding basemodel.Encoding
}

// Floor and Ceiling bound Least.
const Floor, Ceiling = 0.001, 0.02

// Least is what a correction leaves of a probability at least: half of what the models say without it, within bounds. A
// correction from few labels may go far below 0 where a class is rare, and log-loss has no bound.
func Least(p float64) float64 { return max(Floor, min(p/2, Ceiling)) }

// NewCorrected returns the model (1−share)·f + share·h + Δφ. h is nil where its share is 0. delta holds, for each
// output of f, Δ over 1, the standardised columns and the outputs.
func NewCorrected(columns []dataset.Column, f *Offset, h *auto.Blend, share float64, delta [][]float64) *Corrected {
	return &Corrected{offset: f, other: h, share: share, delta: delta, encoding: basemodel.NewEncoding(columns)}
}

// Predict implements basemodel.Model.
func (c *Corrected) Predict(scores, cells []float64) {
	outputs, dim := c.offset.Outputs(), c.encoding.Dim()
	f, phi := make([]float64, outputs), make([]float64, 1+dim+outputs)
	c.offset.Values(f, cells)
	phi[0] = 1
	c.encoding.Apply(phi[1:1+dim], cells)
	c.offset.Scale(phi[1+dim:], f)
	if c.other != nil {
		h := make([]float64, outputs)
		Values(c.other, h, cells)
		for k, v := range h {
			f[k] = float64((1-c.share)*f[k]) + float64(c.share*v)
		}
	}
	least, rest := make([]float64, outputs), 1.0 // rest is the first class's
	for k, p := range f {
		least[k] = Least(p)
		rest -= p
	}
	leastRest := Least(rest)
	for k, v := range f {
		if v += linear.Dot(c.delta[k], phi); v == v { // far beyond the sample sums may overflow
			f[k] = v
		}
	}
	if c.offset.Model.Classes() == 0 {
		low, high := c.offset.Model.Limits()
		scores[0] = math.Min(math.Max(f[0], low), high)
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

// Encode implements basemodel.Encodable.
func (c *Corrected) Encode() []byte {
	var w basemodel.Writer
	w.Byte(Kind)
	c.offset.write(&w)
	if c.other == nil {
		w.Count(0)
	} else {
		w.Count(1)
		w.Float(c.share)
		w.Bytes = append(w.Bytes, c.other.Encode()...)
	}
	for _, own := range c.delta {
		for _, v := range own {
			w.Float(v)
		}
	}
	return w.Bytes
}

// Decode reads an encoded Corrected, of at most wire.Limit bytes, from outside. Whether it is for the columns of a
// schema is for the caller to check, by Fits.
func Decode(data []byte) (*Corrected, error) {
	r := basemodel.NewReader(data)
	if r.Byte() != Kind {
		r.Fail("it does not begin as one")
	}
	c := &Corrected{offset: readOffset(r)}
	if r.Count(0, 1) == 1 {
		if c.share = r.Float(); !(c.share > 0 && c.share <= 1) {
			r.Fail("a share is not between 0 and 1")
		}
		c.other = auto.Read(r)
		if !r.Faulty() && !sameTask(c.offset.Model, c.other) {
			r.Fail("its parts are for different columns or classes")
		}
		if f, h := c.offset.Model.File(), c.other.File(); f != h && f != "" && h != "" {
			r.Fail("its parts are of different files")
		}
	}
	if r.Faulty() {
		return nil, r.Err()
	}
	c.encoding = basemodel.NewEncoding(c.offset.Model.Own())
	outputs := c.offset.Outputs()
	for range outputs {
		own := make([]float64, 0, 1+c.encoding.Dim()+outputs)
		for range cap(own) {
			if own = append(own, r.Float()); r.Faulty() {
				return nil, r.Err()
			}
		}
		c.delta = append(c.delta, own)
	}
	if err := r.Err(); err != nil {
		return nil, err
	}
	return c, nil
}

func sameTask(f, h *auto.Blend) bool { return h.Fits(f.Own(), f.Classes()) }

// Fits reports whether the model is for a sample of these columns and a given number of classes, 0 for numbers.
func (c *Corrected) Fits(columns []dataset.Column, classes int) bool {
	return c.offset.Model.Fits(columns, classes)
}

// Offset returns f as the model holds it, without its spread.
func (c *Corrected) Offset() *Offset { return c.offset }

// Other returns h and its share; nil and 0 where there is none.
func (c *Corrected) Other() (*auto.Blend, float64) { return c.other, c.share }

// File returns the SHA-256, in hexadecimal, of the file that a part of f or h is in, or "" if there is none.
func (c *Corrected) File() string {
	if name := c.offset.Model.File(); name != "" || c.other == nil {
		return name
	}
	return c.other.File()
}

// Attach gives f and h the model of their file.
func (c *Corrected) Attach(m *trees.XGBoost) {
	c.offset.Model.Attach(m)
	if c.other != nil {
		c.other.Attach(m)
	}
}

// Correction returns Δ for an output: over 1, the standardised columns and the predictions g, in units of the label or
// of a probability.
func (c *Corrected) Correction(output int) []float64 { return slices.Clone(c.delta[output]) }

// Digest returns the SHA-256, in hexadecimal, of f and of the scales of its predictions, as a model holds them.
func (o *Offset) Digest() string {
	var w basemodel.Writer
	o.write(&w)
	sum := sha256.Sum256(w.Bytes)
	return hex.EncodeToString(sum[:])
}
