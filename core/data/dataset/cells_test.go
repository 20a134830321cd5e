package dataset

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"privadapt/core/data/dataset/csv"
	"privadapt/core/must"
)

const cellsTable = "a,junk,b,c,y\n1,x,red,5,1\n2.5,x,blue,?,2\nNA,x,green,7,3\n4,x,,5,4\n"

// Cells are numbers in raw units and indices of levels; a missing, unknown or unreadable cell is NaN.
func TestCells(t *testing.T) {
	source := readSource(t, cellsTable, SourceOptions{Label: "y", Ignore: []string{"junk"}})
	read := func(table string) string { return strings.Join(cellsOf(t, table, source.Schema), "") }
	if got, want := read(cellsTable), "[1 0 5][2.5 1 NaN][NaN 2 7][4 NaN 5]"; got != want {
		t.Errorf("the source's cells are %s, want %s", got, want)
	}
	if got, want := fmt.Sprint(source.Cells()), "[1 0 5 2.5 1 NaN NaN 2 7 4 NaN 5]"; got != want {
		t.Errorf("the source keeps the cells %s, want %s", got, want)
	}
	if got, want := read("c,b\n-1e3,black\n\"3\",\"blue\"\nx\n\n\x00,red\n8,\x00red\n8,red,9\n1e400,green\n"),
		"[NaN NaN -1000][NaN 1 3][NaN NaN NaN][NaN NaN NaN][NaN NaN NaN][NaN NaN NaN][NaN 0 8][NaN 2 NaN]"; got != want {
		t.Errorf("the target's cells are %s, want %s", got, want)
	}
}

// Cells and features are two forms of one row: whatever the bytes, the features follow from the cells.
func FuzzCellsAndFeatures(f *testing.F) {
	f.Add("1,x,red,5\n?,,blue,1e9\n")
	f.Add("1;2\n\"a\"\"b\",\"red\n")
	source := readSource(f, cellsTable, SourceOptions{Label: "y", Ignore: []string{"junk"}})
	f.Fuzz(func(t *testing.T, records string) {
		table := "a,junk,b,c\n" + records
		target, err := NewTargetReader(strings.NewReader(table), source.Schema)
		if err != nil {
			t.Skip("the private reader refuses the table")
		}
		cells := must.Get(NewCellReader(strings.NewReader(table), source.Schema))(t)
		z, row := make([]float64, source.Schema.Dim()), make([]float64, 3)
		encoders := newEncoders(Schema{Columns: source.Schema.Used()})
		for target.Next(z) {
			if !cells.Next(row) {
				t.Fatal("there are fewer rows of cells")
			}
			want := make([]float64, len(z))
			encodeRow(want, row, []int{0, 1, 2}, encoders)
			if fmt.Sprint(z) != fmt.Sprint(want) {
				t.Fatalf("features %v, of the cells %v: %v", z, row, want)
			}
		}
		if cells.Next(row) {
			t.Fatal("there are more rows of cells")
		}
	})
}

// A public sample that memory could not hold is refused in words, at the row for which there is no room, as soon as it
// is read.
func TestSampleBeyondMemoryIsRefused(t *testing.T) {
	table := newCellTable(20)
	must.Get(table.addRow(7))(t) // of the last block
	table.blocks = append(make([][]float64, mostCells/tableBlock-1), table.blocks...)
	for range table.blockRows - 1 {
		must.Get(table.addRow(7))(t)
	}
	b := &builder{layout: layout{label: -1}, cells: table}
	var failure *Error
	if err := b.add(record{line: 7}); !errors.As(err, &failure) || failure.Code != CodeTooLarge || failure.Line != 7 ||
		!strings.Contains(failure.Message, "random part") {
		t.Errorf("%v", err)
	}
}

var valuesSchema = Schema{Label: "y", Columns: []Column{
	{Name: "a", Kind: Numeric, Mean: 1, Scale: 2, Min: 0, Max: 2},
	{Name: "skipped", Kind: Ignored},
	{Name: "c", Kind: Categorical, Levels: []Level{{"red", 0.25, math.Sqrt(0.1875)}, {"blue", 0.75, math.Sqrt(0.1875)}}},
}}

func allRows(rows Rows, dim int) (all [][]float64) {
	z := make([]float64, dim)
	for rows.Next(z) {
		all = append(all, slices.Clone(z))
	}
	return all
}

