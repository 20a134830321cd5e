//go:build !js

package audit

const (
	gradientFile     = "core/internal/private/mechanism/gradient.go"
	selectionFile    = "core/internal/private/mechanism/selection.go"
	samplerFile      = "core/noise/sampler/sampler.go"
	bitStreamFile    = "core/noise/sampler/bitstream.go"
	gaussianFile     = "core/noise/sampler/gaussian.go"
	laplaceFile      = "core/noise/sampler/laplace.go"
	sensitivityFile  = "core/solve/discrepancy/sensitivity.go"
	sensitivity2File = "core/solve/discrepancy/sensitivity2.go"
)

const drawLine = "	return m.sampler.ExponentialBelow(total, estimates.Find, excess)\n"

// allScores stands before a draw of another kind than by proposals.
const allScores = `	_ = total
	scores := make([]uint64, estimates.Len())
	for j := range scores {
		scores[j] = excess(j)
	}
`

// selectionMutants are faults of the vertex draws and of the range of their scores.
var selectionMutants = []mutant{
	byAudit("selection: range halved", "selection-tight/softmax", 200_000,
		edit{sensitivityFile, "return g.SourceRadius * g.SourceRadius * g.softmaxChange(mu) * roundUp",
			"return g.SourceRadius * g.SourceRadius * g.softmaxChange(mu) / 2"}),
	byAudit("selection: range −25%", "selection-tight/softmax", 1_000_000,
		edit{selectionFile, "(task.Range + 4*task.Error) / rest", "(0.75*task.Range + 4*task.Error) / rest"}),
	byAudit("selection: r in place of r²", "selection-tight/softmax", 200_000,
		edit{sensitivityFile, "mu*g.Radius*g.Radius/float64(g.Rows)", "mu*g.Radius/float64(g.Rows)"}),
	byAudit("selection: the largest change of the slopes 1 in place of 2", "run/weights", 50_000,
		edit{sensitivityFile, "/float64(g.Rows), 2)", "/float64(g.Rows), 1)"}),
	byAudit("selection: the p-norm (2p−1)-smooth, as in the paper", "selection-tight/p-norm", 200_000,
		edit{sensitivityFile, "2 * (2*p - 1) * math.Pow", "(2*p - 1) * math.Pow"}),
	byAudit("selection: the spectral norm in place of the 2p-norm", "selection-tight/p-norm", 1_000_000,
		edit{sensitivityFile, "math.Pow(2, 1/(2*p)) * g.pNormChange(p)", "g.pNormChange(p)"}),
	byAudit("selection: the rounding of scores not charged", "selection-tight/inexact", 200_000,
		edit{selectionFile, "(task.Range + 4*task.Error) / rest", "task.Range / rest"}),
	byAudit("selection: β halved in the draw", "selection-tight/two-draws", 200_000,
		edit{selectionFile, drawLine, allScores + "	return m.sampler.Exponential(scores, ScoreResolution/2)\n"}),
	byAudit("selection: Gumbel noise added instead of subtracted", "selection-tight/inexact", 200_000,
		edit{selectionFile, drawLine, allScores + `	best, least := 0, math.Inf(1)
	for j, e := range scores {
		u := (float64(m.sampler.Below(1<<53)) + 0.5) / (1 << 53)
		if v := float64(e)/ScoreResolution - math.Log(-math.Log(u)); v < least {
			best, least = j, v
		}
	}
	return best
`}),
	byAudit("selection: permute-and-flip charged as the exponential mechanism", "selection-tight/tie", 200_000,
		edit{selectionFile, drawLine, allScores + `	order := make([]int, len(scores))
	for j := range order {
		k := int(m.sampler.Below(uint64(j + 1)))
		order[j], order[k] = order[k], j
	}
	lowest := scores[0] // scores count from below them all, and this draw from the least: else it may accept none
	for _, score := range scores {
		lowest = min(lowest, score)
	}
	for _, j := range order {
		if m.sampler.BernoulliExp(scores[j]-lowest, ScoreResolution) {
			return j
		}
	}
	return -1 // not reached: the least is always accepted
`}),
	byAudit("selection: a draw of two not charged", "selection-tight/two-draws", 200_000,
		edit{selectionFile, "BoundedRangeEta(max(task.Draws, 1), ", "BoundedRangeEta(max(task.Draws-1, 1), "}),
	byTest("selection: a draw not counted", "TestSelectionRefusesUnchargedDraws", "core/internal/private/mechanism",
		edit{selectionFile, "	m.made++\n", ""}),
	byAudit("selection: the paper's draw without noise for the first score", "selection-paper/", 200_000,
		edit{selectionFile, "	best, least := 0, int64(math.MaxInt64)\n	for j := range scores {",
			"	best, least := 0, int64(excess(0))\n	for j := range scores {\n		if j == 0 {\n			continue\n		}"}),
	byAudit("selection: the paper's draw claims half of its ε₀", "selection-paper/one-draw", 200_000,
		edit{selectionFile, "		perDraw:     ((task.Range", "		perDraw:     0.5 * ((task.Range"}),
}

