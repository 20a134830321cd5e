package labelled

import (
	"math"
	"testing"

	"privadapt/core/basemodel"
	"privadapt/core/dataset"
)

// Where the private rows are the public ones with columns larger or smaller by one factor and residuals by another, the mean square that
// clipping left gives back the whole one, for each residual of one number or of several classes, with all labels or some. Where nearly all
// rows are clipped, every pair of factors of one ratio looks alike, and no more is added than the smaller ones ask for.
func TestClippingIsUndoneOnRowsLikeThePublicOnes(t *testing.T) {
	for _, classes := range []int{0, 2, 3} {
		s := sample(200, classes)
		o, _ := offsetOf(t, s)
		for _, wider := range []float64{0.5, 3} {
			for _, factor := range []float64{0.5, 1, 2, 6} {
				for _, radius := range []float64{2, 4, 1e6} {
					for _, labelled := range []float64{0.1, 1} {
						whole, clipped, columns := meanSquares(o, s, wider, factor, radius, labelled)
						for k := range o.Outputs() {
							c := o.Clipping(s.Table, radius, k, Clipped{Residual: clipped[k], Columns: columns, Labelled: labelled})
							got := clipped[k] * c.Ratio
							if most := radius == 2 && wider == 3; got/whole[k] > 1.005 || !most && got/whole[k] < 0.995 {
								t.Errorf("%d classes, factors %v and %v, radius %v, labels %v, residual %d: %v of %v was left, and %v found", classes, wider, factor, radius, labelled, k, clipped[k], whole[k], got)
							}
						}
					}
				}
			}
		}
	}
}

// Rows whose columns are wider than the public ones lose more of their residuals, so more is added; noise that could explain the width adds
// nothing.
func TestWiderColumnsHideMore(t *testing.T) {
	s := sample(600, 0)
	o, _ := offsetOf(t, s)
	_, alike, narrow := meanSquares(o, s, 1, 1, 3, 1)
	_, clipped, wide := meanSquares(o, s, 3, 1, 3, 1)
	ratio := func(residual, columns, noise float64) float64 {
		return o.Clipping(s.Table, 3, 0, Clipped{Residual: residual, Columns: columns, Noise: noise, Labelled: 1}).Ratio
	}
	known, unknown := ratio(clipped[0], wide, 0), ratio(clipped[0], wide, 100*wide)
	if known < 1.2*unknown {
		t.Errorf("of wider rows %.3f is stated, and %.3f where the noise hides how wide they are", known, unknown)
	}
	if a, b := ratio(alike[0], narrow, 0), ratio(alike[0], narrow, 100*narrow); math.Abs(a/b-1) > 1e-6 {
		t.Errorf("of rows like the public ones %.6f is stated without noise and %.6f with it", a, b)
	}
}

// meanSquares returns those of each residual of the public rows, whole and with the rows clipped, and the clipped mean of ‖(z, g)‖² where a
// share of them has labels. Columns are multiplied by √wider, and residuals by factor.
func meanSquares(o *Offset, s basemodel.Sample, wider, factor, radius, labelled float64) (whole, clipped []float64, columns float64) {
	encoding, outputs := basemodel.NewEncoding(s.Columns), o.Outputs()
	d, m := encoding.Dim(), float64(s.Rows())
	whole, clipped = make([]float64, outputs), make([]float64, outputs)
	for j := range s.Rows() {
		row := make([]float64, d+2*outputs)
		encoding.Apply(row[:d], s.Row(j))
		o.Columns(row[d:d+outputs], row[d+outputs:], s.Row(j), s.Labels[j])
		for i := range d + outputs {
			row[i] *= math.Sqrt(wider)
		}
		without, t := append([]float64(nil), row[:d+outputs]...), row[d+outputs:]
		for k := range t {
			t[k] = factor * o.Public[j*outputs+k]
			whole[k] += t[k] * t[k] / m
		}
		dataset.Clip(row, radius)
		dataset.Clip(without, radius)
		for k := range t {
			clipped[k] += t[k] * t[k] / m
		}
		for i, v := range without {
			columns += (labelled*row[i]*row[i] + (1-labelled)*v*v) / m
		}
	}
	return whole, clipped, columns
}

// Whatever was released, nothing is taken away and what is added is bounded.
func TestClippingIsTotal(t *testing.T) {
	s := sample(100, 0)
	o, _ := offsetOf(t, s)
	for _, size := range []float64{-1e30, -1, 0, 1e-300, 1e300, math.Inf(1), math.NaN()} {
		for _, radius := range []float64{1e-3, 1, 1e6} {
			for _, columns := range []float64{-1e30, 0, 1, 1e300, math.NaN()} {
				for _, noise := range []float64{0, 1, math.Inf(1)} {
					c := o.Clipping(s.Table, radius, 0, Clipped{Residual: size, Columns: columns, Noise: noise, Labelled: 0.5})
					if !(c.Ratio >= 1 && c.Ratio < 1e10 && c.Sampling >= 1 && c.Sampling < 10) {
						t.Errorf("residual %v, columns %v, noise %v, radius %v: %+v", size, columns, noise, radius, c)
					}
				}
			}
		}
	}
}

// The standard error of a mean square from the choice of the rows is that of the public residuals: √(κ − 1) over √n, κ their kurtosis.
func TestSamplingErrorFollowsTheKurtosis(t *testing.T) {
	s := sample(400, 0)
	s.Labels[7] += 40
	o, _ := offsetOf(t, s)
	var square, fourth float64
	for _, t := range o.Public {
		square, fourth = square+t*t/400, fourth+t*t*t*t/400
	}
	kurtosis := fourth / (square * square)
	if c := o.Clipping(s.Table, 4, 0, Clipped{Residual: 1, Columns: 1, Labelled: 1}); kurtosis < 50 || math.Abs(c.Sampling*math.Sqrt2-math.Sqrt(kurtosis-1)) > 1e-9 {
		t.Errorf("κ = %v, %+v", kurtosis, c)
	}
}
