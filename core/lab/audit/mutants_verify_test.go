//go:build !js

package audit

const (
	noiseFile        = "core/release/verify/noise.go"
	momentsFile      = "core/release/verify/moments.go"
	combinationFile  = "core/release/verify/combination.go"
	sharesFile       = "core/release/verify/sources.go"
	verifyRoundsFile = "core/release/verify/rounds.go"
	wordsFile        = "core/release/words.go"
	copiesFile       = "core/release/combine/copies.go"
	settingFile      = "core/release/combine/setting.go"
	releasePackage   = "core/release"
	ofSums           = "TestRelationsOfSums"
	ofCounts         = "TestRelationsOfCounts"
	rowsOfSums       = "TestTheNumberOfRowsIsThatOfTheSums"
	worstOwner       = "TestTheWorstOwnerDecides"
	severalOwners    = "TestOwnersOfSeveralSamples"
	freeText         = "TestNothingInADocumentIsFreeText"
	sameNoise        = "TestTheSameNoiseIsAddedOnce"
)

// relationMutants are faults of the verifier in what holds between the values of a document, up to their noise.
var relationMutants = []mutant{
	byTest("verify: noise explains six times as much", "TestBoundsOfNoise", verifyPackage,
		edit{noiseFile, "	return math.Sqrt(2 * (exponent + ", "	return 6 * math.Sqrt(2*(exponent+"}),
	byTest("verify: a genuine document refused once in a million", "TestBoundsOfNoise", verifyPackage,
		edit{noiseFile, "	falseAlarm = 1e-9\n", "	falseAlarm = 1e-6\n"}),
	byTest(
		"verify: a negative square accepted",
		ofSums,
		verifyPackage,
		edit{
			momentsFile,
			"possible = v >= -z*p.sigma && p.explains(v, p.squares, 1, z)",
			"possible = p.explains(v, p.squares, 1, z)",
		},
	),
	byTest("verify: fewer rows than none accepted", ofSums, verifyPackage,
		edit{momentsFile, "possible = !p.counted || v >= -z*p.sigma", "possible = true"}),
	byTest("verify: products up to s² accepted", ofSums, verifyPackage,
		edit{momentsFile, "p.explains(math.Abs(v), p.squares/2, ", "p.explains(math.Abs(v), p.squares, "}),
	byTest("verify: squares of more than the radius together accepted", ofSums, verifyPackage,
		edit{momentsFile, "if !p.explains(trace, ", "if trace != trace && !p.explains(trace, "}),
	byTest(
		"verify: the noise of a sum of d squares taken for d times the noise of one",
		ofSums,
		verifyPackage,
		edit{
			momentsFile,
			"p.explains(trace, p.squares, math.Sqrt(float64(d)), z)",
			"p.explains(trace, p.squares, float64(d), z)",
		},
	),
	byTest("verify: a first row of any length accepted", ofSums, verifyPackage,
		edit{momentsFile, "if !p.explainsLength(first, ", "if first != first && !p.explainsLength(first, "}),
	byTest("verify: entries of any size together accepted", ofSums, verifyPackage,
		edit{momentsFile, "if !p.explainsLength(rest, ", "if rest != rest && !p.explainsLength(rest, "}),
	byTest("verify: a matrix with a negative eigenvalue accepted", ofSums, verifyPackage,
		edit{momentsFile, "	return p.checkDefinite()\n", "	return nil\n"}),
	byTest("verify: the noise of a private n forgotten", ofSums, verifyPackage,
		edit{momentsFile, "		noise = math.Hypot(noise, each/(p.intercept*p.intercept))\n", ""}),
	byTest("verify: trimmed means held to what sums are", "TestTrimmedMomentsOfOwnersWhoDifferVerify", combinePackage,
		edit{momentsFile, "		return p.checkEntries()\n", "		return p.check()\n"}),
	byTest("verify: a trimmed mean of any noise accepted", "TestTrimmedCertificate", combinePackage,
		edit{combinationFile, " && sigma <= high*(1+1e-6)) {", ") {"}),
	byTest("verify: a discrepancy of any noise accepted", "TestNoLieVerifies", verifyPackage,
		edit{fieldsFile, "{d.Noise <= most*(1+slack), ", "{d.Noise > 0 || most > 0, "}),
	byTest(
		"verify: groups that overlap accepted",
		"TestOverlappingGroupsAreRefused",
		verifyPackage,
		edit{
			verifyCounts,
			"	groups, sum, length, along, shape := ",
			"	if t.rows > 0 {\n		return nil\n	}\n	groups, sum, length, along, shape := ",
		},
	),
	byTest("verify: rows in several groups or in none accepted", ofCounts, verifyPackage,
		edit{verifyCounts, "if !(math.Abs(along) <= ", "if !(-math.Abs(along) <= "}),
	byTest("verify: groups without noise of their own accepted", ofCounts, verifyPackage,
		edit{verifyCounts, "if !(length >= sigma*shortest(size)) {", "if !(length >= 0) {"}),
	byTest("verify: differences of groups of any length accepted", ofCounts, verifyPackage,
		edit{verifyCounts, "!(length <= sigma*longest(size)+doubt)", "!(length >= 0)"}),
	byTest("verify: a cell whose groups count more accepted", ofCounts, verifyPackage,
		edit{verifyCounts, "if !(math.Abs(difference) <= z+doubt) {", "if math.IsNaN(difference) {"}),
	byTest(
		"verify: counts of groups that are not n accepted",
		ofCounts,
		verifyPackage,
		edit{
			verifyCounts,
			"if t.groups != nil && !(math.Abs(grouped-rows)",
			"if t.groups == nil && !(math.Abs(grouped-rows)",
		},
	),
	byTest("verify: a sum of counts that is off by the noise of each accepted", ofCounts, verifyPackage,
		edit{verifyCounts, "if !(math.Abs(sum-rows) <= z*math.Sqrt(size)", "if !(math.Abs(sum-rows) <= z*size"}),
	byTest("verify: counts far below 0 accepted", ofCounts, verifyPackage,
		edit{verifyCounts, "if !(v >= -z) || refused(v, ", "if v != v || refused(v, "}),
	byTest("verify: many counts below 0 accepted", ofCounts, verifyPackage,
		edit{verifyCounts, "if !(math.Sqrt(below) <= ", "if !(-math.Sqrt(below) <= "}),
	byTest("verify: a group of fewer rows than none accepted", ofCounts, verifyPackage,
		edit{verifyCounts, "if i > 0 && (!(own >= -z*root) || ", "if i > 0 && (own != own || "}),
	byTest(
		"verify: whole counts accepted",
		"TestCountsOfFewBitsAreRefused",
		verifyPackage,
		edit{verifyCounts, "if rare(whole, len(counts), float64(whole)*math.Log(p)) || rare(most, ", "if rare(most, "},
		edit{
			verifyCounts,
			"p, whole := congruent(modulus, sigma*partsOfRow), residues[0]",
			"p, whole := congruent(modulus, sigma*partsOfRow), 0",
		},
	),
	byTest("verify: counts of one fraction accepted", "TestCountsOfFewBitsAreRefused", verifyPackage,
		edit{verifyCounts, " || rare(most, len(counts), float64(most-1)*math.Log(p)) {", " {"}),
	byTest("verify: sums of few digits accepted", "TestSumsOfFewDigitsAreRefused", verifyPackage,
		edit{verifyLabels, "if rest.Rem(v, modulus).Sign() == 0 {", "if rest.Rem(v, modulus).Sign() > 1 {"}),
	byTest("verify: sums of fewer rows than n accepted", rowsOfSums, verifyPackage,
		edit{verifyLabels, "!(math.Abs(found-rows) <= deviations(1)*", "!(found-rows <= deviations(1)*"}),
	byTest("verify: sums of more rows than n accepted", rowsOfSums, verifyPackage,
		edit{verifyLabels, "!(math.Abs(found-rows) <= deviations(1)*", "!(rows-found <= deviations(1)*"}),
	byTest("verify: the noise of both sums taken for twice the noise of one", rowsOfSums, verifyPackage,
		edit{verifyLabels, "deviations(1)*math.Sqrt2*", "deviations(1)*2*"}),
	byTest(
		"verify: an estimate of n that does not follow from the sums accepted",
		rowsOfSums,
		verifyPackage,
		edit{
			verifyLabels,
			"if c.Adjacency == method.AddRemove && !(math.Abs(math.Max(1, found)-rows)",
			"if c.Adjacency != method.AddRemove && !(math.Abs(math.Max(1, found)-rows)",
		},
	),
	byTest("verify: a sum of more rows than there are accepted", "TestASumHasNoMoreRowsThanThereAre", verifyPackage,
		edit{verifyLabels, "if !(sum[0][0] <= all*", "if !(-sum[0][0] <= all*"}),
	byTest(
		"verify: sums of rows with labels trimmed",
		"TestSumsOfLabelsAreNoTrimmedMean",
		combinePackage,
		edit{
			verifyLabels,
			"c.Combination == nil || c.Combination.Method == \"\",\n",
			"c.Combination == nil || c.Combination.Method != \"median\",\n",
		},
	),
}

