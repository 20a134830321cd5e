//go:build !js

package audit

const (
	discrepancyPackage = "core/solve/discrepancy"
	combinePackage     = "core/release/combine"

	shardFile      = "core/solve/discrepancy/shards/shard.go"
	estimatesFile  = "core/solve/discrepancy/estimates.go"
	rowsFile       = "core/solve/discrepancy/shards/rows.go"
	scoreErrorFile = "core/solve/discrepancy/scoreerror.go"
	loopsFile      = "core/kernel/loops.go"
	portableFile   = "core/kernel/portable.go"
	documentFile   = "core/release/combine/document.go"
	arrivalFile    = "core/release/combine/arrival.go"
	aggregateFile  = "core/release/combine/aggregate.go"
	formatFile     = "core/release/certificate.go"
	textFile       = "core/release/text.go"
	fieldsFile     = "core/release/verify/fields.go"
	valuesFile     = "core/release/verify/values.go"
	deltaFile      = "core/release/verify/delta.go"
	verifyPackage  = "core/release/verify"
)

// solverMutants are faults of the scores, of their bounds, and of the workers that compute them.
var solverMutants = []mutant{
	byTest("scores: their error bounded by a thousandth", "TestScoreErrorBoundsTheRounding", discrepancyPackage,
		edit{scoreErrorFile, "return 1.1 * (r2*(4*float64(moves)*ulp*mu*b",
			"return 0.0011 * (r2*(4*float64(moves)*ulp*mu*b"}),
	byTest("scores: a sensitivity for several features where there is one", "TestSensitivityBounds", discrepancyPackage,
		edit{sensitivity2File, "	if g.Order > 1 {\n		change /= 2\n", "	if g.Order > 0 {\n		change /= 2\n"}),
	byTest("scores: estimates bounded without the size of a sum", "TestEstimatesKeepTheirBound", discrepancyPackage,
		edit{estimatesFile, "float32Ulp*float64(2*o.order()+12)*size*r2", "float32Ulp*0.1*size*r2"}),
	byTest("scores: the age of an estimate left out of its bound", "TestEstimatesOfAnEarlierGradient", discrepancyPackage,
		edit{estimatesFile, "+drift*r2+", "+"}),
	byTest("scores: off-diagonal changes of G counted once in its age", "TestEstimatesOfAnEarlierGradient",
		discrepancyPackage, edit{estimatesFile, "sum += 2 * v * v", "sum += 0 * v * v"}),
	byTest("workers: their shards overlap by a block", "TestWorkersChangeNoBit", discrepancyPackage,
		edit{rowsFile, "start, end := cut(m, first), cut(m, last)", "start, end := cut(m, max(first-1, 0)), cut(m, last)"}),
	byTest("workers: the rows of a part dealt out by another cut", "TestWorkersChangeNoBit", discrepancyPackage,
		edit{shardFile, "s.bounds = append(s.bounds, cut(m, p)-cut(m, first))",
			"s.bounds = append(s.bounds, cut(m, p)-cut(m, first)-p%2)"}),
	byTest("kernel: weights rounded down", "TestWeigh", "core/kernel",
		edit{portableFile, "part[step&1023]>>23 + 1", "part[step&1023]>>23"}),
	byTest("kernel: a number at the border found in the weight before", "TestFind", "core/kernel",
		edit{loopsFile, "sums[j] > u", "sums[j] >= u"}),
	byTest("kernel: half of the off-diagonal form", "TestQuadraticFormsAgainstGonum", "core/kernel",
		edit{"core/kernel/quadratic.go", "f[at] = T(2 * factor * upper[i*d+k])", "f[at] = T(factor * upper[i*d+k])"}),
}

// documentMutants are faults of the statements about a release and of sums of releases.
var documentMutants = []mutant{
	byTest("document: a field renamed in another case is read", "TestDecodeRefusesWhatIsNoRelease", "core/release",
		edit{textFile, "SameText(a, b)", "SameText(a, a)"}),
	byTest("document: a field that is there twice is read", "TestDecodeRefusesWhatIsNoRelease", "core/release",
		edit{textFile, "return countTokens(text) == countTokens(again) && ", "return "}),
	byTest("document: a field is written in another case", "TestFieldsAreThoseOfTheSchema", "core/release",
		edit{formatFile, "`json:\"sourceRadius\"`", "`json:\"sourceradius\"`"}),
	byTest("combination: the noise of one owner stated for the sum", "TestCombinedNoise", combinePackage,
		edit{documentFile, "variance.Add(variance, one.Mul(one, big.NewInt(cohort.Releases)))", "variance.Set(one)"}),
	byTest("combination: more noise stated than there is", "TestCombinedNoise", combinePackage,
		edit{documentFile, "one.Mul(one, big.NewInt(cohort.Releases))", "one.Mul(one, big.NewInt(2*cohort.Releases))"}),
	byTest("combination: the last owner's δ in place of the largest", "TestCombinedMomentAndCertificate", combinePackage,
		edit{documentFile, "math.Max(c.Delta, cohort.Delta)", "cohort.Delta"}),
	byTest("combination: a count that was cut off enters", "TestWhatCannotBeCombinedIsRefused", combinePackage,
		edit{arrivalFile, "if c.Adjacency == method.AddRemove && c.RowsEstimate == 1 {",
			"if c.Adjacency == method.AddRemove && false {"}),
	byTest("combination: sums of other sources added", "TestWhatCannotBeCombinedIsRefused", combinePackage,
		edit{aggregateFile, "	if err := a.setting.agrees(other.setting); err != nil {\n		return err\n	}\n", ""}),
}

// verifierMutants are faults of the reader who holds a release to its claim.
var verifierMutants = []mutant{
	byTest("verify: moments that no noise explains accepted", "TestWhatCannotBeIsRefused", verifyPackage,
		edit{momentsFile, "	return p.check()\n", "	return nil\n"}),
	byTest(
		"verify: an exact discrepancy accepted where the mechanism releases none",
		"TestWhatCannotBeIsRefused",
		verifyPackage,
		edit{
			fieldsFile,
			`{"discrepancy", c.Discrepancy != nil, solved && moment && summed}`,
			`{"discrepancy", c.Discrepancy != nil, solved && summed}`,
		},
	),
	byTest("verify: an exact gap accepted where the mechanism releases none", "TestWhatCannotBeIsRefused", verifyPackage,
		edit{fieldsFile, `{"gap", c.Gap != nil, proven}`, `{"gap", c.Gap != nil, solved}`}),
	byTest("verify: statements that are proven of sums accepted of trimmed means",
		"TestTrimmedMeansStateNothingThatIsProvenOfSums", combinePackage,
		edit{fieldsFile, "	summed := c.Combination == nil || c.Combination.Method == \"\"",
			"	summed := c.Combination == nil || c.Combination.Method != \"median\""}),
	byTest("verify: weights of one iteration that are not uniform accepted", "TestWhatCannotBeIsRefused", verifyPackage,
		edit{valuesFile, "if !(math.Abs(w-share) <= slack*share) {", "if w != w {"}),
	byTest("verify: δ ≥ 1/n accepted", "TestDeltaAgainstTheNumberOfRows", verifyPackage,
		edit{deltaFile, "if !(largestDeltaRows(c) < 1) {", "if !(largestDeltaRows(c) >= 0) {"}),
}
