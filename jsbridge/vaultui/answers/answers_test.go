package answers

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"privadapt/core/adapt"
	"privadapt/core/adapt/plan"
	"privadapt/core/data/dataset"
	"privadapt/core/data/dataset/csv"
	"privadapt/core/must"
	"privadapt/core/noise"
	"privadapt/core/release"
	"privadapt/core/release/appraisal"
	"privadapt/core/terms"
	"privadapt/core/terms/settings"
	"privadapt/core/words"
)

// pick is what a file is picked with, and whether it is marked as changed after a report. A report is shown after each
// but the untold.
type pick struct {
	options        Options
	reading, model string
	untold, marked bool
}

// The answers, how the sample is read, and the model of a report, though of no other result, are settings: what differs from those of a report that was shown is marked, and so is going back.
func TestSettingsAfterAReportAreMarked(t *testing.T) {
	one, two := Options{"epsilon": 1.0}, Options{"epsilon": 2.0}
	report, model := Options{FieldRelease: "report"}, Options{FieldRelease: "model"}
	for name, picks := range map[string][]pick{
		"without a report": {{options: one, untold: true}, {options: two, untold: true}},
		"answers":          {{options: one}, {options: one}, {options: two, marked: true}, {options: one, marked: true}},
		"readings": {{options: one, reading: `{"label":"price"}`}, {options: one, reading: `{"label":"price"}`},
			{options: one, reading: `{"label":"area"}`, marked: true}},
		"models of a report":      {{options: report, model: "aa"}, {options: report, model: "aa"}, {options: report, model: "bb", marked: true}},
		"models of other results": {{options: model, model: "aa"}, {options: model, model: "bb"}},
	} {
		var s Session
		for i, p := range picks {
			if out := s.Fix(p.options, p.reading, p.model); out["settingsAfterPreview"] != p.marked {
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
	s.Fix(options, "", "")
	s.Told()
	options["epsilon"] = 2.0
	if out := s.Fix(options, "", ""); out["settingsAfterPreview"] != true {
		t.Error("a change to the caller's map went unnoticed")
	}
}

// The mark remains in the vault after that one, too.
func TestALaterVaultRemembers(t *testing.T) {
	for _, after := range []float64{1, 2} {
		var first Session
		first.Fix(Options{"epsilon": 1.0}, "", "")
		for vault, seen := 2, first.Picked(); vault <= 3; vault++ {
			var later Session
			later.Resume(seen)
			out := later.Fix(Options{"epsilon": after}, "", "")
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
	s.Fix(Options{"epsilon": 1.0}, "", "")
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
	return Settings{Epsilon: "1", Delta: "1e-6", Rows: "1000", Release: "model"}
}

// What the form says becomes the engine's options. Labels are used on the owner's choice alone, whatever a link wishes,
// and only where the kind of result takes them; a base is stated where the result has one. The fits that begin early are the run's.
func TestSettingsBecomeOptions(t *testing.T) {
	for _, c := range []struct {
		name   string
		edit   func(*Settings)
		limits Limits
		more   Options // beside ε, δ and the kind of result, of which a report has no others
	}{
		{"nothing else typed", func(*Settings) {}, Limits{}, nil},
		{"a decimal comma", func(s *Settings) { s.Epsilon, s.Delta = "1,0", "0,000001" }, Limits{}, nil},
		{"a wish for labels", func(*Settings) {}, Limits{Terms: terms.Terms{Labels: terms.WishLabels}}, nil},
		{"labels", func(s *Settings) { s.UseLabels = true }, Limits{},
			Options{OptionLabels: true}},
		{"labels and a base for moments", func(s *Settings) { s.UseLabels, s.Release, s.Base = true, "moments", "trees" },
			Limits{}, Options{OptionLabels: true, "base": "trees"}},
		{"a base for moments without labels", func(s *Settings) { s.Release, s.Base = "moments", "trees" }, Limits{}, nil},
		{"labels for weights", func(s *Settings) { s.UseLabels, s.Release = true, "weights" }, Limits{}, nil},
		{"a report", func(s *Settings) {
			s.Release, s.Base, s.GroupBy, s.UseLabels = "report", "trees", "town", true
		}, Limits{}, Options{"base": "trees", FieldGroupBy: "town"}},
		{"an estimate", func(s *Settings) { s.Release, s.GroupBy, s.UseLabels = "estimate", "town", true },
			Limits{Terms: terms.Terms{Labels: terms.RequiredLabels}}, Options{OptionLabels: true, FieldGroupBy: "town"}},
		{"groups of moments", func(s *Settings) { s.Release, s.GroupBy = "moments", "town" }, Limits{}, nil},
		{"a column of people that is not asked for", func(s *Settings) { s.UnitColumn = "id" }, Limits{}, nil},
		{"people", func(s *Settings) { s.UnitColumn, s.People = "id", true }, Limits{},
			Options{OptionUnit: "id"}},
		{"the largest δ", func(*Settings) {}, Limits{Terms: terms.Terms{Delta: 1e-6}}, nil},
		{"the rest of a budget", func(*Settings) {}, Limits{Budget: &Budget{1}}, nil},
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

// Leaves says what a report and an estimate give away.
func TestCountsLeave(t *testing.T) {
	for kind, want := range map[string][]string{
		"report":   {"a report on a model", "counts of the model’s errors", ""},
		"estimate": {"an estimate of the average", "counts of what a public model predicts", "where a label is known"},
	} {
		short, said := Leaves(Options{FieldRelease: kind, FieldGroupBy: "town", OptionLabels: kind == "estimate"})
		if !strings.Contains(short, want[0]) || !strings.Contains(said, want[1]) || !strings.Contains(said, want[2]) ||
			!strings.Contains(said, "“town”") {
			t.Errorf("leaves: %q, %q", short, said)
		}
	}
}

// A report can be divided by columns of words with few values.
func TestColumnsThatDivideAReport(t *testing.T) {
	var many SampleColumn
	many.Kind, many.Name = "categorical", "street"
	for range release.MostGroups + 1 {
		many.Levels = append(many.Levels, dataset.Level{Name: "x"})
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
			Limits{Terms: terms.Terms{EpsilonMax: 0.5}}},
		{"no rows", FieldRows, texts.ProblemRows, func(s *Settings) { s.Rows = "many" }, Limits{}},
		{"no δ", FieldDelta, texts.ProblemDelta, func(s *Settings) { s.Delta = "" }, Limits{}},
		{"δ of one", FieldDelta, texts.ProblemDelta, func(s *Settings) { s.Delta = "1" }, Limits{}},
		{"δ of zero", FieldDelta, texts.ProblemDelta, func(s *Settings) { s.Delta = "0" }, Limits{}},
		{"a δ that the engine refuses for these rows", FieldDelta, fmt.Sprintf(texts.ProblemDeltaRows, "1,000", "1e-7"),
			func(s *Settings) { s.Delta = "0.001" }, Limits{}},
		{"a δ above the receiver's", FieldDelta, "above 1e-7", func(*Settings) {}, Limits{Terms: terms.Terms{Delta: 1e-7}}},
		{"labels that the receiver demands", FieldLabels, texts.ProblemDemanded, func(*Settings) {},
			Limits{Terms: terms.Terms{Labels: terms.RequiredLabels}}},
		{"labels that the receiver would not", FieldLabels, "labels",
			func(s *Settings) { s.Release, s.UseLabels = "moments", true }, Limits{Receiver: &terms.Receiver{}}},
		{"a budget that is too small", FieldEpsilon, texts.ProblemBudget, func(*Settings) {}, Limits{Budget: &Budget{1e-4}}},
		{"people without a column", FieldUnit, texts.ProblemUnit,
			func(s *Settings) { s.People, s.UnitColumn = true, " " }, Limits{}},
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
		f := Forecast{Rows: 1000, Noise: &noise, Detectable: &noise, Shift: &shift, Radius2: 20, BeatsNothing: c.helps, Labels: c.labels}
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

// Of an estimate the forecast says how far the average may be off: by the noise, beside what such estimates were worth,
// or with labels in all.
func TestForecastOfAnEstimate(t *testing.T) {
	number := func(low, high float64) appraisal.IntervalNumber {
		return appraisal.IntervalNumber{Low: &low, High: &high}
	}
	off := 0.25
	f := Forecast{BeatsNothing: true, Yardstick: &off, Intervals: map[string]appraisal.IntervalNumber{"noise": number(1, 2)}}
	if got := f.Lines(nil); !strings.Contains(f.Short(nil).Text, "± 0.50, apart from") || len(got) != 2 ||
		!strings.Contains(got[1].Text, "off by 0.25") {
		t.Errorf("without labels: %q, %v", f.Short(nil).Text, got)
	}
	f.Yardstick, f.Intervals["estimate"] = nil, number(1, 3)
	if got := f.Lines(nil); f.Short(nil).Text != "Knows the average to within ± 1.0." || len(got) != 1 || got[0].Warning {
		t.Errorf("with labels: %q, %v", f.Short(nil).Text, got)
	}
	f.BeatsNothing = false
	if got := f.Lines(nil); f.Short(nil).Text != texts.ForecastLineNo || len(got) != 1 || !got[0].Warning {
		t.Errorf("noise alone: %q, %v", f.Short(nil).Text, got)
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

func TestColumnsAreDescribed(t *testing.T) {
	colour := SampleColumn{Name: "colour"}
	for _, name := range []string{"a", "b", "c", "d", "e", "f", "g", "h", "i"} {
		colour.Levels = append(colour.Levels, dataset.Level{Name: name})
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
	r := FileReport{Report: dataset.Report{Rows: 100, MissingColumns: []string{"rooms"}}}
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
		{"6.5", false}, {"not used", true}, {"2022-04-25", true}} {
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

// notMet are codes of the npm package that no owner meets in a vault, and why.
var notMet = map[string]string{
	"unknown-option": "the form has the options", "bad-rho": "the form asks for no rho",
	"stale-handle": "of programs", "stream-used": "of programs", "disposed": "of programs",
	"bad-combination": "nothing is combined in a vault", "missing-column": "of predictions for a file",
	"bad-sums": "of databases", "other-plan": "of databases",
}

// Whatever the engine refuses in a vault is said in every language: by each code that the npm package documents for
// calls and for files.
func TestEveryRefusalIsSaidInEveryLanguage(t *testing.T) {
	declared := must.Get(os.ReadFile("../../npm/types/error-codes.d.ts"))(t)
	codes := []string{"integrity", "internal"}
	for _, f := range dataset.Formats { // its own code is of standard input
		if f.Name != "" {
			codes = append(codes, "bad-"+f.Name)
		}
	}
	for _, group := range []string{"UseErrorCode", "FileErrorCode"} {
		_, text, _ := strings.Cut(string(declared), "export type "+group+" =")
		text, _, _ = strings.Cut(text, ";\n\n")
		for _, match := range regexp.MustCompile(`\| "([a-z-]+)"`).FindAllStringSubmatch(text, -1) {
			codes = append(codes, match[1])
		}
	}
	if len(codes) < 45 {
		t.Fatalf("%d codes", len(codes))
	}
	for tag := range languages {
		if tag == "en" {
			continue // which the engine speaks
		}
		other := textsOf(tag)
		for _, code := range codes {
			_, said := other.EngineFailures[code]
			if _, input := other.Sentences["input."+code]; (said || input) == (notMet[code] != "") {
				t.Errorf("%s: %q is said: %v", tag, code, said || input)
			}
		}
	}
}

func TestAFailureIsExplainedByItsReasonOrItsCode(t *testing.T) {
	Speak("de")
	defer Speak("en")
	few := words.New("objection.too-few-rows", words.Part("people", 40))
	twice := words.New("twice", words.Names([]string{"crp", "CRP"}))
	for got, want := range map[string]string{
		Explained("refused-by-receiver", few.Text, &few):   "Es müssen mindestens 40 Personen sein.",
		Explained("duplicate-column", twice.Text, &twice):  "Die Spalten „crp“, „CRP“ kommen für dieselbe gewünschte Spalte infrage. Benennen Sie alle bis auf eine um, oder entfernen Sie sie.",
		Explained("no-rows", "a header without rows", nil): "Die Datei hat eine Kopfzeile und keine weiteren Zeilen.",
		Explained("new", "something new", nil):             "something new.",
	} {
		if got != want {
			t.Error(got)
		}
	}
}

func TestTheBarGoesOnceFromStartToEnd(t *testing.T) {
	for name, steps := range map[string][]struct {
		stage       string
		done, total float64
	}{
		"all": {{StagePrepare, 0, 9}, {StagePrepare, 9, 9}, {StageSolve, 1, 100}, {StageSolve, 100, 100},
			{StageFit, 1, 160}, {StageFit, 160, 160}},
		"prepared": {{StageSolve, 0, 0}, {StageSolve, 100, 100}, {StageFit, 160, 160}},
		"twice":    {{StageSolve, 100, 100}, {StageFit, 100, 160}, {StageFit, 1, 160}, {StageFit, 160, 160}},
		"late":     {{StageFit, 80, 160}, {StagePrepare, 1, 9}, {"anything", 1, 1}, {StageFit, 160, 160}},
	} {
		bar, before := NewCourse(RunCourse), 0.0
		for i, step := range steps {
			at := bar.Reach(step.stage, step.done, step.total)
			if at < before || at > 1 {
				t.Errorf("%s, step %d: from %v to %v", name, i, before, at)
			}
			before = at
		}
		if before < 0.85 || before >= 1 {
			t.Errorf("%s ends at %v", name, before)
		}
	}
}

func TestTimeLeft(t *testing.T) {
	start := time.Unix(1e9, 0)
	at := func(r *Remaining, seconds float64, done float64) string {
		return r.After(start.Add(time.Duration(seconds*float64(time.Second))), "solve", done, 1000)
	}
	r := &Remaining{}
	for _, c := range []struct {
		seconds, done float64
		want          string
	}{
		{0, 10, ""}, {0.5, 20, ""}, // too early to estimate
		{10, 110, ", about 90 seconds left"}, // 89 s, in steps of five
		{10, 60, ", about 4 minutes left"},
		{1000, 60, ", about 5.2 hours left"},
		{10, 990, ", nearly done"},
		{10, 10, ""}, // no progress yet
	} {
		if c.seconds == 0 {
			r = &Remaining{}
		}
		if got := at(r, c.seconds, c.done); got != c.want {
			t.Errorf("%v s, %v done: %q", c.seconds, c.done, got)
		}
	}
	if got := r.After(start.Add(time.Hour), StageFit, 5, 1000); got != "" {
		t.Errorf("a new stage begins with %q", got)
	}
	if got := r.After(start.Add(2*time.Hour), StageFit, 50, 0); got != "" {
		t.Errorf("without an end: %q", got)
	}
}
