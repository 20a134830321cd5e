// A Problem sets up the solvers that a plan asks for. Their target moment is either M̂₀, which is released, or the
// exact M₀ with an oracle that adds noise. This package cannot distinguish the two, and imports nothing that could.

package plan

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"privadapt/core/solve"
	"privadapt/core/solve/discrepancy"
	"privadapt/core/solve/simplex"
	"privadapt/core/solve/symeigen"
	"privadapt/core/terms/method"
)

// Progress is called with the progress of a stage; total is 0 where it is not known. An error it returns ends the run
// with that error: this is how a run is cancelled. The stage "target" counts private records and is for the owner only.
type Progress func(stage string, done, total int64) error

// Problem is the search for weights that a plan asks for.
type Problem struct {
	*Plan
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
func (p *Problem) MirrorDescent(gradient solve.MirrorGradient) ([]float64, error) {
	// The bound does not depend on n.
	bound := p.Geometry(0).Lipschitz(p.Lambda)
	if p.Smoothing == method.PNorm {
		bound = p.Geometry(0).PNormLipschitz(p.Lambda)
	}
	return solve.MirrorDescent(simplex.Uniform(p.Source.Rows), gradient,
		solve.MirrorStep(bound, p.Source.Rows, p.Iterations), solve.Rounds{Iterations: p.Iterations, Recorder: p.Round})
}

// Round reports the progress of a solver of K iterations, which asks its oracle K−1 times. It depends on nothing else.
func (p *Problem) Round(round int) error {
	if p.Progress == nil {
		return nil
	}
	return p.Progress("solve", int64(round), int64(p.Iterations-1))
}

// Model is a linear model and the limit on its norm: either Penalty or Norm is set.
type Model struct {
	Coefficients []float64 // w for standardised rows and raw labels, d
	Penalty      *float64  // of ridge regression
	Norm         *float64  // Λ for labels in standard deviations
}

// ScaledLabels are labels of mean 0 and standard deviation 1, so that a bound on a model's norm does not depend on
// their unit.
type ScaledLabels struct {
	Labels      []float64
	mean, scale float64
}

// ScaleLabels returns the scaled labels of the source.
func ScaleLabels(raw []float64) ScaledLabels {
	s := ScaledLabels{Labels: make([]float64, len(raw))}
	s.mean, s.scale = meanAndDeviation(raw)
	if s.scale == 0 {
		s.scale = 1 // constant labels: the model is their mean
	}
	for j, y := range raw {
		s.Labels[j] = (y - s.mean) / s.scale
	}
	return s
}

// meanAndDeviation returns the mean and the population standard deviation, the second with the correction for the
// rounding of the first.
func meanAndDeviation(v []float64) (mean, deviation float64) {
	n := float64(len(v))
	mean = floats.Sum(v) / n
	var sum, squares float64
	for _, x := range v {
		sum += x - mean
		squares += (x - mean) * (x - mean)
	}
	return mean, math.Sqrt((squares - sum*sum/n) / n)
}

// Model returns the model for raw labels, given that w has a norm of Λ at most and the first coordinate of a row is the
// intercept.
func (s ScaledLabels) Model(w []float64, norm, intercept float64) *Model {
	raw := make([]float64, len(w))
	for i, v := range w {
		raw[i] = v * s.scale
	}
	raw[0] += s.mean / intercept
	return &Model{Coefficients: raw, Norm: &norm}
}
