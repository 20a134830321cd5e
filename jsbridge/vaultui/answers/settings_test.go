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

func TestWhatTheReceiverWouldRefuseIsRefusedBeforeItIsSpent(t *testing.T) {
	s := typed()
	s.Delta = "1e-5"
	if _, problems := s.Check(Limits{Delta: 1e-6}); len(problems) != 1 || problems[0].Field != FieldDelta ||
		!strings.Contains(problems[0].Text, "above 1e-6") {
		t.Errorf("%v", problems)
	}
	if _, problems := s.Check(Limits{Delta: 1e-5}); len(problems) != 0 {
		t.Errorf("%v", problems)
	}
	for _, c := range []struct {
		kind  string
		asked terms.Labels
		uses  bool
		fits  bool
	}{
		{"moments", terms.NoLabels, false, true}, {"moments", terms.NoLabels, true, false},
		{"moments", terms.RequiredLabels, true, true}, {"moments", terms.RequiredLabels, false, false},
		{"model", terms.NoLabels, true, true}, {"model", terms.WishLabels, false, true},
		{"model", terms.RequiredLabels, false, false},
	} {
		s.Release, s.UseLabels = c.kind, c.uses
		_, problems := s.Check(Limits{Receiver: &terms.Receiver{Terms: terms.Terms{Labels: c.asked}}})
		if fits := len(problems) == 0; fits != c.fits || !fits && problems[0].Field != FieldLabels {
			t.Errorf("%s with labels %v for a receiver that asks for %q: %v", c.kind, c.uses, c.asked, problems)
		}
		if _, problems := s.Check(Limits{}); len(problems) != 0 {
			t.Errorf("%s with labels %v for nobody: %v", c.kind, c.uses, problems)
		}
	}
}

func TestSettingsBecomeOptions(t *testing.T) {
	s := typed()
	s.Iterations, s.Radius = " 200 ", "3.5"
	options, problems := s.Check(Limits{})
	want := Options{
		"epsilon":     1.0,
		"delta":       1e-6,
		"release":     "model",
		"mechanism":   "moment",
		"calibration": "tight",
		"iterations":  200,
		"radius":      3.5,
	}
	if len(problems) > 0 || !reflect.DeepEqual(options, want) {
		t.Errorf("got %v, problems %v", options, problems)
	}
}

// Labels are used on the owner's choice alone, whatever a link asks for, and only where a model is released by the
// second moment. The fits that begin early are the run's: their options are the run's own, without those that
// change no fit.
func TestTheFitsAreThoseOfTheRun(t *testing.T) {
	for _, kind := range []string{"model", "weights", "moments", wording.ReleaseReport} {
		for _, labels := range []bool{false, true} {
			s := typed()
			s.Release, s.UseLabels, s.Base = kind, labels, "trees"
			run, problems := s.Check(Limits{})
			if len(problems) > 0 {
				t.Fatalf("%s, labels %v: %v", kind, labels, problems)
			}
			fits := s.Fits()
			for _, name := range []string{FieldRelease, "base", OptionLabels} {
				if fits[name] != run[name] {
					t.Errorf("%s, labels %v: %s is %v for the fits, %v for the run", kind, labels, name, fits[name], run[name])
				}
			}
		}
	}
}

func TestLabelsAreUsedByChoiceAlone(t *testing.T) {
	for _, wish := range []string{"", wishLabels} {
		if options, problems := typed().Check(Limits{Labels: wish}); len(problems) > 0 || options[OptionLabels] != nil {
			t.Errorf("wish %q: %v %v", wish, options, problems)
		}
	}
	s := typed()
	s.UseLabels = true
	if options, problems := s.Check(Limits{}); len(problems) > 0 || options[OptionLabels] != true {
		t.Errorf("%v %v", options, problems)
	}
	sums := s
	sums.Release = "moments"
	for _, base := range []string{"", "trees"} {
		sums.Base = base
		options, problems := sums.Check(Limits{})
		if given, _ := options["base"].(string); len(problems) > 0 || options[OptionLabels] != true || given != base {
			t.Errorf("base %q: %v %v", base, options, problems)
		}
	}
	sums.UseLabels = false
	if options, problems := sums.Check(Limits{}); len(problems) > 0 || options[OptionLabels] != nil ||
		options["base"] != nil {
		t.Errorf("moments without labels are compared with no model: %v %v", options, problems)
	}
	weights := s
	weights.Release = "weights"
	if options, problems := weights.Check(Limits{}); len(problems) > 0 || options[OptionLabels] != nil {
		t.Errorf("weights: %v %v", options, problems)
	}
	for _, mechanism := range []string{"selection", "gradient"} {
		wrong := s
		wrong.Mechanism = mechanism
		if _, problems := wrong.Check(Limits{}); len(problems) != 1 ||
			problems[0] != (Problem{FieldLabels, texts.ProblemLabels}) {
			t.Errorf("%+v: %v", wrong, problems)
		}
	}
}

