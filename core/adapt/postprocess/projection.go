package postprocess

import (
	"math"

	"privadapt/core/adapt/plan"
	"privadapt/core/kernel"
	"privadapt/core/solve/symeigen"
)

// projection is what of a model's distance from f is linear in (1, φ), for each output in units of its
// residuals.
type projection struct {
	coefficients [][]float64
	// remainder is the mean square of what is left, over rows that the projection was not fitted to.
	remainder []float64
}

// project projects (h − f)/s on (1, φ) over the public rows that models are fitted to, under their weights. It
// returns nil where the weighted rows do not determine the projection.
func (r *run) project(public *plan.Public, h func(values, cells []float64), weights []float64) *projection {
	const strength = 1e-6 // of the penalty, for standardised columns
	f, table := public.Offset, public.Design.Sample().Table
	outputs := f.Outputs()
	row, p := f.Rows(table.Columns), 1+r.Map.Dim()
	phi, moments := make([]float64, table.Rows()*p), make([][]float64, outputs)
	apart := make([]float64, table.Rows()*outputs)
	values, own := table.Each(outputs, h), table.Each(outputs, f.Values)
	for k := range moments {
		moments[k] = make([]float64, p)
	}
	for j, q := range weights {
		x, at := phi[j*p:(j+1)*p], j*outputs
		x[0] = 1
		r.Map.Apply(x[1:], row(own[at:at+outputs], table.Row(j)))
		for k := range outputs {
			v := float64(q * (values[at+k] - own[at+k]) / f.Spread[k])
			apart[at+k] = (values[at+k] - own[at+k]) / f.Spread[k]
			for i, xi := range x {
				moments[k][i] += float64(v * xi)
			}
		}
	}
	gram := make([]float64, p*p)
	kernel.WeightedGram(gram, phi, p, weights)
	for i := range p {
		gram[i*p+i] += strength
	}
	var factor symeigen.Factor
	if !factor.Of(gram, p) {
		return nil
	}
	for _, b := range moments {
		factor.Solve(b)
		for _, v := range b {
			if v-v != 0 {
				return nil
			}
		}
	}
	found := &projection{moments, make([]float64, outputs)}
	found.leave(factor, phi, apart, weights)
	return found
}

// leave estimates the remainders. Under the weights each row is left out of the projection in turn, which its leverage
// does exactly; few rows with all the weight leave little of what is left to them. So all rows alike are asked as well,
// and the larger of both is taken.
func (p *projection) leave(factor symeigen.Factor, phi, apart, weights []float64) {
	outputs := len(p.coefficients)
	order, m := len(p.coefficients[0]), float64(len(weights))
	weighted, alike := make([]float64, outputs), make([]float64, outputs)
	solved := make([]float64, order)
	for j, q := range weights {
		x, leverage := phi[j*order:(j+1)*order], 0.0
		if q > 0 {
			copy(solved, x)
			factor.Solve(solved)
			for i, v := range solved {
				leverage += float64(q*v) * x[i]
			}
		}
		for k, own := range p.coefficients {
			left := apart[j*outputs+k]
			for i, v := range own {
				left -= float64(v * x[i])
			}
			alike[k] += float64(left*left) / m
			left /= math.Max(1-leverage, 1e-6)
			weighted[k] += float64(q * left * left)
		}
	}
	for k := range p.remainder {
		p.remainder[k] = math.Max(weighted[k], alike[k])
	}
}

// remainders returns the remainders of a share of the model, nil where it has none.
func (p *projection) remainders(share float64) []float64 {
	if p == nil || share == 0 {
		return nil
	}
	left := make([]float64, len(p.remainder))
	for k, v := range p.remainder {
		left[k] = float64(share*share) * v
	}
	return left
}
