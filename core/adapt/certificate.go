package adapt

import (
	"privadapt/core/dp/mechanism"
	"privadapt/core/dp/sampler"
	"privadapt/core/features"
	"privadapt/core/moment"
	"privadapt/core/release"
)

// certify writes down the guarantee before anything is drawn.
func (r *run) certify(rho float64, draws int, noise release.Noise) {
	p := r.plan
	r.certificate = release.Certificate{
		Mechanism:      p.Mechanism,
		Reason:         p.reason(p.predicted(r.sum.Rows, r.sum.Order, r.source.Rows, r.sourceRadius)),
		Solver:         "none",
		Calibration:    string(p.Calibration),
		Adjacency:      string(p.Adjacency),
		Epsilon:        p.Epsilon,
		Delta:          p.Delta,
		Rho:            rho,
		Accountant:     "zcdp",
		Features:       string(p.Features),
		Order:          r.sum.Order,
		Radius:         p.Radius,
		SourceRadius:   r.sourceRadius,
		GridSteps:      moment.Steps,
		InterceptSteps: p.grid.InterceptSteps(),
		Draws:          draws,
		Noise:          noise,
	}
	if p.Adjacency == mechanism.ReplaceOne {
		r.certificate.N = r.sum.Rows
	}
	if p.Release != release.Moments {
		r.certifySolver()
	}
}

func (r *run) certifySolver() {
	p := r.plan
	r.certificate.Solver = p.Solver
	r.certificate.Smoothing = p.Smoothing
	r.certificate.Lambda, r.certificate.Iterations = &p.lambda, &p.Iterations
	if p.Smoothing == PNorm {
		r.certificate.P = &p.P
	} else {
		r.certificate.Mu = &p.Mu
	}
}

func (r *run) document(engine Engine, values release.Values) *release.Release {
	d := &release.Release{
		Format:      release.Format,
		Version:     release.Version,
		ReleaseID:   sampler.Identifier(),
		Kind:        r.plan.Release,
		Values:      values,
		Certificate: r.certificate,
		Provenance: release.Provenance{
			SourceSHA256:         r.source.Digest,
			SourceRows:           r.source.Rows,
			Schema:               r.source.Schema,
			EngineVersion:        engine.Version,
			SettingsAfterPreview: r.plan.SettingsAfterPreview,
		},
	}
	if r.plan.Campaign != "" {
		d.CampaignID = &r.plan.Campaign
	}
	if m := r.plan.features; m.Kind != features.Linear {
		d.Provenance.Features = m
	}
	if engine.WasmSHA256 != "" {
		d.Provenance.WasmSHA256 = &engine.WasmSHA256
	}
	return d
}
