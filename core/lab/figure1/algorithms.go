package figure1

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

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

// curve is a method with its noise at an ε, and how to compute a point of it.
type curve struct {
	method, noise string
	epsilon       float64 // +Inf: without privacy
	run           func(*workbench) (outcome, error)
}

// curves lists the curves: the methods in their order, and the less noise before the more.
func curves(o Options, chosen GridPoint) (all []curve) {
	add := func(method, noise string, run func(w *workbench, epsilon float64) (outcome, error)) {
		epsilons := slices.Compact(slices.Sorted(slices.Values(o.Epsilons)))
		if noise == "none" {
			epsilons = []float64{math.Inf(1)}
		}
		for _, epsilon := range epsilons {
			all = append(all, curve{method, noise, epsilon, func(w *workbench) (outcome, error) { return run(w, epsilon) }})
		}
	}
	calibrations := []method.Calibration{method.Tight, method.Paper}
	add("public", "none", func(w *workbench, _ float64) (outcome, error) { return w.twoStage(simplex.Uniform(sourceRows)) })
	add("oracle", "none", func(w *workbench, _ float64) (outcome, error) { return w.oracle() })

	add("frank-wolfe", "none", func(w *workbench, _ float64) (outcome, error) { return w.frankWolfe(simplex.Minimise) })
	add("frank-wolfe", "moment", (*workbench).secondMoment)
	for _, c := range calibrations {
		add("frank-wolfe", string(c), func(w *workbench, epsilon float64) (outcome, error) {
			m, err := w.selection(c, epsilon, w.iterations-1, 1)
			if err != nil {
				return outcome{}, err
			}
			return w.frankWolfe(m.Minimise)
		})
	}

	add("mirror-descent", "none", func(w *workbench, _ float64) (outcome, error) { return w.mirrorDescent(func([]float64) {}) })
	for _, c := range calibrations {
		add("mirror-descent", string(c), func(w *workbench, epsilon float64) (outcome, error) {
			m, err := w.gradient(c, epsilon)
			if err != nil {
				return outcome{}, err
			}
			return w.mirrorDescent(m.AddNoise)
		})
	}

	add("single-stage", "none", func(w *workbench, _ float64) (outcome, error) {
		return w.scoredStage(chosen, w.exact, simplex.Minimise, solve.LeastGap)
	})
	add("single-stage", "moment", func(w *workbench, epsilon float64) (outcome, error) {
		target := w.privateMoment(noise.Rho(epsilon, delta), w.sampler)
		return w.scoredStage(chosen, target, simplex.Minimise, solve.LeastGap)
	})
	add("single-stage", "tight", (*workbench).singleStageTight)
	add("single-stage", "paper", (*workbench).singleStageLiteral)
	return all
}

// workbench is one draw of the data and what all runs on it share.
type workbench struct {
	*domain
	iterations int
	exact      *symeigen.Matrix // M₀
	geometry   discrepancy.Geometry
	tick       func(round int) error // called in every round of a solver
	modelNorm  float64               // Λ
	largest    float64               // |y| of the source
	sampler    *sampler.Sampler
}

func newWorkbench(n, repetition, iterations int, tick func(int) error) *workbench {
	w := &workbench{
		domain:     draw(n, uint64(repetition+1)),
		iterations: iterations,
		tick:       tick,
		sampler:    sampler.New(),
		geometry:   discrepancy.Geometry{Radius: radius, SourceRadius: radius, Rows: int64(n), Order: dim},
	}
	w.exact, w.largest = w.exactMoment(), floats.Norm(w.Source.Labels, math.Inf(1))
	const negligible = 1e-9 // a ridge penalty that only keeps the normal equations regular
	public, err := regression.Ridge(w.Source.weighted(simplex.Uniform(sourceRows)), negligible)
	if err != nil {
		panic(err) // a thousand Gaussian rows span the space
	}
	w.modelNorm = 2 * mat.Norm(mat.NewVecDense(dim, public), 2)
	return w
}

func (w *workbench) rounds() solve.Rounds {
	return solve.Rounds{Iterations: w.iterations, Recorder: w.tick}
}

// objective is the smoothed discrepancy of a source at uniform weights.
func objective(target *symeigen.Matrix, source sample, mu float64) *discrepancy.Objective {
	o := &discrepancy.Objective{
		Target: target, Rows: source.Rows, Smoothing: discrepancy.Softmax{Mu: mu}, Lambda: lambda,
	}
	o.Start(simplex.Uniform(len(source.Labels)))
	return o
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
	o := objective(w.exact, w.Source, mu)
	o.Start(slices.Clone(q))
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
	o := objective(w.exact, w.Source, mu)
	if err := solve.FrankWolfe(o, oracle, w.rounds()); err != nil {
		return outcome{}, err
	}
	return w.twoStage(o.Point())
}

