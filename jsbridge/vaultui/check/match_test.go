package check

import (
	"strings"
	"testing"

	"privadapt/core/adapt"

	"privadapt/jsbridge/vaultui/sample"
)

func TestMatches(t *testing.T) {
	columns := []sample.Column{
		{Name: "area", Min: 20, Max: 180, Mean: 80.24, Scale: 20},
		{Name: "rooms", Max: 9},
		{Name: "age", Max: 99},
		{Name: "note", Kind: "ignored"},
		{Name: "distance", Max: 30, Mean: 5.55, Scale: 2},
		{Name: "bmi", Min: 16, Max: 48, Mean: 29.2, Scale: 6},
		{Name: "admission", Min: 18628, Max: 18991, Mean: 18806.4, Scale: 105, Dates: true},
	}
	r := Report{Rows: 100, MissingColumns: []string{"rooms"}}
	r.RepairedByColumn = map[string]int{"age": 30, "area": 1, "bmi": 100}
	r.Shifts = []adapt.ColumnShift{
		{Name: "area", Shift: -4.26}, {Name: "distance", Shift: 0.5}, {Name: "admission", Shift: 2.87},
		{Name: "bmi"},
	}
	r.FarColumns = []adapt.ColumnShift{r.Shifts[0], r.Shifts[2]}
	matches := r.Matches(columns)
	if len(matches) != 6 {
		t.Fatalf("%+v", matches)
	}
	for i, want := range []struct {
		found   string
		warning bool
	}{{"-5: other units?; 1 cell repaired (1%)", true}, {texts.MatchMissing, true}, {"✓; 30 cells repaired (30%)", true},
		{"6.5", false}, {"100 cells repaired (100%)", true}, {"2022-04-25", true}} {
		if !strings.HasPrefix(matches[i].Found, want.found) || matches[i].Warning != want.warning {
			t.Errorf("%+v instead of %v", matches[i], want)
		}
	}
}
