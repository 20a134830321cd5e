//go:build !js

// Package audit attacks the privacy claims of the mechanisms that can make a release. It runs the unmodified mechanisms
// on fixed worst-case neighbouring inputs and derives lower confidence bounds on the privacy loss from their outputs. A
// claim fails if a lower bound exceeds it.
//
// # Statistic and events
//
// A Cell is one mechanism, one claim and one pair of neighbours T, T′. A trial runs the mechanism once and reduces its
// output y to the log-likelihood ratio of the nominal mechanism, log p_T(y) − log p_T′(y). By the lemma of Neyman and
// Pearson the events {LLR ≥ t} are the most powerful ones. A wrong statistic costs power, never validity.
//
// # Bounds
//
// (ε,δ)-differential privacy is P(y ∈ S | T) ≤ e^ε·P(y ∈ S | T′) + δ for every S. With S = {LLR ≥ t}, t chosen on the
// first half of the trials, the second half gives
//
//	ε_L = ln((p_L − δ)/q_U)
//
// where p_L and q_U are one-sided Clopper–Pearson bounds on the two probabilities. Mechanisms with Gaussian noise claim
// more: the trade-off between T and T′ is the same as between N(0,1) and N(μ,1), μ = Δ/σ (Dong, Roth and Su,
// "Gaussian Differential Privacy", 2022). For the fixed event {LLR ≥ 0}, evaluated on all trials,
//
//	μ_L = Φ⁻¹(p_L) − Φ⁻¹(q_U)
//
// must not exceed μ. Both directions are tested, T against T′ and T′ against T. TotalError is divided evenly among all
// Clopper–Pearson bounds of all cells, so that the probability that any true claim is reported as broken is at most
// TotalError.
package audit

import (
	"cmp"
	"math"
	"slices"
	"sync"
	"time"

	"gonum.org/v1/gonum/mathext"
	"gonum.org/v1/gonum/stat/distuv"
)

// TotalError bounds the probability that an audit of correct mechanisms reports a broken claim.
const TotalError = 1e-6

// Cell is one claim about one pair of neighbours. The pairs are fixed: they are the worst that a search found. A test
// repeats the search, for seconds or, as a campaign, for longer, and compares.
type Cell struct {
	Name     string
	Gaussian bool         // the claim includes a μ
	Slow     bool         // a trial takes the time of many draws, such as a whole run from settings to release
	Claim    func() Claim // sets up the mechanism; a faulty one may panic
}

// Claim is the claim that a Cell audits.
type Claim struct {
	Epsilon float64 // claimed ε
	Delta   float64 // claimed δ
	Mu      float64 // claimed μ of Gaussian noise; 0 for other mechanisms

	// What the nominal mechanism reveals about the pair: the μ of Gaussian noise, which is the claimed μ if the pair
	// attains the sensitivity, or the law of other mechanisms.
	ShownMu float64
	law     law

	// Start returns a runner of trials with its own mechanism and random stream.
	Start func() Trial
}

// Shown returns the largest loss that an audit can prove for the pair with n trials on each side and bounds that are z
// standard errors wide: μ for Gaussian noise, ε otherwise.
func (c Claim) Shown(n, z float64) float64 {
	if c.Mu > 0 {
		return c.ShownMu
	}
	return c.law.detectable(c.Delta, n, z)
}

// Trial runs the mechanism once, on T or, for side 1, on T′, and returns the log-likelihood ratio of T against T′.
type Trial func(side int) float64

// Outcome is the result of the audit of a cell. The first of two numbers is for T against T′, the second for T′ against
// T.
type Outcome struct {
	Name         string     `json:"name"`
	Trials       int        `json:"trialsPerSide"`
	Epsilon      float64    `json:"claimedEpsilon"`
	Delta        float64    `json:"claimedDelta"`
	EpsilonLower [2]float64 `json:"epsilonLower"`
	Mu           float64    `json:"claimedMu,omitempty"`
	MuLower      [2]float64 `json:"muLower"`
	Seconds      float64    `json:"seconds"`
}

