package draw

import (
	"privadapt/core/adapt/drawn"
	"privadapt/core/internal/private/mechanism"
	"privadapt/core/release"
	"privadapt/core/solve/discrepancy"
	"privadapt/core/terms/method"
	"privadapt/core/words"
)

// descendNoisily runs algorithm 3 with noise on each gradient.
func (r *run) descendNoisily() (g drawn.Guarantee, out drawn.Output, err error) {
	p, geometry, draws := r.Plan, r.Geometry(r.sum.Rows), r.Iterations-1
	task := mechanism.GradientTask{
		Components: p.Source.Rows,
		Draws:      draws,
	}
	quartic := discrepancy.QuarticNorm(p.Rows, p.Order())
	if p.Smoothing == method.PNorm {
		task.Sensitivity = geometry.PNormSensitivity2(p.P, quartic)
		task.Error = geometry.PNormScoreError(p.P, p.Lambda, 1)
		task.Largest = geometry.PNormLipschitz(p.Lambda)
	} else {
		task.Sensitivity = geometry.SoftmaxSensitivity2(p.Mu, quartic)
		task.Error = geometry.ScoreError(p.Mu, p.Lambda, 1)
		task.Largest = geometry.Lipschitz(p.Lambda)
	}
	m, g, err := r.newGradient(task)
	if err != nil {
		return g, out, err
	}
	g.SourceQuartic = quartic
	if err := r.pay(g); err != nil {
		return g, out, err
	}
	o := r.exactObjective()
	exact := r.hold(nil) // the solver's gradient, to which the noise is added
	if out.Weights, err = r.MirrorDescent(func(dst, q []float64) {
		*exact = dst
		o.GradientAt(dst, q)
		m.AddNoise(dst)
	}); err != nil {
		return g, out, err
	}
	checkDraws(m.Draws(), draws)
	return g, out, nil
}

// newGradient calibrates the mechanism and states what it guarantees.
func (r *run) newGradient(task mechanism.GradientTask) (m *mechanism.Gradient, g drawn.Guarantee, err error) {
	p := r.Plan
	if p.Calibration == method.Paper {
		sigma := mechanism.PaperSigma(p.Mu, p.Radius, p.SourceRadius, p.Iterations, p.Source.Rows, r.sum.Rows, p.Epsilon,
			p.Delta)
		m, err = mechanism.NewPaperGradient(task, sigma, r.sampler)
	} else {
		m, err = mechanism.NewGradient(task, p.Epsilon, p.Delta, r.sampler)
	}
	if err != nil {
		return nil, g, words.Refuse("refused", "%v", err)
	}
	rho, epsilon := m.Guarantee(p.Delta)
	g = drawn.Guarantee{Rho: rho, Draws: task.Draws, Noise: release.Noise{
		Distribution: "discrete-gaussian-gradient", Scale: m.Sigma(), ScoreError: task.Error, Sensitivity: task.Sensitivity,
	}}
	return m, g, r.covers(epsilon)
}