// The same values give the same cells, from a file or from memory.
func TestValuesAreReadAsThoseOfAFile(t *testing.T) {
	fromFile := must.Get(NewCellReader(
		strings.NewReader("a,c\n1.25,red\n,blue\n-3e2,\n1e300,green\n1e999,red\n7,no\n8,no\n9,no\n"),
		valuesSchema,
	))(t)
	none := math.NaN()
	fromMemory := must.Get(NewValueRows([]float64{1.25, none, -300, 1e300, math.Inf(1), 7, 8, 9,
		0, 0, 0, 0, none, none, none, none, 0, 1, none, 2, 0, -1, 0.5, math.Inf(1)}, 8, valuesSchema))(t)
	want, got := allRows(fromFile, 2), allRows(fromMemory, 2)
	if len(got) != 8 || fmt.Sprint(want) != fmt.Sprint(got) {
		t.Errorf("%v, want %v", got, want)
	}
	if a, b := fromFile.Report(), fromMemory.Report(); a.Rows != b.Rows || a.RepairedCells != b.RepairedCells {
		t.Errorf("%+v, want %+v", b, a)
	}
}

func TestValuesOfOtherNumbersOfRowsAreRefused(t *testing.T) {
	for rows, values := range map[int]int{2: 5, 3: 6, -1: 0, 0: 3} {
		if _, err := NewValueRows(make([]float64, values), rows, valuesSchema); err == nil {
			t.Errorf("%d values passed for %d rows", values, rows)
		}
	}
}

func lenientSchema() Schema {
	level := func(name string) Level { return Level{name, 0.25, 0.5} }
	return Schema{Label: "y", Columns: []Column{
		{Name: "area", Kind: Numeric, Mean: 0, Scale: 1, Max: 1},
		{Name: "sold", Kind: Numeric, Mean: 0, Scale: 1, Max: 1, Dates: true},
		{Name: "heating", Kind: Categorical, Levels: []Level{level("Fern Wärme"), level("gas"), level("Oil"),
			level("oil")}},
	}}
}

// A cell in another form is read if it can have only one meaning; the report says which cells, where and how many.
func TestFindingsSayWhatWasReadAndWhatWasNot(t *testing.T) {
	const file = "area;sold;heating\n" +
		"1.234,5;2020-01-01;GAS\n" + // 2: marks, letters
		"2;1/2/2020;fern  wärme\n" + // 3: a slash date, blanks
		"3;nix;Fern W\xe4rme\n" + // 4: not a date, Windows-1252
		"2020-01-01;2020-01-01;OIL\n" + // 5: a date, a level that could be two
		"x;2020-01-01;wood\n" + // 6: text, unseen
		"1e999;2020-01-01;Fern WÃ¤rme\n" + // 7: not finite, a damaged text
		";2020-01-01;oil\n" + // 8: missing
		"5;2020-01-01;r\xe9d\n" + // 9: Windows-1252 of a level that is none
		"12 %;2020-01-01;oil\n" + // 10: a percent sign
		"12\xa0;2020-01-01;oil\n" // 11: a no-break space of Windows-1252
	rows, report := readTarget(t, file, lenientSchema())
	areas := make([]float64, 0, 10)
	for i := 0; i < len(rows); i += 6 {
		areas = append(areas, rows[i])
	}
	if want := []float64{1234.5, 2, 3, 0, 0, 0, 0, 5, 0, 12}; !slices.Equal(areas, want) {
		t.Errorf("areas %v, want %v", areas, want)
	}
	var got []string
	for _, f := range report.Findings {
		for _, e := range f.Examples {
			got = append(got, fmt.Sprintf("%s %s %d %d %s", f.Column, f.Cause, f.Cells, e.Row, e.Value))
		}
	}
	want := []string{"area read-marks 1 2 1.234,5", "area is-a-date 1 5 2020-01-01", "area not-a-number 1 6 x",
		"area not-finite 1 7 1e999", "area missing 1 8 ", "area percent 1 10 12 %", "area read-encoding 1 11 12\ufffd",
		"sold slash-date 1 3 1/2/2020", "sold not-a-date 1 4 nix",
		"heating read-letters 2 2 GAS", "heating read-letters 2 3 fern  wärme", "heating read-encoding 1 4 Fern W\ufffdrme",
		"heating unseen 2 5 OIL", "heating unseen 2 6 wood", "heating encoding 2 7 Fern WÃ¤rme",
		"heating encoding 2 9 r\ufffdd"}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	cells := must.Get(NewCellReader(strings.NewReader(file), lenientSchema()))(t)
	row := make([]float64, 3)
	for i, want := range [][]float64{{1234.5, 18262, 1}, {2, math.NaN(), 0}, {3, math.NaN(), 0},
		{math.NaN(), 18262, math.NaN()}} {
		if cells.Next(row); fmt.Sprint(row) != fmt.Sprint(want) {
			t.Errorf("the cells of record %d are %v, want %v", i+1, row, want)
		}
	}
	if report.RepairedCells != 11 {
		t.Errorf("%d cells count as the mean, want 11: those that were read do not", report.RepairedCells)
	}
}

