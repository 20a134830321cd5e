//go:build !js

package audit

const (
	datasetPackage = "core/dataset"
	linesFile      = "core/dataset/lines.go"
	encoderFile    = "core/dataset/encoder.go"
	numberFile     = "core/dataset/fields.go"
	featuresFile   = "core/features/features.go"
	whitenedFile   = "core/features/whitened.go"

	recordStart = "	t.rows++\n	clear(dst)\n"
)

// inputMutants are faults that make a private row more than a function of its own record, or the sum more than a sum.
var inputMutants = []mutant{
	byTest("records: the header counted among them", "TestEveryLineOfAPrivateFileIsARecord", datasetPackage,
		edit{readerFile, "		dim:     s.Dim(),\n", "		dim:     s.Dim(),\n		rows:    1,\n"}),
	byTest("records: blank lines skipped", "TestEveryLineOfAPrivateFileIsARecord", datasetPackage,
		edit{readerFile, recordStart, "	if len(line) == 0 && !tooLong {\n		return t.Next(dst)\n	}\n" + recordStart}),
	byTest("records: the last one lost without its newline", "TestEveryLineOfAPrivateFileIsARecord", datasetPackage,
		edit{linesFile, "if l.err != io.EOF || len(rest) == 0 && !tooLong {", "if true {"}),
	byTest("records: one that is too long skipped", "TestEveryLineOfAPrivateFileIsARecord", datasetPackage,
		edit{linesFile, "		return nil, true, true\n", "		return l.next()\n"}),
	byTest("records: a cell that is missing takes the record's before", "TestTargetRowsAreFunctionsOfTheirRecord", datasetPackage,
		edit{readerFile, recordStart, "	t.rows++\n"}),
	byTest("records: an open quote swallows the next line", "TestEveryLineOfAPrivateFileIsARecord", datasetPackage,
		edit{readerFile, recordStart, recordStart + "	if bytes.Count(line, []byte(`\"`))%2 == 1 {\n		line = bytes.Clone(line)\n		more, _, _ := t.lines.next()\n		line = append(line, more...)\n	}\n"}),
	byTest("records: a category of the private file extends the schema", "TestTargetRowsAreFunctionsOfTheirRecord", datasetPackage,
		edit{encoderFile, "	k, ok := e.levels[string(cell)]\n", "	k, ok := e.levels[string(cell)]\n	if !ok && len(cell) > 0 {\n		k, ok = len(e.levels)%len(e.on), true\n		e.levels[string(cell)] = k\n	}\n"}),
	byTest("records: numbers standardised to infinity enter", "TestTargetRowsAreFunctionsOfTheirRecord", datasetPackage,
		edit{encoderFile, "	if !finite(z) {\n", "	if z != z {\n"}),
	byTest("records: a number read on into the next field", "TestNumbersAreBitIdenticalWithStrconv", datasetPackage,
		edit{numberFile, "digits == 0 || end > len(text) || end < len(text) && text[end] != f.delim", "digits == 0 || end > len(text)"}),
	byTest("clip: by the largest feature in place of the norm", "TestClip", datasetPackage,
		edit{clipFile, "	root := math.Sqrt(sum)\n", "	root := math.Min(math.Sqrt(sum), 1)\n"}),
	byTest("clip: rows a little too long taken for short", "TestClipDecidesAlikeWithAndWithoutTheQuickLook", datasetPackage,
		edit{clipFile, "bound := s * s * (1 - 1e-6)", "bound := s * s * (1 + 1e-6)"}),
	byTest("features: the mean of the rows so far in place of the source's", "TestFeaturesAreFunctionsOfTheirRow", "core/features",
		edit{featuresFile, "			dst[k] = (dst[k] - m.Means[k]) / m.Scales[k]\n", "			dst[k] = (dst[k] - m.Means[k]) / m.Scales[k]\n			m.Means[k] += dst[k] / 100\n"}),
	byTest("features: what is not finite left in a row", "TestMapsAreTotal", "core/features",
		edit{featuresFile, "		if v-v != 0 {\n", "		if v != v {\n"}),
	byTest("sum: a block counted twice after 28,672 rows", "TestSumOfManyRowsIsExact", "core/moment",
		edit{accumulatorFile, "		a.addBlock()\n	}\n	return clipped\n", "		a.addBlock()\n		if a.rows == 28_672 {\n			a.addBlock()\n		}\n	}\n	return clipped\n"}),
	byTest("sum: rows that wait at the end lost", "TestSumIsExact", "core/moment",
		edit{accumulatorFile, "	a.addBlock()\n	a.carry()\n	s :=", "	a.carry()\n	s :="}),
	byTest("sum: rows of an earlier block added once more at the end", "TestSumIsExact", "core/moment",
		edit{accumulatorFile, "		clear(a.block[i][a.waiting:]) // rows of zeros add nothing\n", "		_ = i\n"}),
	byTest("sum: what is carried replaces what was", "TestSumsHoldAsManyRowsAsThereAre", "core/moment",
		edit{accumulatorFile, "a.total[k].Add(&a.total[k], high.Lsh(high, 32))", "a.total[k].Set(high.Lsh(high, 32))"}),
}
