package draw

import (
	"math"

	"privadapt/core/adapt/drawn"
	"privadapt/core/dp/accountant"
	"privadapt/core/dp/mechanism"
	"privadapt/core/method"
	"privadapt/core/release"
	"privadapt/core/symeigen"
)

// releasePair draws the second moments of the rows with a label and of the others: one draw of both, after which everything is
// post-processing.
func (r *run) releasePair() (g drawn.Guarantee, out drawn.Output, err error) {
	rho := accountant.Rho(r.Epsilon, r.Delta)
	m := mechanism.NewPair(r.Grid, r.Adjacency, rho)
	g = drawn.Guarantee{
		Rho: rho, Draws: 1,
		Noise: release.Noise{Distribution: "discrete-gaussian", DiagonalVariance: m.Diagonal.String()},
	}
	if err := r.pay(g); err != nil {
		return g, out, err
	}
	with, without := m.Release(r.labelled, r.sum, r.sampler)
	out.Labelled = &drawn.Labelled{With: with, Without: without, Sigma: m.StandardDeviation(1)}
	rows := int64(0)
	if r.Adjacency == method.ReplaceOne {
		rows = r.rows()
	}
	out.Moment, out.MomentRows = together(out.Labelled, r.Order(), r.Grid.Intercept(), rows)
	g.Noise.StandardDeviation = math.Sqrt2 * m.StandardDeviation(out.MomentRows)
	return g, out, nil
}

// together returns M̂₀ of all rows on (c, z), of the order d, and the number of rows that it is the mean over: the public n or, where rows
// is 0, n̂ ≥ 1 from the entries (0,0). It is computed from the noisy sums.
func together(l *drawn.Labelled, order int, intercept float64, rows int64) (mean *symeigen.Matrix, count float64) {
	square := intercept * intercept
	if count = float64(rows); rows == 0 {
		count = math.Max(1, (l.With.At(0, 0)+l.Without.At(0, 0))/square)
	}
	mean = symeigen.NewMatrix(order, nil)
	for i := range order {
		for j := i; j < order; j++ {
			mean.Set(i, j, (l.With.At(i, j)+l.Without.At(i, j))/count)
		}
	}
	mean.Set(0, 0, square)
	return mean, count
}
