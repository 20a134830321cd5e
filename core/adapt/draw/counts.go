package draw

import (
	"math"

	"privadapt/core/adapt/drawn"
	"privadapt/core/internal/private/mechanism"
	"privadapt/core/noise"
	"privadapt/core/release"
	"privadapt/core/release/appraisal"
	"privadapt/core/terms/method"
)

// releaseCounts draws the counts of a report: one draw, after which everything is post-processing.
func (r *run) releaseCounts() (g drawn.Guarantee, out drawn.Output, err error) {
	layout, err := r.PrepareReport(nil)
	if err != nil {
		return g, out, err
	}
	rho := noise.Rho(r.Epsilon, r.Delta)
	m := mechanism.NewTally(layout.Layout.Tables(), r.Adjacency, rho)
	variance, _ := m.Variance.Float64()
	g = drawn.Guarantee{Rho: rho, Draws: 1, Noise: release.Noise{
		Distribution: "discrete-gaussian", DiagonalVariance: m.Variance.String(),
		StandardDeviation: math.Sqrt(variance) / (appraisal.Unit * appraisal.Unit),
	}}
	if err := r.pay(g); err != nil {
		return g, out, err
	}
	out.Counts = m.Release(r.counts, r.sampler)
	if r.Adjacency == method.AddRemove {
		for _, v := range out.Counts[:layout.Layout.Table()] {
			out.MomentRows += v
		}
		out.MomentRows = math.Max(1, out.MomentRows)
	}
	return g, out, nil
}
