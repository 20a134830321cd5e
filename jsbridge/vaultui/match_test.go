package vaultui

import (
	"strings"
	"testing"
)

func TestMatches(t *testing.T) {
	columns := []Column{
		{Name: "area", Min: 20, Max: 180},
		{Name: "rooms", Max: 9},
		{Name: "age", Max: 99},
		{Name: "note", Kind: "ignored"},
		{Name: "distance", Max: 30},
	}
	r := Report{Rows: 100, MissingColumns: []string{"rooms"}, RepairedByColumn: map[string]int{"age": 30, "area": 1}}
	r.FarColumns = append(r.FarColumns, struct {
		Name  string  `json:"name"`
		Shift float64 `json:"shift"`
	}{"area", -4.26})
	matches := r.Matches(columns)
	if len(matches) != 4 {
		t.Fatalf("%+v", matches)
	}
	for i, want := range []struct {
		found   string
		warning bool
	}{{"4.3 standard deviations lower than the sample: other units?; 1 cell repaired (1%)", true}, {texts.MatchMissing, true}, {"found; 30 cells repaired (30%)", true}, {"found", false}} {
		if !strings.Contains(matches[i].Found, want.found) || matches[i].Warning != want.warning {
			t.Errorf("%+v instead of %v", matches[i], want)
		}
	}
}