// Nothing passes from a cell to the cells of later records: each row of a file is the row of a file with its record
// alone.
func TestLenientCellsAndDatesAreFunctionsOfTheirCell(t *testing.T) {
	records := []string{`"1.234,5",2020-01-01,GAS`, `"1,234",x,wood`, `"1,234",1/2/2020,wood`, "1,2020-02-30,WOOD",
		"2020-01-01,,fern wärme", ",2021-06-07T12:00:00+02:00,OIL", "1 234,nix,W\xe4rme", "1,13/05/2020,gas",
		"1.5%,03/04/2020,gas", "1,05/13/2020,gas", "1,03/04/2020,gas", "1,99/12/31,gas", "1,03/04/05,gas",
		"1,31.12.99,gas", "1,03/04/05,gas", "1,13.05.2020 9:00 PM,gas"}
	const header = "area,sold,heating\n"
	for _, order := range []csv.DateOrder{csv.Open, csv.DayFirst, csv.MonthFirst, csv.YearFirst} {
		schema := lenientSchema()
		schema.Columns[1].DateOrder = order
		together, _ := readTarget(t, header+strings.Join(records, "\n")+"\n", schema)
		for i, record := range records {
			alone, _ := readTarget(t, header+record+"\n", schema)
			if got := together[i*len(alone) : (i+1)*len(alone)]; !slices.Equal(got, alone) {
				t.Errorf("order %q, record %d, %q: %v, and %v by itself", order, i+1, record, got, alone)
			}
		}
	}
}

func TestAFindingHasFewAndShortExamples(t *testing.T) {
	_, report := readTarget(t, "area\n"+strings.Repeat(strings.Repeat("é", 500)+"\n", 20), lenientSchema())
	f := report.Findings[0]
	if f.Cells != 20 || len(f.Examples) != MostExamples || f.Examples[4].Row != 6 ||
		len([]rune(f.Examples[0].Value)) != 40 {
		t.Errorf("%+v", f)
	}
}

// labelledRows reads a private file with its labels and returns each row's exact bits as text.
func labelledRows(t *testing.T, header string, records []string, s Schema) (rows []string) {
	t.Helper()
	reader := must.Get(Labelled(strings.NewReader(header+"\n"+strings.Join(records, "\n")+"\n"), s))(t)
	for row := make([]float64, len(s.Used())+1); reader.Next(row); {
		rows = append(rows, fmt.Sprintf("%x", row))
	}
	if reader.Err() != nil || reader.Report().Rows != len(records) {
		t.Fatalf("%q: %v, %d rows", records, reader.Err(), reader.Report().Rows)
	}
	return rows
}

// A cell that is no label makes its row one without a label, and is no error.
func TestLabelsAreReadOrMissing(t *testing.T) {
	numbers, classes := plainSchema(), plainSchema()
	classes.Classes = []string{"low", "high income"}
	for _, c := range []struct {
		schema Schema
		cell   string
		want   float64 // NaN: no label
	}{
		{numbers, "3.5", 3.5}, {numbers, " -1e3 ", -1000}, {numbers, `"7"`, 7}, {numbers, "1 234.5", 1234.5},
		{numbers, "", math.NaN()}, {numbers, "NA", math.NaN()}, {numbers, "inf", math.NaN()},
		{numbers, "1e999", math.NaN()},
		{numbers, "ten", math.NaN()}, {numbers, "1,2,3", math.NaN()}, {numbers, "2024-05-06", math.NaN()},
		{classes, "low", 0}, {classes, "High  Income", 1}, {classes, "medium", math.NaN()}, {classes, "", math.NaN()},
		{classes, "1", math.NaN()},
	} {
		reader := must.Get(Labelled(strings.NewReader("temp;y;colour\n1;"+c.cell+";red\n"), c.schema))(t)
		row := make([]float64, len(c.schema.Used())+1)
		if !reader.Next(row) {
			t.Fatal("no row")
		}
		if got := row[len(row)-1]; got != c.want && !(math.IsNaN(got) && math.IsNaN(c.want)) {
			t.Errorf("the label %q is read as %v, not %v", c.cell, got, c.want)
		}
		if r := reader.Report(); r.RepairedCells != 0 || !r.LabelPresent {
			t.Errorf("%q: %+v", c.cell, r)
		}
	}
	reader := must.Get(Labelled(strings.NewReader("temp,colour\n1,red\n"), numbers))(t)
	row := make([]float64, len(numbers.Used())+1)
	if reader.Next(row); !math.IsNaN(row[len(row)-1]) {
		t.Errorf("a table without labels has the label %v", row[len(row)-1])
	}
}

