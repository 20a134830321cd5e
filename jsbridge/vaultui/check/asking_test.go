package check

import (
	"maps"
	"slices"
	"testing"

	"privadapt/core/adapt"
)

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
