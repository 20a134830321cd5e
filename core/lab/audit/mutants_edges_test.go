//go:build !js

package audit

const (
	entriesOfSums = "TestEntriesOfSumsAreHeldToTheNumberOfRows"
	manyZeros     = "TestAnEntryOfManyZerosIsRefused"
	eachOwner     = "TestTheWorstOwnerDecides"
	notAsked      = "what a link does not ask for is refused before any address is asked"
	notTheLinks   = "files that are not those of the link are refused before a charge, whatever the receiver says"
)

// edgeMutants are faults at the ends of what is compared: the last digit, no owner, one row more, the cell beside.
var edgeMutants = []mutant{
	byTest("verify: entries of a sum held to its noisy number of rows", entriesOfSums, verifyPackage,
		edit{
			verifyLabels,
			"		if err := p.checkEntries(); err != nil {\n			return err\n		}\n		if err := p.checkWhole()",
			"		if err := p.checkWhole()",
		}),
	byTest("verify: entries of a sum together held to its noisy number of rows", entriesOfSums, verifyPackage,
		edit{
			verifyLabels,
			"		if err := p.checkWhole(); err != nil {\n",
			"		if err := p.checkWhole(); err != nil && c.N < 1 {\n",
		}),
	byTest("verify: an entry with 15 zeros accepted", manyZeros, verifyPackage,
		edit{verifyLabels, "{10, 15}", "{10, 12}"}),
	byTest("verify: an entry with 50 zero bits accepted", manyZeros, verifyPackage,
		edit{verifyLabels, "{2, 50}", "{2, 40}"}),
	byTest("verify: owners of no release accepted", eachOwner, verifyPackage,
		edit{combinationFile, "cohort.Releases < 1 ||", "cohort.Releases < 0 ||"}),
	byTest("verify: a sum that left values out accepted", eachOwner, verifyPackage,
		edit{combinationFile, "c.Combination.Trimmed != 0 {", "c.Combination.Trimmed < 0 {"}),
	byTest("verify: rows of owners that wrap around", "TestRowsOfOwnersDoNotWrapAround", verifyPackage,
		edit{combinationFile, "cohort.N > 1<<62-rows", "cohort.N > 1<<62"}),
	byTest("verify: a trimmed mean that left nothing out accepted", "TestWhatATrimmedMeanLeavesOut", verifyPackage,
		edit{combinationFile, "out >= 1 && 2*out < all", "out >= 0 && 2*out < all"}),
	byTest("verify: a trimmed mean that left all out accepted", "TestWhatATrimmedMeanLeavesOut", verifyPackage,
		edit{combinationFile, "out >= 1 && 2*out < all", "out >= 1 && 2*out <= all"}),
	byTest("verify: noise of a trimmed mean as if no owner had many rows", "TestTheNoiseOfATrimmedMeanFollowsTheRows",
		verifyPackage, edit{combinationFile, "largest := rows - (owners - 1)", "largest := rows / owners"}),
	byTest("verify: entries of a trimmed mean with more than its noise accepted", "TestEntriesOfATrimmedMean",
		verifyPackage, edit{
			momentsFile,
			"p.sigma *= math.Sqrt(all / (all - 2*float64(combined.Trimmed)))",
			"p.sigma *= all / (all - 2*float64(combined.Trimmed))",
		}),
	byTest("verify: a group of more rows than there are accepted", ofCounts, verifyPackage,
		edit{verifyCounts, " || refused(own, sum, root*math.Sqrt2)) {", ") {"}),
	byTest("verify: a count of more rows than all counts accepted", ofCounts, verifyPackage,
		edit{verifyCounts, "sum, math.Sqrt(float64(size-1))", "sum, float64(size-1)"}),
	byTest("verify: a discrepancy of any size accepted", "TestWhatCannotBeIsRefused", verifyPackage,
		edit{fieldsFile, "d.Uniform <= largest && d.Weighted <= largest,", "d.Uniform <= largest,"}),
	byTest("combine: copies across cells are added", "TestACopyIsFoundAcrossCells", combinePackage,
		edit{copiesFile, "[]float64{0, 0.5}", "[]float64{0}"}),
	byTest("submit: an ε above what the link asks for", notAsked, submitTest,
		edit{submitFile, "max !== undefined && epsilon > max", "max !== undefined && epsilon > 2 * max"}),
	byTest("submit: a δ above what the link asks for", notAsked, submitTest,
		edit{submitFile, "delta > invitation.delta)", "delta > 1)"}),
	byTest("submit: another public sample than the link's", notTheLinks, submitTest,
		edit{submitFile, "hashes : hashes[0]", "hashes : undefined"}),
	byTest("submit: a report on another model than the link's", notTheLinks, submitTest,
		edit{submitFile, "if (digest !== modelSHA256)", "if (digest.length !== modelSHA256.length)"}),
	byTest("links: a host in two places is where its first address is",
		"an address on this machine is asked only for a link that leads to this machine", guardTest,
		edit{guardFile, `places.size === 1 ? [...places][0] : "public"`, `[...places][0] ?? "public"`}),
	byTest("tables: a wide at sign begins a formula", "each cell", npmTests+"csv.test.mjs",
		edit{"jsbridge/npm/csv.js", "＝＋－＠", "＝＋－"}),
	byTest("rows: that there are none is told where their number is private", "TestEmptyPrivateFileIsRefused",
		adaptPackage, edit{
			targetFile,
			"	if report.Rows == 0 && p.Adjacency == method.ReplaceOne {",
			"	if report.Rows == 0 && p.Epsilon > 0 {",
		}),
	byTest("charge: noise that guarantees 1% less than the claim", "TestACalibrationCoversTheClaim", drawPackage,
		edit{drawFile, "epsilon <= r.Epsilon*(1+1e-9)", "epsilon <= r.Epsilon*(1+1e-2)"}),
	byTest("charge: more draws than were charged", "TestDrawsAreThoseCharged", drawPackage,
		edit{drawFile, "	if made != charged {\n", "	if made < charged {\n"}),
	byTest("arrival: releases that cannot be added are taken", "TestWhatArrivesIsTakenOnce", edgePackage,
		edit{
			edgeArrivalFile,
			"errors.As(combine.Check(r), &unfit) {",
			"errors.As(combine.Check(r), &unfit) && bytes < 0 {",
		}),
	byTest("arrival: values are taken again under another name", "TestWhatArrivesIsTakenOnce", edgePackage,
		edit{edgeArrivalFile, "values = combine.ValuesDigest(document)", "values = digest"}),
	byTest("arrival: an invitation that has expired serves", "TestWhatArrivesIsTakenOnce", edgePackage,
		edit{"wasm/edge/api/arrival.go", " || state == campaign.Expired:", ":"}),
	byTest("wiping: what the squares of a database's sums add up to survives", "TestReadSumsAreInMemoryOnce",
		warehousePackage, edit{restoreFile, "	defer Wipe(scratch)\n	trace,", "	trace,"}),
	byTest("people: a person of 2³² rows is one of none", "TestAPersonOfTooManyRowsIsRefused", peoplePackage,
		edit{peopleFile, "	return p.rows[at] != 0\n", "	return true\n"}),
}