// statementMutants are faults in what is refused of the other statements of a document, and of releases that are
// combined.
var statementMutants = []mutant{
	byTest("verify: δ ≥ 1/n of one owner accepted", "TestDeltaIsRefusedOwnerByOwner", verifyPackage,
		edit{deltaFile, "largest = max(largest, cohort.Delta*", "largest = max(largest, c.Delta*0*"}),
	byTest("verify: δ of all held to each owner's n", "TestDeltaIsRefusedOwnerByOwner", verifyPackage,
		edit{deltaFile, "cohort.Delta*float64(cohort.N)", "c.Delta*float64(cohort.N)"}),
	byTest("verify: δ held to the n of all owners", "TestDeltaIsRefusedOwnerByOwner", verifyPackage,
		edit{deltaFile, "float64(cohort.N)/float64(cohort.Releases)", "float64(cohort.N)"}),
	byTest("verify: δ = 1/n accepted", "TestDeltaIsRefusedOwnerByOwner", verifyPackage,
		edit{deltaFile, "if !(largestDeltaRows(c) < 1) {", "if !(largestDeltaRows(c) <= 1) {"}),
	byTest("verify: the last owner decides", worstOwner, verifyPackage,
		edit{combinationFile, "rho = math.Max(rho, own)", "rho = own"}),
	byTest("verify: the owner with the most noise decides", "TestTheLeastNoiseDecidesWhatIsRecomputed", combinePackage,
		edit{combinationFile, "rho = math.Max(rho, own)", "rho = own + min(rho-own, 0)*min(rho, 1)"}),
	byTest("verify: a list of fewer members accepted", "TestMembersAreCounted", verifyPackage,
		edit{combinationFile, "int64(len(members)) != releases", "int64(len(members)) > releases"}),
	byTest("verify: a list of more members accepted", "TestMembersAreCounted", verifyPackage,
		edit{combinationFile, "int64(len(members)) != releases", "int64(len(members)) < releases"}),
	byTest("verify: ten thousand members without a list accepted", "TestMembersAreCounted", verifyPackage,
		edit{combinationFile, "releases <= release.MostMembers", "releases < release.MostMembers"}),
	byTest("verify: any share of weight accepted where there are no weights", "TestSharesOfSeveralSamples", verifyPackage,
		edit{sharesFile, "math.Abs(squares - 1 / *size) <= 1e-6*squares,", "squares >= 0,"}),
	byTest("verify: shares of fewer rows accepted", "TestSharesOfSeveralSamples", verifyPackage,
		edit{sharesFile, "math.Abs(squares - 1 / *size) <= 1e-6*squares,", "1 / *size - squares <= 1e-6*squares,"}),
	byTest("verify: shares of more rows accepted", "TestSharesOfSeveralSamples", verifyPackage,
		edit{sharesFile, "math.Abs(squares - 1 / *size) <= 1e-6*squares,", "squares - 1 / *size <= 1e-6*squares,"}),
	byTest(
		"verify: words of any kind accepted",
		"TestNoLieVerifies",
		verifyPackage,
		edit{
			"core/release/verify/verify.go",
			"	if err := r.CheckWords(); err != nil {\n",
			"	if err := r.CheckWords(); err != nil && c.Mechanism == \"\" {\n",
		},
	),
	byTest(
		"document: free text is read",
		freeText,
		releasePackage,
		edit{
			"core/release/shape.go",
			"	if err := r.CheckWords(); err != nil {\n",
			"	if err := r.CheckWords(); err != nil && r.Kind == \"\" {\n",
		},
	),
	byTest(
		"document: any identifier is read",
		freeText,
		releasePackage,
		edit{
			wordsFile,
			`check("release's id", r.ReleaseID, isIdentifier(r.ReleaseID))`,
			`check("release's id", r.ReleaseID, r.ReleaseID != "")`,
		},
	),
	byTest(
		"document: any version of an engine is read",
		freeText,
		releasePackage,
		edit{wordsFile, `p.EngineVersion, isVersion(p.EngineVersion))`, `p.EngineVersion, p.EngineVersion != "")`},
	),
	byTest(
		"document: any unit is read",
		freeText,
		releasePackage,
		edit{wordsFile, "string(c.Unit), c.Unit == method.Record || c.Unit == method.Person)", `string(c.Unit), c.Unit != "")`},
	),
	byTest(
		"document: any law of noise is read",
		freeText,
		releasePackage,
		edit{
			wordsFile,
			"c.Noise.Distribution, slices.Contains(Distributions, c.Noise.Distribution))",
			`c.Noise.Distribution, c.Noise.Distribution != "")`,
		},
	),
	byTest("document: a version of more numbers is read", freeText, releasePackage,
		edit{wordsFile, "	return len(numbers) == 3\n", "	return len(numbers) >= 3\n"}),
	byTest(
		"document: a given model's kind in words is read",
		"TestWhatIsNoReportIsNotRead",
		releasePackage,
		edit{"core/release/report.go", ` || a.Model == GivenModel && a.Base != "" {`, " {"},
	),
	byTest("document: names of any length are read", "TestNamesAreOfBoundedLength", releasePackage,
		edit{"core/data/dataset/schema.go", "len(name) <= mostName && ", ""}),
	byTest("document: a report divided by a number", "TestWhatIsNoReportIsNotRead", releasePackage,
		edit{"core/release/report.go", "if i < 0 || len(r.Provenance.Schema.Used()[i].Levels) == 0 {", "if i < 0 {"}),
	byTest("document: a sample is in the list twice", "TestListsOfSamples", releasePackage,
		edit{"core/release/sources.go", "		if known[s.SHA256] {\n", "		if known[s.Name] {\n"}),
	byTest("document: a later version of the format is read", "TestDecodeRefusesWhatIsNoRelease", releasePackage,
		edit{"core/release/release.go", "head.Version != Version", "head.Version < Version"}),
	byTest("combine: a changed copy is added", sameNoise, combinePackage,
		edit{"core/release/combine/combine.go", "findCopy(draws); found {", "findCopy(draws); found && false {"}),
	byTest("combine: a copy with another number of rows is added", sameNoise, combinePackage,
		edit{copiesFile, "[][2]float64{{1, 1}, {d.rows, o.rows}}", "[][2]float64{{1, 1}}"}),
	byTest(
		"combine: only copies without a change are found",
		sameNoise,
		combinePackage,
		edit{
			copiesFile,
			"k*math.Log(evidence/k)+k-evidence < math.Log(chance/2)",
			"k*math.Log(evidence/k)+k-evidence < 20*math.Log(chance/2)",
		},
	),
	byTest("combine: owners of the same rows taken for copies", "TestIndependentNoiseIsRarelyACopy", combinePackage,
		edit{copiesFile, "(2*math.Abs(one-other)+unit)", "(math.Abs(one-other)/2+unit)"}),
	byTest("combine: a negative entry is added as a positive one", "TestAddendsAddUpToTheSameSum", combinePackage,
		edit{"core/release/combine/addend.go", "		if v.Sign() < 0 {\n", "		if v.Sign() > 0 {\n"}),
	byTest("combine: an entry of 128 bits loses its sign", "TestEntriesBeyondAnAddend", combinePackage,
		edit{"core/release/combine/addend.go", "if v.BitLen() >= 8*entryBytes {", "if v.BitLen() > 8*entryBytes {"}),
	byTest("combine: what callers call their samples keeps owners apart", severalOwners, combinePackage,
		edit{settingFile, "release.Source{SHA256: s.SHA256, ", "release.Source{Name: s.Name, SHA256: s.SHA256, "}),
	byTest("combine: owners of other samples added up", severalOwners, combinePackage,
		edit{settingFile, "release.Source{SHA256: s.SHA256, Rows: s.Rows,", "release.Source{Rows: s.Rows,"}),
	byTest("combine: owners of samples of other lengths added up", severalOwners, combinePackage,
		edit{settingFile, "SHA256: s.SHA256, Rows: s.Rows,", "SHA256: s.SHA256, Rows: 1,"}),
	byTest("combine: what was left out forgotten", severalOwners, combinePackage,
		edit{settingFile, ", LeftOut: s.LeftOut})", "})"}),
}