func (w *workbench) mirrorDescent(addNoise func([]float64)) (outcome, error) {
	o := objective(w.exact, w.Source, mu)
	noisy := func(dst, q []float64) {
		o.GradientAt(dst, q)
		addNoise(dst)
	}
	step := solve.MirrorStep(w.geometry.Lipschitz(lambda), sourceRows, w.iterations)
	q, err := solve.MirrorDescent(simplex.Uniform(sourceRows), noisy, step, w.rounds())
	if err != nil {
		return outcome{}, err
	}
	return w.twoStage(q)
}

// secondMoment minimises the discrepancy to M̂₀ instead of M₀.
func (w *workbench) secondMoment(epsilon float64) (outcome, error) {
	o := objective(w.privateMoment(noise.Rho(epsilon, delta), w.sampler), w.Source, mu)
	settings := solve.GapSettings{
		Curvature: lambda, Relative: 1e-3, Absolute: 1e-6,
		Recorder: func(r solve.GapResult) error { return w.tick(r.Rounds) },
	}
	if _, err := solve.ProjectedGradientNorm(o, settings); err != nil {
		return outcome{}, err
	}
	return w.twoStage(o.Point())
}

// selection calibrates the draws of vertices; unit is 1, or 4Λ² for the single stage.
func (w *workbench) selection(c method.Calibration, epsilon float64, draws int, unit float64) (*mechanism.Selection, error) {
	// The losses of a model in the Λ-ball enter the scores of the single stage.
	reach := w.modelNorm*radius + w.largest
	task := mechanism.SelectionTask{
		Range:  unit * w.geometry.SoftmaxRange(mu),
		Error:  unit * w.geometry.ScoreError(mu, lambda, draws),
		Spread: unit*w.geometry.ScoreSpread(lambda) + reach*reach,
		Draws:  draws,
	}
	if c == method.Paper {
		return mechanism.NewPaperSelection(task, unit*w.paperScale(epsilon), w.sampler)
	}
	return mechanism.NewSelection(task, epsilon, delta, w.sampler)
}

func (w *workbench) paperScale(epsilon float64) float64 {
	return mechanism.PaperScale(mu, radius, radius, w.iterations, w.geometry.Rows, epsilon, delta)
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
		sigma := mechanism.PaperSigma(mu, radius, radius, w.iterations, sourceRows, w.geometry.Rows, epsilon, delta)
		return mechanism.NewPaperGradient(task, sigma, w.sampler)
	}
	return mechanism.NewGradient(task, epsilon, delta, w.sampler)
}

// singleStage runs algorithm 1 on a source with the step of corollary 2, for the largest label of the whole sample.
func (w *workbench) singleStage(
	source sample, p GridPoint, target *symeigen.Matrix, oracle solve.Oracle, choose solve.GapChooser,
) (*solve.SingleStageResult, error) {
	norm := p.ModelNorm * w.modelNorm
	return solve.MinimiseSingleStage(&solve.SingleStage{
		Rows: source.Rows, Labels: source.Labels, Radius: norm, Discrepancy: objective(target, source, p.Mu),
	}, oracle, choose, solve.PaperStep(norm, radius, w.largest, p.Mu, w.iterations), w.rounds())
}

// scoredStage scores a run of algorithm 1.
func (w *workbench) scoredStage(
	p GridPoint, target *symeigen.Matrix, oracle solve.Oracle, choose solve.GapChooser,
) (outcome, error) {
	result, err := w.singleStage(w.Source, p, target, oracle, choose)
	if err != nil {
		return outcome{}, err
	}
	return w.score(result.Weights, result.Model), nil
}

// noisyStage has the μ and the Λ of all runs with noise in the rounds.
var noisyStage = GridPoint{Mu: mu, ModelNorm: 1}

// singleStageTight draws K vertices and the iterate by the exponential mechanism.
func (w *workbench) singleStageTight(epsilon float64) (outcome, error) {
	m, err := w.selection(method.Tight, epsilon, w.iterations+1, w.unit())
	if err != nil {
		return outcome{}, err
	}
	return w.scoredStage(noisyStage, w.exact, m.Minimise, func(gaps []float64) int {
		floats.Scale(0.5, gaps)
		return m.Minimise(gaps)
	})
}

// unit is 4Λ², the factor of the discrepancy in algorithm 1.
func (w *workbench) unit() float64 { return 4 * w.modelNorm * w.modelNorm }

