package appraisal

import "math"

// resolution is the number of steps between the ends of the residuals in which quantiles are looked for.
const resolution = 1024

// shares are those of the quantiles.
var shares = []float64{0.05, 0.25, 0.5, 0.75, 0.95}

// quantiles inverts the share of rows up to a place: the interval of a quantile spans the places at which that share may be the one asked
// for, and its value is the place at which the estimate of the share comes nearest.
func (t *table) quantiles(f *Figures, nodes []float64, upTo [][]float64, one sum) {
	low, high := nodes[0], nodes[len(nodes)-1]
	step := (high - low) / resolution
	// At a share q the test is of the sum s − q·1 for s the rows up to a place, whose variance is V(s) − 2qC(s,1) + q²V(1).
	type place struct{ rows, variance, covariance float64 }
	places := make([]place, len(upTo))
	for i, values := range upTo {
		s := t.sumOf(func(_, j int) float64 { return values[j] })
		places[i] = place{t.of(s), t.spread(s, s), t.spread(s, one)}
	}
	rows, variance := t.of(one), t.spread(one, one)
	for _, q := range shares {
		value, nearest, from, to := low, math.Inf(1), math.Inf(1), math.Inf(-1)
		for i, p := range places {
			x, off := low+step*float64(i), math.Abs(p.rows-q*rows)
			if off < nearest {
				value, nearest = x, off
			}
			if square := p.variance - 2*q*p.covariance + q*q*variance; off <= normal*math.Sqrt(math.Max(square, 0)) {
				from, to = math.Min(from, x), math.Max(to, x)
			}
		}
		from, to = math.Min(from, value)-step/2, math.Max(to, value)+step/2
		f.Quantiles = append(f.Quantiles, Quantile{q, number(value, from, to, bounds{low, high})})
	}
}
