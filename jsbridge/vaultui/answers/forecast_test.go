package answers

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"privadapt/core/adapt/plan"
	"privadapt/core/release/interval"

	"privadapt/jsbridge/vaultui/check"
	"privadapt/jsbridge/vaultui/sample"
)

func TestDeclaredRows(t *testing.T) {
	for text, want := range map[string]float64{"1200": 1200, " 1,200 ": 1200, "1 200": 1200, "1.200": 1200, "1": 1} {
		if got, ok := DeclaredRows(text); !ok || got != want {
			t.Errorf("%q: %v, %v", text, got, ok)
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

// The forecast says whether the result is better than doing nothing, and warns if it is not.
func TestForecastSaysWhetherItIsWorthIt(t *testing.T) {
	noise, shift := 0.5, 0.42
	for _, c := range []struct {
		name       string
		forecast   Forecast
		line, says string
		warning    bool
	}{
		{"a run that helps", Forecast{1000, &noise, &noise, &shift, 20, true, nil, nil}, "0.42 standard deviations",
			"will be noticed", false},
		{"a run that does not", Forecast{10, &noise, &noise, &shift, 20, false, nil, nil}, "Too noisy", "hardly worth",
			true},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := c.forecast.Short(nil).Text; !strings.Contains(got, c.line) {
				t.Errorf("line %q", got)
			}
			lines := c.forecast.Lines(nil)
			if last := lines[len(lines)-1].Text; !strings.HasPrefix(last, "Without labels a model rarely gains") {
				t.Errorf("the last line is %q", last)
			}
			found := false
			for _, line := range c.forecast.Lines(nil) {
				found = found || strings.Contains(line.Text, c.says) && line.Warning == c.warning
			}
			if !found {
				t.Errorf("lines %v", c.forecast.Lines(nil))
			}
		})
	}
}

// With labels a run can be worth its price where the weights see nothing, and the forecast says how exact the estimated
// error is.
func TestForecastWithLabels(t *testing.T) {
	noise, shift := 0.5, 4.2
	for _, c := range []struct {
		name       string
		labels     plan.LabelForecast
		line, says string
		warning    bool
		tooFewRows bool
	}{
		{"exact", plan.LabelForecast{Noise: 0.03, Sampling: 0.04}, "error to within 10%", "to within 10% of itself", false,
			false},
		{"drowned", plan.LabelForecast{Noise: 1, Sampling: 0.04}, "Too noisy", "would say nothing", true, true},
	} {
		f := Forecast{1000, &noise, &noise, &shift, 20, false, &c.labels, nil}
		if got := f.Short(nil).Text; !strings.Contains(got, c.line) {
			t.Errorf("%s: line %q", c.name, got)
		}
		if !slices.ContainsFunc(
			f.Lines(nil),
			func(l check.Line) bool { return strings.Contains(l.Text, c.says) && l.Warning == c.warning },
		) {
			t.Errorf("%s: lines %v", c.name, f.Lines(nil))
		}
		if said := fmt.Sprint(f.Lines(nil)); strings.Contains(said, "told from noise") == c.warning {
			t.Errorf("%s: lines %s", c.name, said)
		}
		if got := f.TooFew(1000); (got != "") != c.tooFewRows {
			t.Errorf("%s: %q", c.name, got)
		}
	}
	both := Forecast{1000, &noise, &noise, &shift, 20, true, &plan.LabelForecast{Noise: 0.03, Sampling: 0.04}, nil}
	if got := both.Short(nil).Text; !strings.Contains(got, "Notices") || !strings.Contains(got, "to within 10%") {
		t.Errorf("line %q", got)
	}
}

// A report's forecast says what the report would say of rows like the sample's, the main figure beside each ε, and
// warns where that is nothing.
func TestForecastOfAReport(t *testing.T) {
	low, high, share := 0.81234, 1.2, 1.0
	f := Forecast{
		BeatsNothing: true,
		Intervals: map[string]interval.Number{
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
	f = Forecast{Intervals: map[string]interval.Number{"auc": {}}}
	if got := f.Lines(nil); f.Short(nil).Text != texts.ForecastLineNo || len(got) != 1 || !got[0].Warning ||
		!strings.HasPrefix(f.TooFew(100), "100 rows and these settings") {
		t.Errorf("a report that would say nothing: %q %v", f.Short(nil).Text, got)
	}
}

// The example is in the units of the first column that holds numbers, with enough decimals to show the difference.
func TestForecastExample(t *testing.T) {
	var town sample.Column
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
		area := sample.Column{Name: "area", Kind: "numeric", Mean: c.mean, Scale: c.scale}
		if got := example(texts.ForecastExample, []sample.Column{town, area}, 0.15); !strings.Contains(got, c.want) ||
			(got == "") != (c.want == "") {
			t.Errorf("mean %v, scale %v: %q", c.mean, c.scale, got)
		}
	}
	if got := example(texts.ForecastExample, []sample.Column{town}, 0.15); got != "" {
		t.Errorf("no numbers: %q", got)
	}
}
