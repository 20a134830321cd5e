package postprocess

import (
	"privadapt/core/adapt/drawn"
	"privadapt/core/adapt/plan"
	"privadapt/core/data/features"
	"privadapt/core/data/grid"
	"privadapt/core/release"
	"privadapt/core/terms/method"
)

// The certificate is written here and nowhere else: stated writes what a draw guarantees, certificate what was computed
// from it.

// stated writes down the guarantee of a draw under a plan.
func stated(p *plan.Plan, v drawn.Value) release.Certificate {
	c := release.Certificate{
		Mechanism:      p.Mechanism,
		Solver:         method.NoSolver,
		Calibration:    p.Calibration,
		Adjacency:      p.Adjacency,
		Unit:           p.Protected(),
		UnitColumn:     p.Unit,
		N:              v.Rows,
		Epsilon:        p.Epsilon,
		Delta:          p.Delta,
		Rho:            v.Guarantee.Rho,
		Accountant:     "zcdp",
		Features:       string(p.Features),
		Order:          p.Order(),
		Radius:         p.Radius,
		SourceRadius:   p.SourceRadius,
		GridSteps:      grid.Steps,
		InterceptSteps: p.Grid.InterceptSteps(),
		Draws:          v.Guarantee.Draws,
		SourceQuartic:  v.Guarantee.SourceQuartic,
		Noise:          v.Guarantee.Noise,
	}
	if p.Adjacency == method.AddRemove {
		c.RowsEstimate = v.Output.MomentRows
	}
	return c
}

// certificate adds to a certificate of the draw what was computed from it.
func (r *run) certificate(c release.Certificate) release.Certificate {
	p, f := r.Plan, r.found
	if p.Release == release.Moments {
		c.Labels = f.labels
		return c
	}
	c.Solver = p.Solver
	c.Smoothing = p.Smoothing
	c.Lambda, c.Iterations = &p.Lambda, &p.Iterations
	if p.Smoothing == method.PNorm {
		c.P = &p.P
	} else {
		c.Mu = &p.Mu
	}
	c.Rounds, c.Gap, c.Tolerance = f.rounds, f.gap, f.tolerance
	c.EffectiveSampleSize, c.RidgePenalty, c.ModelNorm = f.effectiveSampleSize, f.penalty, f.modelNorm
	c.Discrepancy, c.Base, c.Labels = f.discrepancy, f.base, f.labels
	return c
}

func (r *run) document(engine release.Engine, values release.Values, c release.Certificate) *release.Release {
	d := &release.Release{
		Format:      release.Format,
		Version:     release.Version,
		ReleaseID:   r.drawn.ReleaseID,
		Kind:        r.Release,
		Values:      values,
		Certificate: c,
		Provenance: release.Provenance{
			SourceSHA256:         r.Source.Digest,
			SourceRows:           r.Source.Rows,
			Sources:              release.SourcesOf(r.Source, r.weights),
			Schema:               r.Source.Schema,
			EngineVersion:        engine.Version,
			SettingsAfterPreview: r.SettingsAfterPreview,
		},
	}
	d.SetFile(r.BaseFile)
	if r.Campaign != "" {
		d.CampaignID = &r.Campaign
	}
	if r.Map.Kind != features.Linear {
		d.Provenance.Features = r.Map
	}
	if engine.WasmSHA256 != "" {
		d.Provenance.WasmSHA256 = &engine.WasmSHA256
	}
	return d
}
