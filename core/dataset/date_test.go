package dataset

import (
	"fmt"
	"strings"
	"testing"
)

func TestDatesAreDays(t *testing.T) {
	for cell, want := range map[string]float64{
		"1970-01-01": 0, "1970-01-02": 1, "1969-12-31": -1, "2024-02-29": 19782, "2024/02/29": 19782, "29.02.2024": 19782,
		"0001-01-01": -719162, "9999-12-31": 2932896,
		"1970-01-02T12:00": 1.5, "1970-01-02 06:00:00": 1.25, "1970-01-02T00:00:00.000Z": 1,
		"1970-01-02T12:00:00+12:00": 1, "1970-01-02T12:00-1200": 2,
	} {
		if got, ok := parseDate([]byte(cell)); !ok || got != want {
			t.Errorf("%s: %v, %v; want %v", cell, got, ok, want)
		}
	}
}

// 03/04/2021 can be either of two dates, so it is not read as a date.
func TestWhatIsNoDate(t *testing.T) {
	for _, cell := range []string{
		"", "2024", "20240229", "2024-2-9", "2024-02-30", "2023-02-29", "2024-13-01", "2024-00-10", "2024-01-00", "0000-01-01",
		"2024-01/02", "03/04/2021", "3.4.2021", "31.12.20", "2024-01-01x", "2024-01-01T", "2024-01-01T25:00", "2024-01-01T10:60",
		"2024-01-01T10:00:", "2024-01-01T10:00:00.", "2024-01-01T10:00:00+1", "2024-01-01  10:00", "-024-01-01", "2024-01-01\x00",
	} {
		if got, ok := parseDate([]byte(cell)); ok {
			t.Errorf("%q is read as %v", cell, got)
		}
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