// gradientMutants are faults of the noise on gradients.
var gradientMutants = []mutant{
	byAudit("gradient: σ halved", "gradient/one-component", 50_000,
		edit{gradientFile, "m.sampler.DiscreteGaussian64(GradientResolution)",
			"m.sampler.DiscreteGaussian64(GradientResolution/2)"}),
	byAudit("gradient: Δ₂ −25%", "gradient/one-component", 100_000,
		edit{gradientFile, "(task.Sensitivity+2*root*task.Error)/rest", "(0.75*task.Sensitivity+2*root*task.Error)/rest"}),
	byAudit("gradient: the rounding of components not charged", "gradient/inexact", 50_000,
		edit{gradientFile, "(task.Sensitivity+2*root*task.Error)/rest", "task.Sensitivity/rest"}),
	byAudit("gradient: Δ₂ by the longest row alone", "gradient/softmax$", 50_000,
		edit{sensitivity2File, "math.Min(change, 2) * math.Sqrt(quartic)",
			"math.Min(change, 2) * g.SourceRadius * g.SourceRadius"}),
	byAudit("gradient: the softmax (μ/4)-smooth", "gradient/softmax-tied", 50_000,
		edit{sensitivity2File, "		change /= 2\n", "		change /= 4\n"}),
	byAudit("gradient: the p-norm half as smooth, as in the paper", "gradient/p-norm", 50_000,
		edit{sensitivity2File, "math.Pow(2, 1/p) * (2*p - 1)", "math.Pow(2, 1/p) * (p - 0.5)"}),
	byAudit("gradient: a round of two not charged", "gradient/two-rounds", 100_000,
		edit{gradientFile, "float64(max(task.Draws, 1))", "float64(max(task.Draws-1, 1))"}),
	byAudit("gradient: the last round without noise", "gradient/one-component", 20_000,
		edit{gradientFile, "	m.made++\n", "	m.made++\n	if m.made == m.draws {\n		return\n	}\n"}),
	byTest("gradient: a round not counted", "TestGradientRefusesUnchargedRounds", "core/internal/private/mechanism",
		edit{gradientFile, "	m.made++\n", ""}),
	byTest("gradient: one random number for all components", "TestGradientNoiseIsIndependent", "core/lab/audit",
		edit{gradientFile, "	for j, v := range gradient {",
			"	noise := m.sampler.DiscreteGaussian64(GradientResolution)\n	for j, v := range gradient {"},
		edit{gradientFile, "+m.sampler.DiscreteGaussian64(GradientResolution))", "+noise)"}),
	byAudit("gradient: the paper's noise claims half of its ρ", "gradient/paper", 100_000,
		edit{gradientFile, "total * total / 2", "total * total / 4"}),
}

// samplerMutants are faults of the draws themselves.
var samplerMutants = []mutant{
	byTest("sampler: the same random stream for each release", "TestNoiseIsIndependent", "core/lab/audit",
		edit{samplerFile, "newSampler(rand.Reader)", "newSampler(rand.NewChaCha8([32]byte{1}))"},
		edit{samplerFile, "\"crypto/rand\"", "\"math/rand/v2\""}),
	byTest("sampler: proposals taken without asking for their score", "TestExactLaws", "core/noise/sampler",
		edit{"core/noise/sampler/proposal.go", "	return j, s.dice.scaledExpCoin(a, weight)\n", "	return j, true\n"}),
	byTest(
		"sampler: estimates drawn by in place of scores",
		"TestRoughSelectionHasTheLawOfTheScores",
		"core/internal/private/mechanism",
		edit{
			selectionFile,
			"excess := func(j int) uint64 { return uint64((estimates.Score(j) - from)",
			`excess := func(j int) uint64 {
		score := estimates.Score(j)
		if rough, ok := estimates.(interface{ estimate(j int) float64 }); ok {
			score = rough.estimate(j)
		}
		return uint64((score - from)`,
		},
	),
	byTest("sampler: bits dealt twice", "TestBitStreamDealsEachBitOnce", "core/noise/sampler",
		edit{bitStreamFile, "		s.pool >>= n\n", ""}),
	byTest("sampler: a coin off by one", "TestPrimitiveDrawsAreFair", "core/noise/sampler",
		edit{bitStreamFile, "return s.below(b) < a", "return s.below(b) <= a"}),
	byAudit("sampler: |x| in place of x", "gradient/one-component", 20_000,
		edit{laplaceFile, "return -int64(x), x != 0", "return int64(x), x != 0"}),
	byAudit("sampler: |x| in place of x, of any size", "moment/axes", 20_000,
		edit{gaussianFile, "		dst.Neg(dst)\n", ""}),
	byTest("sampler: zero counted twice", "TestExactLaws", "core/noise/sampler",
		edit{laplaceFile, "return -int64(x), x != 0", "return -int64(x), true"}),
	byTest("sampler: zero counted twice, of any size", "TestExactLaws", "core/noise/sampler",
		edit{gaussianFile, "return dst.Sign() != 0", "return true"}),
	byAudit("sampler: half the variance", "moment/axes", 100_000,
		edit{gaussianFile, "	t := s.scratch.t.Sqrt(variance)\n",
			"	variance = new(big.Int).Rsh(variance, 1)\n	t := s.scratch.t.Sqrt(variance)\n"}),
}
