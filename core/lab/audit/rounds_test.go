//go:build !js

package audit

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"privadapt/core/data/grid"
	"privadapt/core/internal/private/mechanism"
	"privadapt/core/internal/private/moment"
	"privadapt/core/noise/sampler"
	"privadapt/core/solve/discrepancy"
	"privadapt/core/solve/simplex"
)

// selectionDelta makes pure composition the smaller charge at one and two draws, so that these cells test η itself.
const selectionDelta = 1e-6

// scores of the vertices under T and T′, in groups of vertices with equal scores.
type scores struct {
	sizes []int
	of    [2][]float64
}

// single returns scores in groups of one.
func single(t, u []float64) scores {
	return scores{slices.Repeat([]int{1}, len(t)), [2][]float64{t, u}}
}

// shifted returns m scores: the first is ahead by lead ± 1/2, and the others are equal.
func shifted(m int, lead float64) scores {
	return scores{[]int{1, m - 1}, [2][]float64{{-0.25 - lead, 0.25}, {0.25 - lead, -0.25}}}
}

// each returns one score for each vertex.
func (s scores) each(side int) []float64 {
	var all []float64
	for g, size := range s.sizes {
		all = append(all, slices.Repeat(s.of[side][g:g+1], size)...)
	}
	return all
}

// selectionCells returns the pairs of the vertex draws: scores whose changes span R = 1, one vertex by +R/2 against all
// others by −R/2, so that a charge by the largest change instead of the range is detected. The loss of the exponential
// mechanism is largest for a vertex of small probability; ahead of the others it is drawn often enough to be measured.
func selectionCells() []Cell {
	unit := mechanism.SelectionTask{Range: 1, Spread: 100, Draws: 1}
	twice, often, inexact := unit, unit, unit
	twice.Draws, often.Draws = 2, 16
	inexact.Range, inexact.Error = 0.5, 0.125 // and so R + 4e = 1
	return []Cell{
		tightCell("selection-tight/ahead", unit, 1, selectionDelta, shifted(1000, 3.6)),
		tightCell("selection-tight/inexact", inexact, 1, selectionDelta, shifted(50, 0.5)),
		tightCell("selection-tight/two-draws", twice, 1, selectionDelta, shifted(20, 1.8)),
		// Two vertices, tied under T: zCDP composition detects a mechanism of bounded loss that does not have bounded
		// range.
		tightCell("selection-tight/tie", often, 1, gaussianDelta, single([]float64{0, 0}, []float64{1, 0})),
		computedCell("selection-tight/softmax", tiedAxes(discrepancy.Softmax{Mu: 0.5 * 101 / 4})), // μr²/n = 1/2
		computedCell("selection-tight/p-norm", tiedAxes(discrepancy.PNorm{P: 1.5})),
		paperCell("selection-paper/one-draw", unit, 1, shifted(20, 0.5)),
		paperCell("selection-paper/two-draws", twice, 2, shifted(20, 2)),
	}
}

// tightCell audits the exponential mechanism. Claim: (ε,δ) after task.Draws draws, by η-bounded range; theorem and
// preconditions at mechanism.Selection. The likelihood ratio of an index is exponentialLaw's; the ratios of
// independent draws add.
func tightCell(name string, task mechanism.SelectionTask, epsilon, delta float64, s scores) Cell {
	return Cell{Name: name, Claim: func() Claim { return tightClaim(task, epsilon, delta, s) }}
}

// computedCell takes range and scores from the engine.
func computedCell(name string, pair computedPair) Cell {
	return Cell{
		Name:  name,
		Claim: func() Claim { return tightClaim(pair.selectionTask(), 1, selectionDelta, pair.scores()) },
	}
}

func tightClaim(task mechanism.SelectionTask, epsilon, delta float64, s scores) Claim {
	return drawClaim(epsilon, delta, task.Draws, s, exponentialLaw, func() *mechanism.Selection {
		return sound(mechanism.NewSelection(task, epsilon, delta, sampler.New()))
	})
}

// paperCell audits the report of the smallest score with Laplace noise. Claim: the (ε,δ) that Guarantee states. The
// likelihood ratio is noisyMinimumLaw's.
func paperCell(name string, task mechanism.SelectionTask, scale float64, s scores) Cell {
	return Cell{Name: name, Claim: func() Claim {
		create := func() *mechanism.Selection {
			return sound(mechanism.NewPaperSelection(task, scale, sampler.New()))
		}
		_, epsilon := create().Guarantee(selectionDelta)
		return drawClaim(epsilon, selectionDelta, task.Draws, s, noisyMinimumLaw, create)
	}}
}

