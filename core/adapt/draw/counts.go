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

// releaseCounts draws the counts of a report or of an estimate, after which everything is post-processing. All of them are charged
// at once: counts i cost the i-th part of ρ.
func (r *run) releaseCounts() (g drawn.Guarantee, out drawn.Output, err error) {
	layout, err := r.PrepareReport(nil)
	if err != nil {
		return g, out, err
	}
	layouts, parts := layout.Layouts(), layout.Parts(noise.Rho(r.Epsilon, r.Delta))
	var tallies []*mechanism.Tally
	g = drawn.Guarantee{Rho: noise.Rho(r.Epsilon, r.Delta), Draws: len(layouts), Noise: release.Noise{Distribution: "discrete-gaussian"}}
	for i, l := range layouts {
		m := mechanism.NewTally(l.Tables(), r.Adjacency, parts[i])
		variance, _ := m.Variance.Float64()
		deviation := math.Sqrt(variance) / (appraisal.Unit * appraisal.Unit)
		if tallies = append(tallies, m); i == 0 {
			g.Noise.DiagonalVariance, g.Noise.StandardDeviation = m.Variance.String(), deviation
		} else {
			g.Noise.LabelVariance, g.Noise.LabelDeviation = m.Variance.String(), deviation
		}
	}
	if err := r.pay(g); err != nil {
		return g, out, err
	}
	for i, m := range tallies {
		out.Counts = append(out.Counts, m.Release(r.counts[i], r.sampler)...)
	}
	if r.Adjacency == method.AddRemove {
		for _, v := range out.Counts[:layouts[0].Table()] {
			out.MomentRows += v
		}
		out.MomentRows = math.Max(1, out.MomentRows)
	}
	return g, out, nil
}
