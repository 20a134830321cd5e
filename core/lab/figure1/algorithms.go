package figure1

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"privadapt/core/internal/private/mechanism"
	"privadapt/core/model/regression"
	"privadapt/core/noise"
	"privadapt/core/noise/sampler"
	"privadapt/core/solve"
	"privadapt/core/solve/discrepancy"
	"privadapt/core/solve/simplex"
	"privadapt/core/solve/symeigen"
	"privadapt/core/terms/method"
)

func methods() []Method {
	return []Method{
		{"public", "Public data alone", "Least squares on the public sample, all rows alike.", false},
		{"oracle", "Oracle", "Least squares on the labelled target sample, which no method here may see.", false},
		{
			"frank-wolfe",
			"Two stages, Frank–Wolfe",
			"Algorithm 2, then least squares with its weights. With noise moment: projected gradients on the private second moment, to a certified optimum.",
			true,
		},
		{"mirror-descent", "Two stages, mirror descent", "Algorithm 3, then least squares with its weights.", true},
		{"single-stage", "Single stage, Frank–Wolfe", "Algorithm 1: weights and model together.", true},
	}
}

// curveRun is one curve and how to compute a point of it.
type curveRun struct {
	curve
	run func(*workbench) (outcome, error)
}

// runsOf lists the curves.
func runsOf(o Options, chosen GridPoint) []curveRun {
	infinity := math.Inf(1)
	at := func(method, noise string, epsilon float64, f func(*workbench) (outcome, error)) curveRun {
		return curveRun{curve{method: method, noise: noise, epsilon: epsilon}, f}
	}
	runs := []curveRun{
		at("public", "none", infinity, (*workbench).public),
		at("oracle", "none", infinity, (*workbench).oracle),
		at("frank-wolfe", "none", infinity, func(w *workbench) (outcome, error) { return w.frankWolfe(simplex.Minimise) }),
		at("mirror-descent", "none", infinity,
			func(w *workbench) (outcome, error) { return w.mirrorDescent(func([]float64) {}) }),
		at("single-stage", "none", infinity,
			func(w *workbench) (outcome, error) { return w.singleStageExact(w.exact, chosen) }),
	}
	for _, epsilon := range o.Epsilons {
		runs = append(runs,
			at("frank-wolfe", "moment", epsilon, func(w *workbench) (outcome, error) { return w.secondMoment(epsilon) }),
			at("single-stage", "moment", epsilon, func(w *workbench) (outcome, error) {
				return w.singleStageExact(w.privateMoment(noise.Rho(epsilon, delta), w.sampler), chosen)
			}),
			at("single-stage", "tight", epsilon, func(w *workbench) (outcome, error) { return w.singleStageTight(epsilon) }),
			at("single-stage", "paper", epsilon, func(w *workbench) (outcome, error) { return w.singleStageLiteral(epsilon) }))
		for _, calibration := range []method.Calibration{method.Tight, method.Paper} {
			runs = append(runs,
				at("frank-wolfe", string(calibration), epsilon, func(w *workbench) (outcome, error) {
					m, err := w.selection(calibration, epsilon, w.iterations-1, 1)
					if err != nil {
						return outcome{}, err
					}
					return w.frankWolfe(m.Minimise)
				}),
				at("mirror-descent", string(calibration), epsilon, func(w *workbench) (outcome, error) {
					m, err := w.gradient(calibration, epsilon)
					if err != nil {
						return outcome{}, err
					}
					return w.mirrorDescent(m.AddNoise)
				}))
		}
	}
	return runs
}

// workbench is one draw of the data and what all runs on it share.
type workbench struct {
	*domain
	iterations int
	exact      *symeigen.Matrix // M₀
	geometry   discrepancy.Geometry
	tick       func(round int) error // called in every round of a solver
	modelNorm  float64               // Λ
	sampler    *sampler.Sampler
}

