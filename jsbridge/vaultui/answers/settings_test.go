package answers

import (
	"encoding/json"
	"fmt"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"privadapt/core/release"
	"privadapt/core/terms"

	"privadapt/jsbridge/vaultui/sample"
	"privadapt/jsbridge/vaultui/wording"
)

func typed() Settings {
	return Settings{Epsilon: "1", Delta: "1e-6", Rows: "1000", Release: "model", Mechanism: "moment",
		Calibration: "tight"}
}

// What the form says becomes the engine's options. Labels are used on the owner's choice alone, whatever a link wishes,
// and only where the kind of result takes them; a report takes none of the settings that the form does not show for it;
// a base is stated where the result has one. The fits that begin early are the run's.
func TestSettingsBecomeOptions(t *testing.T) {
	plain := Options{"mechanism": "moment", "calibration": "tight"}
	for _, c := range []struct {
		name   string
		edit   func(*Settings)
		limits Limits
		more   Options // beside ε, δ and the kind of result, of which a report has no others
	}{
		{"nothing else typed", func(*Settings) {}, Limits{}, plain},
		{"more settings", func(s *Settings) { s.Iterations, s.Radius = " 200 ", "3.5" }, Limits{},
			Options{"mechanism": "moment", "calibration": "tight", "iterations": 200, "radius": 3.5}},
		{"a decimal comma", func(s *Settings) { s.Epsilon, s.Delta = "1,0", "0,000001" }, Limits{}, plain},
		{"a wish for labels", func(*Settings) {}, Limits{Labels: wishLabels}, plain},
		{"labels", func(s *Settings) { s.UseLabels = true }, Limits{},
			Options{"mechanism": "moment", "calibration": "tight", OptionLabels: true}},
		{"labels and a base for moments", func(s *Settings) { s.UseLabels, s.Release, s.Base = true, "moments", "trees" },
			Limits{}, Options{"mechanism": "moment", "calibration": "tight", OptionLabels: true, "base": "trees"}},
		{"a base for moments without labels", func(s *Settings) { s.Release, s.Base = "moments", "trees" }, Limits{}, plain},
		{"labels for weights", func(s *Settings) { s.UseLabels, s.Release = true, "weights" }, Limits{}, plain},
		{"a report", func(s *Settings) {
			s.Release, s.Base, s.GroupBy, s.UseLabels, s.Mechanism, s.Iterations, s.Radius = wording.ReleaseReport, "trees",
				"town", true, "selection", "7", "abc"
		}, Limits{}, Options{"base": "trees", FieldGroupBy: "town"}},
		{"groups of moments", func(s *Settings) { s.Release, s.GroupBy = "moments", "town" }, Limits{}, plain},
		{"a column of people that is not asked for", func(s *Settings) { s.UnitColumn = "id" }, Limits{}, plain},
		{"people", func(s *Settings) { s.UnitColumn, s.People = "id", true }, Limits{},
			Options{"mechanism": "moment", "calibration": "tight", OptionUnit: "id"}},
		{"the largest δ", func(*Settings) {}, Limits{Delta: 1e-6}, plain},
		{"the rest of a budget", func(*Settings) {}, Limits{Budget: &Budget{1}}, plain},
	} {
		s := typed()
		c.edit(&s)
		want := Options{"epsilon": 1.0, "delta": 1e-6, "release": s.Release}
		for name, value := range c.more {
			want[name] = value
		}
		run, problems := s.Check(c.limits)
		if len(problems) > 0 || !reflect.DeepEqual(run, want) {
			t.Errorf("%s: got %v, problems %v", c.name, run, problems)
		}
		fits := s.Fits()
		for _, name := range []string{FieldRelease, "base"} {
			if fits[name] != run[name] {
				t.Errorf("%s: %s is %v for the fits, %v for the run", c.name, name, fits[name], run[name])
			}
		}
	}
}

// Leaves says what a report gives away.
func TestAReportLeavesCounts(t *testing.T) {
	short, said := Leaves(Options{FieldRelease: wording.ReleaseReport, FieldGroupBy: "town"})
	if !strings.Contains(short, "a report on a model") || !strings.Contains(said, "counts of the model’s errors") ||
		!strings.Contains(said, "“town”") {
		t.Errorf("leaves: %q, %q", short, said)
	}
}

// A report can be divided by columns of words with few values.
func TestColumnsThatDivideAReport(t *testing.T) {
	var many sample.Column
	many.Kind, many.Name = "categorical", "street"
	for range release.MostGroups + 1 {
		many.Levels = append(many.Levels, struct {
			Name string `json:"name"`
		}{"x"})
	}
	town := sample.Column{Name: "town", Kind: "categorical", Levels: many.Levels[:release.MostGroups]}
	if got := sample.Dividing([]sample.Column{{Name: "area", Kind: "numeric"}, many, town}); !slices.Equal(got,
		[]string{"town"}) {
		t.Errorf("%v", got)
	}
}

