//go:build !js

package audit

const (
	lastCommon  = "an account that the last common entry opened is one too, and one opened after it is known by its name"
	wordsOfOne  = "what a receiver says of its refusal is one line of plain text, of at most 500 characters"
	ofAQuestion = "the question that is answered with yes is plain text too, whatever a campaign is called"
)

// readerMutants are faults that a reader who had not written the tests thought of and that these let pass at first.
// They have little in common: a record, a share of weight, a hidden error, a long cell, an account, a stranger's words.
var readerMutants = []mutant{
	byTest("readers: a record that is too long names somebody", "TestARecordThatIsTooLongNamesNobodyAheadOfItsTurn",
		datasetPackage, edit{"core/data/dataset/csv/plainfield.go", "if stop >= MaxLine {", "if stop < 0 {"}),
	byTest("readers: weight on no row", "TestSharesOfSeveralSamples", verifyPackage,
		edit{sharesFile, "rows == 0 && weight == 0)", "rows == 0)"}),
	byTest("readers: no weight on rows", "TestSharesOfSeveralSamples", verifyPackage,
		edit{sharesFile, "(weight > 0 && rows >= 1-slack", "(weight >= 0 && rows >= 1-slack"}),
	byTest("readers: an entry measured by noise of its own size", "TestAnEntryDoesNotHideByItsSize", combinePackage,
		edit{"core/release/combine/plausible.go", "medians[i][j]*l.RowsNoise", "v*l.RowsNoise"}),
	byTest("readers: sums of people held to the number of rows", "TestSumsOfPeopleAreHeldToTheirNumber", adaptPackage,
		edit{readSumsFile, "p.CheckRows(all.Rows)", "p.CheckRows(rows.All)"}),
	byTest("readers: a cell of any length is a number of PostgreSQL", "TestNoCellIsTooLongForADatabase", warehousePackage,
		edit{"core/warehouse/dialect.go", `" > 6000 THEN NULL"`, `" > 6000000 THEN NULL"`}),
	byTest("readers: an error above all that can be is stated", "TestAnErrorThatTheNoiseHidesIsNotStated",
		"core/adapt/postprocess",
		edit{"core/adapt/postprocess/labelerrors.go", "if e.Value != clipped {", "if e.Value < clipped {"}),
	byTest("readers: a bias of rows beyond the axis has an end", "TestWhatIsBeyondTheAxisHasNoEnd",
		"core/release/appraisal",
		edit{"core/release/appraisal/figures.go", `range []string{"r2", "bias"}`, `range []string{"r2"}`}),
	byTest("readers: an account that the last common entry opened is another",
		lastCommon, mergeTest,
		edit{mergeFile, "<= common; // opened by a common entry", "< common; // opened by a common entry"}),
	byTest("readers: a receiver's words as they are", wordsOfOne,
		npmTests+"receiver.test.mjs",
		edit{"jsbridge/npm/receiver.js", "plain(text).slice(0, 500)", "text.slice(0, 500)"}),
	byTest("readers: a question with a stranger's controls", ofAQuestion,
		npmTests+"cli-print-answers.test.mjs",
		edit{"jsbridge/npm/terminal/print.js", "terminal.question(lineOf(question))", "terminal.question(question)"}),
	byTest("readers: names are read beside a base model", "TestValuesAreThoseOfTheKind", releasePackage,
		edit{"core/release/shape.go", " || v.Moments != nil || v.Names != nil {", " {"}),
	byTest("readers: the smallest norm refused", "TestTheNormIsOneOfThirteen", verifyPackage,
		edit{"core/release/verify/bound.go", "k > smallestNorm-0.5", "k > smallestNorm+0.5"}),
	byTest("readers: a report of almost no rows refused", "TestAReportOfAlmostNoRowsVerifies", verifyPackage,
		edit{"core/release/verify/counts.go", "math.Abs(math.Max(1, sum)-rows)", "math.Abs(sum-rows)"}),
	byTest("readers: the scores of a single stage without their factor", "TestTheScoresOfASingleStage",
		"core/adapt/draw", edit{"core/adapt/draw/singlestage.go", "	task.Range *= s.Unit()\n", ""}),
}