// A table in memory gives the rows, the labels and the people of its file to the bit, whatever values a program can
// hold, numbers or texts in either place, also beside columns that the schema does not have. Its owner is told of the
// same cells, in the same rows.
func TestColumnsAreReadAsTheirFile(t *testing.T) {
	rng := rand.New(rand.NewPCG(73, 74))
	values := []float64{0, 1, -2.5, 1e-7, 1e300, 1e306, math.NaN(), math.Inf(1), math.Inf(-1), math.Copysign(0, -1), 7,
		math.MaxFloat64, -math.MaxFloat64, math.SmallestNonzeroFloat64, 1e21, 123456789012345680000, 1.5e-9, 18000}
	texts := []string{"red", "blue", "", "3", "no", "yes", "1e999", "NA", " 4 ", "NaN", "nan", "0x1", "1,234", "1.234,5",
		"2020-02-01", "01/02/2020", `"`, "\xff", "\r", "1e5", "1\n", "\n\"\n,\r\n"}
	for _, classes := range [][]string{nil, {"no", "yes"}, {"1", "7"}} {
		schema := plainSchema()
		schema.Classes = classes
		schema.Columns = append(schema.Columns, Column{Name: "sold", Kind: Numeric, Dates: true, Mean: 18322, Scale: 100},
			Column{Name: "level", Kind: Categorical, Levels: []Level{{"1", 0.5, 0.5}, {"7", 0.5, 0.5}}})
		for range 200 {
			schema.Columns = slices.Clone(schema.Columns)
			schema.Columns[0].Scale = []float64{2, 1e-3}[rng.IntN(2)] // 10³⁰⁶ in these is a number or is none
			rows := 1 + rng.IntN(7)
			table := []column{{name: "colour"}, {name: "y"}, {name: "Temp"}, {name: "surplus"}, {name: "another"}, {name: "sold"},
				{name: "level"}}
			rng.Shuffle(len(table), func(i, j int) { table[i], table[j] = table[j], table[i] })
			for k := range table {
				for range rows {
					table[k].texts = append(table[k].texts, texts[rng.IntN(len(texts))])
				}
				if table[k].name != "colour" && rng.IntN(2) == 0 {
					for range rows {
						table[k].numbers = append(table[k].numbers, values[rng.IntN(len(values))])
					}
				}
			}
			checkSameAsFile(t, table, rows, schema)
		}
	}
}

// A number in a column of dates is no date, in memory as in a file, also where it could be the days of one.
func TestNumbersAreNoDates(t *testing.T) {
	schema := Schema{Label: "y", Columns: []Column{
		{Name: "sold", Kind: Numeric, Dates: true, Mean: 18322, Scale: 100, Min: 18000, Max: 19000},
	}}
	table := []column{{name: "sold", numbers: []float64{18322, 18400, 0}}, {name: "y", numbers: []float64{1, 2, 3}}}
	rows := must.Get(Labelled(columnStream(table, 3, 2), schema))(t)
	for row := make([]float64, 2); rows.Next(row); {
		if !math.IsNaN(row[0]) || math.IsNaN(row[1]) {
			t.Errorf("the cells are %v", row)
		}
	}
	if report := rows.Report(); report.Rows != 3 || report.RepairedByColumn["sold"] != 3 {
		t.Errorf("%+v", report)
	}
	checkSameAsFile(t, table, 3, schema)
}

func checkNote(t *testing.T, s *Source, want string) {
	t.Helper()
	if notes := strings.Join(s.Notes, " "); !strings.Contains(notes, want) {
		t.Errorf("notes: %s, want %s", notes, want)
	}
}

