//go:build !js

package audit

const (
	samplerFile   = "core/dp/sampler/sampler.go"
	momentFile    = "core/dp/mechanism/moment.go"
	selectionFile = "core/dp/mechanism/selection.go"
	gradientFile  = "core/dp/mechanism/gradient.go"
	rangeFile     = "core/discrepancy/sensitivity.go"
	gridFile      = "core/moment/grid.go"
	sumFile       = "core/moment/accumulator.go"
	targetFile    = "core/dataset/target.go"
)

const drawLine = "	return m.sampler.Exponential(m.excess, ScoreResolution)\n"

// mutants are the faults of privacy.md, "How it is checked", each with what catches it.
var mutants = []mutant{
	{
		name:  "moment: sensitivity halved",
		edits: []edit{{momentFile, "SetInt(Sensitivity2(g.InterceptSteps(), a))", "SetFrac(Sensitivity2(g.InterceptSteps(), a), big.NewInt(4))"}},
		cells: "moment/", trials: 50_000,
	},
	{
		name:  "moment: sensitivity −25%",
		edits: []edit{{momentFile, "budget.Mul(budget, big.NewRat(4, 1))", "budget.Mul(budget, big.NewRat(64, 9))"}},
		cells: "moment/", trials: 100_000,
	},
	{
		name:  "moment: the sensitivity of a large intercept taken for a small one",
		edits: []edit{{momentFile, "	if 2*c*c <= moment.Steps*moment.Steps {", "	if c == 0 {"}},
		cells: "moment/intercept", trials: 50_000,
	},
	{
		name:  "moment: σ halved",
		edits: []edit{{momentFile, "new(big.Int).Lsh(off, 1)}", "new(big.Int).Rsh(off, 1)}"}},
		cells: "moment/axes", trials: 50_000,
	},
	{
		name:  "moment: off-diagonal noise forgotten",
		edits: []edit{{momentFile, "s.DiscreteGaussian(&noise, m.offDiagonal)", "noise.SetInt64(0)"}},
		cells: "moment/off-diagonal", trials: 20_000,
	},
	{
		name:  "moment: off-diagonals unscaled (private, and not as certified)",
		edits: []edit{{momentFile, "s.DiscreteGaussian(&noise, m.offDiagonal)", "s.DiscreteGaussian(&noise, m.diagonal)"}},
		test:  "TestMomentNoiseMatchesItsCertificate", inPackage: "core/dp/mechanism",
	},
	{
		name: "moment: one random stream reused within a release",
		edits: []edit{
			{momentFile, "	var noise big.Int\n", "	var noise, first big.Int\n	s.DiscreteGaussian(&first, m.offDiagonal)\n"},
			{momentFile, "s.DiscreteGaussian(&noise, m.offDiagonal)", "noise.Set(&first)"},
		},
		test: "TestNoiseIsIndependent", inPackage: "core/audit",
	},
	{
		name: "sampler: the same random stream for each release",
		edits: []edit{
			{samplerFile, "newSampler(rand.Reader)", "newSampler(rand.NewChaCha8([32]byte{1}))"},
			{samplerFile, "\"crypto/rand\"", "\"math/rand/v2\""},
		},
		test: "TestNoiseIsIndependent", inPackage: "core/audit",
	},
	{
		name: "rows: clipping skipped",
		edits: []edit{
			{sumFile, "dataset.Clip(z, a.grid.FeatureRadius())", "dataset.Clip(append([]float64(nil), z...), a.grid.FeatureRadius())"},
			{gridFile, "squaredNorm(steps) > bound;", "squaredNorm(steps) > bound && false;"},
		},
		cells: "moment/clipped", trials: 20_000,
	},
	{
		name:  "rows: n taken after filtering",
		edits: []edit{{targetFile, "		t.unusable++\n", "		t.unusable++\n		t.rows--\n"}},
		test:  "TestEveryLineOfAPrivateFileIsARecord", inPackage: "core/dataset",
	},
	{
		name:  "selection: range halved",
		edits: []edit{{rangeFile, "return g.SourceRadius * g.SourceRadius * g.softmaxChange(mu) * roundUp", "return g.SourceRadius * g.SourceRadius * g.softmaxChange(mu) / 2"}},
		cells: "selection-tight/engine", trials: 200_000,
	},
	{
		name:  "selection: range −25%",
		edits: []edit{{selectionFile, "(task.Range + 4*task.Error) / rest", "(0.75*task.Range + 4*task.Error) / rest"}},
		cells: "selection-tight/engine", trials: 1_000_000,
	},
	{
		name: "selection: Gumbel noise added instead of subtracted",
		edits: []edit{
			{selectionFile, drawLine, `	best, least := 0, math.Inf(1)
	for j, e := range m.excess {
		u := (float64(m.sampler.Below(1<<53)) + 0.5) / (1 << 53)
		if v := float64(e)/ScoreResolution - math.Log(-math.Log(u)); v < least {
			best, least = j, v
		}
	}
	return best
`},
		},
		cells: "selection-tight/equal", trials: 50_000,
	},
	{
		name: "selection: permute-and-flip charged as the exponential mechanism",
		edits: []edit{
			{selectionFile, drawLine, `	order := make([]int, len(m.excess))
	for j := range order {
		k := int(m.sampler.Below(uint64(j + 1)))
		order[j], order[k] = order[k], j
	}
	for _, j := range order {
		if m.sampler.BernoulliExp(m.excess[j], ScoreResolution) {
			return j
		}
	}
	panic("the smallest score is always accepted")
`},
		},
		cells: "selection-tight/tie", trials: 200_000,
	},
	{
		name:  "selection: a draw of two not charged",
		edits: []edit{{selectionFile, "BoundedRangeEta(max(task.Draws, 1), ", "BoundedRangeEta(max(task.Draws-1, 1), "}},
		cells: "selection-tight/two-draws", trials: 200_000,
	},
	{
		name:  "selection: a draw not counted",
		edits: []edit{{selectionFile, "	m.made++\n", ""}},
		test:  "TestSelectionRefusesUnchargedDraws", inPackage: "core/dp/mechanism",
	},
	{
		name:  "selection: the paper's draw without noise for the first score",
		edits: []edit{{selectionFile, "	best, least := 0, int64(math.MaxInt64)\n	for j, e := range m.excess {", "	best, least := 0, int64(m.excess[0])\n	for j, e := range m.excess {\n		if j == 0 {\n			continue\n		}"}},
		cells: "selection-paper/", trials: 200_000,
	},
	{
		name:  "gradient: σ halved",
		edits: []edit{{gradientFile, "m.sampler.DiscreteGaussian64(GradientResolution)", "m.sampler.DiscreteGaussian64(GradientResolution/2)"}},
		cells: "gradient/", trials: 50_000,
	},
	{
		name:  "gradient: Δ₂ −25%",
		edits: []edit{{gradientFile, "(task.Sensitivity+2*root*task.Error)/rest", "(0.75*task.Sensitivity+2*root*task.Error)/rest"}},
		cells: "gradient/", trials: 100_000,
	},
	{
		name:  "gradient: a round of two not charged",
		edits: []edit{{gradientFile, "float64(max(task.Draws, 1))", "float64(max(task.Draws-1, 1))"}},
		cells: "gradient/two-rounds", trials: 100_000,
	},
	{
		name:  "gradient: the last round without noise",
		edits: []edit{{gradientFile, "	m.made++\n", "	m.made++\n	if m.made == m.draws {\n		return\n	}\n"}},
		cells: "gradient/", trials: 20_000,
	},
	{
		name:  "gradient: a round not counted",
		edits: []edit{{gradientFile, "	m.made++\n", ""}},
		test:  "TestGradientRefusesUnchargedRounds", inPackage: "core/dp/mechanism",
	},
	{
		name:  "accountant: ρ doubled",
		edits: []edit{{"core/dp/accountant/accountant.go", "	return low\n}", "	return 2 * low\n}"}},
		cells: "moment/axes", trials: 50_000,
	},
}
