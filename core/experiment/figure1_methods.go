package experiment

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"privadapt/core/discrepancy"
	"privadapt/core/dp/accountant"
	"privadapt/core/dp/mechanism"
	"privadapt/core/dp/sampler"
	"privadapt/core/dualgap"
	"privadapt/core/frankwolfe"
	"privadapt/core/method"
	"privadapt/core/mirrordescent"
	"privadapt/core/projectedgradient"
	"privadapt/core/regression"
	"privadapt/core/simplex"
	"privadapt/core/symeigen"
)

func methods() []Method {
	return []Method{
		{"public", "Public data alone", "Least squares on the public sample, all rows alike.", false},
		{"oracle", "Oracle", "Least squares on the labelled target sample, which no method here may see.", false},
		{"frank-wolfe", "Two stages, Frank–Wolfe", "Algorithm 2, then least squares with its weights. With noise moment: projected gradients on the private second moment, to a certified optimum.", true},
		{"mirror-descent", "Two stages, mirror descent", "Algorithm 3, then least squares with its weights.", true},
		{"single-stage", "Single stage, Frank–Wolfe", "Algorithm 1: weights and model together.", true},
	}
}

// figureRun is one curve and how to compute a point of it.
type figureRun struct {
	curve
	run func(*workbench) (outcome, error)
}

