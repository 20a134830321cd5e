package mechanism

import (
	"fmt"
	"math"

	"privadapt/core/noise"
	"privadapt/core/noise/sampler"
	"privadapt/core/terms/method"
)

// ScoreResolution is the number of steps in one noise scale to which scores are rounded down before a draw. The draws
// are exact for the rounded scores, and the rounding is charged to their range.
const ScoreResolution = sampler.ScoreUnit

// Selection draws the vertices of algorithms 1 and 2: indices of small score, with noise. It is calibrated for a fixed
// number of adaptive draws; it counts the draws and refuses more.
//
// Privacy. Let a replaced private row move the scores so that the changes of all of them span an interval of length R
// (their bounded range; a common shift changes nothing). The scores used are floating-point numbers within e of the
// true ones, rounded down to a step g, so the range of the scores used is at most R + 4e + 2g.
//
//   - tight: the exponential mechanism P(j) ∝ exp(−score_j/β) is η-bounded-range with η = (R+4e+2g)/β; k adaptive draws
//     are kη²/8-zCDP and kη-DP (Dong, Durfee and Rogers 2020; Cesar and Rogers 2021, lemma 3.4). No factor 2 and no
//     monotonicity is needed, because R is a range and not a bound on the size of the changes.
//   - paper: the smallest score after adding Laplace noise of the paper's scale σ, drawn exactly on the grid. Given the
//     noise of the other scores, j wins if its noise is below a threshold that moves by at most R+4e+2g, so a draw is
//     ε₀-DP with ε₀ = (R+4e+2g)/σ and k of them are kε₀²/2-zCDP and kε₀-DP.
//
// Tests: in core/solve/discrepancy TestSensitivityBounds attacks R and TestScoreErrorBoundsTheRounding e; in
// noise/sampler TestExactLaws attacks the draw; TestSelectionRefusesUnchargedDraws the count.
type Selection struct {
	calibration method.Calibration
	scale       float64
	draws, made int
	perDraw     float64 // η or ε₀

	sampler *sampler.Sampler
	known   known
}

// SelectionTask holds the public values on which the noise of a Selection depends.
type SelectionTask struct {
	Range  float64 // R, of the true scores
	Error  float64 // e, bound on the floating-point error of a score
	Spread float64 // bound on the difference between any two scores
	Draws  int     // k ≥ 0
}

// NewSelection calibrates the exponential mechanism to (ε,δ).
func NewSelection(task SelectionTask, epsilon, delta float64, s *sampler.Sampler) (*Selection, error) {
	eta := noise.BoundedRangeEta(max(task.Draws, 1), epsilon, delta)
	// η = (R+4e)/β + 2g/β with g/β = 1/ScoreResolution.
	rest := eta - 2.0/ScoreResolution
	if rest <= 0 {
		return nil, fmt.Errorf(
			"mechanism: epsilon %v is too small for %d draws; choose fewer iterations",
			epsilon,
			task.Draws,
		)
	}
	scale := (task.Range + 4*task.Error) / rest * (1 + 1e-12)
	return newSelection(method.Tight, task, scale, s)
}

// NewPaperSelection uses the Laplace scale σ of the paper unchanged. The caller has to compare its guarantee with the
// paper's claim.
func NewPaperSelection(task SelectionTask, scale float64, s *sampler.Sampler) (*Selection, error) {
	return newSelection(method.Paper, task, scale, s)
}

func newSelection(c method.Calibration, task SelectionTask, scale float64, s *sampler.Sampler) (*Selection, error) {
	// Scores are handled in 63 bits. The check uses public values only, so it cannot distinguish one data set from
	// another.
	if !(task.Spread/scale < 1<<32) {
		return nil, fmt.Errorf(
			"mechanism: the noise scale %.3g is too small beside scores of %.3g; lower epsilon or use the mechanism moment",
			scale,
			task.Spread,
		)
	}
	return &Selection{
		calibration: c,
		scale:       scale,
		draws:       task.Draws,
		perDraw:     ((task.Range+4*task.Error)/scale + 2.0/ScoreResolution) * (1 + 1e-12),
		sampler:     s,
	}, nil
}

// PaperScale returns σ of algorithm 2, 4μr²r̂²√(2K·log(1/δ))/(nε).
func PaperScale(mu, radius, sourceRadius float64, iterations int, n int64, epsilon, delta float64) float64 {
	r2 := radius * radius * sourceRadius * sourceRadius
	return 4 * mu * r2 * math.Sqrt(2*float64(iterations)*math.Log(1/delta)) / (float64(n) * epsilon)
}

// Scale returns β (tight) or σ (paper), in units of the scores.
func (m *Selection) Scale() float64 { return m.scale }

// Guarantee returns ρ and the smallest ε that all draws together satisfy at δ.
func (m *Selection) Guarantee(delta float64) (rho, epsilon float64) {
	if m.calibration == method.Paper {
		rho = noise.PureRho(m.draws, m.perDraw)
	} else {
		rho = noise.BoundedRangeRho(m.draws, m.perDraw)
	}
	return rho, noise.SmallestEpsilon(rho, float64(m.draws)*m.perDraw, delta)
}

// Minimise draws an index of small score. It has the signature of a linear minimisation oracle. Scores must be finite.
func (m *Selection) Minimise(scores []float64) int {
	m.known.scores = scores
	return m.MinimiseRoughly(&m.known)
}

// MinimiseRoughly is Minimise for scores that are known approximately. The scores alone give the law of the draw:
// the estimates only decide which scores are computed, and of ten million these are rarely more than one or two
// (TestSelectionByEstimatesHasTheLawOfTheScores).
func (m *Selection) MinimiseRoughly(estimates Estimates) int {
	if m.made == m.draws {
		// A draw that was not charged is a fault of the program; it must not lead to a release.
		panic(fmt.Sprintf("mechanism: more than the %d draws that were charged", m.draws))
	}
	m.made++
	// Scores are counted from a number below all of them. This is a common shift, which changes neither mechanism.
	least, off := estimates.Least()
	from := least - off - m.scale/scoreSteps
	excess := func(j int) uint64 { return uint64((estimates.Score(j) - from) / m.scale * ScoreResolution) }
	switch {
	case m.calibration == method.Paper:
		return m.noisyMinimum(estimates.Len(), excess)
	case estimates.Len() > sampler.MostProposals:
		all := make([]uint64, estimates.Len())
		for j := range all {
			all[j] = excess(j)
		}
		return m.sampler.Exponential(all, ScoreResolution)
	}
	// A step is the scoreSteps-th part of the scale. The weight belongs to the distance of the estimate from the least
	// estimate, which is at least one step less than the distance of the score from the number above. So the weight is
	// not too small, however these few operations round.
	w := sampler.NewWeights()
	total := estimates.Weigh(least, scoreSteps/m.scale, w.Whole, w.Part)
	return m.sampler.ExponentialBelow(total, estimates.Find, excess)
}

// scoreSteps is the number of steps of sampler.Weights in one noise scale.
const scoreSteps = 1024

// Wipe overwrites the scores of the last draw and what was computed from them.
func (m *Selection) Wipe() {
	clear(m.known.scores)
	clear(m.known.sums)
}

// Draws returns how many draws have been made.
func (m *Selection) Draws() int { return m.made }

func (m *Selection) noisyMinimum(scores int, excess func(j int) uint64) int {
	best, least := 0, int64(math.MaxInt64)
	for j := range scores {
		if v := int64(excess(j)) + m.sampler.DiscreteLaplace(ScoreResolution); v < least {
			best, least = j, v
		}
	}
	return best
}
