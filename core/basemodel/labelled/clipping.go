package labelled

import (
	"math"

	"privadapt/core/basemodel"
)

// Clipping is what clipped rows hide of a mean square of residuals.
//
// The private rows enter their sum clipped, with their residuals, so that the sum understates their errors, most of all where the public
// model errs most. How much cannot be seen in the sum. It is taken from the public rows: their residuals are made larger or smaller, all by
// one factor, until their mean square after clipping is that of the private rows. Other rows hide more or less than these, so that what is
// added is taken to be uncertain by one half of itself.
type Clipping struct {
	// Ratio is that of the mean square without clipping to the one with it, ≥ 1.
	Ratio float64
	// Sampling is that of the standard error of the mean square from the choice of the rows to the one for residuals of a normal law, ≥ 1.
	Sampling float64
}

// Clipping compares clipped rows (z, g, t) of the public sample, of norm at most radius, with whole ones. size is the mean square of
// residual k of the private rows, clipped; it was released, so that the result is post-processing.
func (o *Offset) Clipping(table basemodel.Table, radius float64, k int, size float64) Clipping {
	outputs, encoding := o.Outputs(), basemodel.NewEncoding(table.Columns)
	m, dim := table.Rows(), encoding.Dim()
	columns, residuals, own := make([]float64, m), make([]float64, m), make([]float64, m) // squares: of (z, g), of t, of t_k
	row, whole, fourth := make([]float64, dim+outputs), 0.0, 0.0
	for j := range m {
		cells := table.Row(j)
		encoding.Apply(row[:dim], cells)
		o.Values(row[dim:], cells)
		o.Scale(row[dim:], row[dim:])
		for _, v := range row {
			columns[j] += float64(v * v)
		}
		for i, t := range o.Public[j*outputs : (j+1)*outputs] {
			residuals[j] += float64(t * t)
			if i == k {
				own[j] = t * t
			}
		}
		whole += own[j] / float64(m)
		fourth += float64(own[j]*own[j]) / float64(m)
	}
	square := radius * radius
	clipped := func(factor float64) float64 {
		sum := 0.0
		for j, t := range own {
			sum += float64(factor*t) * math.Min(1, square/(columns[j]+float64(factor*residuals[j])))
		}
		return sum / float64(m)
	}
	if !(whole > 0 && fourth < math.MaxFloat64) {
		return Clipping{1, 1}
	}
	c := Clipping{1, math.Sqrt(math.Max(1, (fourth/(whole*whole)-1)/2))}
	low, high := least, most
	for range 40 {
		middle := math.Sqrt(low * high)
		if clipped(middle) < size {
			low = middle
		} else {
			high = middle
		}
	}
	if v := clipped(low); v > 0 {
		c.Ratio = math.Max(1, low*whole/v)
	}
	return c
}

// The least and the most that the squares of public residuals are multiplied by.
const (
	least = 1e-2
	most  = 1e2
)
