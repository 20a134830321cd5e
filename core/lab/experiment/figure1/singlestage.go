package figure1

import (
	"math"

	"privadapt/core/internal/private/mechanism"
	"privadapt/core/lab/experiment/synthetic"
	"privadapt/core/noise/sampler"
	"privadapt/core/solve/discrepancy"
	"privadapt/core/solve/frankwolfe"
	"privadapt/core/solve/simplex"
	"privadapt/core/solve/singlestage"
	"privadapt/core/solve/symeigen"
	"privadapt/core/terms/method"
)

// stageSetting has the inputs of algorithm 1 other than the target moment.
type stageSetting struct {
	source        synthetic.Sample
	largestLabel  float64 // Y
	mu, modelNorm float64 // μ, Λ
	iterations    int
	tick          func(round int) error
}

// runSingleStage runs algorithm 1 with the step of corollary 2.
func runSingleStage(
	s stageSetting,
	target *symeigen.Matrix,
	oracle frankwolfe.Oracle,
	choose singlestage.Chooser,
) (*singlestage.Result, error) {
	o := &discrepancy.Objective{
		Target:    target,
		Rows:      s.source.Rows,
		Smoothing: discrepancy.Softmax{Mu: s.mu},
		Lambda:    lambda,
	}
	o.Start(simplex.Uniform(len(s.source.Labels)))
	bounds := singlestage.Bounds{Radius: s.modelNorm, SourceRadius: synthetic.Radius, Label: s.largestLabel, Mu: s.mu}
	return singlestage.Minimise(&singlestage.Problem{
		Rows: s.source.Rows, Labels: s.source.Labels, Radius: s.modelNorm, Discrepancy: o,
	}, oracle, choose, singlestage.Settings{Iterations: s.iterations, Step: bounds.PaperStep(s.iterations),
		Recorder: s.tick})
}

// singleStage scores a run of algorithm 1.
func (w *workbench) singleStage(
	target *symeigen.Matrix,
	mu, modelNorm float64,
	oracle frankwolfe.Oracle,
	choose singlestage.Chooser,
) (outcome, error) {
	result, err := runSingleStage(stageSetting{w.Source, largestLabel(w.Source), mu, modelNorm, w.iterations, w.tick},
		target, oracle, choose)
	if err != nil {
		return outcome{}, err
	}
	return w.score(result.Weights, result.Model), nil
}

// singleStageExact takes exact steps and the iterate of the least gap.
func (w *workbench) singleStageExact(target *symeigen.Matrix, p GridPoint) (outcome, error) {
	return w.singleStage(target, p.Mu, p.ModelNorm*w.modelNorm, simplex.Minimise, singlestage.Least)
}

// singleStageTight draws K vertices and the iterate by the exponential mechanism.
func (w *workbench) singleStageTight(epsilon float64) (outcome, error) {
	m, err := w.selection(method.Tight, epsilon, w.iterations+1, w.unit())
	if err != nil {
		return outcome{}, err
	}
	choose := func(gaps []float64) int {
		for i := range gaps {
			gaps[i] /= 2
		}
		return m.Minimise(gaps)
	}
	return w.singleStage(w.exact, mu, w.modelNorm, m.Minimise, choose)
}

// unit is 4Λ², the factor of the discrepancy in algorithm 1.
func (w *workbench) unit() float64 { return 4 * w.modelNorm * w.modelNorm }

// singleStageLiteral is algorithm 1 as printed: vertices by report-noisy-min with Laplace noise, and the iterate of the
// smallest noisy value, which uses the noise of the vertex a second time. The proof of its privacy covers the index of
// a round and not that value. It is computed for the figure only; no kind of release can hold it.
func (w *workbench) singleStageLiteral(epsilon float64) (outcome, error) {
	scale := w.unit() * 2 * mechanism.PaperScale(mu, synthetic.Radius, synthetic.Radius, w.iterations, w.geometry.Rows,
		epsilon, delta)
	var chosen []float64 // the noise b_v of the vertex of each round
	oracle := func(scores []float64) int {
		best, least, noise := 0, math.Inf(1), 0.0
		for j, v := range scores {
			b := laplace(w.sampler, scale)
			if v+b < least {
				best, least, noise = j, v+b, b
			}
		}
		chosen = append(chosen, noise)
		return best
	}
	choose := func(gaps []float64) int {
		for k := range gaps {
			gaps[k] -= chosen[k]
		}
		return simplex.Minimise(gaps)
	}
	return w.singleStage(w.exact, mu, w.modelNorm, oracle, choose)
}

// laplace draws Laplace noise, rounded to 2⁻³⁰ of its scale.
func laplace(s *sampler.Sampler, scale float64) float64 {
	const steps = 1 << 30
	return float64(s.DiscreteLaplace(steps)) / steps * scale
}
