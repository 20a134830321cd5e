//go:build !js

package audit

const (
	warehousePackage = "core/warehouse"
	stepsFile        = "core/warehouse/steps.go"
	labelsQueryFile  = "core/warehouse/labels.go"
	sumsFile         = "core/warehouse/read.go"
	restoreFile      = "core/internal/private/moment/restore.go"
	hostedFile       = "core/warehouse/hosted.go"
	datesQueryFile   = "core/warehouse/dates.go"
	readSumsFile     = "core/adapt/sums.go"
)

// sumsMutants are faults in the sums that a database adds up, or in what is refused of them.
var sumsMutants = []mutant{
	byTest(
		"query: the integer norm is not checked",
		"TestABrokenArithmeticCountsAsTheMean",
		warehousePackage,
		edit{
			stepsFile,
			`fmt.Sprintf("%s <= %d", sum, most), "FALSE")`,
			`fmt.Sprintf("%s <= %d OR TRUE", sum, most), "FALSE")`,
		},
	),
	byTest(
		"query: a row that is too long after a step counts all the same",
		"TestABrokenArithmeticCountsAsTheMean",
		warehousePackage,
		edit{stepsFile, `either("drawn_in", drawnIn(k), "0")`, `either("drawn_in", drawnIn(k), s(k))`},
	),
	byTest("query: rows just outside the radius are left as they are", "TestRowsJustOutsideTheRadiusAreClipped", warehousePackage,
		edit{stepsFile, "(1-1e-6)", "(1+1e-6)"}),
	byTest(
		"query: rows are not clipped",
		"TestNoRowMovesASumByMoreThanTheGridAdmits",
		warehousePackage,
		edit{
			stepsFile,
			`as(either(long, "("+w.double(radius)+" / root)", w.double(1)), "factor")`,
			`as(either(long, "root", w.double(1)), "factor")`,
		},
	),
	byTest(
		"query: a row without a label has a residual",
		"TestDatabasesGiveTheReadersSumsOfLabels",
		warehousePackage,
		edit{
			labelsQueryFile,
			`as(either(usable, y+" - "+f(k), w.double(0)), e(k))`,
			`as(call("COALESCE", y+" - "+f(k), w.double(0)), e(k))`,
		},
	),
	byTest("query: a label that gives no finite residual counts as one", "TestDatabasesGiveTheReadersSumsOfLabels",
		warehousePackage, edit{labelsQueryFile, "usable = w.within(", "_ = w.within("}),
	byTest(
		"query: the residual of a label is shortened by itself, not with its row",
		"TestNoLabelledRowMovesTheSumsByMoreThanTheGridAdmits",
		warehousePackage,
		edit{stepsFile, `w.truncate(w.relative(k, "divisor")+" * factor * "+scale)`,
			`w.truncate([]string{w.relative(k, "divisor") + " * factor * " + scale, call("GREATEST", call("LEAST", z(k)+" * "+scale, w.double(grid.Steps)), w.double(-grid.Steps))}[k/d])`},
		edit{stepsFile, `for k := 1; k <= d; k++ {`, `for k := 1; k < d; k++ {`},
	),
	byTest(
		"query: the norm of a row leaves out the residual of its label",
		"TestNoLabelledRowMovesTheSumsByMoreThanTheGridAdmits",
		warehousePackage,
		edit{stepsFile, `root := call("SQRT", plus(each(d, func`, `root := call("SQRT", plus(each(d-1, func`},
	),
	byTest(
		"query: the integer norm leaves out the residual of a label",
		"TestAnUnclippedLabelCountsAsTheMean",
		warehousePackage,
		edit{stepsFile, `for k := 1; k <= d; k++ {`, `for k := 1; k < d; k++ {`},
	),
	byTest("query: a missing cell goes to the other side of a tree", "TestDatabasesGiveTheReadersSumsOfLabels",
		warehousePackage, edit{"core/warehouse/formula.go", "case b.Missing:", "case !b.Missing && false:"}),
	byTest(
		"query: the parts of a row are not limited",
		"TestABrokenArithmeticIsOneRow",
		warehousePackage,
		edit{
			"core/warehouse/report.go",
			`call("LEAST", call("GREATEST", upper(k), "0"), fmt.Sprint(appraisal.Unit))`,
			`upper(k)`,
		},
	),
	byTest("query: a row without a label has a place on the axes", "TestDatabasesGiveTheReadersCounts", warehousePackage,
		edit{"core/warehouse/report.go", `either("labelled = 1", place, "0")), "cell")`, `place), "cell")`}),
	byTest("query: a row of no known group is of the first", "TestDatabasesGiveTheReadersCounts", warehousePackage,
		edit{"core/warehouse/report.go", `call("COALESCE", l, fmt.Sprint(r.Layout.Groups-1))`, `call("COALESCE", l, "0")`}),
	byTest("query: the sums of a file's trees are not rounded", "TestScoresOfFilesAreTheReaders", warehousePackage,
		edit{"core/warehouse/file.go", `cast(cast(sum+" + "+value, w.single), w.float)`, `"(" + sum + " + " + value + ")"`}),
	byTest(
		"sums: the model of a report is not part of the digest",
		"TestCountsOfAnotherPlanAreRefused",
		warehousePackage,
		edit{
			"core/warehouse/warehouse.go",
			`plan["report"], plan["places"], plan["group"] = p.Report.Digest, p.Report.Layout, p.Report.Group`,
			`plan["places"], plan["group"] = p.Report.Layout, p.Report.Group`,
		},
	),
	byTest(
		"sums: counts with negative parts are accepted",
		"TestBlocksThatNoRowsHaveAreRefused",
		"core/internal/private/tally",
		edit{tallyFile, "		if side[0] < 0 || side[1] < 0 {\n", "		if side[0] < 0 && side[1] > 0 {\n"},
	),
	byTest("sums: counts of more rows than a sum holds are accepted", "TestBlocksThatNoRowsHaveAreRefused",
		"core/internal/private/tally", edit{tallyFile, "b.Rows > mostRows-s.rows()", "b.Rows > 1<<60"}),
	byTest("sums: residuals of rows without a label are dropped unseen", "TestRowsWithoutALabelHaveNoResidual",
		warehousePackage, edit{sumsFile, "if left[k].Sign() != 0 {", "if k < 0 {"}),
	byTest(
		"sums: the model that corrects is not part of the digest",
		"TestLabelledSumsOfAnotherPlanAreRefused",
		warehousePackage,
		edit{
			"core/warehouse/warehouse.go",
			`plan["offset"], plan["spread"] = p.Offset.Digest(), p.Offset.Spread`,
			`plan["offset"] = 1`,
		},
	),
	byTest("query: a level is pasted without doubling its quotes", "TestHostileNamesStayInTheirQuotes", warehousePackage,
		edit{"core/warehouse/dialect.go", "mark + strings.ReplaceAll(s, mark, mark+mark) + mark", "mark + s + mark"}),
	byTest("query: a level is written with its backslashes", "TestHostileNamesStayInTheirQuotes", warehousePackage,
		edit{hostedFile, `strings.ContainsRune(" _.,-", r)`, `strings.ContainsRune(" _.,-\\", r)`}),
	byTest("query: in Spark a number may end in a line break", "TestFormsAreThoseOfWholeTexts", warehousePackage,
		edit{hostedFile, `"' AND NOT " + text + " RLIKE '" + f.other() + "'"`, `"' AND NOT " + text + " RLIKE '\n\n'"`}),
	byTest(
		"query: in Trino a number may end in a line break",
		"TestFormsAreThoseOfWholeTexts",
		warehousePackage,
		edit{
			hostedFile,
			` + " AND NOT " + call("regexp_like", text, "'"+f.other()+"'")`,
			` + " AND NOT " + call("regexp_like", text, "'\n\n'")`,
		},
	),
	byTest(
		"query: in BigQuery a number may end in a line break",
		"TestFormsAreThoseOfWholeTexts",
		warehousePackage,
		edit{
			hostedFile,
			` + " AND NOT " + call("REGEXP_CONTAINS", text, "'"+f.other()+"'")`,
			` + " AND NOT " + call("REGEXP_CONTAINS", text, "'\n\n'")`,
		},
	),
	byTest("query: in Snowflake a number may end in a line break", "TestFormsAreThoseOfWholeTexts", warehousePackage,
		edit{hostedFile, `call("REGEXP_INSTR", text, "'"+f.other()+"'")`, `call("REGEXP_INSTR", text, "'\n\n'")`}),
	byTest("query: a date may hold a line break", "TestFormsAreThoseOfWholeTexts", warehousePackage,
		edit{datesQueryFile, `"0-9TZAPMapm:/. +-"}`, `"0-9TZAPMapm:/. \n+-"}`}),
	byTest("query: dates whose order is open are read", "TestDatesOfADatabaseAreTheReaders", warehousePackage,
		edit{datesQueryFile, `	return form{"(" + shown + ordered[o]`, `	return form{"(" + shown + ordered[dates.DayFirst]`}),
	byTest(
		"query: a date that there is not is read",
		"TestDatesOfADatabaseAreTheReaders",
		warehousePackage,
		edit{
			datesQueryFile,
			`	return []string{as(where(isDay, number`,
			`	return []string{as(where(y+" >= 1 OR "+isDay, number`,
		},
	),
	byTest(
		"query: day and month exchanged in a database",
		"TestDatesOfADatabaseAreTheReaders",
		warehousePackage,
		edit{
			datesQueryFile,
			"either(open, first, second), either(open, second, day)",
			"either(open, second, first), either(open, first, day)",
		},
	),
	byTest(
		"query: integers below the grid are not seen",
		"TestTheNormIsExactForAnyIntegers",
		warehousePackage,
		edit{
			stepsFile,
			`fmt.Sprintf("%s BETWEEN -%d AND %d", of(k), grid.Steps, grid.Steps)`,
			`fmt.Sprintf("%s <= %d", of(k), grid.Steps)`,
		},
	),
	byTest(
		"query: integers above the grid are not seen",
		"TestTheNormIsExactForAnyIntegers",
		warehousePackage,
		edit{
			stepsFile,
			`fmt.Sprintf("%s BETWEEN -%d AND %d", of(k), grid.Steps, grid.Steps)`,
			`fmt.Sprintf("%s >= -%d", of(k), grid.Steps)`,
		},
	),
	byTest("query: integers up to twice the grid are squared", "TestTheNormIsExactForAnyIntegers", warehousePackage,
		edit{stepsFile, `of(k), grid.Steps, grid.Steps)`, `of(k), 2*grid.Steps, 2*grid.Steps)`}),
	byTest(
		"query: the range of the first integer alone is looked at",
		"TestTheNormIsExactForAnyIntegers",
		warehousePackage,
		edit{stepsFile, `BETWEEN -%d AND %d", of(k)`, `BETWEEN -%d AND %d", of(1)`},
	),
	byTest("query: a sum of squares is cut off below the bound", "TestTheNormIsExactForAnyIntegers", warehousePackage,
		edit{stepsFile, "int64(1)<<61", "int64(1)<<59"}),
	byTest("query: a sum of squares is cut off where the next may wrap around", "TestTheNormIsExactForAnyIntegers",
		warehousePackage, edit{stepsFile, "int64(1)<<61", "int64(1)<<62"}),
	byTest("query: a sum of squares is never cut off", "TestTheNormIsExactForAnyIntegers", warehousePackage,
		edit{stepsFile, "case k%5 == 1:", "case k < 0:"}),
	byTest("query: a sum of squares is cut off too rarely", "TestTheNormIsExactForAnyIntegers", warehousePackage,
		edit{stepsFile, "case k%5 == 1:", "case k%7 == 1:"}),
	byTest("sums: the numbers that were read are left in memory", "TestReadSumsAreInMemoryOnce", warehousePackage,
		edit{sumsFile, "	defer moment.Wipe(numbers)\n	rows, err", "	rows, err"}),
	byTest("sums: numbers with labels are left in memory", "TestReadSumsAreInMemoryOnce", warehousePackage,
		edit{sumsFile, "	defer moment.Wipe(numbers)\n	labelled, err", "	labelled, err"}),
	byTest("sums: of two sums the first is left where the second is refused", "TestReadSumsAreInMemoryOnce",
		warehousePackage, edit{sumsFile, "		with.Wipe()\n", ""}),
	byTest("sums: the file's text is left in memory", "TestReadSumsAreInMemoryOnce", warehousePackage,
		edit{sumsFile, "	defer clear(text)\n", ""}),
	byTest("sums: numbers before one that is none are left in memory", "TestReadSumsAreInMemoryOnce", warehousePackage,
		edit{sumsFile, "			moment.Wipe(numbers)\n			return nil, refuse", "			return nil, refuse"}),
	byTest(
		"sums: each number leaves its text in memory",
		"TestReadSumsAreInMemoryOnce",
		warehousePackage,
		edit{
			sumsFile,
			"		if !setDecimal(&numbers[k], words[1+k]) {\n",
			"		if _, ok := numbers[k].SetString(string(words[1+k]), 10); !ok || !setDecimal(&numbers[k], words[1+k]) {\n",
		},
	),
	byTest("sums: the sums of features are left in memory", "TestReadSumsAreInMemoryOnce", warehousePackage,
		edit{restoreFile, "			own.Mul(&numbers[k], intercept)", "			own.Set(&numbers[k])\n			own.Mul(own, intercept)"}),
	byTest("sums: the digest of the plan is not compared", "TestSumsOfAnotherPlanAreRefused", warehousePackage,
		edit{sumsFile, "if string(words[1]) != p.Digest() {", "if len(words[1]) != 64 {"}),
	byTest("sums: the radius is not part of the digest", "TestSumsOfAnotherPlanAreRefused", warehousePackage,
		edit{"core/warehouse/warehouse.go", "		\"radius\":    p.Grid.Radius(),\n", ""},
		edit{"core/warehouse/warehouse.go", "		\"intercept\": p.Grid.InterceptSteps(),\n", ""}),
	byTest("sums: the last of two results is taken", "TestSumsThatAreNotWholeAreRefused", warehousePackage,
		edit{sumsFile, "		if at >= 0 {\n", "		if false {\n"}),
	byTest("sums: more than there are is accepted", "TestSumsThatAreNotWholeAreRefused", warehousePackage,
		edit{sumsFile, " || string(words[1+count]) != end", ""}),
	byTest("sums: a number of rows below zero is accepted", "TestImpossibleSumsAreRefused", "core/internal/private/moment",
		edit{restoreFile, "	if n < 0 {\n", "	if false {\n"},
		edit{restoreFile, "if trace.Cmp(", "if n := s.Rows; n >= 0 && trace.Cmp("},
		edit{restoreFile, "		if pivot.Sign() < 0 {\n", "		if s.Rows >= 0 && pivot.Sign() < 0 {\n"}),
	byTest("sums: squares larger than that number of rows has are accepted", "TestImpossibleSumsAreRefused",
		"core/internal/private/moment", edit{restoreFile, "if trace.Cmp(", "if false && trace.Cmp("}),
	byTest(
		"sums: a matrix that is not positive semidefinite is accepted",
		"TestImpossibleSumsAreRefused",
		"core/internal/private/moment",
		edit{restoreFile, "	if !s.semidefinite() {\n", "	if s.semidefinite(); false {\n"},
	),
	byTest(
		"sums: a pivot of zero is passed over whatever is beside it",
		"TestImpossibleSumsAreRefused",
		"core/internal/private/moment",
		edit{restoreFile, "				if work.Entry(k, j).Sign() != 0 {\n", "				if false {\n"},
	),
	byTest(
		"sums: an error quotes them",
		"TestErrorsOfSumsQuoteNone",
		warehousePackage,
		edit{
			sumsFile,
			"refuse(CodeBadSums, sentence, k+1)",
			"refuse(CodeBadSums, sentence+\" %s\", k+1, words[1+k])",
		},
	),
	byTest(
		"sums: no rows refused where their number is private",
		"TestSumsOfNoRows",
		"core/adapt",
		edit{
			readSumsFile,
			"all.Rows == 0 && p.Adjacency == method.ReplaceOne {",
			"all.Rows == 0 && p.Adjacency != method.Adjacency(\"\") {",
		},
	),
}
