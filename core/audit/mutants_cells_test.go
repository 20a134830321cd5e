//go:build !js

package audit

const (
	dateFile    = "core/dataset/date.go"
	lenientFile = "core/dataset/lenient.go"

	foldedLookup = "if k, ok := c.folded[foldLevel(string(cell))]; ok && k >= 0 {\n"
)

// cellMutants are faults in the reading of cells that are written in another way than the source's, and of dates: one that carries
// something from a record to the next costs privacy, the others give rows that the file does not say.
var cellMutants = []mutant{
	byTest("cells: a level that was not seen is known from then on", "TestLenientCellsAndDatesAreFunctionsOfTheirCell", datasetPackage,
		edit{lenientFile, foldedLookup, "if k, ok := c.folded[foldLevel(string(cell))]; !ok {\n		c.folded[foldLevel(string(cell))] = 0\n	} else if k >= 0 {\n"}),
	byTest("cells: the mark of the last number decides how 1,234 is read", "TestLenientCellsAndDatesAreFunctionsOfTheirCell", datasetPackage,
		edit{lenientFile, "	case ambiguous:\n", "	case ambiguous && c.findings != nil && c.findings[0].Cause == ReadMarks:\n		return 1234, ReadMarks\n	case ambiguous:\n"}),
	byTest("cells: what is no date takes the date before", "TestLenientCellsAndDatesAreFunctionsOfTheirCell", datasetPackage,
		edit{encoderFile, "	days, ok := parseDate(cell)\n	return ok && e.number(dst, days)\n", "	if days, ok := parseDate(cell); ok {\n		e.on = []float64{days}\n	}\n	return len(e.on) > 0 && e.number(dst, e.on[0])\n"}),
	byTest("cells: 1,234 taken for thousands", "TestNumbersWithMarks", datasetPackage,
		edit{lenientFile, "			return 0, false, true\n", "			isDecimal = false\n			return 1234, true, false\n"}),
	byTest("cells: a comma before three digits always a decimal mark", "TestNumbersWithMarks", datasetPackage,
		edit{lenientFile, "len(runs[1]) == 3 && len(runs[0]) <= 3 && runs[0][0] != '0'", "false"}),
	byTest("cells: of two levels in other letters the last", "TestFindingsSayWhatWasReadAndWhatWasNot", datasetPackage,
		edit{lenientFile, "			k = -1\n", "			_ = twice\n"}),
	byTest("cells: those that were read counted as missing", "TestFindingsSayWhatWasReadAndWhatWasNot", datasetPackage,
		edit{"core/dataset/finding.go", "	if !cause.isRead() {\n", "	if true {\n"}),
	byTest("dates: 30 February read as 1 March", "TestWhatIsNoDate", datasetPackage,
		edit{dateFile, "y != year || m != month || d != day {", "y != year || m > 12 || d > 31 {"}),
	byTest("dates: month and day of 31.12.2024 exchanged", "TestDatesAreDays", datasetPackage,
		edit{dateFile, "		day = s.digits(2)\n		s.byte('.')\n		month = s.digits(2)\n", "		month = s.digits(2)\n		s.byte('.')\n		day = s.digits(2)\n"}),
	byTest("dates: zones added where they are ahead", "TestDatesAreDays", datasetPackage,
		edit{dateFile, "		if zone == '-' {\n", "		if zone == '+' {\n"}),
	byTest("dates: every hundredth year a leap year", "TestCalendar", datasetPackage,
		edit{dateFile, "365*year + year/4 - year/100 + year/400", "365*year + year/4 + year/400"}),
}
