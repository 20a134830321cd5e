//go:build !js

package audit

const (
	datesPackage = "core/data/dataset/dates"
	dateFile     = "core/data/dataset/dates/date.go"
	calendarFile = "core/data/dataset/dates/calendar.go"
	columnFile   = "core/data/dataset/dates/column.go"
	lenientFile  = "core/data/dataset/lenient.go"
	marksFile    = "core/data/dataset/csv/marks.go"

	foldedLookup = "if k, ok := c.folded[foldLevel(string(cell))]; ok && k >= 0 {\n"
)

// cellMutants are faults in the reading of cells that are written in another way than the source's, and of dates: one
// that carries something from a record to the next costs privacy, the others give rows that the file does not say.
var cellMutants = []mutant{
	byTest(
		"cells: a level that was not seen is known from then on",
		"TestLenientCellsAndDatesAreFunctionsOfTheirCell",
		datasetPackage,
		edit{
			lenientFile,
			foldedLookup,
			"if k, ok := c.folded[foldLevel(string(cell))]; !ok {\n		c.folded[foldLevel(string(cell))] = 0\n	} else if k >= 0 {\n",
		},
	),
	byTest(
		"cells: the mark of the last number decides how 1,234 is read",
		"TestLenientCellsAndDatesAreFunctionsOfTheirCell",
		datasetPackage,
		edit{
			lenientFile,
			"	case ambiguous:\n",
			"	case ambiguous && c.findings != nil && c.findings[0].Cause == ReadMarks:\n		return 1234, ReadMarks\n	case ambiguous:\n",
		},
	),
	byTest(
		"cells: what is no date takes the date before",
		"TestLenientCellsAndDatesAreFunctionsOfTheirCell",
		datasetPackage,
		edit{
			encoderFile,
			"	days, ok := dates.Parse(cell, e.order)\n	return ok && e.number(dst, days)\n",
			"	if days, ok := dates.Parse(cell, e.order); ok {\n		e.on = []float64{days}\n	}\n	return len(e.on) > 0 && e.number(dst, e.on[0])\n",
		},
	),
	byTest("cells: 1,234 taken for thousands", "TestNumbersWithMarks", csvPackage,
		edit{marksFile, "			return 0, false, true\n", "			isDecimal = false\n			return 1234, true, false\n"}),
	byTest("cells: a comma before three digits always a decimal mark", "TestNumbersWithMarks", csvPackage,
		edit{marksFile, "len(runs[1]) == 3 && len(runs[0]) <= 3 && runs[0][0] != '0'", "false"}),
	byTest("cells: of two levels in other letters the last", "TestFindingsSayWhatWasReadAndWhatWasNot", datasetPackage,
		edit{lenientFile, "			k = -1\n", "			_ = twice\n"}),
	byTest("cells: those that were read counted as missing", "TestFindingsSayWhatWasReadAndWhatWasNot", datasetPackage,
		edit{lenientFile, "	if !cause.isRead() {\n", "	if true {\n"}),
	byTest(
		"cells: a private date settles the order of those after it",
		"TestLenientCellsAndDatesAreFunctionsOfTheirCell",
		datasetPackage,
		edit{
			encoderFile,
			"	days, ok := dates.Parse(cell, e.order)\n",
			"	days, ok := dates.Parse(cell, e.order)\n	if _, isDay := dates.Parse(cell, dates.DayFirst); !ok && isDay {\n		e.order = dates.DayFirst\n	}\n",
		},
	),
	byTest(
		"cells: a private date in another order is read by its own",
		"TestDatesOfASettledOrderAreReadInBothFiles",
		datasetPackage,
		edit{
			encoderFile,
			"	days, ok := dates.Parse(cell, e.order)\n",
			"	days, ok := dates.Parse(cell, e.order)\n	if !ok {\n		days, ok = dates.Parse(cell, dates.MonthFirst)\n	}\n	if !ok {\n		days, ok = dates.Parse(cell, dates.DayFirst)\n	}\n",
		},
	),
	byTest("cells: the private file has another order than the source", "TestDatesOfASettledOrderAreReadInBothFiles",
		datasetPackage, edit{encoderFile, "e.use, e.order = asDate, c.DateOrder", "e.use, e.order = asDate, dates.DayFirst"}),
	byTest("dates: 30 February read as 1 March", "TestWhatIsNoDate", datesPackage,
		edit{dateFile, "yy != y || mm != m || dd != d.numbers[day] {", "yy != y || mm > 12 || dd > 31 {"}),
	byTest(
		"dates: month and day of 31.12.2024 exchanged",
		"TestDatesAreDays",
		datesPackage,
		edit{
			dateFile,
			"	case d.digits[2] == 4 && d.mark == '.':\n		return DayFirst\n",
			"	case d.digits[2] == 4 && d.mark == '.':\n		return MonthFirst\n",
		},
		edit{dateFile, "o == MonthFirst && d.mark != '.'", "o == MonthFirst"},
	),
	byTest("dates: an open order taken for day before month", "TestOpenDatesAreReadByTheOrderOfTheirColumn", datesPackage,
		edit{dateFile, "	case o == DayFirst:\n", "	case o == DayFirst || o == Open:\n"}),
	byTest("dates: 69 taken for 2069", "TestOpenDatesAreReadByTheOrderOfTheirColumn", datesPackage,
		edit{dateFile, "const FirstYear = 1969\n", "const FirstYear = 1970\n"}),
	byTest("dates: 12:00 AM taken for noon", "TestDatesAreDays", datesPackage,
		edit{dateFile, "	hour = h % 12\n", "	hour = h\n"}),
	byTest("dates: zones added where they are ahead", "TestDatesAreDays", datesPackage,
		edit{dateFile, "	if sign == '-' {\n", "	if sign == '+' {\n"}),
	byTest("dates: every hundredth year a leap year", "TestCalendar", datesPackage,
		edit{calendarFile, "365*year + year/4 - year/100 + year/400", "365*year + year/4 + year/400"}),
	byTest("dates: a column is settled although two orders are left", "TestAnOpenColumnStaysOpen", datesPackage,
		edit{columnFile, "len(c.waiting) > 0 && left == 1 {", "len(c.waiting) > 0 {"}),
	byTest("dates: a date in another order does not end the column", "TestADateInAnotherOrderIsRefused", datesPackage,
		edit{columnFile, "			return Another, c.excluded[i]\n", "			return Written, c.excluded[i]\n"}),
}
