package vaultui

import (
	"maps"
	"slices"
	"testing"

	"privadapt/core/adapt"
)

func TestOneLikelyHeaderIsProposed(t *testing.T) {
	q := aboutHeaders(adapt.Unmatched{
		Missing: []string{"crp_mg_l", "age", "sex"},
		Headers: []string{"CRP (mg/l)", "Age.", "AGE!", "Geschlecht"},
	})
	if want := []string{"CRP (mg/l)", "", ""}; !slices.Equal(q.likely, want) {
		t.Errorf("proposed %q, want %q", q.likely, want)
	}
}

func TestAHeaderIsOfOneColumn(t *testing.T) {
	if twice([]string{"", "a", "", "b"}) != "" || twice([]string{"a", "b", "a"}) != "a" {
		t.Error("what is chosen twice is not found")
	}
	before := map[string]string{"age": "Alter", "sex": "Geschlecht"}
	got := headersWith(before, []string{"ward", "sex"}, []string{"Alter", ""})
	if want := map[string]string{"ward": "Alter"}; !maps.Equal(got, want) || len(before) != 2 {
		t.Errorf("got %v from %v, want %v", got, before, want)
	}
}
