package audit

import (
	"math"
	"slices"

	"privadapt/core/internal/private/mechanism"
	"privadapt/core/noise/sampler"
	"privadapt/core/solve/discrepancy"
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
		for range size {
			all = append(all, s.of[side][g])
		}
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
		m, err := mechanism.NewSelection(task, epsilon, delta, sampler.New())
		if err != nil {
			panic(err)
		}
		return m
	})
}

// paperCell audits the report of the smallest score with Laplace noise. Claim: the (ε,δ) that Guarantee states. The
// likelihood ratio is noisyMinimumLaw's.
func paperCell(name string, task mechanism.SelectionTask, scale float64, s scores) Cell {
	return Cell{Name: name, Claim: func() Claim {
		create := func() *mechanism.Selection {
			m, err := mechanism.NewPaperSelection(task, scale, sampler.New())
			if err != nil {
				panic(err)
			}
			return m
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