// The pages read what people type by a reader of their own, which runs the same file: site/test/build.test.mjs.
func TestADecimalCommaIsRead(t *testing.T) {
	file, err := os.ReadFile("../wording/testdata/typed.json")
	var cases [][2]any
	if err != nil || json.Unmarshal(file, &cases) != nil {
		t.Fatal(err)
	}
	for _, c := range cases {
		want, is := c[1].(float64)
		if got, ok := wording.Number(c[0].(string)); ok != is || got != want {
			t.Errorf("%q: %v, %v", c[0], got, ok)
		}
	}
}

// Each faulty field has one sentence, before the owner picks a file.
func TestFaultySettings(t *testing.T) {
	cases := []struct {
		name  string
		field string
		text  string
		edit  func(*Settings)
	}{
		{"nothing chosen", FieldEpsilon, texts.ProblemEpsilonNone, func(s *Settings) { s.Epsilon = "" }},
		{"zero", FieldEpsilon, texts.ProblemEpsilonRange, func(s *Settings) { s.Epsilon = "0" }},
		{"negative", FieldEpsilon, texts.ProblemEpsilonRange, func(s *Settings) { s.Epsilon = "-1" }},
		{"not a number", FieldEpsilon, texts.ProblemEpsilonRange, func(s *Settings) { s.Epsilon = "NaN" }},
		{"infinite", FieldEpsilon, texts.ProblemEpsilonRange, func(s *Settings) { s.Epsilon = "Inf" }},
		{"overflow", FieldEpsilon, texts.ProblemEpsilonRange, func(s *Settings) { s.Epsilon = "1e999" }},
		{"hexadecimal", FieldEpsilon, texts.ProblemEpsilonRange, func(s *Settings) { s.Epsilon = "0x1p-2" }},
		{"a comma that may stand before thousands", FieldEpsilon, texts.ProblemEpsilonRange,
			func(s *Settings) { s.Epsilon = "1,500" }},
		{"a comma and a point", FieldEpsilon, texts.ProblemEpsilonRange, func(s *Settings) { s.Epsilon = "1,5.2" }},
		{"two commas", FieldEpsilon, texts.ProblemEpsilonRange, func(s *Settings) { s.Epsilon = "1,2,3" }},
		{"above the limit", FieldEpsilon, "ε must not be above 0.5; the page set this limit.", func(s *Settings) {}},
		{"no rows", FieldRows, texts.ProblemRows, func(s *Settings) { s.Rows = "many" }},
		{"no δ", FieldDelta, texts.ProblemDelta, func(s *Settings) { s.Delta = "" }},
		{"δ of one", FieldDelta, texts.ProblemDelta, func(s *Settings) { s.Delta = "1" }},
		{"δ of zero", FieldDelta, texts.ProblemDelta, func(s *Settings) { s.Delta = "0" }},
		{"a δ that the engine refuses for these rows", FieldDelta, fmt.Sprintf(texts.ProblemDeltaRows, "1,000", "1e-7"),
			func(s *Settings) { s.Delta = "0.001" }},
		{"no rounds", FieldIterations, texts.ProblemIterations, func(s *Settings) { s.Iterations = "0" }},
		{"half a round", FieldIterations, texts.ProblemIterations, func(s *Settings) { s.Iterations = "1.5" }},
		{"a radius of nothing", FieldRadius, texts.ProblemRadius, func(s *Settings) { s.Radius = "0" }},
		{"unknown release", FieldRelease, texts.ProblemChoice, func(s *Settings) { s.Release = "rows" }},
		{"a δ above the receiver's", FieldDelta, "above 1e-7", func(*Settings) {}},
		{"labels that the receiver demands", FieldLabels, texts.ProblemDemanded, func(*Settings) {}},
		{"labels that the receiver would not", FieldLabels, "labels",
			func(s *Settings) { s.Release, s.UseLabels = "moments", true }},
		{"labels by selection", FieldLabels, texts.ProblemLabels,
			func(s *Settings) { s.UseLabels, s.Mechanism = true, "selection" }},
		{"a budget that is too small", FieldEpsilon, texts.ProblemBudget, func(*Settings) {}},
		{"people without a column", FieldUnit, texts.ProblemUnit, func(s *Settings) { s.People, s.UnitColumn = true, " " }},
		{"moments by selection", FieldMechanism, texts.ProblemPair,
			func(s *Settings) { s.Release, s.Mechanism = "moments", "selection" }},
	}
	limited := map[string]Limits{
		"above the limit":                    {EpsilonMax: 0.5},
		"a δ above the receiver's":           {Delta: 1e-7},
		"labels that the receiver demands":   {Labels: demandLabels},
		"a budget that is too small":         {Budget: &Budget{1e-4}},
		"labels that the receiver would not": {Receiver: &terms.Receiver{}},
	}
	for _, c := range cases {
		s := typed()
		c.edit(&s)
		options, problems := s.Check(limited[c.name])
		if options != nil || len(problems) != 1 || problems[0].Field != c.field || !strings.Contains(problems[0].Text, c.text) {
			t.Errorf("%s: got %v, problems %v", c.name, options, problems)
		}
	}
}
