package dataset

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"privadapt/core/data/dataset/dates"
	"privadapt/core/must"
)

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
	if notes := strings.Join(s.Notes, " "); !strings.Contains(
		notes,
		`"sold" holds dates, which count as days since 1970-01-01; declare it ignored`,
	) {
		t.Errorf("notes: %s", notes)
	}
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
func orderedCSV(order dates.Order) string {
	var text strings.Builder
	text.WriteString("sold,area,y\n")
	day := func(day, month int, hour string) string {
		if order == dates.MonthFirst {
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
		order   dates.Order
		private [4]float64 // what is read of 03/04/2012, 13/05/2012, 05/13/2012, and 2012-05-13 9:00
		words   string
	}{
		{dates.DayFirst, [4]float64{15433, 15473, math.NaN(), 15473.375}, "day, month, year"},
		{dates.MonthFirst, [4]float64{15403, math.NaN(), 15473, 15473.375}, "month, day, year"},
	} {
		source := readSource(t, orderedCSV(c.order), SourceOptions{Label: "y"})
		sold := source.Schema.Columns[0]
		if !sold.Dates || sold.DateOrder != c.order || sold.Min != 15340 || source.Cells()[2*1500] != 15473.375 ||
			source.Schema.Validate() != nil {
			t.Fatalf("%s: the column is %+v, the last date %v", c.order, sold, source.Cells()[2*1500])
		}
		if notes := strings.Join(source.Notes, " "); !strings.Contains(
			notes,
			`"sold" holds dates in the order `+c.words+", which count as days",
		) {
			t.Errorf("%s: notes: %s", c.order, notes)
		}
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
	if notes := strings.Join(source.Notes, " "); !strings.Contains(
		notes,
		`"sold" may hold dates, but the order of day and month is open ("03/04/2012" on line 2, "05/06/2012" on line 3). Its values count as categories; to have days, state it in the option dateOrder`,
	) {
		t.Errorf("notes: %s", notes)
	}
	for order, want := range map[dates.Order]float64{dates.DayFirst: 15433, dates.MonthFirst: 15403} {
		stated := readSource(t, few, SourceOptions{Label: "y", DateOrder: map[string]dates.Order{"sold": order}})
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
		if !slices.Equal(
			with.Notes,
			[]string{"Rows without a label are left out: 3 of 6, written \"NA\". The sample is the others, in their order."},
		) {
			t.Errorf("%s: notes: %q", task, with.Notes)
		}
		with.Digest, with.Notes = without.Digest, without.Notes
		if !reflect.DeepEqual(with, without) {
			t.Errorf("%s: %+v, and without these rows %+v", task, with, without)
		}
		both := must.Get(united(SourceOptions{Label: "y", Task: task}, "a,c,y\n1,red,1\n2,blue,\n",
			"a,c,y\n2,blue,2\n3,red,3\n"))(t)
		if both.Rows != 3 || both.Parts[0].Rows != 1 ||
			!slices.Contains(
				both.Notes,
				"Rows without a label are left out: 1 of 4. The sample is the others, in their order.",
			) {
			t.Errorf("%s: %d rows, notes %q", task, both.Rows, both.Notes)
		}
	}
}

// Files that are united agree in the order of their dates, as far as each settles one.
func TestOrdersOfSeveralFiles(t *testing.T) {
	const iso, days, months = "sold,y\n2012-05-13,1\n2012-05-14,2\n", "sold,y\n03/04/2012,1\n13/05/2012,2\n",
		"sold,y\n04/03/2012,1\n05/13/12,2\n"
	for _, c := range []struct {
		files []string
		want  dates.Order
	}{{[]string{iso, days}, dates.DayFirst}, {[]string{months, iso}, dates.MonthFirst},
		{[]string{days, iso, days + "14/05/2012,3\n"}, dates.DayFirst}} {
		s := must.Get(united(SourceOptions{Label: "y"}, c.files...))(t)
		if got := s.Schema.Columns[0]; !got.Dates || got.DateOrder != c.want || got.Max < 15473 || got.Max > 15474 {
			t.Errorf("%q: the column is %+v", c.files, got)
		}
	}
	_, err := united(SourceOptions{Label: "y"}, days, iso, months)
	var e *Error
	if !errors.As(err, &e) || e.Code != CodeDateOrder || !strings.Contains(err.Error(),
		`c.csv: line 3, column 1 ("sold"): "05/13/12" is no date in the order of the column, as "13/05/2012" shows`) {
		t.Errorf("%v", err)
	}
}