// Broken reports whether a lower bound exceeds the claim.
func (o Outcome) Broken() bool {
	return o.LargestEpsilon() > o.Epsilon || o.Mu > 0 && math.Max(o.MuLower[0], o.MuLower[1]) > o.Mu
}

// LargestEpsilon returns ε_L of the stronger direction.
func (o Outcome) LargestEpsilon() float64 { return math.Max(o.EpsilonLower[0], o.EpsilonLower[1]) }

// BoundError returns the share of TotalError of each Clopper–Pearson bound in an audit of all cells: each direction
// takes two bounds for ε_L and, for Gaussian noise, two for μ_L.
func BoundError(cells []Cell) float64 {
	bounds := 0
	for _, c := range cells {
		bounds += 4
		if c.Gaussian {
			bounds += 4
		}
	}
	return TotalError / float64(bounds)
}

// Run audits a cell with this number of trials on each side, divided among workers; alpha is the error of each bound.
func Run(cell Cell, trials, workers int, alpha float64) Outcome {
	start := time.Now()
	c := cell.Claim()
	forward, backward := [2][]float64{}, [2][]float64{}
	for side := range 2 {
		forward[side] = make([]float64, trials)
		backward[1-side] = make([]float64, trials)
	}
	var wait sync.WaitGroup
	for w := range workers {
		wait.Go(func() {
			run := c.Start()
			for side := range 2 {
				for i := w; i < trials; i += workers {
					ratio := run(side)
					forward[side][i], backward[1-side][i] = ratio, -ratio
				}
			}
		})
	}
	wait.Wait()
	o := Outcome{Name: cell.Name, Trials: trials, Epsilon: c.Epsilon, Delta: c.Delta, Mu: c.Mu}
	for k, d := range [2][2][]float64{forward, backward} {
		if c.Mu > 0 {
			o.MuLower[k] = muLower(d[0], d[1], alpha)
		}
		o.EpsilonLower[k] = epsilonLower(d[0], d[1], c.Delta, alpha)
	}
	o.Seconds = time.Since(start).Seconds()
	return o
}

// Cells returns every claim that the audit tests.
func Cells() []Cell {
	return slices.Concat(momentCells(), labelCells(), countCells(), selectionCells(), gradientCells(), peopleCells(),
		runCells())
}

// epsilonLower returns ε_L from ratios under p and under q for an event {ratio ≥ t}, with t chosen on the first half
// and the two probabilities bounded on the second. It is 0 if the event shows no loss.
func epsilonLower(p, q []float64, delta, alpha float64) float64 {
	half := len(p) / 2
	t := threshold(p[:half], q[:half], delta, alpha)
	n := len(p) - half
	low := lowerProbability(countFrom(p[half:], t), n, alpha)
	high := upperProbability(countFrom(q[half:], t), n, alpha)
	if low <= delta {
		return 0
	}
	return math.Max(0, math.Log((low-delta)/high))
}

// muLower returns μ_L for the event {ratio ≥ 0}; 0 if the event shows no loss.
func muLower(p, q []float64, alpha float64) float64 {
	low := lowerProbability(countFrom(p, 0), len(p), alpha)
	high := upperProbability(countFrom(q, 0), len(q), alpha)
	return math.Max(0, distuv.UnitNormal.Quantile(low)-distuv.UnitNormal.Quantile(high))
}

