package settings

import (
	"testing"
)

// What a value must be is said in words, with the words that a field takes and whether it takes auto.
func TestConditionsInWords(t *testing.T) {
	for want, f := range map[string]Field{
		"a finite number":                                 {Type: Number},
		"a finite number, or auto":                        {Type: Number, Auto: true},
		"a finite number above 0":                         {Type: Positive},
		"a whole number, at least 1, or auto":             {Type: Whole, Auto: true},
		"a list of texts":                                 {Type: Texts},
		"true or false":                                   {Type: Flag},
		"the text of a release":                           {Type: Document},
		"an object of columns, each with a text":          {Type: ByColumn},
		"an object of columns, each with one of dmy, mdy": {Type: ByColumn, Words: []string{"dmy", "mdy"}},
		"an object of columns, each with one of ymd":      {Type: ByColumn, Words: []string{"ymd"}},
	} {
		if got := f.Condition(); got != want {
			t.Errorf("%q, not %q", got, want)
		}
	}
	for _, f := range Fields {
		if f.Condition() == "" || !f.In(f.Places) || f.Places == 0 {
			t.Errorf("%s: %q, in the places %b", f.Name, f.Condition(), f.Places)
		}
	}
}

// The places of a struct are its fields with the tag of a setting, also in a struct that is embedded.
func TestPlacesInAStruct(t *testing.T) {
	type Inner struct {
		Label string `term:"label"`
	}
	type outer struct {
		Inner
		Named   Inner
		Epsilon float64 `term:"epsilon"`
		Other   int
	}
	var o outer
	places := PlacesIn(&o)
	if len(places) != 2 || places["label"] != any(&o.Label) || places["epsilon"] != any(&o.Epsilon) {
		t.Errorf("%v", places)
	}
}