// singleStageLiteral is algorithm 1 as printed: vertices by report-noisy-min with Laplace noise, and the iterate of the
// smallest noisy value, which uses the noise of the vertex a second time. The proof of its privacy covers the index of
// a round and not that value. It is computed for the figure only; no kind of release can hold it.
func (w *workbench) singleStageLiteral(epsilon float64) (outcome, error) {
	scale := w.unit() * 2 * w.paperScale(epsilon)
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
	return w.scoredStage(noisyStage, w.exact, oracle, func(gaps []float64) int {
		floats.Sub(gaps, chosen)
		return simplex.Minimise(gaps)
	})
}

// laplace draws Laplace noise, rounded to 2⁻³⁰ of its scale.
func laplace(s *sampler.Sampler, scale float64) float64 {
	const steps = 1 << 30
	return float64(s.DiscreteLaplace(steps)) / steps * scale
}

// The grid of the single stage: μ, and Λ in units of twice the norm of the public model.
var (
	gridMu        = []float64{5, 20, 80}
	gridModelNorm = []float64{0.5, 1, 2}
)

const ruleText = "The paper states neither μ nor Λ. All runs with noise in the rounds use μ = 20 and Λ = 2‖w‖₂, w the least-squares " +
	"model of the public sample. The single stage without noise in its rounds uses one pair for the whole figure, the one of the grid " +
	"that adapts best inside the public samples: of the quarter of their rows at either end of their first principal axis, every second " +
	"row plays the target and all other public rows the source, and the pair of least error on the played targets, averaged over the " +
	"repetitions, wins. No target row is looked at; the target errors of the whole grid are listed beside."

// chooseOnPublicData applies the rule and reports the whole grid.
func chooseOnPublicData(o Options, count *counter) (points []GridPoint, chosen GridPoint, err error) {
	best := 0
	for _, mu := range gridMu {
		for _, norm := range gridModelNorm {
			p := GridPoint{Mu: mu, ModelNorm: norm}
			for repetition := range o.Repetitions {
				w := newWorkbench(slices.Max(o.Rows), repetition, o.Iterations, count.tick)
				played, err := w.playedError(p)
				if err != nil {
					return nil, p, err
				}
				result, err := w.scoredStage(p, w.exact, simplex.Minimise, solve.LeastGap)
				if err != nil {
					return nil, p, err
				}
				p.PlayedError += played / float64(o.Repetitions)
				p.Error += result.error / float64(o.Repetitions)
				if err := count.add(1); err != nil {
					return nil, p, err
				}
			}
			points = append(points, p)
			if p.PlayedError < points[best].PlayedError {
				best = len(points) - 1
			}
		}
	}
	points[best].Chosen = true
	return points, points[best], nil
}

// playedError is the mean error of the single stage on the targets played by either end of the public sample.
func (w *workbench) playedError(p GridPoint) (total float64, err error) {
	for _, end := range ends(w.Source) {
		source, target := split(w.Source, end)
		sum := mat.NewSymDense(dim, nil)
		for j := range target.Labels {
			sum.SymRankOne(sum, 1/float64(len(target.Labels)), mat.NewVecDense(dim, target.Rows[j*dim:(j+1)*dim]))
		}
		result, err := w.singleStage(source, p, symeigen.NewMatrix(dim, sum.RawSymmetric().Data), simplex.Minimise,
			solve.LeastGap)
		if err != nil {
			return 0, err
		}
		total += target.meanSquaredError(result.Model) / 2
	}
	return total, nil
}

// ends returns the quarter of the rows at either end of the first principal axis of the sample.
func ends(s sample) [2][]int {
	m := len(s.Labels)
	x := mat.NewDense(m, dim, s.Rows)
	var components stat.PC
	var axes mat.Dense
	components.PrincipalComponents(x, nil)
	components.VectorsTo(&axes)
	var along mat.VecDense
	along.MulVec(x, axes.ColView(0))
	order := make([]int, m)
	floats.Argsort(along.RawVector().Data, order)
	return [2][]int{order[:m/4], order[m-m/4:]}
}

// split makes every second row of an end the target and all other rows the source.
func split(s sample, end []int) (source, target sample) {
	isTarget := make([]bool, len(s.Labels))
	for i := 0; i < len(end); i += 2 {
		isTarget[end[i]] = true
	}
	for j, y := range s.Labels {
		part := &source
		if isTarget[j] {
			part = &target
		}
		part.Rows = append(part.Rows, s.Rows[j*dim:(j+1)*dim]...)
		part.Labels = append(part.Labels, y)
	}
	return source, target
}
