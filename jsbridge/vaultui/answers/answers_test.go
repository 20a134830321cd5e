package answers

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"privadapt/core/adapt/plan"
	"privadapt/core/noise"
	"privadapt/core/release"
	"privadapt/core/release/appraisal"
	"privadapt/core/terms"
)

// pick is what a file is picked with, and whether it is marked as changed after a report. A report is shown after each
// but the untold.
type pick struct {
	options        Options
	ignored        []string
	reading, model string
	untold, marked bool
}

// The answers, the columns that are left out in any order, how the sample is read, and the model of a report, though of
// no other result, are settings: what differs from those of a report that was shown is marked, and so is going back.
func TestSettingsAfterAReportAreMarked(t *testing.T) {
	one, two := Options{"epsilon": 1.0}, Options{"epsilon": 2.0}
	report, model := Options{FieldRelease: ReleaseReport}, Options{FieldRelease: "model"}
	for name, picks := range map[string][]pick{
		"without a report": {{options: one, untold: true}, {options: two, untold: true}},
		"answers":          {{options: one}, {options: one}, {options: two, marked: true}, {options: one, marked: true}},
		"columns": {{options: one, ignored: []string{"sold", "built"}}, {options: one, ignored: []string{"built", "sold"}},
			{options: one, ignored: []string{"built"}, marked: true}},
		"readings": {{options: one, reading: `{"label":"price"}`}, {options: one, reading: `{"label":"price"}`},
			{options: one, reading: `{"label":"area"}`, marked: true}},
		"models of a report":      {{options: report, model: "aa"}, {options: report, model: "aa"}, {options: report, model: "bb", marked: true}},
		"models of other results": {{options: model, model: "aa"}, {options: model, model: "bb"}},
	} {
		var s Session
		for i, p := range picks {
			if out := s.Fix(p.options, p.ignored, p.reading, p.model); out["settingsAfterPreview"] != p.marked {
				t.Errorf("%s, pick %d: marked is %v", name, i, !p.marked)
			}
			if !p.untold {
				s.Told()
			}
		}
	}
}

func TestTheSessionKeepsItsOwnCopy(t *testing.T) {
	s := &Session{}
	options := Options{"epsilon": 1.0}
	s.Fix(options, nil, "", "")
	s.Told()
	options["epsilon"] = 2.0
	if out := s.Fix(options, nil, "", ""); out["settingsAfterPreview"] != true {
		t.Error("a change to the caller's map went unnoticed")
	}
}

// The mark remains in the vault after that one, too.
func TestALaterVaultRemembers(t *testing.T) {
	for _, after := range []float64{1, 2} {
		var first Session
		first.Fix(Options{"epsilon": 1.0}, nil, "", "")
		for vault, seen := 2, first.Picked(); vault <= 3; vault++ {
			var later Session
			later.Resume(seen)
			out := later.Fix(Options{"epsilon": after}, nil, "", "")
			if out["epsilon"] != after || out["settingsAfterPreview"] != (after != 1) {
				t.Errorf("%v after 1 in vault %d: %v", after, vault, out)
			}
			seen = later.Picked()
		}
	}
}

func TestAFileCanBePickedBesideTheAnswersAlone(t *testing.T) {
	for p := Opening; p <= Done; p++ {
		if p.CanPick() != (p == Choosing) || p.CanRun() != (p == Preview) {
			t.Errorf("phase %d", p)
		}
	}
}

func TestALargeEpsilonIsAskedAboutOnceMore(t *testing.T) {
	var s Session
	for i, step := range []struct {
		epsilon float64
		asks    bool
	}{{1, false}, {10, false}, {10.5, true}, {10.5, false}, {20, true}, {1, false}, {20, true}, {20, false}} {
		if got := s.AsksAgain(step.epsilon); got != step.asks {
			t.Errorf("step %d, epsilon %v: %v", i, step.epsilon, got)
		}
	}
}

