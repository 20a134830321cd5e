package dataset

import (
	"errors"
	"slices"
	"strings"
	"testing"
)

// What the owner says that a column is called is a rule of the header: the rows are the same as in a file with the
// sample's names.
func TestTheOwnersHeadersAreFound(t *testing.T) {
	want := []float64{1, 1, -1}
	for _, c := range []struct {
		name, text string
		headers    map[string]string
	}{
		{"German, with semicolons", "Temperatur;Farbe\n12;red\n",
			map[string]string{"temp": "Temperatur", "colour": "Farbe"}},
		{"a line break in a name", "\"Temperatur\r\n(in C)\",colour\n12,red\n",
			map[string]string{"temp": "Temperatur (in C)"}},
		{"in Windows-1252", "W\xe4rme;colour\n12;red\n", map[string]string{"temp": "W\u00e4rme"}},
		{"before a column of that name", "temp,warm,colour\n7,12,red\n", map[string]string{"temp": "warm"}},
		{"a file without that header", "temp,colour\n12,red\n", map[string]string{"temp": "warm"}},
	} {
		rows, report := readTarget(t, c.text, plainSchema().Under(c.headers))
		if !slices.Equal(rows, want) || len(report.MissingColumns) > 0 || report.RepairedCells > 0 {
			t.Errorf("%s: rows %v, report %+v", c.name, rows, report)
		}
	}
	named := plainSchema().Under(map[string]string{"colour": "Farbe", "y": "Ziel"})
	_, report := readTarget(t, "temp;Farbe;Ziel\n12;red;3\n", named)
	if !slices.Equal(report.MappedColumns, []Mapped{{"colour", "Farbe"}}) || !report.LabelPresent {
		t.Errorf("the owner is told %+v", report)
	}
	twice := plainSchema().Under(map[string]string{"temp": "warm", "colour": "warm"})
	if _, err := NewTargetReader(strings.NewReader("warm\n12\n"), twice); codeOf(err) != CodeDuplicateColumn {
		t.Errorf("one column for two: %v", err)
	}
}

// An error that the owner can answer has the headers, and prints none of them.
func TestForeignHeadersAreToldToTheOwnerAlone(t *testing.T) {
	for text, want := range map[string][]string{
		"Temperatur;Farbe;id\n12;red;7\n": {"Temperatur", "Farbe"},
		"W\xe4rme;Farbe\n12;red\n":        {"W\u00e4rme", "Farbe"},
		"Title\ntemp,colour\n12,red\n":    {"Title"},
		"secret,7,blue\n":                 nil,
		"[{\"a\":1,\"b\":2}]\n":           nil,
	} {
		_, err := NewTargetReader(strings.NewReader(text), plainSchema())
		var refused *Error
		told := errors.As(err, &refused) && slices.Equal(refused.Headers(), want)
		if !told || strings.Contains(err.Error(), "Farbe") {
			t.Errorf("%q: %v with %q", text, err, refused.Headers())
		}
	}
}
