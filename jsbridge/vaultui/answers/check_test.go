package answers

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"privadapt/core/adapt"
	"privadapt/core/data/dataset/csv"
	"privadapt/core/terms/settings"
	"privadapt/core/words"
)

func TestColumnsAreDescribed(t *testing.T) {
	colour := SampleColumn{Name: "colour"}
	for _, name := range []string{"a", "b", "c", "d", "e", "f", "g", "h", "i"} {
		colour.Levels = append(colour.Levels, struct {
			Name string `json:"name"`
		}{name})
	}
	for want, c := range map[string]SampleColumn{
		"numbers, 20 to 180.25":           {Name: "area", Min: 20, Max: 180.25},
		"dates, 2020-01-01 to 2020-12-31": {Name: "sold", Min: 18262, Max: 18627.5, Dates: true},
		"dates, 2020-01-01 to 2020-12-31, day before month": {Name: "sold", Min: 18262, Max: 18627.5, Dates: true,
			DateOrder: csv.DayFirst},
		"not used": {Name: "note", Kind: "ignored"},
		"one of: a, b, c, d, e, f, g, h and 1 more": colour,
	} {
		if got := c.Expected(); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

// A column that seems to name people is one to choose about, where the engine stops for it.
func TestTheOwnerChoosesAboutAnIdentifierThatRepeats(t *testing.T) {
	found := []adapt.Repeating{{Column: "patient", Rows: 400, Values: 100}}
	for want, r := range map[string]FileReport{
		"patient": {Repeating: found, Stops: []words.Message{{Key: settings.StopClippedRows},
			{Key: settings.StopRepeatedIdentifier}}},
		"": {Repeating: found, Stops: []words.Message{{Key: settings.StopClippedRows}}},
	} {
		if got := r.Identifier(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestMatches(t *testing.T) {
	columns := []SampleColumn{
		{Name: "area", Min: 20, Max: 180, Mean: 80.24, Scale: 20},
		{Name: "rooms", Max: 9},
		{Name: "age", Max: 99},
		{Name: "note", Kind: "ignored"},
		{Name: "distance", Max: 30, Mean: 5.55, Scale: 2},
		{Name: "bmi", Min: 16, Max: 48, Mean: 29.2, Scale: 6},
		{Name: "admission", Min: 18628, Max: 18991, Mean: 18806.4, Scale: 105, Dates: true},
	}
	r := FileReport{Rows: 100, MissingColumns: []string{"rooms"}}
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

func TestOneLikelyHeaderIsProposed(t *testing.T) {
	q := AboutHeaders(adapt.Unmatched{
		Missing: []string{"crp_mg_l", "age", "sex"},
		Headers: []string{"CRP (mg/l)", "Age.", "AGE!", "Geschlecht"},
	})
	if want := []string{"CRP (mg/l)", "", ""}; !slices.Equal(q.Likely, want) {
		t.Errorf("proposed %q, want %q", q.Likely, want)
	}
}

func TestAHeaderIsOfOneColumn(t *testing.T) {
	if Twice([]string{"", "a", "", "b"}) != "" || Twice([]string{"a", "b", "a"}) != "a" {
		t.Error("what is chosen twice is not found")
	}
	before := map[string]string{"age": "Alter", "sex": "Geschlecht"}
	got := HeadersWith(before, []string{"ward", "sex"}, []string{"Alter", ""})
	if want := map[string]string{"ward": "Alter"}; !maps.Equal(got, want) || len(before) != 2 {
		t.Errorf("got %v from %v, want %v", got, before, want)
	}
}