// drawClaim makes k draws on the same scores, each trial with a fresh copy of the mechanism.
func drawClaim(
	epsilon, delta float64,
	k int,
	s scores,
	nominal selectionLaw,
	create func() *mechanism.Selection,
) Claim {
	one := nominal.pair(s, create().Scale())
	start := func() Trial {
		m := create()
		var ratios []float64
		for g, size := range s.sizes {
			for range size {
				ratios = append(ratios, one[g].ratio())
			}
		}
		each := [2][]float64{s.each(0), s.each(1)}
		return func(side int) float64 {
			fresh := *m
			sum := 0.0
			for range k {
				sum += ratios[fresh.Minimise(each[side])]
			}
			return sum
		}
	}
	return Claim{Epsilon: epsilon, Delta: delta, law: one.draws(k), Start: start}
}

// selectionLaw returns the probability that any of the vertices of each group is drawn.
type selectionLaw func(sizes []int, scores []float64, scale float64) []float64

func (l selectionLaw) pair(s scores, scale float64) law {
	p, q := l(s.sizes, s.of[0], scale), l(s.sizes, s.of[1], scale)
	pair := make(law, len(p))
	for g := range p {
		pair[g] = outcome{p[g], q[g]}
	}
	return pair
}

// exponentialLaw is P(j) = exp(−score_j/β) / Σ exp(−score_i/β).
func exponentialLaw(sizes []int, scores []float64, scale float64) []float64 {
	p := make([]float64, len(scores))
	least, total := slices.Min(scores), 0.0
	for g, v := range scores {
		p[g] = float64(sizes[g]) * math.Exp((least-v)/scale)
		total += p[g]
	}
	for g := range p {
		p[g] /= total
	}
	return p
}

// noisyMinimumLaw is P(j) = ∫ f(x − score_j) Π_{i≠j} P(score_i + noise > x) dx for Laplace noise of density f, by the
// midpoint rule.
func noisyMinimumLaw(sizes []int, scores []float64, scale float64) []float64 {
	const step, reach = 0.05, 40.0
	p := make([]float64, len(scores))
	for g, own := range scores {
		for x := own/scale - reach; x < own/scale+reach; x += step {
			mid := x + step/2
			logDensity := -math.Abs(mid-own/scale) - math.Ln2
			for i, v := range scores {
				others := sizes[i]
				if i == g {
					others--
				}
				if others > 0 {
					logDensity += float64(others) * math.Log(laplaceTail(mid-v/scale))
				}
			}
			p[g] += float64(sizes[g]) * math.Exp(logDensity) * step
		}
	}
	return p
}

// laplaceTail returns P(X > x) for a Laplace variable X of scale 1.
func laplaceTail(x float64) float64 {
	if x > 0 {
		return math.Exp(-x) / 2
	}
	return 1 - math.Exp(x)/2
}

// gradientCells returns the pairs of the noisy gradient: a move of length Δ₂ = 1 in one component or spread over all,
// the same move in both of two rounds, and moves that the engine itself computes from private rows.
func gradientCells() []Cell {
	const m = 16
	spread := [2][]float64{make([]float64, m), make([]float64, m)}
	for j := range m {
		spread[1][j] = 1 / math.Sqrt(m)
	}
	one := [2][]float64{{0.5, 0.2}, {-0.5, 0.2}}
	inexact := [2][]float64{{0.5, 0, 0, 0}, {-0.5, 0, 0, 0}}
	return []Cell{
		gradientCell("gradient/one-component", mechanism.GradientTask{Sensitivity: 1, Largest: 1, Components: 2, Draws: 1},
			one),
		gradientCell("gradient/spread", mechanism.GradientTask{Sensitivity: 1, Largest: 1, Components: m, Draws: 1},
			spread),
		gradientCell("gradient/two-rounds", mechanism.GradientTask{Sensitivity: 1, Largest: 1, Components: 2, Draws: 2},
			one),
		// Δ₂ + 2√m·e = 1.
		gradientCell("gradient/inexact",
			mechanism.GradientTask{Sensitivity: 0.5, Error: 0.125, Largest: 1, Components: 4, Draws: 1}, inexact),
		manyComponents(),
		computedGradientCell("gradient/softmax", signChange()),
		computedGradientCell(
			"gradient/softmax-tied",
			evenly(tiedAxes(discrepancy.Softmax{Mu: 0.1 * 101 / 4})),
		), // μr²/n = 1/10
		computedGradientCell("gradient/p-norm", twoAxes()),
		computedGradientCell("gradient/p-norm-tied", evenly(tiedAxes(discrepancy.PNorm{P: 2}))),
		paperGradientCell("gradient/paper", mechanism.GradientTask{Sensitivity: 1, Largest: 1, Components: 2, Draws: 1},
			one),
	}
}

