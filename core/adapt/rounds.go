package adapt

import (
	"privadapt/core/discrepancy"
	"privadapt/core/dp/mechanism"
	"privadapt/core/frankwolfe"
	"privadapt/core/mirrordescent"
	"privadapt/core/release"
	"privadapt/core/simplex"
)

// Here are the mechanisms that add noise in each round of a solver that works on the exact M₀. Until the last draw
// everything but what the mechanism returned is private: no stop, no step and no report depends on it.

// selectVertices runs Frank–Wolfe with vertices drawn by the selection mechanism: algorithm 2, or algorithm 1 for the
// single-stage solver.
func (r *run) selectVertices() error {
	if r.plan.Solver == SingleStage {
		return r.selectSingleStage()
	}
	p := r.plan
	m, err := r.newSelection(r.selectionTask(p.Iterations-1), 1)
	if err != nil {
		return err
	}
	if err := r.pay(); err != nil {
		return err
	}
	o := r.objective(r.sum.Mean())
	// A proposal by estimates is accepted with a probability of e^(−off/β) or so: where there is next to no noise, as in files of
	// 10⁸ rows, a draw would never end. The scores themselves have the same law.
	const roughest = 4
	scores, rough := []float64(nil), true
	choose := func() int {
		if rough {
			e := o.Estimate(m.Scale())
			_, off := e.Least()
			if rough = off <= roughest*m.Scale(); rough {
				return m.MinimiseRoughly(e)
			}
			scores = make([]float64, r.source.Rows)
		}
		o.Gradient(scores)
		return m.Minimise(scores)
	}
	if err := frankwolfe.Walk(o.Move, choose, frankwolfe.Settings{Iterations: p.Iterations, Recorder: r.rounds}); err != nil {
		return err
	}
	checkDraws(m.Draws(), p.Iterations-1)
	r.keep(o.Point())
	return nil
}

// selectionTask describes draws from the gradient of the smoothed discrepancy.
func (r *run) selectionTask(draws int) mechanism.SelectionTask {
	p, g := r.plan, r.geometry()
	if p.Smoothing == PNorm {
		return mechanism.SelectionTask{
			Range:  g.PNormRange(p.P),
			Error:  g.PNormScoreError(p.P, p.lambda, draws),
			Spread: g.PNormScoreSpread(p.lambda),
			Draws:  draws,
		}
	}
	return mechanism.SelectionTask{
		Range:  g.SoftmaxRange(p.Mu),
		Error:  g.ScoreError(p.Mu, p.lambda, draws),
		Spread: g.ScoreSpread(p.lambda),
		Draws:  draws,
	}
}

// newSelection calibrates the mechanism and certifies what it gives. factor is what the paper's scale is multiplied by.
func (r *run) newSelection(task mechanism.SelectionTask, factor float64) (*mechanism.Selection, error) {
	p := r.plan
	var m *mechanism.Selection
	var err error
	distribution := "exponential-mechanism"
	if p.Calibration == mechanism.Paper {
		distribution = "discrete-laplace"
		scale := mechanism.PaperScale(p.Mu, p.Radius, r.sourceRadius, p.Iterations, r.sum.Rows, p.Epsilon, p.Delta)
		m, err = mechanism.NewPaperSelection(task, factor*scale, r.sampler)
	} else {
		m, err = mechanism.NewSelection(task, p.Epsilon, p.Delta, r.sampler)
	}
	if err != nil {
		return nil, refuse("refused", "%v", err)
	}
	rho, epsilon := m.Guarantee(p.Delta)
	if err := p.covers(epsilon); err != nil {
		return nil, err
	}
	r.certify(rho, task.Draws, release.Noise{
		Distribution: distribution, Scale: m.Scale(), ScoreRange: task.Range, ScoreError: task.Error,
	})
	return m, nil
}

// covers refuses a calibration that gives less than the claim, which only the paper's can.
func (p *plan) covers(epsilon float64) error {
	if !(epsilon <= p.Epsilon*(1+1e-9)) {
		if p.Calibration == mechanism.Tight {
			panic("adapt: the tight calibration misses its claim")
		}
		return refuse("refused", "the paper's noise guarantees only epsilon = %.4g at these settings, not %v; use calibration tight", epsilon, p.Epsilon)
	}
	return nil
}

// descendNoisily runs algorithm 3 with noise on each gradient.
func (r *run) descendNoisily() error {
	p, g, draws := r.plan, r.geometry(), r.plan.Iterations-1
	task := mechanism.GradientTask{
		Components: r.source.Rows,
		Draws:      draws,
	}
	quartic := discrepancy.QuarticNorm(r.rows, g.Order)
	if p.Smoothing == PNorm {
		task.Sensitivity = g.PNormSensitivity2(p.P, quartic)
		task.Error = g.PNormScoreError(p.P, p.lambda, 1)
		task.Largest = g.PNormLipschitz(p.lambda)
	} else {
		task.Sensitivity = g.SoftmaxSensitivity2(p.Mu, quartic)
		task.Error = g.ScoreError(p.Mu, p.lambda, 1)
		task.Largest = g.Lipschitz(p.lambda)
	}
	m, err := r.newGradient(task, quartic)
	if err != nil {
		return err
	}
	if err := r.pay(); err != nil {
		return err
	}
	o := r.objective(r.sum.Mean())
	noisy := func(dst, q []float64) {
		o.GradientAt(dst, q)
		m.AddNoise(dst)
	}
	q, err := mirrordescent.Minimise(simplex.Uniform(r.source.Rows), noisy, r.descent())
	if err != nil {
		return err
	}
	checkDraws(m.Draws(), draws)
	r.keep(q)
	return nil
}

func (r *run) newGradient(task mechanism.GradientTask, quartic float64) (*mechanism.Gradient, error) {
	p := r.plan
	var m *mechanism.Gradient
	var err error
	if p.Calibration == mechanism.Paper {
		sigma := mechanism.PaperSigma(p.Mu, p.Radius, r.sourceRadius, p.Iterations, r.source.Rows, r.sum.Rows, p.Epsilon, p.Delta)
		m, err = mechanism.NewPaperGradient(task, sigma, r.sampler)
	} else {
		m, err = mechanism.NewGradient(task, p.Epsilon, p.Delta, r.sampler)
	}
	if err != nil {
		return nil, refuse("refused", "%v", err)
	}
	rho, epsilon := m.Guarantee(p.Delta)
	if err := p.covers(epsilon); err != nil {
		return nil, err
	}
	r.certify(rho, task.Draws, release.Noise{
		Distribution: "discrete-gaussian-gradient", Scale: m.Sigma(), ScoreError: task.Error, Sensitivity: task.Sensitivity,
	})
	r.certificate.SourceQuartic = quartic
	return m, nil
}

// checkDraws ends a run whose draws are not those charged: a fault of the program, of which no release may come.
func checkDraws(made, charged int) {
	if made != charged {
		panic("adapt: the draws made are not the draws charged")
	}
}
