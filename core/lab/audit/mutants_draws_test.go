//go:build !js

package audit

const (
	samplerPackage    = "core/noise/sampler"
	mechanismPackage  = "core/internal/private/mechanism"
	accountantPackage = "core/noise/accountant"

	expCoinFile    = "core/noise/sampler/expcoin.go"
	gaussian64File = "core/noise/sampler/gaussian64.go"
	proposalFile   = "core/noise/sampler/proposal.go"
	curveFile      = "core/noise/accountant/gaussian.go"
)

// bitMutants are faults between the random bits and the exact laws.
var bitMutants = []mutant{
	byTest("bits: numbers below n by a remainder", "TestPrimitiveDrawsAreFair", samplerPackage,
		edit{bitStreamFile, "if u := s.bits(length); u < n {", "if u := s.bits(length) % n; u < n {"}),
	byTest("bits: n itself drawn, of any size", "TestPrimitiveDrawsAreFair", samplerPackage,
		edit{bitStreamFile, "dst.SetBytes(w).Cmp(n) < 0", "dst.SetBytes(w).Cmp(n) <= 0"}),
	byTest(
		"bits: zeros where the generator fails",
		"TestNoDrawWithoutRandomBits",
		samplerPackage,
		edit{
			bitStreamFile,
			`panic("sampler: the platform's random generator failed: " + err.Error())`,
			"clear(s.buffer[:])",
		},
	),
	byTest("bits: left in memory once they are dealt", "TestBitStreamDealsEachBitOnce", samplerPackage,
		edit{bitStreamFile, "	word := binary.LittleEndian.Uint64(b)\n	clear(b)\n",
			"	word := binary.LittleEndian.Uint64(b)\n"}),
	byTest("bits: those held back survive the wiping", "TestWipeErasesEverything", samplerPackage,
		edit{bitStreamFile, "	s.next = len(s.buffer)\n	s.pool, s.held = 0, 0\n", "	s.next = len(s.buffer)\n"}),
	byTest("bits: the scratch of a draw survives the wiping", "TestWipeErasesEverything", samplerPackage,
		edit{samplerFile, "	s.scratch.wipe()\n", ""}),
	byTest("bits: the words of an integer beyond its length survive the wiping", "TestWipeErasesEverything",
		samplerPackage, edit{gaussianFile, "clear(words[:cap(words)])", "clear(words)"}),
	byTest("laws: the series for exp cut after eight terms", "TestExactLaws", samplerPackage,
		edit{expCoinFile, "	for c.coin(a, b) && c.coin(1, k) {", "	for k < 8 && c.coin(a, b) && c.coin(1, k) {"}),
	byTest("laws: exp(−a/b) for a up to 2b as for b", "TestTossesAreThoseOfSampCert", samplerPackage,
		edit{samplerFile, "for ; a > b; a -= b {", "for ; a > 2*b; a -= b {"}),
	byTest("laws: the scale σ in place of σ + 1", "TestLawsAreThoseOfSampCert", samplerPackage,
		edit{gaussian64File, "s.laplaceRound(sigma + 1)", "s.laplaceRound(sigma)"}),
	byTest("laws: the cross term of a deviation counted once", "TestExactLaws", samplerPackage,
		edit{gaussian64File, "	for range q {\n", "	for range min(q, 1) {\n"}),
	byTest("laws: a deviation rounded up", "TestDeviationIsThatOfTheIntegers", samplerPackage,
		edit{gaussian64File, "return difference / (sigma * (sigma + 1)), difference",
			"return difference/(sigma*(sigma+1)) + 1, difference"}),
	byTest("laws: scores beyond 32 scales taken for 32", "TestExactLaws", samplerPackage,
		edit{proposalFile, "		if !s.BernoulliExp(a-largest, ScoreUnit) {\n			return j, false\n		}\n", ""}),
	byTest("laws: scores beyond 32 scales never drawn", "TestExactLaws", samplerPackage,
		edit{proposalFile, "if !s.BernoulliExp(a-largest, ScoreUnit) {", "if true {"}),
	byTest("laws: a comparison that 64 bits leave open decided by them", "TestScaledExpCoinOfBitsComparesExactly",
		samplerPackage,
		edit{proposalFile, "	return settle(a, weight, u, func() uint64 { return s.bits(64) })", "	return false"}),
	byTest("laws: the tables of weights rounded down", "TestWeightsAreRoundedUp", samplerPackage,
		edit{proposalFile, "v.Rsh(v.Add(power, v.Sub(v.Lsh(one, long-size), one)), long-size)", "v.Rsh(power, long-size)"}),
	byTest("laws: a weight too small taken as it is", "TestExponentialBelowRefusesSmallWeights", samplerPackage,
		edit{proposalFile, "if NewWeights().of(a) > weight {", "if false {"}),
}

