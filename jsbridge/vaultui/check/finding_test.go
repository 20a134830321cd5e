package check

import (
	"encoding/json"
	"slices"
	"testing"
)

// An answer of the engine, with its field names.
func TestTheReportSaysWhatWasWrongWhereAndWhy(t *testing.T) {
	var r Report
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
	want := []Line{
		{
			Text:    "height: the numbers seem to be about 1000 times the sample’s. If they are in another unit, convert them before you run.",
			Warning: true,
		},
		{
			Text:    "income: the numbers seem to be about 1000 times smaller than the sample’s. If they are in another unit, convert them before you run.",
			Warning: true,
		},
		{
			Text: "area: 7 cells with a date where the sample has numbers (row 2: “2020-01-01”, row 1,300: “<b>” and 5 more). Is this the right column?",
		},
		{Text: "heating: 1 cell written otherwise (letters, blanks, form of a number), read as the sample’s level (row 5: “GAS”)."},
		{Text: "heating: 2 cells without a value (row 6, row 7: “NA”)."},
		{
			Text: "rate: 1 cell with a percent sign (row 9: “12%”). Remove the sign, or write the column as the sample does.",
		},
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
