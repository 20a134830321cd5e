// Package postprocess makes a release from the output of a mechanism: solver, second stage,
// explanation, certificate and document. It is post-processing, and costs no privacy whatever it does, because it
// cannot name anything private: not the sum, not its reader, not the target, no mechanism, no sampler and, where the
// number of private rows is private, not that number. Tests: TestPostprocessingImportsNothingPrivate in core,
// TestPostprocessingNeedsNothingPrivate in core/adapt.
package postprocess

import (
	"privadapt/core/adapt/drawn"
	"privadapt/core/adapt/plan"
	"privadapt/core/data/grid"
	"privadapt/core/release"
	"privadapt/core/solve/simplex"
	"privadapt/core/terms/method"
)

// Result is a release and what it can be explained by.
type Result struct {
	Release *release.Release
	run     *run
}

// Run computes what the plan asks for from what was drawn under it.
func Run(p *plan.Problem, v drawn.Value, engine release.Engine) (*Result, error) {
	if p.UseLabels { // the features are known once what they are fitted to is
		if _, err := p.Prepare(p.Progress); err != nil {
			return nil, err
		}
	}
	c := stated(p.Plan, v)
	if p.Release.Counted() {
		report, err := p.PrepareReport(nil)
		if err != nil {
			return nil, err
		}
		c.Report = &report.Stated
	}
	return process(p, v, engine, c)
}

// process does the work of Run and Solve, on a certificate that so far states the draw.
func process(p *plan.Problem, v drawn.Value, engine release.Engine, c release.Certificate) (*Result, error) {
	r := &run{Problem: p, drawn: v, noise: noiseOf(c, p.Grid)}
	if p.Release.Counted() {
		return &Result{r.document(engine, release.Values{Counts: v.Output.Counts}, c), r}, nil
	}
	if v.Output.Moment == nil {
		r.keep(v.Output.Weights, v.Output.Model)
	} else if p.Release != release.Moments {
		if err := r.reweight(); err != nil {
			return nil, err
		}
	}
	values, err := r.values()
	if err != nil {
		return nil, err
	}
	return &Result{r.document(engine, values, r.certificate(c)), r}, nil
}

// run is the state of a Run.
type run struct {
	*plan.Problem
	drawn drawn.Value
	noise plan.Noise // of M̂₀

	weights      []float64   // q, m
	singleStaged *plan.Model // of the single-stage solver
	found        found
}

// found is what the computation adds to the certificate.
type found struct {
	rounds              *int
	gap, tolerance      *float64
	discrepancy         *release.Discrepancy
	penalty, modelNorm  *float64
	effectiveSampleSize *float64
	base                *release.Base
	labels              *release.Labels
}

// keep takes the weights that a solver found and, of the single-stage solver, its model.
func (r *run) keep(q []float64, model *plan.Model) {
	r.weights = append([]float64(nil), q...)
	simplex.Normalise(r.weights)
	size := simplex.EffectiveSampleSize(r.weights)
	r.found.effectiveSampleSize = &size
	if r.singleStaged = model; model != nil {
		r.found.modelNorm = model.Norm
	}
}

// noiseOf returns the law of the noise that a certificate states. The count of rows has, in c², the noise of a diagonal
// entry of the sum.
func noiseOf(c release.Certificate, g grid.Grid) plan.Noise {
	e := plan.Noise{Sigma: c.Noise.StandardDeviation, Rows: float64(c.N), Order: c.Order, Radius: c.Radius}
	if c.Adjacency == method.AddRemove {
		e.Rows = c.RowsEstimate
		e.Count = e.Sigma * e.Rows / (g.Intercept() * g.Intercept())
	}
	return e
}
