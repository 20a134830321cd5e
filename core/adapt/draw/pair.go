package draw

import (
	"math"

	"privadapt/core/adapt/drawn"
	"privadapt/core/internal/private/mechanism"
	"privadapt/core/noise"
	"privadapt/core/release"
	"privadapt/core/terms/method"
)

// releasePair draws the second moments of the rows with a label and of the others: one draw of both, after which
// everything is post-processing.
func (r *run) releasePair() (g drawn.Guarantee, out drawn.Output, err error) {
	rho := noise.Rho(r.Epsilon, r.Delta)
	m := mechanism.NewPair(r.Grid, r.Adjacency, rho)
	g = drawn.Guarantee{
		Rho: rho, Draws: 1,
		Noise: release.Noise{Distribution: "discrete-gaussian", DiagonalVariance: m.Diagonal.String()},
	}
	if err := r.pay(g); err != nil {
		return g, out, err
	}
	sums := m.Release(r.labelled, r.sum, r.sampler)
	with, without := sums.Matrices()
	out.Labelled = &drawn.Labelled{Sums: sums, With: with, Without: without, Sigma: m.StandardDeviation(1)}
	rows := int64(0)
	if r.Adjacency == method.ReplaceOne {
		rows = r.rows()
	}
	out.Moment, out.MomentRows = release.PairTogether(with, without, r.Order(), r.Grid.Intercept(), rows)
	g.Noise.StandardDeviation = math.Sqrt2 * m.StandardDeviation(out.MomentRows)
	return g, out, nil
}