// chargeMutants are faults of calibration and of charges.
var chargeMutants = []mutant{
	byTest("charge: ρ rounded up", "TestConversionsRoundTowardPrivacy", accountantPackage,
		edit{curveFile, "			return low\n", "			return high\n"}),
	byTest("charge: the rounding of δ not allowed for", "TestAgreesWithReference", accountantPackage,
		edit{accountantFile, "	logDelta += 1e-15 * (high * (high*rho + epsilon + 1))\n", ""},
		edit{accountantFile, "math.Exp(logDelta)*roundUp", "math.Exp(logDelta)"}),
	byTest("charge: (1−1/α)^α counted twice", "TestAgreesWithReference", accountantPackage,
		edit{accountantFile, "(high-1)*math.Log1p(-1/high) - math.Log(high)",
			"2*((high-1)*math.Log1p(-1/high)-math.Log(high))"}),
	byTest("charge: pure composition counted once for all draws", "TestBoundedRangeEtaSpendsTheBudget", accountantPackage,
		edit{accountantFile, "pure := epsilon / float64(k)", "pure := epsilon"}),
	byTest("charge: zCDP composition counted once for all draws", "TestBoundedRangeEtaSpendsTheBudget", accountantPackage,
		edit{accountantFile, "return float64(k) * eta * eta / 8 * roundUp", "return eta * eta / 8 * roundUp"}),
	byTest("charge: draws of the paper at half their ρ", "TestPrivacyMapsAreTheirFormulas", mechanismPackage,
		edit{accountantFile, "epsilon0 * epsilon0 / 2 * roundUp", "epsilon0 * epsilon0 / 4 * roundUp"}),
	byTest("charge: 2√m·e charged as 2e", "TestPrivacyMapsAreTheirFormulas", mechanismPackage,
		edit{gradientFile, "(task.Sensitivity+2*root*task.Error)/rest", "(task.Sensitivity+2*task.Error)/rest"},
		edit{gradientFile, "(task.Sensitivity+2*root*task.Error)/sigma", "(task.Sensitivity+2*task.Error)/sigma"}),
	byTest("charge: the rounding of gradients to steps not charged", "TestPrivacyMapsAreTheirFormulas", mechanismPackage,
		edit{gradientFile, "/sigma + root/GradientResolution", "/sigma"}),
	byTest("charge: the rounding of scores to steps not charged", "TestPrivacyMapsAreTheirFormulas", mechanismPackage,
		edit{selectionFile, "/scale + 2.0/ScoreResolution)", "/scale)"}),
	byTest("charge: σ² rounded down", "TestMomentCalibrationRoundsUp", mechanismPackage,
		edit{momentLawFile, "	off.Add(off, half.Num()).Quo(off, half.Denom())\n", "	off.Quo(half.Num(), half.Denom())\n"}),
	byAudit("gradient: no noise on every 64th component", "gradient/many-components", 20_000,
		edit{gradientFile, noiseLoop,
			noiseLoop + "		if j%64 == 63 {\n			gradient[j] = math.Round(v/m.step) * m.step\n			continue\n		}\n"}),
	byTest("gradient: no noise on every 64th component, from the 64th round on", "TestEveryComponentHasNoise",
		mechanismPackage,
		edit{gradientFile, noiseLoop,
			noiseLoop + "		if j%64 == 0 && j > 0 && m.made < m.draws {\n			gradient[j] = math.Round(v/m.step) * m.step\n			continue\n		}\n"}),
	byTest("gradient: floating-point numbers left unrounded under the noise", "TestNoisyGradientsAreWholeSteps",
		mechanismPackage,
		edit{gradientFile, "float64(int64(math.Round(v/m.step))+m.sampler.DiscreteGaussian64(GradientResolution)) * m.step",
			"v + float64(m.sampler.DiscreteGaussian64(GradientResolution))*m.step"}),
	byTest("moment: a count below 1 cut at the true one", "TestCountBelowOneIsOne", mechanismPackage,
		edit{momentFile, "			count = one\n", "			count.SetInt64(max(sum.Rows, 1))\n"}),
	byTest("moment: the mean over the exact number of rows, whatever is stated", "TestCountIsNoisy", mechanismPackage,
		edit{momentFile, "m.Grid.Float(noisy[k], count)", "m.Grid.Float(noisy[k], new(big.Rat).SetInt64(sum.Rows))"}),
	byTest("selection: scores counted from an estimate that may be above them", "TestRoughSelectionHasTheLawOfTheScores",
		mechanismPackage,
		edit{selectionFile, "from := least - off - m.scale/scoreSteps", "from := least - 0*off - m.scale/scoreSteps"}),
}

const noiseLoop = "	for j, v := range gradient {\n"