func datesCSV(rows int) string {
	var text strings.Builder
	text.WriteString("sold,area,y\n")
	for i := range rows {
		fmt.Fprintf(&text, "2020-%02d-%02d,%d,%d\n", 1+i/28%12, 1+i%28, i%7, i)
	}
	return text.String()
}

// A categorical column may not have 200 levels: read as texts, these dates would be refused.
func TestADateColumnCountsAsDaysOrIsIgnored(t *testing.T) {
	s := readSource(t, datesCSV(200), SourceOptions{Label: "y"})
	sold := s.Schema.Columns[0]
	if sold.Kind != Numeric || !sold.Dates || sold.Min != 18262 {
		t.Errorf("the column is %+v", sold)
	}
	checkNote(t, s, `"sold" holds dates, which count as days since 1970-01-01; declare it ignored`)
	if s.Schema.Validate() != nil {
		t.Error(s.Schema.Validate())
	}
	s = readSource(t, datesCSV(200), SourceOptions{Label: "y", Ignore: []string{"sold"}})
	if sold := s.Schema.Columns[0]; sold.Kind != Ignored || sold.Dates {
		t.Errorf("the ignored column is %+v", sold)
	}
	s = readSource(t, datesCSV(20), SourceOptions{Label: "y", Categorical: []string{"sold"}})
	if sold := s.Schema.Columns[0]; sold.Kind != Categorical {
		t.Errorf("the categorical column is %+v", sold)
	}
}

// Equal dates have equal features on both sides, in whatever form they are written; a cell that is not a date is the
// mean.
func TestPrivateDatesAreReadAsTheSourceIs(t *testing.T) {
	s := readSource(t, datesCSV(200), SourceOptions{Label: "y"}).Schema
	const file = "area,sold\n1,2020-03-01\n1,01.03.2020\n1,18322\n1,03/01/2020\n1,\n1,2020-03-01\n"
	rows, report := readTarget(t, file+strings.Repeat("1,2020-03-01\n", 40), s)
	want := (18322 - s.Columns[0].Mean) / s.Columns[0].Scale
	for i, z := range []float64{want, want, 0, 0, 0, want} {
		if rows[2*i] != z {
			t.Errorf("record %d: %v, want %v", i+1, rows[2*i], z)
		}
	}
	if report.RepairedByColumn["sold"] != 3 {
		t.Errorf("the report says %+v", report)
	}
	readBothWays(t, file+strings.Repeat("2,2020-12-31 \n2,2020-02-30\n", 40), s)
	cells := must.Get(NewCellReader(strings.NewReader(file), s))(t)
	if row := make([]float64, 2); !cells.Next(row) || row[0] != 18322 {
		t.Errorf("the cells of the first record are %v", row)
	}
}

// orderedCSV has dates in one order, written as a spreadsheet does; the last row settles it.
func orderedCSV(order csv.DateOrder) string {
	var text strings.Builder
	text.WriteString("sold,area,y\n")
	day := func(day, month int, hour string) string {
		if order == csv.MonthFirst {
			day, month = month, day
		}
		return fmt.Sprintf("%d/%d/2012 %s", day, month, hour)
	}
	for i := range 1500 { // more than decide the kind of the column
		fmt.Fprintf(&text, "%s,%d,%d\n", day(1+i%12, 1+i/12%12, fmt.Sprintf("%d:%02d", i%24, i%60)), i%7, i)
	}
	return text.String() + day(13, 5, "9:00") + ",1,1\n"
}