// threshold returns the quantile of p at which an estimate of ε_L is largest. The normal approximation is sufficient,
// because any rule that does not use the second half may choose t.
func threshold(p, q []float64, delta, alpha float64) float64 {
	p, q = slices.Clone(p), slices.Clone(q)
	slices.Sort(p)
	slices.Sort(q)
	n, z := float64(len(p)), distuv.UnitNormal.Quantile(1-alpha)
	tail := func(sorted []float64, t float64) float64 {
		k, _ := slices.BinarySearch(sorted, t)
		return float64(len(sorted)-k) / n
	}
	best, chosen := -1.0, p[0]
	const candidates = 2000
	for k := range candidates {
		t := p[k*len(p)/candidates]
		if e := estimate(tail(p, t), tail(q, t), delta, n, z); e > best {
			best, chosen = e, t
		}
	}
	return chosen
}

func countFrom(ratios []float64, t float64) int {
	count := 0
	for _, v := range ratios {
		if v >= t {
			count++
		}
	}
	return count
}

// lowerProbability returns the one-sided Clopper–Pearson lower bound at confidence 1−alpha on the probability of an
// event seen k times in n trials: the alpha-quantile of the beta distribution of parameters k and n−k+1, rounded down.
func lowerProbability(k, n int, alpha float64) float64 {
	if k == 0 {
		return 0
	}
	low, high := 0.0, 1.0
	for range 60 {
		mid := (low + high) / 2
		if mathext.RegIncBeta(float64(k), float64(n-k+1), mid) < alpha {
			low = mid
		} else {
			high = mid
		}
	}
	return low
}

// upperProbability is the upper bound: the lower one of the complement.
func upperProbability(k, n int, alpha float64) float64 { return 1 - lowerProbability(n-k, n, alpha) }

// law is the law of the nominal mechanism's output: its outcomes, each with its probability under T and under T′.
type law []outcome

type outcome struct{ p, q float64 }

// ratio is the log-likelihood ratio.
func (o outcome) ratio() float64 { return math.Log(o.p / o.q) }

// reduced merges outcomes of equal ratio, which no event {LLR ≥ t} can separate, and sorts the outcomes by ratio, the
// largest first.
func (l law) reduced() law {
	l = slices.Clone(l)
	slices.SortFunc(l, func(a, b outcome) int { return cmp.Compare(b.ratio(), a.ratio()) })
	var merged law
	for _, o := range l {
		if last := len(merged) - 1; last >= 0 && merged[last].ratio()-o.ratio() < 1e-9 {
			merged[last].p += o.p
			merged[last].q += o.q
		} else {
			merged = append(merged, o)
		}
	}
	return merged
}

// draws is the law of k independent draws.
func (l law) draws(k int) law {
	one := l.reduced()
	all := one
	for range k - 1 {
		var next law
		for _, a := range all {
			for _, b := range one {
				next = append(next, outcome{a.p * b.p, a.q * b.q})
			}
		}
		all = next.reduced()
	}
	return all
}

// detectable returns the ε_L that n trials on each side should prove for this law at δ, the larger of both directions,
// if probabilities are known to z standard errors. A worst-case pair must maximise this number and not the largest
// ratio, because an outcome that never occurs proves nothing.
func (l law) detectable(delta, n, z float64) float64 {
	forward := l.reduced()
	backward := make(law, len(forward))
	for k, o := range forward {
		backward[len(forward)-1-k] = outcome{o.q, o.p}
	}
	best := 0.0
	for _, side := range []law{forward, backward} {
		var p, q float64
		for _, o := range side {
			p, q = p+o.p, q+o.q
			best = math.Max(best, math.Log(estimate(p, q, delta, n, z)))
		}
	}
	return best
}

// estimate approximates (p_L − δ)/q_U of n trials on each side for an event of probabilities p and q, or observed
// frequencies, by z standard errors of the normal approximation; 0 if the event shows no loss.
func estimate(p, q, delta, n, z float64) float64 {
	low := p - z*math.Sqrt(math.Max(0, p*(1-p))/n) - z*z/n - delta
	high := q + z*math.Sqrt(math.Max(0, q*(1-q))/n) + z*z/n
	return math.Max(0, low/high)
}

// sound returns the value of a call that fails on no pair that is audited.
func sound[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}