func newWorkbench(n int, seed uint64, iterations int, tick func(int) error) *workbench {
	w := &workbench{
		domain:     draw(n, seed),
		iterations: iterations,
		tick:       tick,
		sampler:    sampler.New(),
	}
	w.exact = w.exactMoment()
	w.geometry = discrepancy.Geometry{
		Radius:       radius,
		SourceRadius: radius,
		Rows:         int64(n),
		Order:        dim,
	}
	public, err := regression.Ridge(w.Source.weighted(simplex.Uniform(sourceRows)), negligible)
	if err != nil {
		panic(err) // a thousand Gaussian rows span the space
	}
	w.modelNorm = 2 * mat.Norm(mat.NewVecDense(dim, public), 2)
	return w
}

// negligible is a ridge penalty that only keeps the normal equations regular.
const negligible = 1e-9

func (w *workbench) objective(target *symeigen.Matrix) *discrepancy.Objective {
	o := &discrepancy.Objective{
		Target:    target,
		Rows:      w.Source.Rows,
		Smoothing: discrepancy.Softmax{Mu: mu},
		Lambda:    lambda,
	}
	o.Start(simplex.Uniform(sourceRows))
	return o
}

// public is the unweighted public sample.
func (w *workbench) public() (outcome, error) {
	return w.twoStage(simplex.Uniform(sourceRows))
}

// twoStage fits the second stage, ‖w‖₂ ≤ Λ, and scores weights and model.
func (w *workbench) twoStage(q []float64) (outcome, error) {
	model, err := regression.Ball(w.Source.weighted(q), w.modelNorm)
	if err != nil {
		return outcome{}, err
	}
	return w.score(q, model), nil
}

func (w *workbench) score(q, model []float64) outcome {
	o := w.objective(w.exact)
	o.Start(append([]float64(nil), q...))
	return outcome{norm: o.Norm(), error: w.Test.meanSquaredError(model), size: simplex.EffectiveSampleSize(q)}
}

// oracle fits the labelled target.
func (w *workbench) oracle() (outcome, error) {
	model, err := regression.Ball(w.Target.weighted(simplex.Uniform(len(w.Target.Labels))), w.modelNorm)
	if err != nil {
		return outcome{}, err
	}
	return outcome{norm: math.NaN(), error: w.Test.meanSquaredError(model), size: math.NaN()}, nil
}

func (w *workbench) frankWolfe(oracle solve.Oracle) (outcome, error) {
	o := w.objective(w.exact)
	if err := solve.FrankWolfe(o, oracle, solve.FrankWolfeSettings{Iterations: w.iterations,
		Recorder: w.tick}); err != nil {
		return outcome{}, err
	}
	return w.twoStage(o.Point())
}

func (w *workbench) mirrorDescent(addNoise func([]float64)) (outcome, error) {
	o := w.objective(w.exact)
	noisy := func(dst, q []float64) {
		o.GradientAt(dst, q)
		addNoise(dst)
	}
	q, err := solve.MirrorDescent(simplex.Uniform(sourceRows), noisy, solve.MirrorSettings{
		Iterations: w.iterations,
		Step:       solve.MirrorStep(w.geometry.Lipschitz(lambda), sourceRows, w.iterations),
		Recorder:   w.tick,
	})
	if err != nil {
		return outcome{}, err
	}
	return w.twoStage(q)
}

// secondMoment minimises the discrepancy to M̂₀ instead of M₀.
func (w *workbench) secondMoment(epsilon float64) (outcome, error) {
	o := w.objective(w.privateMoment(noise.Rho(epsilon, delta), w.sampler))
	settings := solve.GapSettings{
		Curvature: lambda, Relative: 1e-3, Absolute: 1e-6,
		Recorder: func(r solve.GapRound) error { return w.tick(r.Number) },
	}
	if _, err := solve.ProjectedGradientNorm(o, settings); err != nil {
		return outcome{}, err
	}
	return w.twoStage(o.Point())
}

