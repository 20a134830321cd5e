package answers

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"

	"privadapt/core/adapt"
	"privadapt/core/data/dataset/csv"
	"privadapt/core/terms/settings"
	"privadapt/jsbridge/vaultui/wording"
)

func TestLinesOfAReport(t *testing.T) {
	for _, c := range []struct {
		report FileReport
		want   []Line
	}{
		{FileReport{Rows: 3000}, []Line{{Text: "3,000 rows read."}, {Text: "No cell had to be repaired."}}},
		{FileReport{
			Rows: 1200, RepairedCells: 4, RepairedByColumn: map[string]int{"age": 1, "area": 3, "rooms": 0},
			RaggedRows: 1, UnusableRows: 2, ClippedRows: 5, SurplusColumns: []string{"owner", "note"},
			Warnings: []string{"No column named heating"},
		}, []Line{
			{Text: "1,200 rows read."},
			{Text: "No column named heating.", Warning: true},
			{Text: "4 cells were missing or unreadable and replaced by the sample’s average: area 3, age 1."},
			{Text: "1 row with too many or too few cells; what could be read was used."},
			{Text: "2 rows could not be used at all; counted as an average row."},
			{Text: "5 rows were far from the sample and shortened, in the averages too (under 1%)."},
			{Text: "Not in the sample, ignored: owner, note."},
		}},
	} {
		if got := c.report.Lines("price", "model"); !slices.Equal(got, c.want) {
			t.Errorf("got %v", got)
		}
	}
}

// What the labels are used for depends on the kind of result, and how many there are does not.
func TestTheOwnerLearnsHowManyRowsHaveALabel(t *testing.T) {
	for kind, use := range map[string]string{"model": "they correct the model.", "moments": "they enter the moments.",
		wording.ReleaseReport: "the model is compared with these."} {
		for labelled, share := range map[int]string{900: "900 rows (75%)", 0: "0 rows (0%)"} {
			want := share + " with a label that can be read in the column “price”; " + use
			got := FileReport{Rows: 1200, LabelledRows: &labelled}.Lines("price", kind)
			if !slices.Contains(got, Line{Text: want}) {
				t.Errorf("%s: got %v", kind, got)
			}
		}
	}
}

func TestNumbersForPeople(t *testing.T) {
	for got, want := range map[string]string{
		wording.Grouped(0): "0", wording.Grouped(999): "999", wording.Grouped(1000): "1,000",
		wording.Grouped(1234567): "1,234,567", wording.Grouped(-1000): "-1,000",
		wording.Plural(1, "row", "rows"): "1 row", wording.Plural(0, "row", "rows"): "0 rows",
		wording.Share(1, 1000): "under 1%", wording.Share(999, 1000): "over 99%", wording.Share(1000, 1000): "100%",
		wording.Share(1, 0): "0%", wording.Share(1, 4): "25%",
		wording.FileSize(999): "999 B", wording.FileSize(2e5): "200 kB", wording.FileSize(2e8): "200 MB",
		wording.FileSize(1.5e9): "1.5 GB",
		wording.Plain(1):        "1", wording.Plain(1e-6): "1e-6", wording.Plain(0.5): "0.5",
		wording.Plain(123456789):      "1.23457e+8",
		wording.Sentence("no header"): "no header.", wording.Sentence("why? "): "why?",
	} {
		if got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

func TestColumnsAreDescribed(t *testing.T) {
	colour := SampleColumn{Name: "colour"}
	for _, name := range []string{"a", "b", "c", "d", "e", "f", "g", "h", "i"} {
		colour.Levels = append(colour.Levels, struct {
			Name string `json:"name"`
		}{name})
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
		"patient": {Repeating: found, Stops: []adapt.Stop{{Name: settings.StopClippedRows},
			{Name: settings.StopRepeatedIdentifier}}},
		"": {Repeating: found, Stops: []adapt.Stop{{Name: settings.StopClippedRows}}},
	} {
		if got := r.Identifier(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// An answer of the engine, with its field names.
func TestTheReportSaysWhatWasWrongWhereAndWhy(t *testing.T) {
	var r FileReport
	err := json.Unmarshal([]byte(`{"rows": 9, "unclosedRows": 2, "repairedCells": 7, "repairedByColumn": {"area": 7},
		"units": [{"name": "height", "factor": 1000}, {"name": "income", "factor": 0.001}],
		"findings": [
			{"column": "area", "cause": "is-a-date", "cells": 7, "examples": [{"file": 1, "row": 2, "value": "2020-01-01"}, {"file": 1, "row": 1300, "value": "<b>"}]},
			{"column": "heating", "cause": "read-letters", "cells": 1, "examples": [{"file": 1, "row": 5, "value": "GAS"}]},
			{"column": "heating", "cause": "missing", "cells": 2, "examples": [{"file": 1, "row": 6, "value": ""}, {"file": 1, "row": 7, "value": "NA"}]},
			{"column": "rate", "cause": "percent", "cells": 1, "examples": [{"file": 1, "row": 9, "value": "12%"}]}]}`), &r)
	if err != nil {
		t.Fatal(err)
	}
	var want []Line
	for i, text := range []string{
		"height: the numbers seem to be about 1000 times the sample’s. If they are in another unit, convert them before you run.",
		"income: the numbers seem to be about 1000 times smaller than the sample’s. If they are in another unit, convert them before you run.",
		"area: 7 cells with a date where the sample has numbers (row 2: “2020-01-01”, row 1,300: “<b>” and 5 more). Is this the right column?",
		"heating: 1 cell written otherwise (letters, blanks, form of a number), read as the sample’s level (row 5: “GAS”).",
		"heating: 2 cells without a value (row 6, row 7: “NA”).",
		"rate: 1 cell with a percent sign (row 9: “12%”). Remove the sign, or write the column as the sample does.",
	} {
		want = append(want, Line{Text: text, Warning: i < 2}) // of a unit
	}
	if got := r.findingLines(); !slices.Equal(got, want) {
		t.Errorf("got %+v", got)
	}
	unclosed := Line{Text: "2 rows with a quotation mark that is not closed; each was read as one line."}
	if all := r.Lines("price", "model"); !slices.Contains(all, want[0]) || !slices.Contains(all, want[2]) ||
		!slices.Contains(all, unclosed) {
		t.Errorf("the report is %+v", all)
	}
	r.Findings[1].Examples[0].File = 2
	if got := r.findingLines()[3].Text; got != "heating: 1 cell written otherwise (letters, blanks, form of a number), read as the sample’s level (file 2, row 5: “GAS”)." {
		t.Error(got)
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
	r := FileReport{Rows: 100, MissingColumns: []string{"rooms"}}
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
		{"6.5", false}, {"100 cells repaired (100%)", true}, {"2022-04-25", true}} {
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
