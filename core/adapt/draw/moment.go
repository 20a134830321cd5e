package draw

import (
	"privadapt/core/adapt/drawn"
	"privadapt/core/internal/private/mechanism"
	"privadapt/core/noise"
	"privadapt/core/release"
	"privadapt/core/terms/method"
)

// releaseMoment draws M̂₀: one draw, after which everything is post-processing.
func (r *run) releaseMoment() (g drawn.Guarantee, out drawn.Output, err error) {
	if r.labelled != nil {
		return r.releasePair()
	}
	rho := noise.Rho(r.Epsilon, r.Delta)
	m := mechanism.NewMoment(r.Grid, r.Adjacency, rho)
	if r.Protected() == method.Person {
		m = mechanism.NewMomentOfPeople(r.Grid, r.Adjacency, rho)
	}
	g = drawn.Guarantee{
		Rho: rho, Draws: 1,
		Noise: release.Noise{Distribution: "discrete-gaussian", DiagonalVariance: m.Diagonal.String()},
	}
	if err := r.pay(g); err != nil {
		return g, out, err
	}
	out.Moment, out.MomentRows = m.Release(r.sum, r.sampler)
	g.Noise.StandardDeviation = m.StandardDeviation(out.MomentRows)
	return g, out, nil
}