// The owner's headers are settings that the page does not keep.
func TestOtherHeadersAfterAReportAreMarked(t *testing.T) {
	var s Session
	s.Fix(Options{"epsilon": 1.0}, nil, "", "")
	s.Name(map[string]string{"age": "Alter"})
	s.Told()
	s.Name(map[string]string{"age": "Alter"})
	if s.Changed() || s.Picked() != (Seen{`{"epsilon":1}`, false}) {
		t.Errorf("the same headers: %+v", s.Picked())
	}
	s.Name(map[string]string{"age": "Jahre"})
	if !s.Changed() {
		t.Error("other headers after a report are not marked")
	}
	var none Session
	none.Told()
	none.Name(map[string]string{})
	if none.Changed() {
		t.Error("no header is marked")
	}
}

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
			s.Release, s.Base, s.GroupBy, s.UseLabels, s.Mechanism, s.Iterations, s.Radius = ReleaseReport, "trees",
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
	short, said := Leaves(Options{FieldRelease: ReleaseReport, FieldGroupBy: "town"})
	if !strings.Contains(short, "a report on a model") || !strings.Contains(said, "counts of the model’s errors") ||
		!strings.Contains(said, "“town”") {
		t.Errorf("leaves: %q, %q", short, said)
	}
}

// A report can be divided by columns of words with few values.
func TestColumnsThatDivideAReport(t *testing.T) {
	var many SampleColumn
	many.Kind, many.Name = "categorical", "street"
	for range release.MostGroups + 1 {
		many.Levels = append(many.Levels, struct {
			Name string `json:"name"`
		}{"x"})
	}
	town := SampleColumn{Name: "town", Kind: "categorical", Levels: many.Levels[:release.MostGroups]}
	if got := Dividing([]SampleColumn{{Name: "area", Kind: "numeric"}, many, town}); !slices.Equal(got,
		[]string{"town"}) {
		t.Errorf("%v", got)
	}
}

// Each faulty field has one sentence, before the owner picks a file.
func TestFaultySettings(t *testing.T) {
	type faulty struct {
		name, field, text string
		edit              func(*Settings)
		limits            Limits
	}
	cases := []faulty{
		{"nothing chosen", FieldEpsilon, texts.ProblemEpsilonNone, func(s *Settings) { s.Epsilon = "" }, Limits{}},
		{"above the limit", FieldEpsilon, "ε must not be above 0.5; the page set this limit.", func(*Settings) {},
			Limits{EpsilonMax: 0.5}},
		{"no rows", FieldRows, texts.ProblemRows, func(s *Settings) { s.Rows = "many" }, Limits{}},
		{"no δ", FieldDelta, texts.ProblemDelta, func(s *Settings) { s.Delta = "" }, Limits{}},
		{"δ of one", FieldDelta, texts.ProblemDelta, func(s *Settings) { s.Delta = "1" }, Limits{}},
		{"δ of zero", FieldDelta, texts.ProblemDelta, func(s *Settings) { s.Delta = "0" }, Limits{}},
		{"a δ that the engine refuses for these rows", FieldDelta, fmt.Sprintf(texts.ProblemDeltaRows, "1,000", "1e-7"),
			func(s *Settings) { s.Delta = "0.001" }, Limits{}},
		{"no rounds", FieldIterations, texts.ProblemIterations, func(s *Settings) { s.Iterations = "0" }, Limits{}},
		{"half a round", FieldIterations, texts.ProblemIterations, func(s *Settings) { s.Iterations = "1.5" }, Limits{}},
		{"a radius of nothing", FieldRadius, texts.ProblemRadius, func(s *Settings) { s.Radius = "0" }, Limits{}},
		{"unknown release", FieldRelease, texts.ProblemChoice, func(s *Settings) { s.Release = "rows" }, Limits{}},
		{"a δ above the receiver's", FieldDelta, "above 1e-7", func(*Settings) {}, Limits{Delta: 1e-7}},
		{"labels that the receiver demands", FieldLabels, texts.ProblemDemanded, func(*Settings) {},
			Limits{Labels: demandLabels}},
		{"labels that the receiver would not", FieldLabels, "labels",
			func(s *Settings) { s.Release, s.UseLabels = "moments", true }, Limits{Receiver: &terms.Receiver{}}},
		{"labels by selection", FieldLabels, texts.ProblemLabels,
			func(s *Settings) { s.UseLabels, s.Mechanism = true, "selection" }, Limits{}},
		{"a budget that is too small", FieldEpsilon, texts.ProblemBudget, func(*Settings) {}, Limits{Budget: &Budget{1e-4}}},
		{"people without a column", FieldUnit, texts.ProblemUnit,
			func(s *Settings) { s.People, s.UnitColumn = true, " " }, Limits{}},
		{"moments by selection", FieldMechanism, texts.ProblemPair,
			func(s *Settings) { s.Release, s.Mechanism = "moments", "selection" }, Limits{}},
	}
	// Below or beyond all numbers, or none; a comma may stand before thousands.
	for _, epsilon := range []string{"0", "-1", "NaN", "Inf", "1e999", "0x1p-2", "1,500", "1,5.2", "1,2,3"} {
		cases = append(cases, faulty{"ε of " + epsilon, FieldEpsilon, texts.ProblemEpsilonRange,
			func(s *Settings) { s.Epsilon = epsilon }, Limits{}})
	}
	for _, c := range cases {
		s := typed()
		c.edit(&s)
		options, problems := s.Check(c.limits)
		if options != nil || len(problems) != 1 || problems[0].Field != c.field || !strings.Contains(problems[0].Text, c.text) {
			t.Errorf("%s: got %v, problems %v", c.name, options, problems)
		}
	}
}

