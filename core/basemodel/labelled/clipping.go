package labelled

import (
	"math"

	"privadapt/core/basemodel"
)

// Clipping is what clipped rows hide of a mean square of residuals.
//
// The private rows enter their sum clipped, with their residuals, so that the sum understates their errors, most of all where the public
// model errs most. How much cannot be seen in the sum. It is taken from the public rows: their columns are multiplied by one factor and
// their residuals by another, so that both mean squares after clipping are those of the private rows. Rows of another law hide more or
// less than these, so that what is added is taken to be uncertain by one half of itself.
type Clipping struct {
	// Ratio is that of the mean square without clipping to the one with it, ≥ 1.
	Ratio float64
	// Sampling is that of the standard error of the mean square from the choice of the rows to the one for residuals of a normal law, ≥ 1.
	Sampling float64
}

// Clipped is what was released of the private rows, clipped to their radius.
type Clipped struct {
	Residual float64 // the mean square of a residual t over the rows with a label
	Columns  float64 // the mean of ‖(z, g)‖² over all rows
	Noise    float64 // the standard error of Columns from the noise
	Labelled float64 // the share of the rows that have a label
}

// Clipping compares clipped rows (z, g, t) of the public sample, of norm at most radius, with whole ones, for residual k of the private
// rows. What it takes of these was released, so that the result is post-processing.
func (o *Offset) Clipping(table basemodel.Table, radius float64, k int, private Clipped) Clipping {
	r := o.clippedRows(table, radius, k)
	m, whole, fourth := float64(len(r.own)), 0.0, 0.0
	for _, v := range r.own {
		whole += v / m
		fourth += float64(v*v) / m
	}
	if !(whole > 0 && fourth < math.MaxFloat64) {
		return Clipping{1, 1}
	}
	c := Clipping{1, math.Sqrt(math.Max(1, (fourth/(whole*whole)-1)/2))}
	columns, residuals := 1.0, 1.0
	toResidual := func() {
		residuals = factor(private.Residual, func(f float64) float64 { return r.residual(columns, f) })
	}
	toResidual()
	// Of a difference from the public columns counts what exceeds its noise: a share of 1 − noise²/difference², none below the noise.
	expected := r.columns(1, residuals, private.Labelled)
	if difference := private.Columns - expected; difference*difference > private.Noise*private.Noise {
		goal := expected + difference*(1-private.Noise*private.Noise/(difference*difference))
		for range 20 {
			before := columns
			columns = factor(goal, func(f float64) float64 { return r.columns(f, residuals, private.Labelled) })
			toResidual()
			if math.Abs(columns-before) <= 1e-6*before {
				break
			}
		}
	}
	if v := r.residual(columns, residuals); v > 0 {
		c.Ratio = math.Max(1, residuals*whole/v)
	}
	return c
}

// The least and the most that the squares of public rows are multiplied by.
const (
	least = 1e-2
	most  = 1e2
)

// factor returns where an increasing function has a value, or the end of the range that is nearer to it.
func factor(goal float64, of func(float64) float64) float64 {
	low, high := least, most
	for range 32 {
		middle := math.Sqrt(low * high)
		if of(middle) < goal {
			low = middle
		} else {
			high = middle
		}
	}
	return low
}

// clippedRows are the public rows as far as clipping is concerned: the squared norms of (z, g) and of t, and the squares of one residual.
type clippedRows struct {
	square        float64 // of the radius
	own, all, row []float64
}

func (o *Offset) clippedRows(table basemodel.Table, radius float64, k int) clippedRows {
	outputs, encoding := o.Outputs(), basemodel.NewEncoding(table.Columns)
	m, dim := table.Rows(), encoding.Dim()
	r := clippedRows{radius * radius, make([]float64, m), make([]float64, m), make([]float64, m)}
	values := make([]float64, dim+outputs)
	for j := range m {
		cells := table.Row(j)
		encoding.Apply(values[:dim], cells)
		o.Values(values[dim:], cells)
		o.Scale(values[dim:], values[dim:])
		for _, v := range values {
			r.row[j] += float64(v * v)
		}
		for i, t := range o.Public[j*outputs : (j+1)*outputs] {
			r.all[j] += float64(t * t)
			if i == k {
				r.own[j] = t * t
			}
		}
	}
	return r
}

// residual returns the clipped mean square of the residual where the squares of all columns and of all residuals are multiplied.
func (r clippedRows) residual(columns, residuals float64) float64 {
	sum := 0.0
	for j, t := range r.own {
		sum += float64(residuals*t) * r.kept(j, columns, residuals)
	}
	return sum / float64(len(r.own))
}

// columns returns the clipped mean of ‖(z, g)‖² where a share of the rows has residuals.
func (r clippedRows) columns(columns, residuals, labelled float64) float64 {
	sum := 0.0
	for j, v := range r.row {
		with, without := r.kept(j, columns, residuals), r.kept(j, columns, 0)
		sum += float64(columns*v) * (float64(labelled*with) + float64((1-labelled)*without))
	}
	return sum / float64(len(r.row))
}

// kept is the square of the factor by which a row is clipped.
func (r clippedRows) kept(j int, columns, residuals float64) float64 {
	norm := float64(columns*r.row[j]) + float64(residuals*r.all[j])
	if norm <= r.square {
		return 1
	}
	return r.square / norm
}