// figure1Runs lists the curves.
func figure1Runs(o Figure1Options, chosen GridPoint) []figureRun {
	infinity := math.Inf(1)
	at := func(method, noise string, epsilon float64, f func(*workbench) (outcome, error)) figureRun {
		return figureRun{curve{method: method, noise: noise, epsilon: epsilon}, f}
	}
	runs := []figureRun{
		at("public", "none", infinity, (*workbench).uniformOutcome),
		at("oracle", "none", infinity, (*workbench).oracle),
		at("frank-wolfe", "none", infinity, func(w *workbench) (outcome, error) { return w.frankWolfe(simplex.Minimise) }),
		at("mirror-descent", "none", infinity, func(w *workbench) (outcome, error) { return w.mirrorDescent(func([]float64) {}) }),
	}
	runs = append(runs,
		at("single-stage", "none", infinity, func(w *workbench) (outcome, error) { return w.singleStageExact(w.exact, chosen) }))
	for _, epsilon := range o.Epsilons {
		runs = append(runs,
			at("frank-wolfe", "moment", epsilon, func(w *workbench) (outcome, error) { return w.secondMoment(epsilon) }),
			at("single-stage", "moment", epsilon, func(w *workbench) (outcome, error) {
				return w.singleStageExact(w.privateMoment(accountant.Rho(epsilon, paperDelta), w.sampler), chosen)
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

// workbench is one draw of the data, with everything that all runs on it share.
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
	w := &workbench{domain: drawDomain(n, paperOrder, seed), iterations: iterations, tick: tick, sampler: sampler.New()}
	w.exact = w.exactMoment()
	w.geometry = discrepancy.Geometry{Radius: paperRadius, SourceRadius: paperRadius, Rows: int64(n), Order: paperOrder}
	public, err := regression.Ridge(w.source.weighted(simplex.Uniform(paperSourceRows)), negligible)
	if err != nil {
		panic(err) // a thousand Gaussian rows span the space
	}
	w.modelNorm = 2 * mat.Norm(mat.NewVecDense(paperOrder, public), 2)
	return w
}

// negligible is a ridge penalty that only keeps the normal equations regular.
const negligible = 1e-9

func (s sample) weighted(q []float64) regression.Sample {
	return regression.Sample{Rows: s.rows, Labels: s.labels, Weights: q}
}

func (w *workbench) objective(target *symeigen.Matrix) *discrepancy.Objective {
	o := &discrepancy.Objective{Target: target, Rows: w.source.rows, Smoothing: discrepancy.Softmax{Mu: paperMu}, Lambda: paperLambda}
	o.Start(simplex.Uniform(paperSourceRows))
	return o
}

// twoStage fits the second stage, ‖w‖₂ ≤ Λ, and scores weights and model.
func (w *workbench) twoStage(q []float64) (outcome, error) {
	model, err := regression.Ball(w.source.weighted(q), w.modelNorm)
	if err != nil {
		return outcome{}, err
	}
	return w.score(q, model), nil
}

func (w *workbench) score(q, model []float64) outcome {
	o := w.objective(w.exact)
	o.Start(append([]float64(nil), q...))
	return outcome{norm: o.Norm(), error: w.test.meanSquaredError(model), size: simplex.EffectiveSampleSize(q)}
}

// oracle fits the labelled target.
func (w *workbench) oracle() (outcome, error) {
	model, err := regression.Ball(w.target.weighted(simplex.Uniform(len(w.target.labels))), w.modelNorm)
	if err != nil {
		return outcome{}, err
	}
	return outcome{norm: math.NaN(), error: w.test.meanSquaredError(model), size: math.NaN()}, nil
}

func (w *workbench) frankWolfe(oracle frankwolfe.Oracle) (outcome, error) {
	o := w.objective(w.exact)
	if err := frankwolfe.Minimise(o, oracle, frankwolfe.Settings{Iterations: w.iterations, Recorder: w.tick}); err != nil {
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
	q, err := mirrordescent.Minimise(simplex.Uniform(paperSourceRows), noisy, mirrordescent.Settings{
		Iterations: w.iterations,
		Step:       mirrordescent.Step(w.geometry.Lipschitz(paperLambda), paperSourceRows, w.iterations),
		Recorder:   w.tick,
	})
	if err != nil {
		return outcome{}, err
	}
	return w.twoStage(q)
}

// secondMoment minimises the discrepancy to M̂₀ instead of M₀.
func (w *workbench) secondMoment(epsilon float64) (outcome, error) {
	o := w.objective(w.privateMoment(accountant.Rho(epsilon, paperDelta), w.sampler))
	settings := dualgap.Settings{
		Curvature: paperLambda, Relative: 1e-3, Absolute: 1e-6,
		Recorder: func(r dualgap.Round) error { return w.tick(r.Number) },
	}
	if _, err := projectedgradient.MinimiseNorm(o, settings); err != nil {
		return outcome{}, err
	}
	return w.twoStage(o.Point())
}

// selection calibrates the draws of vertices; unit is 1, or 4Λ² for the single stage.
func (w *workbench) selection(c method.Calibration, epsilon float64, draws int, unit float64) (*mechanism.Selection, error) {
	task := mechanism.SelectionTask{
		Range:  unit * w.geometry.SoftmaxRange(paperMu),
		Error:  unit * w.geometry.ScoreError(paperMu, paperLambda, draws),
		Spread: unit*w.geometry.ScoreSpread(paperLambda) + w.lossSpread(),
		Draws:  draws,
	}
	if c == method.Paper {
		scale := mechanism.PaperScale(paperMu, paperRadius, paperRadius, w.iterations, w.geometry.Rows, epsilon, paperDelta)
		return mechanism.NewPaperSelection(task, unit*scale, w.sampler)
	}
	return mechanism.NewSelection(task, epsilon, paperDelta, w.sampler)
}

// lossSpread bounds the losses of a model in the Λ-ball, which enter the scores of the single stage.
func (w *workbench) lossSpread() float64 {
	reach := w.modelNorm*paperRadius + w.source.largestLabel()
	return reach * reach
}

func (s sample) largestLabel() float64 {
	largest := 0.0
	for _, y := range s.labels {
		largest = math.Max(largest, math.Abs(y))
	}
	return largest
}

func (w *workbench) gradient(c method.Calibration, epsilon float64) (*mechanism.Gradient, error) {
	task := mechanism.GradientTask{
		Sensitivity: w.geometry.SoftmaxSensitivity2(paperMu, discrepancy.QuarticNorm(w.source.rows, paperOrder)),
		Error:       w.geometry.ScoreError(paperMu, paperLambda, 1),
		Largest:     w.geometry.Lipschitz(paperLambda),
		Components:  paperSourceRows,
		Draws:       w.iterations - 1,
	}
	if c == method.Paper {
		sigma := mechanism.PaperSigma(paperMu, paperRadius, paperRadius, w.iterations, paperSourceRows, w.geometry.Rows, epsilon, paperDelta)
		return mechanism.NewPaperGradient(task, sigma, w.sampler)
	}
	return mechanism.NewGradient(task, epsilon, paperDelta, w.sampler)
}