// A report takes the budget, the kind of its model and a column to divide by, and none of the settings that the form
// does not show for it.
func TestAReportHasFewSettings(t *testing.T) {
	s := typed()
	s.Release, s.Base, s.GroupBy, s.UseLabels, s.Mechanism, s.Iterations, s.Radius = wording.ReleaseReport, "trees",
		"town", true, "selection", "7", "abc"
	options, problems := s.Check(Limits{})
	want := Options{
		FieldEpsilon: 1.0,
		FieldDelta:   1e-6,
		FieldRelease: wording.ReleaseReport,
		"base":       "trees",
		FieldGroupBy: "town",
	}
	if len(problems) > 0 || !reflect.DeepEqual(options, want) {
		t.Errorf("%v %v", options, problems)
	}
	if short, said := Leaves(options); !strings.Contains(short, "a report on a model") ||
		!strings.Contains(said, "counts of the model’s errors") ||
		!strings.Contains(said, "“town”") {
		t.Errorf("leaves: %q, %q", short, said)
	}
	s.Epsilon = ""
	if _, problems := s.Check(Limits{}); len(problems) != 1 || problems[0].Field != FieldEpsilon {
		t.Errorf("%v", problems)
	}
	moments := s
	moments.Epsilon, moments.Release, moments.Mechanism, moments.Radius, moments.UseLabels = "1", "moments", "moment", "",
		false
	if options, _ := moments.Check(Limits{}); options[FieldGroupBy] != nil {
		t.Errorf("%v", options)
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

// A link's terms that refuse are said where they can be changed: labels that the receiver demands, and a budget that is
// too small.
func TestRefusalsComeWithTheAnswers(t *testing.T) {
	for _, c := range []struct {
		wish string
		used bool
		says bool
	}{{"", false, false}, {wishLabels, false, false}, {demandLabels, true, false}, {demandLabels, false, true}} {
		s := typed()
		s.UseLabels = c.used
		_, problems := s.Check(Limits{Labels: c.wish})
		if says := len(problems) == 1 && problems[0] == (Problem{FieldLabels, texts.ProblemDemanded}); says != c.says {
			t.Errorf("%+v: %v", c, problems)
		}
	}
	for left, fits := range map[float64]bool{1: true, 1e-4: false} {
		_, problems := typed().Check(Limits{Budget: &Budget{left}})
		if fits != (len(problems) == 0) || !fits && problems[0] != (Problem{FieldEpsilon, texts.ProblemBudget}) {
			t.Errorf("%v left: %v", left, problems)
		}
	}
}

// A column that names the people is a setting of the run, and asked for where the owner says that there is one.
func TestPeopleHaveAColumn(t *testing.T) {
	s := typed()
	s.UnitColumn = "patient_id"
	if options, problems := s.Check(Limits{}); len(problems) > 0 || options[OptionUnit] != nil {
		t.Errorf("%v %v", options, problems)
	}
	s.People = true
	if options, problems := s.Check(Limits{}); len(problems) > 0 || options[OptionUnit] != "patient_id" {
		t.Errorf("%v %v", options, problems)
	}
	s.UnitColumn = " "
	if _, problems := s.Check(Limits{}); len(problems) != 1 || problems[0] != (Problem{FieldUnit, texts.ProblemUnit}) {
		t.Errorf("%v", problems)
	}
}

// The pages read what people type by a reader of their own, which runs the same file: site/test/typed.test.mjs.
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
	s := typed()
	s.Epsilon, s.Delta = "0,5", "0,000001"
	if options, problems := s.Check(Limits{}); len(problems) > 0 || options["epsilon"] != 0.5 ||
		options["delta"] != 1e-6 {
		t.Errorf("%v, %v", options, problems)
	}
}

func TestEmptyFieldsAreLeftToTheEngine(t *testing.T) {
	options, problems := typed().Check(Limits{})
	if len(problems) > 0 || len(options) != 5 {
		t.Errorf("got %v, problems %v", options, problems)
	}
}

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
		{"moments by selection", FieldMechanism, texts.ProblemPair,
			func(s *Settings) { s.Release, s.Mechanism = "moments", "selection" }},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			s := typed()
			c.edit(&s)
			limits := Limits{}
			if c.name == "above the limit" {
				limits.EpsilonMax = 0.5
			}
			options, problems := s.Check(limits)
			if options != nil || len(problems) != 1 || problems[0] != (Problem{c.field, c.text}) {
				t.Errorf("got %v, problems %v", options, problems)
			}
		})
	}
}