// What stands in the field is read again, in any language.
func TestDeclaredRows(t *testing.T) {
	for text, want := range map[string]float64{"1200": 1200, " 1,200 ": 1200, "1 200": 1200, "1.200": 1200, "1": 1} {
		if got, ok := DeclaredRows(text); !ok || got != want {
			t.Errorf("%q: %v, %v", text, got, ok)
		}
	}
	defer Speak("en")
	for _, tag := range []string{"de", "en"} {
		Speak(tag)
		if rows, ok := DeclaredRows(texts.Grouped(12345)); !ok || rows != 12345 {
			t.Errorf("%s: %v, %v", tag, rows, ok)
		}
	}
	for _, text := range []string{"", "0", "-5", "+5", "many", "1e6", "1e", "9999999999999999999", "0x10"} {
		if got, ok := DeclaredRows(text); ok {
			t.Errorf("%q: %v", text, got)
		}
	}
}

func TestTooFewRowsAreSaidOnlyWhereARunCannotHelp(t *testing.T) {
	shift := 4.2
	for _, c := range []struct {
		forecast Forecast
		want     string
	}{
		{Forecast{Shift: &shift, BeatsNothing: true}, ""},
		{Forecast{Shift: &shift}, "30 rows and these settings mean so much noise that only a column whose average is 4.2 "},
	} {
		if got := c.forecast.TooFew(30); !strings.HasPrefix(got, c.want) || (got == "") != (c.want == "") {
			t.Errorf("%+v: %q", c.forecast, got)
		}
	}
}

