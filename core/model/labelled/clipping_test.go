package labelled

import (
	"math"
	"testing"

	"privadapt/core/data/dataset"
	"privadapt/core/data/features"
	"privadapt/core/model/basemodel"
)

// Where the private rows are the public ones with columns larger or smaller by one factor and residuals by another, the
// mean square that clipping left gives back the whole one, for each residual of one number or of several classes, with
// all labels or some. Where nearly all rows are clipped, every pair of factors of one ratio looks alike, and no more is
// added than the smaller ones ask for.
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
							c := o.Clipping(s.Table, columnsOf(s), radius, k,
								Clipped{Residual: clipped[k], Columns: columns, Labelled: labelled})
							got := clipped[k] * c.Ratio
							if most := radius == 2 && wider == 3; got/whole[k] > 1.005 || !most && got/whole[k] < 0.995 {
								t.Errorf(
									"%d classes, factors %v and %v, radius %v, labels %v, residual %d: %v of %v was left, and %v found",
									classes, wider, factor, radius, labelled, k, clipped[k], whole[k], got)
							}
						}
					}
				}
			}
		}
	}
}

// columnsOf maps the columns of a sample to themselves.
func columnsOf(s basemodel.Sample) *features.Map {
	return features.Identity(dataset.Schema{Columns: s.Columns})
}

// meanSquares returns the mean squares of each residual of the public rows, whole and with the rows clipped, and
// the clipped mean of ‖(z, g)‖² where a share of them has labels. Columns are multiplied by √wider, and residuals
// by factor.
func meanSquares(
	o *Offset,
	s basemodel.Sample,
	wider, factor, radius, labelled float64,
) (whole, clipped []float64, columns float64) {
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

// Whatever was released, nothing is taken away and what is added is bounded, or has no upper end.
func TestClippingIsTotal(t *testing.T) {
	s := sample(100, 0)
	o, _ := offsetOf(t, s)
	for _, size := range []float64{-1e30, -1, 0, 1e-300, 1e300, math.Inf(1), math.NaN()} {
		for _, radius := range []float64{1e-3, 1, 1e6} {
			for _, columns := range []float64{-1e30, 0, 1, 1e300, math.NaN()} {
				for _, noise := range []float64{0, 1, math.Inf(1)} {
					for _, high := range []float64{0, 2, math.Inf(1)} {
						c := o.Clipping(s.Table, columnsOf(s), radius, 0,
							Clipped{Residual: size, High: high, Columns: columns, Noise: noise, Labelled: 0.5})
						if !(c.Ratio >= 1 && c.Ratio < 1e10 && c.AtHigh >= 1 && c.Doubt >= 0) {
							t.Errorf("residual %v up to %v, columns %v, noise %v, radius %v: %+v", size, high, columns, noise, radius,
								c)
						}
						for _, value := range []float64{0, 0.5, 3} {
							whole, from, to := c.Whole(value, value/2, value+high)
							if !(from >= value/2 && from <= whole && whole <= to && whole >= value) {
								t.Errorf("%+v: %v, from %v to %v", c, whole, from, to)
							}
						}
					}
				}
			}
		}
	}
}

// Where the private rows fill the ball there is no upper end; where few of them reach its sphere there is one, near
// what is stated. The lower end does not rest on what is added for clipping.
func TestAFullBallHasNoUpperEnd(t *testing.T) {
	s := sample(400, 0)
	o, _ := offsetOf(t, s)
	for _, c := range []struct {
		wider, factor, radius float64
		bounded               bool
	}{{1, 1, 6, true}, {1, 1.5, 4, true}, {30, 1, 3, false}, {1, 40, 3, false}, {20, 20, 2, false}} {
		_, clipped, columns := meanSquares(o, s, c.wider, c.factor, c.radius, 1)
		found := o.Clipping(s.Table, columnsOf(s), c.radius, 0,
			Clipped{Residual: clipped[0], High: clipped[0], Columns: columns, Labelled: 1})
		whole, from, to := found.Whole(clipped[0], clipped[0], clipped[0])
		if bounded := to < math.Inf(1); bounded != c.bounded || bounded && to > 1.5*whole ||
			math.Abs(from/clipped[0]-1) > 1e-9 {
			t.Errorf("%+v: %v of %v, from %v to %v", c, whole, clipped[0], from, to)
		}
	}
}

// The excess of squared residuals is κ − 1. κ is the kurtosis of the public ones, or of the normal law if that is
// larger.
func TestExcessFollowsTheKurtosis(t *testing.T) {
	s := sample(400, 0)
	s.Labels[7] += 40
	o, _ := offsetOf(t, s)
	var square, fourth float64
	for _, t := range o.Public {
		square, fourth = square+t*t/400, fourth+t*t*t*t/400
	}
	if kurtosis := fourth / (square * square); kurtosis < 50 || math.Abs(o.Excess(0)/(kurtosis-1)-1) > 1e-12 {
		t.Errorf("κ = %v, excess %v", kurtosis, o.Excess(0))
	}
	for j := range o.Public {
		o.Public[j] = 1
	}
	if o.Excess(0) != 2 {
		t.Errorf("residuals of one size have the excess %v", o.Excess(0))
	}
}
