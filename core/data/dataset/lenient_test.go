package dataset

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"privadapt/core/data/dataset/dates"
	"privadapt/core/must"
)

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
		"12 %;2020-01-01;oil\n" // 10: a percent sign
	rows, report := readTarget(t, file, lenientSchema())
	areas := make([]float64, 0, 9)
	for i := 0; i < len(rows); i += 6 {
		areas = append(areas, rows[i])
	}
	if want := []float64{1234.5, 2, 3, 0, 0, 0, 0, 5, 0}; !slices.Equal(areas, want) {
		t.Errorf("areas %v, want %v", areas, want)
	}
	var got []string
	for _, f := range report.Findings {
		for _, e := range f.Examples {
			got = append(got, fmt.Sprintf("%s %s %d %d %s", f.Column, f.Cause, f.Cells, e.Row, e.Value))
		}
	}
	want := []string{"area read-marks 1 2 1.234,5", "area is-a-date 1 5 2020-01-01", "area not-a-number 1 6 x",
		"area not-finite 1 7 1e999", "area missing 1 8 ", "area percent 1 10 12 %",
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
	for _, order := range []dates.Order{dates.Open, dates.DayFirst, dates.MonthFirst, dates.YearFirst} {
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

// An old Excel writes Windows-1252, the header included.
func TestAHeaderInWindows1252(t *testing.T) {
	s := lenientSchema()
	s.Columns[0].Name = "fläche"
	rows, report := readTarget(t, "fl\xe4che\n7\n", s)
	if rows[0] != 7 || slices.Contains(report.MissingColumns, "fläche") {
		t.Errorf("%v, %+v", rows, report)
	}
}
