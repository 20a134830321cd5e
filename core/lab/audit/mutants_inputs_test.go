//go:build !js

package audit

const (
	datasetPackage = "core/data/dataset"
	csvPackage     = "core/data/dataset/csv"
	linesFile      = "core/data/dataset/csv/lines.go"
	recordsFile    = "core/data/dataset/csv/records.go"
	headerFile     = "core/data/dataset/header.go"
	textCellFile   = "jsbridge/npm/reading/text-cell.js"
	encoderFile    = "core/data/dataset/encoder.go"
	numberFile     = "core/data/dataset/csv/fields.go"
	featuresFile   = "core/data/features/features.go"

	recordStart = "	t.rows++\n	clear(dst)\n"
)

// inputMutants are faults that make a private row more than a function of its own record, or the sum more than a sum.
var inputMutants = []mutant{
	byTest("records: the header counted among them", "TestEveryRecordOfAPrivateFileIsARow", datasetPackage,
		edit{readerFile, "		dim:     s.Dim(),\n", "		dim:     s.Dim(),\n		rows:    1,\n"}),
	byTest("records: blank lines skipped", "TestEveryRecordOfAPrivateFileIsARow", datasetPackage,
		edit{readerFile, recordStart, "	if len(record) == 0 && !tooLong {\n		return t.Next(dst)\n	}\n" + recordStart}),
	byTest("records: the last one lost without its newline", "TestEveryRecordOfAPrivateFileIsARow", datasetPackage,
		edit{linesFile, "			return scanned\n", "			return from\n"}),
	byTest("records: one that is too long skipped", "TestEveryRecordOfAPrivateFileIsARow", datasetPackage,
		edit{linesFile, "		return nil, true, true\n", "		return l.Next(delim)\n"}),
	byTest("records: a cell that is missing takes the record's before", "TestTargetRowsAreFunctionsOfTheirRecord",
		datasetPackage, edit{readerFile, recordStart, "	t.rows++\n"}),
	byTest("records: a line break in quotes ends one", "TestEveryRecordOfAPrivateFileIsARow", datasetPackage,
		edit{recordsFile, "	if first < 0 || !hasOpenQuote(", "	if first < 0 || true || !hasOpenQuote("}),
	byTest("records: an open quote swallows the rest of the file", "TestEveryRecordOfAPrivateFileIsARow", datasetPackage,
		edit{recordsFile, "	return first, 1, false\n", "	return at, lines, false\n"}),
	byTest("records: an open quote swallows the lines to the next quote", "TestALineWithAnOpenQuoteChangesItsOwnRowAlone",
		datasetPackage, edit{recordsFile, "			if wellFormed(l.Text(end), delim) {\n", "			if true {\n"}),
	byTest("records: a line of closed quotes joined to the next", "TestTargetRowsAreFunctionsOfTheirRecord",
		datasetPackage, edit{recordsFile, "bytes.Count(line, quote)%2 == 1", "bytes.Count(line, quote) > 0"}),
	byTest(
		"records: a doubled quote ends a cell",
		"TestTargetRowsAreFunctionsOfTheirRecord",
		datasetPackage,
		edit{
			recordsFile,
			"case c == '\"' && state == closed && text[i-1] == '\"':",
			"case c == '\"' && state == closed && text[i-1] == 0:",
		},
	),
	byTest(
		"records: two quotes with a space between taken for a doubled one",
		"TestEveryRecordOfAPrivateFileIsARow",
		datasetPackage,
		edit{recordsFile, " && state == closed && text[i-1] == '\"':", " && state == closed && text[i-1] != 0:"},
	),
	byTest("records: a quote in the middle of a cell opens it", "TestEveryRecordOfAPrivateFileIsARow", datasetPackage,
		edit{recordsFile, "case c == '\"' && state == blank:", "case c == '\"' && state != closed:"}),
	byTest("records: a cell goes on after its quotes", "TestEveryRecordOfAPrivateFileIsARow", datasetPackage,
		edit{recordsFile, "case c == '\"', state == closed && !isSpace(c):", "case c == '\"':"}),
	byTest("records: as many lines as there are in one", "TestRecordsOfSeveralLinesHaveALimit", datasetPackage,
		edit{recordsFile, "end > at && end <= MaxJoined;", "end > at;"}),
	byTest("records: those that are too long together taken apart", "TestTargetRowsAreFunctionsOfTheirRecord",
		datasetPackage, edit{recordsFile, "end > at && end <= MaxJoined;", "end > at && end <= MaxLine;"}),
	byTest("records: quotes that are not closed kept from the owner", "TestTargetRecords", datasetPackage,
		edit{linesFile, "		l.open++\n", "		_ = closed\n"}),
	byTest("header: a quote that is not closed takes private records for names",
		"TestAHeaderWithAnOpenQuoteKeepsItsColumns", datasetPackage, edit{headerFile, "[]bool{true, false}", "[]bool{true}"}),
	byTest("header: a line break in a name ends it", "TestHeadersOfSeveralLines", datasetPackage,
		edit{headerFile, "[]bool{true, false}", "[]bool{false}"}),
	byTest(
		"rows: a line break in a cell ends its record",
		"rows that a program holds have one prediction each, whatever line breaks are in their cells",
		"jsbridge/npm/test/records.test.mjs",
		edit{textCellFile, "[\",;\\t\\r\\n]", "[\",;\\t]"},
	),
	byTest(
		"rows: a NUL ends a cell",
		"whatever one private row holds, no call fails, no row is lost, and no other row is read otherwise",
		"jsbridge/npm/test/given.test.mjs",
		edit{textCellFile, "text.replaceAll(\"\\0\", \"\\ufffd\")", "text"},
	),
	byAudit("rows: a record of two lines counts twice", "run/malformed", 20_000,
		edit{recordsFile, "	if first < 0 || !hasOpenQuote(", "	if first < 0 || true || !hasOpenQuote("}),
	byTest(
		"records: a category of the private file extends the schema",
		"TestTargetRowsAreFunctionsOfTheirRecord",
		datasetPackage,
		edit{
			encoderFile,
			"	k, ok := e.levels[string(cell)]\n",
			"	k, ok := e.levels[string(cell)]\n	if !ok && len(cell) > 0 {\n		k, ok = len(e.levels)%len(e.on), true\n		e.levels[string(cell)] = k\n	}\n",
		},
	),
	byTest("records: numbers standardised to infinity enter", "TestTargetRowsAreFunctionsOfTheirRecord", datasetPackage,
		edit{encoderFile, "	if !usual(z) {\n", "	if z != z {\n"}),
	byTest(
		"records: a number read on into the next field",
		"TestNumbersAreBitIdenticalWithStrconv",
		csvPackage,
		edit{
			numberFile,
			"digits == 0 || end > len(text) || end < len(text) && text[end] != f.Delim",
			"digits == 0 || end > len(text)",
		},
	),
	byTest("clip: by the largest feature in place of the norm", "TestClip", datasetPackage,
		edit{clipFile, "	root := math.Sqrt(sum)\n", "	root := math.Min(math.Sqrt(sum), 1)\n"}),
	byTest("clip: rows a little too long taken for short", "TestClipDecidesAlikeWithAndWithoutTheQuickLook",
		datasetPackage, edit{clipFile, "bound := s * s * (1 - 1e-6)", "bound := s * s * (1 + 1e-6)"}),
	byTest(
		"features: the mean of the rows so far in place of the source's",
		"TestFeaturesAreFunctionsOfTheirRow",
		"core/data/features",
		edit{
			featuresFile,
			"			dst[k] = (dst[k] - m.Means[k]) / m.Scales[k]\n",
			"			dst[k] = (dst[k] - m.Means[k]) / m.Scales[k]\n			m.Means[k] += dst[k] / 100\n",
		},
	),
	byTest("features: what is not finite left in a row", "TestMapsAreTotal", "core/data/features",
		edit{featuresFile, "		if v-v != 0 {\n", "		if v != v {\n"}),
	byTest(
		"sum: a block counted twice after 28,672 rows",
		"TestSumOfManyRowsIsExact",
		"core/internal/private/moment",
		edit{
			accumulatorFile,
			"		a.addBlock()\n	}\n	return clipped\n",
			"		a.addBlock()\n		if a.rows == 28_672 {\n			a.addBlock()\n		}\n	}\n	return clipped\n",
		},
	),
	byTest("sum: rows that wait at the end lost", "TestSumIsExact", "core/internal/private/moment",
		edit{accumulatorFile, "	a.addBlock()\n	a.carry()\n	s :=", "	a.carry()\n	s :="}),
	byTest("sum: rows of an earlier block added once more at the end", "TestSumIsExact", "core/internal/private/moment",
		edit{accumulatorFile, "		clear(a.block[i][a.waiting:]) // rows of zeros add nothing\n", "		_ = i\n"}),
	byTest("sum: what is carried replaces what was", "TestSumsHoldAsManyRowsAsThereAre", "core/internal/private/moment",
		edit{accumulatorFile, "a.total[k].Add(&a.total[k], high.Lsh(high, 32))", "a.total[k].Set(high.Lsh(high, 32))"}),
}