// manyComponents moves five components of 192. They are next to multiples of 64, which a vectorised loop treats
// separately. A trial takes the time of many draws.
func manyComponents() Cell {
	const m = 192
	moved := [2][]float64{make([]float64, m), make([]float64, m)}
	places := []int{63, 64, 127, 128, 191}
	for _, j := range places {
		moved[1][j] = 1 / math.Sqrt(float64(len(places)))
	}
	c := gradientCell("gradient/many-components",
		mechanism.GradientTask{Sensitivity: 1, Largest: 1, Components: m, Draws: 1}, moved)
	c.Slow = true
	return c
}

// signChange attains Δ₂ of the softmax: a single private row, re₁ or nothing, turns the sign of the only eigenvalue of
// M(q) at a large μ, and all rows of the source are r̂e₁.
func signChange() computedPair {
	return computedPair{
		smoothing: discrepancy.Softmax{Mu: 1000}, radius: 2, sourceRadius: 1,
		source: []copies{{4, []float64{1}}},
		x:      []float64{2},
		y:      []float64{0},
	}
}

// twoAxes attains Δ₂ of G₁, whose gradient is linear in M: re₁ against re₂, and the source on both axes.
func twoAxes() computedPair {
	return computedPair{
		smoothing: discrepancy.PNorm{P: 1}, radius: 2, sourceRadius: 0.5,
		shared: []copies{{1, []float64{1, 1}}},
		source: []copies{{2, []float64{0.5, 0}}, {2, []float64{0, 0.5}}},
		x:      []float64{2, 0},
		y:      []float64{0, 2},
	}
}

// evenly spreads the source over both axes, where a small change of a moment near a multiple of the identity moves the
// gradient most.
func evenly(p computedPair) computedPair {
	p.source = []copies{{2, []float64{p.sourceRadius, 0}}, {2, []float64{0, p.sourceRadius}}}
	return p
}

// gradientCell audits Gradient.AddNoise. Claim: the trade-off of one Gaussian of μ = √K·Δ₂/σ; theorem and preconditions
// at mechanism.Gradient. Its likelihood ratio is Σ ((y−v′)² − (y−v)²)/(2σ²) over components and rounds.
func gradientCell(name string, task mechanism.GradientTask, gradients [2][]float64) Cell {
	return Cell{Name: name, Gaussian: true, Claim: func() Claim { return gradientClaim(task, gradients) }}
}

// computedGradientCell takes sensitivity and gradients from the engine.
func computedGradientCell(name string, pair computedPair) Cell {
	return Cell{
		Name:     name,
		Gaussian: true,
		Claim:    func() Claim { return gradientClaim(pair.gradientTask(), pair.gradients()) },
	}
}

func gradientClaim(task mechanism.GradientTask, gradients [2][]float64) Claim {
	// σ = √K·(Δ₂ + 2√m·e)/√(2ρ) by the audit's own ρ.
	root := math.Sqrt(float64(task.Components))
	sigma := math.Sqrt(float64(task.Draws)) * (task.Sensitivity + 2*root*task.Error) / gaussianMu
	return gaussianClaim(gradientMu(gradients, task.Draws, sigma), func() Trial {
		m := sound(mechanism.NewGradient(task, gaussianEpsilon, gaussianDelta, sampler.New()))
		return gradientTrial(m, task, gradients, sigma)
	})
}

// paperGradientCell audits the same noise at a given σ. Claim: the (ε,δ) that Guarantee states, and μ = √(2ρ).
func paperGradientCell(name string, task mechanism.GradientTask, gradients [2][]float64) Cell {
	return Cell{Name: name, Gaussian: true, Claim: func() Claim {
		sigma := 1 / gaussianMu
		create := func() *mechanism.Gradient {
			return sound(mechanism.NewPaperGradient(task, sigma, sampler.New()))
		}
		rho, epsilon := create().Guarantee(gaussianDelta)
		return Claim{
			Epsilon: epsilon, Delta: gaussianDelta, Mu: math.Sqrt(2 * rho),
			ShownMu: gradientMu(gradients, task.Draws, sigma),
			Start:   func() Trial { return gradientTrial(create(), task, gradients, sigma) },
		}
	}}
}

func gradientTrial(m *mechanism.Gradient, task mechanism.GradientTask, gradients [2][]float64, sigma float64) Trial {
	noisy := make([]float64, task.Components)
	return func(side int) float64 {
		fresh := *m
		ratio := 0.0
		for range task.Draws {
			copy(noisy, gradients[side])
			fresh.AddNoise(noisy)
			for j, y := range noisy {
				v, w := gradients[0][j], gradients[1][j]
				ratio += (v - w) * (2*y - v - w) / (2 * sigma * sigma)
			}
		}
		return ratio
	}
}

