package draw

import (
	"privadapt/core/adapt/drawn"
	"privadapt/core/internal/private/mechanism"
	"privadapt/core/release"
	"privadapt/core/solve"
	"privadapt/core/solve/discrepancy"
	"privadapt/core/terms/method"
	"privadapt/core/words"
)

// Selection and gradient add noise in each round of a solver that works on the exact M₀. Until the last draw everything
// except what the mechanism returned is private: no stop, no step and no report depends on it.

// exactObjective returns the objective of the exact moment, which is overwritten with the sum, also if a fault
// leaves no objective.
func (r *run) exactObjective() *discrepancy.Objective {
	mean := r.sum.Mean()
	r.hold(mean.Data)
	o := r.Objective(mean)
	r.private = append(r.private, o)
	return o
}

// selectVertices runs Frank–Wolfe with vertices drawn by the selection mechanism: algorithm 2, or algorithm 1 for the
// single-stage solver.
func (r *run) selectVertices() (g drawn.Guarantee, out drawn.Output, err error) {
	if r.Solver == method.SingleStage {
		return r.selectSingleStage()
	}
	draws := r.Iterations - 1
	m, g, err := r.newSelection(r.selectionTask(draws), 1)
	if err != nil {
		return g, out, err
	}
	if err := r.pay(g); err != nil {
		return g, out, err
	}
	o := r.exactObjective()
	// A proposal by estimates is accepted with a probability of about e^(−off/β). Where there is almost no noise, as in
	// files of 10⁸ rows, a draw would never end. A draw by the exact scores follows the same law.
	const roughest = 4
	scores, rough := []float64(nil), true
	choose := func() int {
		if rough {
			e := o.Estimate(m.Scale())
			_, off := e.Least()
			if rough = off <= roughest*m.Scale(); rough {
				return m.MinimiseRoughly(e)
			}
			scores = make([]float64, r.Source.Rows)
		}
		o.Gradient(scores)
		return m.Minimise(scores)
	}
	if err := solve.Walk(o.Move, choose, solve.Rounds{Iterations: r.Iterations, Recorder: r.Round}); err != nil {
		return g, out, err
	}
	checkDraws(m.Draws(), draws)
	out.Weights = o.Point()
	return g, out, nil
}

// selectionTask describes draws from the gradient of the smoothed discrepancy.
func (r *run) selectionTask(draws int) mechanism.SelectionTask {
	p, g := r.Plan, r.Geometry(r.sum.Rows)
	if p.Smoothing == method.PNorm {
		return mechanism.SelectionTask{
			Range:  g.PNormRange(p.P),
			Error:  g.PNormScoreError(p.P, p.Lambda, draws),
			Spread: g.PNormScoreSpread(p.Lambda),
			Draws:  draws,
		}
	}
	return mechanism.SelectionTask{
		Range:  g.SoftmaxRange(p.Mu),
		Error:  g.ScoreError(p.Mu, p.Lambda, draws),
		Spread: g.ScoreSpread(p.Lambda),
		Draws:  draws,
	}
}

// newSelection calibrates the mechanism and states what it guarantees. factor is what the paper's scale is multiplied
// by.
func (r *run) newSelection(
	task mechanism.SelectionTask,
	factor float64,
) (m *mechanism.Selection, g drawn.Guarantee, err error) {
	p := r.Plan
	distribution := "exponential-mechanism"
	if p.Calibration == method.Paper {
		distribution = "discrete-laplace"
		scale := mechanism.PaperScale(p.Mu, p.Radius, p.SourceRadius, p.Iterations, r.sum.Rows, p.Epsilon, p.Delta)
		m, err = mechanism.NewPaperSelection(task, factor*scale, r.sampler)
	} else {
		m, err = mechanism.NewSelection(task, p.Epsilon, p.Delta, r.sampler)
	}
	if err != nil {
		return nil, g, words.Refuse("refused", "%v", err)
	}
	r.private = append(r.private, m)
	rho, epsilon := m.Guarantee(p.Delta)
	g = drawn.Guarantee{Rho: rho, Draws: task.Draws, Noise: release.Noise{
		Distribution: distribution, Scale: m.Scale(), ScoreRange: task.Range, ScoreError: task.Error,
	}}
	return m, g, r.covers(epsilon)
}
