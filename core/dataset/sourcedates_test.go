package dataset

import (
	"fmt"
	"strings"
	"testing"
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
	if notes := strings.Join(s.Notes, " "); !strings.Contains(notes, `"sold" holds dates, which count as days since 1970-01-01; declare it ignored`) {
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

// Equal dates have equal features on both sides, in whatever form they are written; a cell that is not a date is the mean.
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
	cells, err := NewCellReader(strings.NewReader(file), s)
	if err != nil {
		t.Fatal(err)
	}
	if row := make([]float64, 2); !cells.Next(row) || row[0] != 18322 {
		t.Errorf("the cells of the first record are %v", row)
	}
}