// The forecast says whether the result is better than doing nothing, and warns if it is not. With labels a run can be
// worth its price where the weights see nothing, and the forecast says how exact the estimated error is.
func TestForecastSaysWhetherItIsWorthIt(t *testing.T) {
	noise, shift := 0.5, 0.42
	exact, drowned := &plan.LabelForecast{Noise: 0.03, Sampling: 0.04}, &plan.LabelForecast{Noise: 1, Sampling: 0.04}
	for _, c := range []struct {
		name    string
		helps   bool
		labels  *plan.LabelForecast
		short   []string
		says    string
		warning bool
	}{
		{"a run that helps", true, nil, []string{"0.42 standard deviations"}, "will be noticed", false},
		{"a run that does not", false, nil, []string{"Too noisy"}, "hardly worth", true},
		{"exact labels", false, exact, []string{"error to within 10%"}, "to within 10% of itself", false},
		{"drowned labels", false, drowned, []string{"Too noisy"}, "would say nothing", true},
		{"both", true, exact, []string{"Notices", "to within 10%"}, "to within 10% of itself", false},
	} {
		f := Forecast{1000, &noise, &noise, &shift, 20, c.helps, c.labels, nil}
		for _, part := range c.short {
			if got := f.Short(nil).Text; !strings.Contains(got, part) {
				t.Errorf("%s: line %q", c.name, got)
			}
		}
		lines := f.Lines(nil)
		if !slices.ContainsFunc(lines,
			func(l Line) bool { return strings.Contains(l.Text, c.says) && l.Warning == c.warning }) {
			t.Errorf("%s: lines %v", c.name, lines)
		}
		if last := lines[len(lines)-1].Text; c.labels == nil && !strings.HasPrefix(last, "Without labels a model rarely gains") {
			t.Errorf("%s: the last line is %q", c.name, last)
		}
		if said := fmt.Sprint(lines); c.labels != nil && strings.Contains(said, "told from noise") == c.warning {
			t.Errorf("%s: lines %s", c.name, said)
		}
		if got := f.TooFew(1000); (got != "") != c.warning {
			t.Errorf("%s: %q", c.name, got)
		}
	}
}

// A report's forecast says what the report would say of rows like the sample's, the main figure beside each ε, and
// warns where that is nothing.
func TestForecastOfAReport(t *testing.T) {
	low, high, share := 0.81234, 1.2, 1.0
	f := Forecast{
		BeatsNothing: true,
		Intervals: map[string]appraisal.IntervalNumber{
			"rmse": {Low: &low, High: &high},
			"r2":   {High: &share},
			"mae":  {Low: &low, High: &high},
		},
	}
	if got := f.Short(nil).Text; got != "Typical error between 0.812 and 1.2." {
		t.Errorf("line %q", got)
	}
	if got := f.Lines(nil); len(got) != 2 || got[1].Text != f.Short(nil).Text || got[0].Warning || f.TooFew(100) != "" {
		t.Errorf("lines %v", got)
	}
	f = Forecast{Intervals: map[string]appraisal.IntervalNumber{"auc": {}}}
	if got := f.Lines(nil); f.Short(nil).Text != texts.ForecastLineNo || len(got) != 1 || !got[0].Warning ||
		!strings.HasPrefix(f.TooFew(100), "100 rows and these settings") {
		t.Errorf("a report that would say nothing: %q %v", f.Short(nil).Text, got)
	}
}

// The example is in the units of the first column that holds numbers, with enough decimals to show the difference.
func TestForecastExample(t *testing.T) {
	var town SampleColumn
	if err := json.Unmarshal([]byte(`{"name": "town", "kind": "categorical", "levels": [{"name": "a"}, {"name": "b"}]}`),
		&town); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		mean, scale float64
		want        string
	}{
		{90.25, 30, "area of 94.8 instead of 90.2"},
		{90.25, 3000, "area of 540 instead of 90"},
		{0.002, 0.001, "area of 0.00215 instead of 0.00200"},
		{0, 1e-9, ""}, // more decimals than are useful
	} {
		area := SampleColumn{Name: "area", Kind: "numeric", Mean: c.mean, Scale: c.scale}
		if got := example(texts.ForecastExample, []SampleColumn{town, area}, 0.15); !strings.Contains(got, c.want) ||
			(got == "") != (c.want == "") {
			t.Errorf("mean %v, scale %v: %q", c.mean, c.scale, got)
		}
	}
	if got := example(texts.ForecastExample, []SampleColumn{town}, 0.15); got != "" {
		t.Errorf("no numbers: %q", got)
	}
}

// After two of three equal runs it says that one is left.
func TestABudgetIsCountedInRuns(t *testing.T) {
	rho := noise.Rho(1, 1e-7)
	b := Budget{3 * rho}
	for left := 3; left >= 0; left-- {
		if got := b.Runs(1, 1e-7); got != left {
			t.Errorf("%d runs instead of %d", got, left)
		}
		b.Left -= rho
	}
}