// selection calibrates the draws of vertices; unit is 1, or 4Λ² for the single stage.
func (w *workbench) selection(
	c method.Calibration,
	epsilon float64,
	draws int,
	unit float64,
) (*mechanism.Selection, error) {
	task := mechanism.SelectionTask{
		Range:  unit * w.geometry.SoftmaxRange(mu),
		Error:  unit * w.geometry.ScoreError(mu, lambda, draws),
		Spread: unit*w.geometry.ScoreSpread(lambda) + w.lossSpread(),
		Draws:  draws,
	}
	if c == method.Paper {
		scale := mechanism.PaperScale(mu, radius, radius, w.iterations, w.geometry.Rows, epsilon, delta)
		return mechanism.NewPaperSelection(task, unit*scale, w.sampler)
	}
	return mechanism.NewSelection(task, epsilon, delta, w.sampler)
}

// lossSpread bounds the losses of a model in the Λ-ball, which enter the scores of the single stage.
func (w *workbench) lossSpread() float64 {
	reach := w.modelNorm*radius + largestLabel(w.Source)
	return reach * reach
}

func largestLabel(s sample) float64 {
	largest := 0.0
	for _, y := range s.Labels {
		largest = math.Max(largest, math.Abs(y))
	}
	return largest
}

func (w *workbench) gradient(c method.Calibration, epsilon float64) (*mechanism.Gradient, error) {
	task := mechanism.GradientTask{
		Sensitivity: w.geometry.SoftmaxSensitivity2(mu, discrepancy.QuarticNorm(w.Source.Rows, dim)),
		Error:       w.geometry.ScoreError(mu, lambda, 1),
		Largest:     w.geometry.Lipschitz(lambda),
		Components:  sourceRows,
		Draws:       w.iterations - 1,
	}
	if c == method.Paper {
		sigma := mechanism.PaperSigma(mu, radius, radius, w.iterations, sourceRows,
			w.geometry.Rows, epsilon, delta)
		return mechanism.NewPaperGradient(task, sigma, w.sampler)
	}
	return mechanism.NewGradient(task, epsilon, delta, w.sampler)
}

// runSingleStage runs algorithm 1 with the step of corollary 2, for Λ = modelNorm and the largest label of the sample.
func (w *workbench) runSingleStage(
	source sample,
	mu, modelNorm float64,
	target *symeigen.Matrix,
	oracle solve.Oracle,
	choose solve.GapChooser,
) (*solve.SingleStageResult, error) {
	o := &discrepancy.Objective{
		Target:    target,
		Rows:      source.Rows,
		Smoothing: discrepancy.Softmax{Mu: mu},
		Lambda:    lambda,
	}
	o.Start(simplex.Uniform(len(source.Labels)))
	bounds := solve.GapBounds{Radius: modelNorm, SourceRadius: radius, Label: largestLabel(w.Source), Mu: mu}
	return solve.MinimiseSingleStage(&solve.SingleStage{
		Rows: source.Rows, Labels: source.Labels, Radius: modelNorm, Discrepancy: o,
	}, oracle, choose, solve.SingleStageSettings{Iterations: w.iterations, Step: bounds.PaperStep(w.iterations),
		Recorder: w.tick})
}

// singleStage scores a run of algorithm 1.
func (w *workbench) singleStage(
	target *symeigen.Matrix,
	mu, modelNorm float64,
	oracle solve.Oracle,
	choose solve.GapChooser,
) (outcome, error) {
	result, err := w.runSingleStage(w.Source, mu, modelNorm, target, oracle, choose)
	if err != nil {
		return outcome{}, err
	}
	return w.score(result.Weights, result.Model), nil
}

// singleStageExact takes exact steps and the iterate of the least gap.
func (w *workbench) singleStageExact(target *symeigen.Matrix, p GridPoint) (outcome, error) {
	return w.singleStage(target, p.Mu, p.ModelNorm*w.modelNorm, simplex.Minimise, solve.LeastGap)
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
	scale := w.unit() * 2 * mechanism.PaperScale(mu, radius, radius, w.iterations, w.geometry.Rows,
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
