package postprocess

import (
	"fmt"

	"privadapt/core/adapt/drawn"
	"privadapt/core/adapt/plan"
	"privadapt/core/data/dataset"
	"privadapt/core/data/features"
	"privadapt/core/data/grid"
	"privadapt/core/model/regression"
	"privadapt/core/release"
	"privadapt/core/solve/symeigen"
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
		Features:       string(p.Map.Kind),
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

// values computes the released values from the output of the mechanism and public data.
func (r *run) values() (release.Values, error) {
	if r.Release == release.Moments {
		v := moments(r.drawn.Output.Moment, r.Map.Names())
		if !r.UseLabels {
			return v, nil
		}
		err := r.addSums(&v)
		return v, err
	}
	if r.Release == release.Weights {
		return release.Values{Weights: r.weights}, nil
	}
	if r.Nonlinear() {
		return r.fitNonlinear()
	}
	model, err := r.model()
	if err != nil {
		return release.Values{}, err
	}
	r.found.penalty, r.found.modelNorm = model.Penalty, model.Norm
	return release.RawModel(r.Source, model.Coefficients, r.Grid.Intercept()), nil
}

// model returns the single-stage solver's own model, or the second stage, fitted to the weighted source rows by ridge
// regression or, where its norm is bounded, over the ball.
func (r *run) model() (*plan.Model, error) {
	if r.singleStaged != nil {
		return r.singleStaged, nil
	}
	sample := regression.Sample{Rows: r.Rows, Labels: r.Source.Labels, Weights: r.weights}
	if r.ModelNorm > 0 {
		scaled := plan.ScaleLabels(r.Source.Labels)
		sample.Labels = scaled.Labels
		w, err := regression.Ball(sample, r.ModelNorm)
		if err != nil {
			return nil, plan.TooFewRows(err)
		}
		return scaled.Model(w, r.ModelNorm, r.Grid.Intercept()), nil
	}
	w, penalty, err := regression.CrossValidate(sample)
	if err != nil {
		return nil, plan.TooFewRows(err)
	}
	return &plan.Model{Coefficients: w, Penalty: &penalty}, nil
}

func moments(m *symeigen.Matrix, names []string) release.Values {
	d := m.Order
	v := release.Values{
		Names:   append([]string{"(intercept)"}, names...),
		Moments: make([][]float64, d),
	}
	for i := range v.Moments {
		v.Moments[i] = make([]float64, d)
		for j := range d {
			v.Moments[i][j] = m.At(i, j)
		}
	}
	return v
}

// checkReport compares a report with the public sample: the public choice and the axes must be the same to the bit. A
// model that was given can only be compared by its digest, which is for who has it.
func checkReport(source *dataset.Source, r *release.Release, progress plan.Progress) ([]string, error) {
	c, problems := r.Certificate, []string{}
	stated := *c.Report
	o := plan.Options{
		Epsilon:   c.Epsilon,
		Delta:     c.Delta,
		Adjacency: c.Adjacency,
		Radius:    c.Radius,
		Release:   r.Kind,
		UseLabels: c.Noise.LabelVariance != "",
	}
	if stated.File != nil {
		o.BaseFile, o.BaseFileURL = r.GivenFile(), stated.File.URL
	}
	if stated.GroupBy != nil {
		o.GroupBy = *stated.GroupBy
	}
	if stated.Model != release.PublicModel {
		return problems, nil
	}
	if stated.File != nil && o.BaseFile == nil {
		return append(problems, "the model of the report was chosen from a file; "+release.GiveFile), nil
	}
	// Several kinds may have been chosen from. The kind that was chosen is the choice among itself alone as well.
	for _, base := range []method.Base{method.Auto, stated.Base} {
		o.Base = base
		p, err := plan.New(o, source)
		if err != nil {
			return nil, err
		}
		found, err := p.PrepareReport(progress)
		if err != nil {
			return nil, err
		}
		if release.SameText(found.Stated, stated) {
			return problems, nil
		}
	}
	return append(
		problems,
		fmt.Sprintf(
			"the report is about another model than the public choice of this sample with the base auto or %s, or counts between other limits",
			stated.Base,
		),
	), nil
}
