package labelled

import (
	"math"
	"testing"

	"privadapt/core/basemodel"
	"privadapt/core/dataset"
)

// Where the private rows are the public ones with residuals larger or smaller by one factor, the mean square that clipping left gives back
// the whole one, for each residual of one number or of several classes.
func TestClippingIsUndoneOnRowsLikeThePublicOnes(t *testing.T) {
	for _, classes := range []int{0, 2, 3} {
		s := sample(600, classes)
		o, _ := offsetOf(t, s)
		for _, factor := range []float64{0.5, 1, 2, 6} {
			for _, radius := range []float64{2, 4, 1e6} {
				whole, clipped := meanSquares(o, s, factor, radius)
				for k := range o.Outputs() {
					c := o.Clipping(s.Table, radius, k, clipped[k])
					if got := clipped[k] * c.Ratio; math.Abs(got/whole[k]-1) > 1e-6 {
						t.Errorf("%d classes, factor %v, radius %v, residual %d: %v of %v was left, and %v found", classes, factor, radius, k, clipped[k], whole[k], got)
					}
				}
			}
		}
	}
}

// meanSquares returns those of each residual of the public rows, times a factor, whole and with the rows clipped.
func meanSquares(o *Offset, s basemodel.Sample, factor, radius float64) (whole, clipped []float64) {
	encoding, outputs := basemodel.NewEncoding(s.Columns), o.Outputs()
	d := encoding.Dim()
	whole, clipped = make([]float64, outputs), make([]float64, outputs)
	for j := range s.Rows() {
		row := make([]float64, d+2*outputs)
		encoding.Apply(row[:d], s.Row(j))
		o.Columns(row[d:d+outputs], row[d+outputs:], s.Row(j), s.Labels[j])
		t := row[d+outputs:]
		for k := range t {
			t[k] = factor * o.Public[j*outputs+k]
			whole[k] += t[k] * t[k] / float64(s.Rows())
		}
		dataset.Clip(row, radius)
		for k := range t {
			clipped[k] += t[k] * t[k] / float64(s.Rows())
		}
	}
	return whole, clipped
}

// Whatever was released, nothing is taken away and what is added is bounded.
func TestClippingIsTotal(t *testing.T) {
	s := sample(100, 0)
	o, _ := offsetOf(t, s)
	for _, size := range []float64{-1e30, -1, 0, 1e-300, 1e300, math.Inf(1), math.NaN()} {
		for _, radius := range []float64{1e-3, 1, 1e6} {
			if c := o.Clipping(s.Table, radius, 0, size); !(c.Ratio >= 1 && c.Ratio < 1e10 && c.Sampling >= 1 && c.Sampling < 10) {
				t.Errorf("size %v, radius %v: %+v", size, radius, c)
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
	if c := o.Clipping(s.Table, 4, 0, 1); kurtosis < 50 || math.Abs(c.Sampling*math.Sqrt2-math.Sqrt(kurtosis-1)) > 1e-9 {
		t.Errorf("κ = %v, %+v", kurtosis, c)
	}
}