// gradientMu returns √K·‖v − v′‖₂/σ.
func gradientMu(gradients [2][]float64, draws int, sigma float64) float64 {
	return math.Sqrt(float64(draws)) * floats.Distance(gradients[0], gradients[1], 2) / sigma
}

// computedPair is a pair of neighbours for which the engine itself computes the gradients: private rows that both
// share, plus x or y, against the rows of a public source. The rows have no intercept.
type computedPair struct {
	smoothing            discrepancy.Smoothing
	radius, sourceRadius float64
	shared, source       []copies
	x, y                 []float64
}

type copies struct {
	n   int
	row []float64
}

// tiedAxes returns the pair that attains the range of both smoothings, for r = 2. It has equally many rows on re₁ and
// on re₂, so that two eigenvalues compete, and the replaced row on either axis. The rows of the source are too short to
// disturb them: one is on e₁, the others are on e₂.
func tiedAxes(s discrepancy.Smoothing) computedPair {
	const radius, short = 2, 0.02
	return computedPair{
		smoothing: s, radius: radius, sourceRadius: short,
		shared: []copies{{50, []float64{radius, 0}}, {50, []float64{0, radius}}},
		source: []copies{{1, []float64{short, 0}}, {19, []float64{0, short}}},
		x:      []float64{radius, 0},
		y:      []float64{0, radius},
	}
}

// expand repeats rows.
func expand(rows []copies) [][]float64 {
	var all [][]float64
	for _, c := range rows {
		all = append(all, slices.Repeat([][]float64{c.row}, c.n)...)
	}
	return all
}

func (p computedPair) geometry() discrepancy.Geometry {
	return discrepancy.Geometry{
		Radius: p.radius, SourceRadius: p.sourceRadius,
		Rows: int64(len(expand(p.shared)) + 1), Order: len(p.x) + 1,
	}
}

// sourceRows returns the rows of the source with a zero as the intercept, m×d.
func (p computedPair) sourceRows() []float64 {
	var rows []float64
	for _, row := range expand(p.source) {
		rows = append(append(rows, 0), row...)
	}
	return rows
}

// gradients returns the gradients at uniform weights for T and T′.
func (p computedPair) gradients() [2][]float64 {
	grid := sound(grid.New(p.radius, 0))
	var gradients [2][]float64
	for side, row := range [][]float64{p.x, p.y} {
		a := moment.NewAccumulator(grid, len(row))
		for _, z := range append(expand(p.shared), row) {
			a.Add(append([]float64(nil), z...)) // clipping works in place
		}
		gradients[side] = gradientOf(a.Sum(), p.sourceRows(), p.smoothing)
	}
	return gradients
}

func gradientOf(sum *moment.Sum, rows []float64, s discrepancy.Smoothing) []float64 {
	m := len(rows) / sum.Order
	o := &discrepancy.Objective{Target: sum.Mean(), Rows: rows, Smoothing: s}
	gradient := make([]float64, m)
	o.Start(simplex.Uniform(m))
	o.Gradient(gradient)
	return gradient
}

func (p computedPair) scores() scores {
	g := p.gradients()
	return single(g[0], g[1])
}

func (p computedPair) selectionTask() mechanism.SelectionTask {
	g := p.geometry()
	if s, ok := p.smoothing.(discrepancy.PNorm); ok {
		return mechanism.SelectionTask{
			Range:  g.PNormRange(s.P),
			Error:  g.PNormScoreError(s.P, 0, 1),
			Spread: g.PNormScoreSpread(0),
			Draws:  1,
		}
	}
	mu := p.smoothing.(discrepancy.Softmax).Mu
	return mechanism.SelectionTask{
		Range:  g.SoftmaxRange(mu),
		Error:  g.ScoreError(mu, 0, 1),
		Spread: g.ScoreSpread(0),
		Draws:  1,
	}
}

func (p computedPair) gradientTask() mechanism.GradientTask {
	g, rows := p.geometry(), p.sourceRows()
	task := mechanism.GradientTask{Components: len(rows) / g.Order, Draws: 1}
	quartic := discrepancy.QuarticNorm(rows, g.Order)
	if s, ok := p.smoothing.(discrepancy.PNorm); ok {
		task.Sensitivity, task.Error, task.Largest = g.PNormSensitivity2(s.P, quartic), g.PNormScoreError(
			s.P,
			0,
			1,
		), g.PNormLipschitz(0)
	} else {
		mu := p.smoothing.(discrepancy.Softmax).Mu
		task.Sensitivity, task.Error, task.Largest = g.SoftmaxSensitivity2(mu, quartic), g.ScoreError(mu, 0, 1),
			g.Lipschitz(0)
	}
	return task
}
