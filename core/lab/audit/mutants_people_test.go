//go:build !js

package audit

const (
	peopleFile      = "core/internal/private/people/people.go"
	peoplePackage   = "core/internal/private/people"
	unitFile        = "core/data/dataset/unit.go"
	peopleNode      = "jsbridge/npm/test/people.test.mjs"
	warehousePeople = "core/warehouse/people.go"
	inDatabases     = "TestDatabasesGiveTheReadersSumsOfPeople"
	personsRow      = "TestThePersonOfARowIsAFunctionOfItsRecord"
	nothingOfPeople = "TestWipedPeopleLeaveNothing"

	repeatingFile     = "core/adapt/repeating.go"
	keptIsOverwritten = "TestWhatIsKeptOfAFileIsOverwritten"
)

// peopleMutants are faults in protecting people with several rows.
var peopleMutants = []mutant{
	byTest("people: rows shrunk by their number and not its root", "TestSharesOfAPersonAreOneRow", "core/data/grid",
		edit{gridFile, "	by := math.Sqrt(float64(r))\n", "	by := float64(r)\n"}),
	byAudit("people: rows not shrunk", "people/one-thousand", 20_000,
		edit{gridFile, "	if r == 1 {\n", "	if r >= 1 {\n"}),
	byAudit("people: rows shrunk by the fourth root of their number", "people/one-thousand", 20_000,
		edit{gridFile, "	by := math.Sqrt(float64(r))\n", "	by := math.Sqrt(math.Sqrt(float64(r)))\n"},
		edit{gridFile, "	for r*q*q > x*x {\n", "	for q*q > x*x {\n"}),
	byTest("people: the share of a coordinate is rounded up", "TestSharesOfAPersonAreOneRow", "core/data/grid",
		edit{gridFile, "	for r*q*q > x*x {\n", "	for r*(q-1)*(q-1) > x*x {\n"}),
	byTest("people: the intercept not shrunk", "TestOnePersonMovesASumByOneRow", mechanismPackage,
		edit{accumulatorFile, "	grid.Shrink(a.row, r)\n", "	grid.Shrink(a.row[1:], r)\n"}),
	byTest("people: names compared by a hash", "TestNamesAreComparedWhole", peoplePackage,
		edit{peopleFile, "func (p *People) Count(name []byte) bool {\n", "func (p *People) Count(name []byte) bool {\n	name = name[:min(len(name), 64)]\n"},
		edit{peopleFile, "(k, of int64, same bool) {\n", "(k, of int64, same bool) {\n	name = name[:min(len(name), 64)]\n"}),
	byTest("people: names compared by a hash alone", "TestAMillionPeopleFitIntoMemory", peoplePackage,
		edit{peopleFile, "; bytes.Equal(p.name(at), name) {", "; bytes.Equal(p.name(at), p.name(at)) {"}),
	byTest("people: the short cut of the first reading takes a quote for any byte", personsRow, datasetPackage,
		edit{"core/data/dataset/plainunit.go", "bad := is(word, quotes) | is(word, 0)", "bad := is(word, 0)"}),
	byTest("people: a row of each person not counted", "TestNamesAreComparedWhole", peoplePackage,
		edit{peopleFile, "int64(p.seen[at]), int64(p.rows[at]), true\n", "int64(p.seen[at]), max(1, int64(p.rows[at])-1), true\n"}),
	byTest("people: rows of the first file alone counted", "TestNCountsPeople", adaptPackage,
		edit{targetFile, "		for i, file := range counted {\n", "		for i, file := range counted[:1] {\n"}),
	byAudit("people: each row that names nobody is a person's own", "run/nobody", 6_000,
		edit{peopleFile, "	p.again++\n", "	if p.again++; len(name) == 0 {\n		return 1, 1, true\n	}\n"}),
	byAudit("people: whole rows added whosever they are", "run/people$", 6_000,
		edit{intakeFile, "		in.plan.Map.Apply(in.x, in.z)\n		return in.sum.AddShare(in.x, of)\n", "		in.plan.Map.Apply(in.x, in.z)\n		return in.sum.Add(in.x)\n"}),
	byTest("people: labelled rows added whole", "TestRowsOverAgainAreOnePersonStill", adaptPackage,
		edit{intakeFile, "		return in.with.AddShare(in.x, of)\n", "		return in.with.Add(in.x)\n"}),
	byTest("people: n counts rows", "TestNCountsPeople", adaptPackage,
		edit{targetFile, "		t.sum.CountPeople(report.units())\n", ""}),
	byTest("people: those with labels counted twice", "TestNCountsPeople", adaptPackage,
		edit{targetFile, "			t.labelled.CountPeople(0)", "			t.labelled.CountPeople(1)"}),
	byTest("people: δ compared with the number of rows", "TestUnitsThatCannotBeAreRefused", adaptPackage,
		edit{targetFile, "p.CheckRows(report.units())", "p.CheckRows(int64(report.Rows))"}),
	byTest("people: the exact entry of the intercept in the document", "TestTheNumberOfRowsIsPrivate", adaptPackage,
		edit{
			momentFile,
			"				noisy = append(noisy, m.public(sum.Rows))\n",
			"				noisy = append(noisy, noise.Add(noise, sum.Entry(i, j)))\n",
		},
		edit{momentFile, "	mean.Set(0, 0, m.Grid.Float(square, big.NewRat(1, 1)))\n", ""}),
	byTest("people: a second reading with more rows accepted", "TestAFileThatChangesIsRefused", adaptPackage,
		edit{peopleFile, "	if !known || p.seen[at] == p.rows[at] {\n", "	if !known {\n"}),
	byTest("people: a second reading with fewer rows accepted", "TestAFileThatChangesIsRefused", adaptPackage,
		edit{targetFile, "	if in.people != nil && !in.people.Whole() {\n", "	if false {\n"}),
	byTest("people: of a record that cannot be used, the name that the short cut read", personsRow, datasetPackage,
		edit{readerFile, "	t.unit = nil // of a short cut that read a part of the record\n", ""}),
	byTest("people: the words for a missing name are a name", personsRow, datasetPackage,
		edit{unitFile, "	if isMissing(t.unit) {\n", "	if len(t.unit) == 0 {\n"}),
	byTest("people: a record without the field is the person's before", personsRow, datasetPackage,
		edit{"core/data/dataset/cells.go", "	t.unit = nil\n", ""}),
	byTest("report: every row of a person counts as one", "TestEveryPersonIsAUnit", "core/internal/private/tally",
		edit{tallyFile, "	share := whole*k/of - whole*(k-1)/of\n", "	share := int64(whole)\n"}),
	byTest("report: a person's shares rounded up", "TestEveryPersonIsAUnit", "core/internal/private/tally",
		edit{tallyFile, "	share := whole*k/of - whole*(k-1)/of\n", "	share := (whole + of - 1) / of\n"}),
	byTest("people: a database shares by the number of rows", inDatabases, warehousePackage,
		edit{warehousePeople, `call("SQRT", cast(rowsOf, w.float))`, `cast(rowsOf, w.float)`}),
	byTest("people: a database does not check its shares", "TestABrokenRootOfPeopleIsSmaller", warehousePackage,
		edit{warehousePeople, `rowsOf+" * "+q+" * "+q+" <= "+squares(s(k))`, `"TRUE"`}),
	byTest("people: a database adds the intercept whole", inDatabases, warehousePackage,
		edit{warehousePeople, "either(rowsOf+\" = 1\", size,", "either(fmt.Sprint(k == 0)+\" OR \"+rowsOf+\" = 1\", size,"}),
	byTest("people: a database counts rows as people", inDatabases, warehousePackage,
		edit{warehousePeople, `+") = 1", "1", "0"), firstOf)`, `+") >= 1", "1", "0"), firstOf)`}),
	byTest("people: a database takes the words for a missing name for a name", inDatabases, warehousePackage,
		edit{warehousePeople, `"''", text)`, `text, text)`}),
	byTest("people: sums of people for those of rows", "TestUnitsThatNoQueryIsWrittenFor", warehousePackage,
		edit{"core/warehouse/warehouse.go", `plan["unit"] = p.Unit`, `_ = p.Unit`}),
	byTest("combination: people and rows add up", "TestWhatCannotBeCombinedIsRefused", combinePackage,
		edit{settingFile, "s.Unit == o.Unit, ", "true, "}),
	byTest("ledger: an account takes rows and people", "an account is of people or of rows: the other is refused before the file is read", peopleNode,
		edit{rulesFile, "  if (unit === null || unit === asked) return;\n", "  if (true) return;\n"}),
	byAudit("people: rows without a label added whole", "run/people-labelled", 6_000,
		edit{intakeFile, "	return in.sum.AddShare(in.x[:d+t], of)\n", "	return in.sum.Add(in.x[:d+t])\n"}),
	byAudit("people: every row of a report counts as one", "run/people-report", 6_000,
		edit{intakeFile, "		in.counts.AddShare(row, k, of)\n", "		in.counts.Add(row)\n"}),
	byTest("people: a row of the second reading is that person's of the first, unlooked", "TestNamesAreComparedWhole", peoplePackage,
		edit{peopleFile, "		known = bytes.Equal(p.name(at), name)\n", "		known = true\n"}),
	byTest("people: the order of the people survives", nothingOfPeople, peoplePackage, edit{peopleFile, "	clear(p.order)\n", ""}),
	byTest("people: the slots survive", nothingOfPeople, peoplePackage, edit{peopleFile, "	clear(p.slots)\n", ""}),
	byTest("people: the names survive", nothingOfPeople, peoplePackage, edit{peopleFile, "	clear(p.names)\n", ""}),
	byTest("people: the ends of the names survive", nothingOfPeople, peoplePackage, edit{peopleFile, "	clear(p.ends)\n", ""}),
	byTest("people: the numbers of rows survive", nothingOfPeople, peoplePackage, edit{peopleFile, "	clear(p.rows)\n", ""}),
	byTest("people: the rows of the second reading survive", nothingOfPeople, peoplePackage, edit{peopleFile, "	clear(p.seen)\n", ""}),
	byTest("people: slots that were too few survive", nothingOfPeople, peoplePackage, edit{peopleFile, "	clear(old)\n", ""}),
	byTest("people: memory of names that was too small survives", nothingOfPeople, peoplePackage,
		edit{peopleFile, "		clear(to)\n", "		_ = to\n"}),
	byTest("people: what was kept of a file to look for them survives", keptIsOverwritten, adaptPackage,
		edit{repeatingFile, "		clear(piece)\n", "		_ = piece\n"}),
	byTest("people: hashes of a file's texts survive", keptIsOverwritten, adaptPackage,
		edit{repeatingFile, "		clear(c.hashes)\n", "		_ = c\n"}),
	byTest("people: columns that repeat in the first file alone stop a run", "TestWhatRepeatsLateIsTold", adaptPackage,
		edit{targetFile, "		if p.Unit == \"\" {\n			repeats.count(file)\n", "		if p.Unit == \"\" && i == 0 {\n			repeats.count(file)\n"}),
}