// Dates such as 10/2/2012 9:00 count as days once one of them settles the order, and the private file is read by that
// order: in a file, by its short cut, as cells, and in columns of texts.
func TestDatesOfASettledOrderAreReadInBothFiles(t *testing.T) {
	for _, c := range []struct {
		order   csv.DateOrder
		private [4]float64 // what is read of 03/04/2012, 13/05/2012, 05/13/2012, and 2012-05-13 9:00
		words   string
	}{
		{csv.DayFirst, [4]float64{15433, 15473, math.NaN(), 15473.375}, "day, month, year"},
		{csv.MonthFirst, [4]float64{15403, math.NaN(), 15473, 15473.375}, "month, day, year"},
	} {
		source := readSource(t, orderedCSV(c.order), SourceOptions{Label: "y"})
		sold := source.Schema.Columns[0]
		if !sold.Dates || sold.DateOrder != c.order || sold.Min != 15340 || source.Cells()[2*1500] != 15473.375 ||
			source.Schema.Validate() != nil {
			t.Fatalf("%s: the column is %+v, the last date %v", c.order, sold, source.Cells()[2*1500])
		}
		checkNote(t, source, `"sold" holds dates in the order `+c.words+", which count as days")
		private := []string{"03/04/2012", "13/05/2012", "05/13/2012", "2012-05-13 9:00"}
		file := "sold,area\n" + strings.Join(private, ",1\n") + ",1\n" + strings.Repeat("2012-01-01,1\n", 50)
		rows, report := readTarget(t, file, source.Schema)
		cells := must.Get(NewCellReader(strings.NewReader(file), source.Schema))(t)
		row := make([]float64, 2)
		for i, want := range c.private {
			z := (want - sold.Mean) / sold.Scale
			if math.IsNaN(want) {
				z = 0
			}
			if cells.Next(row); rows[2*i] != z || row[0] != want && !(math.IsNaN(row[0]) && math.IsNaN(want)) {
				t.Errorf("%s: %s is %v and %v, want %v", c.order, private[i], rows[2*i], row[0], want)
			}
		}
		if len(report.Findings) != 1 || report.Findings[0].Cause != SlashDate || report.Findings[0].Cells != 1 {
			t.Errorf("%s: the report says %+v", c.order, report)
		}
		readBothWays(t, file+strings.Repeat("13/5/2012 10:00 ,2\n5/13/2012,2\n1/1/12 9:00 PM,3\n", 40), source.Schema)
		texts := append(private, "1/1/12 9:00 PM", "", "soon", "31/12/11")
		checkSameAsFile(t, []column{{name: "sold", texts: texts}, {name: "area", numbers: make([]float64, len(texts))}},
			len(texts), source.Schema)
	}
}

// A column of dates whose order stays open is categorical as far as it has few values, and else refused; a stated order
// opens it.
func TestDatesOfAnOpenOrder(t *testing.T) {
	few := "sold,area,y\n" + strings.Repeat("03/04/2012,1,1\n05/06/2012,2,2\n,3,3\n", 30)
	source := readSource(t, few, SourceOptions{Label: "y"})
	if c := source.Schema.Columns[0]; c.Kind != Categorical || len(c.Levels) != 2 || c.Dates {
		t.Errorf("the column is %+v", c)
	}
	categorical := readSource(t, few, SourceOptions{Label: "y", Categorical: []string{"sold"}})
	if !reflect.DeepEqual(categorical.Schema, source.Schema) ||
		!slices.Equal(standardised(categorical), standardised(source)) {
		t.Error("it is another column than one that is declared categorical")
	}
	checkNote(t, source, `"sold" may hold dates, but the order of day and month is open ("03/04/2012" on line 2, `+
		`"05/06/2012" on line 3). Its values count as categories; to have days, state it in the option dateOrder`)
	for order, want := range map[csv.DateOrder]float64{csv.DayFirst: 15433, csv.MonthFirst: 15403} {
		stated := readSource(t, few, SourceOptions{Label: "y", DateOrder: map[string]csv.DateOrder{"sold": order}})
		if c := stated.Schema.Columns[0]; !c.Dates || c.DateOrder != order || c.Min != want {
			t.Errorf("%s: the column is %+v", order, c)
		}
	}
	// Beside dates that show their order the others cannot count as categories.
	_, err := ReadSource(strings.NewReader(few+"2012-01-31,1,1\n"), SourceOptions{Label: "y"})
	if codeOf(err) != CodeDateOrder {
		t.Errorf("beside another date: %v", err)
	}
}

// A sample in which some rows have no label is the sample of the others: what is in the rows that are left out has
// no effect.
func TestRowsWithoutALabelAreLeftOut(t *testing.T) {
	for _, task := range []Task{Regression, Classification} {
		with := readSource(t, "a,c,y\n1,red,1\n900,green,\n2,blue,2\nword,blue,NA\n3,red,3\n4,red,?\n",
			SourceOptions{Label: "y", Task: task})
		without := readSource(t, "a,c,y\n1,red,1\n2,blue,2\n3,red,3\n", SourceOptions{Label: "y", Task: task})
		checkNote(t, with, `Rows without a label are left out: 3 of 6, written "NA". `+
			"The sample is the others, in their order.")
		if len(with.Notes) != 1 {
			t.Errorf("%s: notes: %q", task, with.Notes)
		}
		with.Digest, with.Notes = without.Digest, without.Notes
		if !reflect.DeepEqual(with, without) {
			t.Errorf("%s: %+v, and without these rows %+v", task, with, without)
		}
	}
}
