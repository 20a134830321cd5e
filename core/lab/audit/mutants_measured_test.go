//go:build !js

package audit

const (
	measured       = "TestWithHardlyAnyNoiseTheSumsThemselvesAreReleased"
	everyVariance  = "TestEveryEntryOfManyColumnsHasItsVariance"
	addingOfACell  = "		noise.Add(noise, big.NewInt(sum.Cell(k)))\n"
	columnsAsFile  = "TestLabelledColumnsAreReadAsTheirFile"
	labelledFile   = "core/data/dataset/labelled.go"
	modelOfReports = "TestAReportIsAboutAModelOfItsSample"
)

// measuredMutants are faults that cost no privacy as the proof has it, or are refused later all the same: a release of
// something else than the sums, noise of another law than the one stated, a charge or a row that is not the true one.
var measuredMutants = []mutant{
	byTest("measured: counts rounded to 1024 parts before the noise", measured, mechanismPackage,
		edit{tallyMechanism, addingOfACell, "		noise.Add(noise, big.NewInt((sum.Cell(k)+512)>>10<<10))\n"}),
	byTest("measured: counts 1% too large", measured, mechanismPackage,
		edit{tallyMechanism, addingOfACell, "		noise.Add(noise, big.NewInt(sum.Cell(k)+sum.Cell(k)/100))\n"}),
	byTest("measured: half of the variance from the tenth diagonal entry on", everyVariance, mechanismPackage,
		edit{momentFile, "			case i == j:\n", "			case i == j && i < 10:\n"}),
	byTest("measured: half of the variance from the tenth diagonal entry of a pair on", everyVariance, mechanismPackage,
		edit{pairFile, "			if i == j {\n", "			if i == j && i < 10 {\n"}),
	byTest("measured: δ above 1/n taken for the sums of a database", "TestLargeDeltaIsRefusedOfSums", adaptPackage,
		edit{readSumsFile, "	if err := p.CheckRows(all.Rows); err != nil {\n",
			"	if err := p.CheckRows(all.Rows); err != nil && all.Rows < 0 {\n"}),
	byTest("measured: ε of the doubled ρ not charged", "TestAddRemoveIsChargedAsReplacing", adaptPackage,
		edit{drawFile, "		epsilon = accountant.Epsilon(rho, r.Delta)\n", "		_ = accountant.Epsilon\n"}),
	byTest("measured: a model of another sample, or of one read differently, is reported on", modelOfReports,
		adaptPackage, edit{"core/release/rowmodel.go", "== digest && SameText(", "== digest || SameText("}),
	byTest("measured: the owner is pointed to the row after the row of a text", columnsAsFile, datasetPackage,
		edit{labelledFile, "cell.cell(text, false, t.row()+1)", "cell.cell(text, false, t.row()+2)"}),
	byTest("measured: the owner is pointed to the row after the row of a number", columnsAsFile, datasetPackage,
		edit{labelledFile, "cell.stored(n, t.row()+1)", "cell.stored(n, t.row()+2)"}),
	byTest("measured: an addend of more entries than the sum", "TestWhatIsNoAddendIsRefused", "core/release/combine",
		edit{"core/release/combine/addend.go", "len(entries) != entryBytes*len(a.entries)",
			"len(entries) < entryBytes*len(a.entries)"}),
	byTest("measured: people without a column verify", "TestNoLieVerifies", verifyPackage,
		edit{wordsFile, "		c.Unit == method.Person && c.Combination == nil && IsColumnName(c.UnitColumn))\n",
			"		c.Unit == method.Person && c.Combination == nil && (c.UnitColumn == \"\" || IsColumnName(c.UnitColumn)))\n"}),
	byTest("measured: any unit is read", "TestNothingInADocumentIsFreeText", "core/release",
		edit{wordsFile, "c.Unit == method.Record || c.Unit == method.Person)\n",
			"c.Unit != method.Record || c.Unit != method.Person)\n"}),
	byTest("measured: records with a column of people verify", "TestNoLieVerifies", verifyPackage,
		edit{wordsFile, "c.UnitColumn == \"\" && (c.Unit == method.Record || c.Combination != nil) ||",
			"(c.Unit == method.Record || c.UnitColumn == \"\" && c.Combination != nil) ||"}),
}
