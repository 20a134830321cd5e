// Package solve sets up the solvers that a plan asks for. Their target moment is either M̂₀, which is released, or the
// exact M₀ with an oracle that adds noise. This package cannot distinguish the two, and imports nothing that could.
package solve

import (
	"privadapt/core/adapt/plan"
	"privadapt/core/solve/discrepancy"
	"privadapt/core/solve/mirrordescent"
	"privadapt/core/solve/simplex"
	"privadapt/core/solve/symeigen"
	"privadapt/core/terms/method"
)

// Progress is called with the progress of a stage; total is 0 where it is not known. An error it returns ends the run
// with that error: this is how a run is cancelled. The stage "target" counts private records and is for the owner only.
type Progress func(stage string, done, total int64) error

// Problem is the search for weights that a plan asks for.
type Problem struct {
	*plan.Plan
	Progress Progress // or nil
}

// Objective returns f(M(q)) + (λ/2)‖q‖₂² for a target moment, at uniform weights.
func (p *Problem) Objective(target *symeigen.Matrix) *discrepancy.Objective {
	o := &discrepancy.Objective{
		Target: target, Rows: p.Rows, Lambda: p.Lambda, Smoothing: discrepancy.Softmax{Mu: p.Mu},
	}
	if p.Smoothing == method.PNorm {
		o.Smoothing = discrepancy.PNorm{P: p.P}
	}
	o.Start(simplex.Uniform(p.Source.Rows))
	return o
}

// MirrorDescent runs algorithm 3 from uniform weights and returns q.
func (p *Problem) MirrorDescent(gradient mirrordescent.Gradient) ([]float64, error) {
	// The bound does not depend on n.
	bound := p.Geometry(0).Lipschitz(p.Lambda)
	if p.Smoothing == method.PNorm {
		bound = p.Geometry(0).PNormLipschitz(p.Lambda)
	}
	return mirrordescent.Minimise(simplex.Uniform(p.Source.Rows), gradient, mirrordescent.Settings{
		Iterations: p.Iterations,
		Step:       mirrordescent.Step(bound, p.Source.Rows, p.Iterations),
		Recorder:   p.Round,
	})
}

// Round reports the progress of a solver of K iterations, which asks its oracle K−1 times. It depends on nothing else.
func (p *Problem) Round(round int) error {
	if p.Progress == nil {
		return nil
	}
	return p.Progress("solve", int64(round), int64(p.Iterations-1))
}
