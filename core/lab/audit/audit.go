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
	"math"
	"sync"
	"time"
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
