package audit

import (
	"math"

	"privadapt/core/discrepancy"
	"privadapt/core/dp/mechanism"
	"privadapt/core/dp/sampler"
	"privadapt/core/moment"
	"privadapt/core/simplex"
)

// selectionDelta makes pure composition the better charge at one and two draws, so that these cells test η itself.
const selectionDelta = 1e-6

// selectionCells returns the pairs of the vertex draws: scores whose changes span R = 1, one vertex by +R/2 against all
// others by −R/2, so that a charge by the largest change instead of the range is seen. The loss of the exponential
// mechanism is largest for a vertex of small probability; ahead of the others it is drawn often enough to be measured.
func selectionCells() []Cell {
	const m = 1000
	unit := mechanism.SelectionTask{Range: 1, Spread: 100, Draws: 1}
	twice := unit
	twice.Draws = 2
	tie := unit
	tie.Draws = 16
	return []Cell{
		tightCell("selection-tight/equal", unit, 1, selectionDelta, shifted(m, 0)),
		tightCell("selection-tight/ahead", unit, 1, selectionDelta, shifted(m, 4.6)),
		tightCell("selection-tight/two-draws", twice, 1, selectionDelta, shifted(20, 4)),
		// Two vertices, tied under T: a mechanism of bounded loss but not of bounded range shows itself in zCDP composition.
		tightCell("selection-tight/tie", tie, 1, gaussianDelta, [2][]float64{{0, 0}, {1, 0}}),
		scoredCell("selection-tight/engine"),
		paperCell("selection-paper/equal", unit, 1, shifted(20, 0)),
		paperCell("selection-paper/ahead", unit, 1, shifted(20, 2)),
		paperCell("selection-paper/two-draws", twice, 2, shifted(20, 4)),
	}
}

// shifted returns m scores under T and T′: the first lies ahead of the others, which are equal, by lead ± 1/2.
func shifted(m int, lead float64) [2][]float64 {
	var scores [2][]float64
	for side, move := range []float64{-0.25, 0.25} {
		scores[side] = make([]float64, m)
		for j := range scores[side] {
			scores[side][j] = -move
		}
		scores[side][0] = move - lead
	}
	return scores
}

// tightCell audits the exponential mechanism. Claim: (ε,δ) after task.Draws draws, by η-bounded range; theorem and
// preconditions at mechanism.Selection.
func tightCell(name string, task mechanism.SelectionTask, epsilon, delta float64, scores [2][]float64) Cell {
	start := func() Trial {
		m, err := mechanism.NewSelection(task, epsilon, delta, sampler.New())
		if err != nil {
			panic(err)
		}
		return drawTrial(m, task.Draws, scores, exponentialLaw)
	}
	return Cell{Name: name, Epsilon: epsilon, Delta: delta, Start: start}
}

// paperCell audits the report of the smallest score with Laplace noise. Claim: the (ε,δ) that Guarantee states.
func paperCell(name string, task mechanism.SelectionTask, scale float64, scores [2][]float64) Cell {
	create := func() *mechanism.Selection {
		m, err := mechanism.NewPaperSelection(task, scale, sampler.New())
		if err != nil {
			panic(err)
		}
		return m
	}
	_, epsilon := create().Guarantee(selectionDelta)
	return Cell{Name: name, Epsilon: epsilon, Delta: selectionDelta, Start: func() Trial {
		return drawTrial(create(), task.Draws, scores, noisyMinimumLaw)
	}}
}

// scoredCell audits the whole path from private rows to a vertex: M₀, the gradient, the range R, the draw. 50 rows lie on
// re₁, 50 on re₂ and the replaced one on either, so that two eigenvalues compete for the softmax, which is where R is
// attained; the rows of the source are short enough not to disturb them.
func scoredCell(name string) Cell {
	const m, mu, short = 20, 50.5, 0.01
	rows := make([]float64, 3*m)
	rows[1] = short
	for j := 1; j < m; j++ {
		rows[3*j+2] = short
	}
	grid, err := moment.NewGrid(1, 0)
	if err != nil {
		panic(err)
	}
	var scores [2][]float64
	for side := range 2 {
		a := moment.NewAccumulator(grid, 2)
		for range 50 {
			a.Add([]float64{1, 0})
			a.Add([]float64{0, 1})
		}
		a.Add([]float64{float64(1 - side), float64(side)})
		scores[side] = gradientOf(a.Sum(), rows, mu)
	}
	g := discrepancy.Geometry{Radius: 1, SourceRadius: short, Rows: 101, Order: 3}
	task := mechanism.SelectionTask{Range: g.SoftmaxRange(mu), Error: g.ScoreError(mu, 0, 1), Spread: g.ScoreSpread(0), Draws: 1}
	return tightCell(name, task, 1, selectionDelta, scores)
}

// gradientOf returns the gradient of the smoothed discrepancy at uniform weights.
func gradientOf(sum *moment.Sum, rows []float64, mu float64) []float64 {
	m := len(rows) / sum.Order
	o := &discrepancy.Objective{Target: sum.Mean(), Rows: rows, Smoothing: discrepancy.Softmax{Mu: mu}}
	gradient := make([]float64, m)
	o.Start(simplex.Uniform(m))
	o.Gradient(gradient)
	return gradient
}

// drawTrial makes k draws on the same scores, each trial with a fresh copy of the mechanism. law returns the logarithms
// of the nominal probabilities of the indices.
func drawTrial(m *mechanism.Selection, k int, scores [2][]float64, law func(scores []float64, scale float64) []float64) Trial {
	ratio := law(scores[0], m.Scale())
	for j, v := range law(scores[1], m.Scale()) {
		ratio[j] -= v
	}
	return func(side int) float64 {
		fresh := *m
		sum := 0.0
		for range k {
			sum += ratio[fresh.Minimise(scores[side])]
		}
		return sum
	}
}

// exponentialLaw is log P(j) = −score_j/β − log Σ exp(−score_i/β).
func exponentialLaw(scores []float64, scale float64) []float64 {
	logs := make([]float64, len(scores))
	total := 0.0
	for j, v := range scores {
		logs[j] = -v / scale
		total += math.Exp(logs[j])
	}
	for j := range logs {
		logs[j] -= math.Log(total)
	}
	return logs
}

// noisyMinimumLaw is P(j) = ∫ f(x − score_j) Π_{i≠j} P(score_i + noise > x) dx for Laplace noise of density f, by the
// midpoint rule. Equal scores share one integral.
func noisyMinimumLaw(scores []float64, scale float64) []float64 {
	const step, reach = 0.005, 40.0
	logs := make([]float64, len(scores))
	known := map[float64]float64{}
	for j, own := range scores {
		if _, ok := known[own]; !ok {
			integral := 0.0
			for x := own/scale - reach; x < own/scale+reach; x += step {
				mid := x + step/2
				density := math.Exp(-math.Abs(mid-own/scale)) / 2
				for i, v := range scores {
					if i != j {
						density *= laplaceTail(mid - v/scale)
					}
				}
				integral += density * step
			}
			known[own] = math.Log(integral)
		}
		logs[j] = known[own]
	}
	return logs
}

// laplaceTail returns P(X > x) for a Laplace variable X of scale 1.
func laplaceTail(x float64) float64 {
	if x > 0 {
		return math.Exp(-x) / 2
	}
	return 1 - math.Exp(x)/2
}
