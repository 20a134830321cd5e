package dataset

import (
	"encoding/json"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"privadapt/core/must"
)

func mixedSchema() Schema {
	return Schema{Label: "y", Columns: []Column{
		{Name: "temp", Kind: Numeric, Mean: 20, Scale: 5, Min: -10, Max: 40},
		{Name: "id", Kind: Ignored},
		{Name: "colour", Kind: Categorical, Levels: []Level{{"red", 0.2, 0.4}, {"blue", 0.8, 0.4}}},
	}}
}

func TestSchemaNamesItsFeatures(t *testing.T) {
	s := mixedSchema()
	if want := []string{"temp", "colour=red", "colour=blue"}; !slices.Equal(s.FeatureNames(), want) ||
		s.Dim() != len(want) {
		t.Errorf("FeatureNames() = %q, Dim() = %d; want %q", s.FeatureNames(), s.Dim(), want)
	}
}

func TestSchemaSurvivesJSON(t *testing.T) {
	text := must.Get(json.Marshal(mixedSchema()))(t)
	var back Schema
	must.Do(t, json.Unmarshal(text, &back))
	if !reflect.DeepEqual(back, mixedSchema()) {
		t.Errorf("%s came back as %+v", text, back)
	}
}

func TestValidateRefusesWhatNoSourceGives(t *testing.T) {
	if err := mixedSchema().Validate(); err != nil {
		t.Fatalf("a good schema: %v", err)
	}
	numeric := func(edit func(c *Column)) func(*Schema) { return func(s *Schema) { edit(&s.Columns[0]) } }
	levels := func(edit func(l []Level)) func(*Schema) { return func(s *Schema) { edit(s.Columns[2].Levels) } }
	tests := []struct {
		name string
		edit func(s *Schema)
		want string
	}{
		{"no label", func(s *Schema) { s.Label = "" }, "label"},
		{"no columns", func(s *Schema) { s.Columns = nil }, "no feature"},
		{"only ignored columns", func(s *Schema) { s.Columns = s.Columns[1:2] }, "no feature"},
		{"name used twice", func(s *Schema) { s.Columns[1].Name = "temp" }, "twice"},
		{"name of the label", func(s *Schema) { s.Columns[1].Name = "y" }, "twice"},
		{"empty name", numeric(func(c *Column) { c.Name = "" }), "name"},
		{"name with spaces", numeric(func(c *Column) { c.Name = " temp" }), "spaces"},
		{"name not UTF-8", numeric(func(c *Column) { c.Name = "\xff" }), "UTF-8"},
		{"unknown kind", numeric(func(c *Column) { c.Kind = "ordinal" }), `"ordinal" is not a kind`},
		{"NaN mean", numeric(func(c *Column) { c.Mean = math.NaN() }), "finite mean"},
		{"infinite mean", numeric(func(c *Column) { c.Mean = math.Inf(1) }), "finite mean"},
		{"scale zero", numeric(func(c *Column) { c.Scale = 0 }), "scale"},
		{"scale negative", numeric(func(c *Column) { c.Scale = -1 }), "scale"},
		{"scale NaN", numeric(func(c *Column) { c.Scale = math.NaN() }), "scale"},
		{"scale infinite", numeric(func(c *Column) { c.Scale = math.Inf(1) }), "scale"},
		{"range reversed", numeric(func(c *Column) { c.Min, c.Max = 1, 0 }), "range"},
		{"range NaN", numeric(func(c *Column) { c.Max = math.NaN() }), "range"},
		{"levels of a number", numeric(func(c *Column) { c.Levels = []Level{{"a", 0.5, 0.5}} }), "only a categorical"},
		{"an unknown order of dates", numeric(func(c *Column) { c.Dates, c.DateOrder = true, "ydm" }), "dmy, mdy or ymd"},
		{"an order of what are no dates", numeric(func(c *Column) { c.DateOrder = "dmy" }),
			"a column of other cells has none"},
		{"one level", func(s *Schema) { s.Columns[2].Levels = s.Columns[2].Levels[:1] }, "2 to 64"},
		{"65 levels", func(s *Schema) { s.Columns[2].Levels = make([]Level, 65) }, "2 to 64"},
		{"level twice", levels(func(l []Level) { l[1].Name = "red" }), "twice"},
		{"level without a name", levels(func(l []Level) { l[0].Name = "" }), "level's name"},
		{"level with an outer no-break space", levels(func(l []Level) { l[0].Name = "a\u00a0" }), "outer blanks"},
		{"level share 0", levels(func(l []Level) { l[0].Mean = 0 }), "between 0 and 1"},
		{"level share NaN", levels(func(l []Level) { l[0].Mean = math.NaN() }), "between 0 and 1"},
		{"level scale 0", levels(func(l []Level) { l[0].Scale = 0 }), "scale"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := mixedSchema()
			tt.edit(&s)
			err := s.Validate()
			if codeOf(err) != CodeBadSchema || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("Validate() = %v, want a %s error with %q", err, CodeBadSchema, tt.want)
			}
			if _, err := NewTargetReader(strings.NewReader("temp,colour\n1,red\n"), s); codeOf(err) != CodeBadSchema {
				t.Errorf("NewTargetReader takes it: %v", err)
			}
		})
	}
}

// codeOf is the code of an *Error, else "".
func codeOf(err error) string {
	if e, ok := err.(*Error); ok {
		return e.Code
	}
	return ""
}
