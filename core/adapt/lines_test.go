package adapt

import (
	"slices"
	"testing"

	"privadapt/core/adapt/plan"
	"privadapt/core/data/dataset"
	"privadapt/core/release"
	"privadapt/core/words"
)

func linesOf(r OwnerReport, kind release.Kind) (said, warned []string) {
	p := &plan.Plan{}
	p.Release = kind
	for _, m := range r.lines(nil, dataset.Schema{Label: "price", Columns: make([]dataset.Column, 5)}, p) {
		if m.Warning {
			warned = append(warned, m.Text)
		} else {
			said = append(said, m.Text)
		}
	}
	return said, warned
}

func TestLinesOfAReport(t *testing.T) {
	people, labelled := int64(300), int64(900)
	for _, c := range []struct {
		report       OwnerReport
		said, warned []string
	}{
		{OwnerReport{Report: dataset.Report{Rows: 3000}}, []string{"3,000 rows read.", "No cell had to be repaired."}, nil},
		{OwnerReport{Report: dataset.Report{
			Rows: 1200, RepairedCells: 4, RepairedByColumn: map[string]int{"age": 1, "area": 3, "rooms": 0},
			RaggedRows: 1, UnusableRows: 2, UnclosedRows: 2, SurplusColumns: []string{"owner", "note"},
			MappedColumns:  []dataset.Mapped{{Column: "income", Header: "Pay"}, {Column: "age", Header: "AGE"}},
			MissingColumns: []string{"heating"},
		}, ClippedRows: 5, People: &people, MostRows: 7, NamelessRows: 1, LabelledRows: &labelled},
			[]string{
				"1,200 rows read.",
				"They belong to 300 people, with at most 7 rows each.",
				"1 row without a name count together as one person.",
				"900 rows (75%) with a label that can be read in the column “price”; they correct the model.",
				"Unusual values in 5 rows (under 1%): they were limited, so that no single row counts too much.",
				"4 cells were missing or unreadable and replaced by the sample’s average: area 3, age 1.",
				"1 row with too many or too few cells; what could be read was used.",
				"2 rows could not be used at all; counted as an average row.",
				"2 rows with a quotation mark that is not closed; each was read as one line.",
				"Read under another name: “Pay” is “income”.",
				"Not in the sample, ignored: “owner”, “note”.",
			}, []string{"Your file has no column “heating”; the sample’s average is used instead."}},
		{OwnerReport{Report: dataset.Report{
			Rows: 4000, RepairedCells: 4001, RepairedByColumn: map[string]int{"heating": 4000, "age": 1},
			Findings: []dataset.Finding{{Column: "heating", Cause: dataset.Unseen, Cells: 4000, Examples: []dataset.Example{
				{Row: 2, Value: "stove"}, {Row: 3, Value: "coal"}, {Row: 4, Value: "stove"}}}},
		}}, []string{"4,000 rows read.", "1 cell was missing or unreadable and replaced by the sample’s average: age 1."},
			[]string{"Your values of heating (“coal”, “stove”) do not exist in the sample, so that column is ignored."}},
	} {
		said, warned := linesOf(c.report, release.Model)
		if !slices.Equal(said, c.said) || !slices.Equal(warned, c.warned) {
			t.Errorf("said %q and warned %q", said, warned)
		}
	}
}

// What the labels are used for depends on the kind of result, and how many there are does not.
func TestTheOwnerLearnsHowManyRowsHaveALabel(t *testing.T) {
	for kind, use := range map[release.Kind]string{release.Model: "they correct the model.",
		release.Moments: "they enter the moments.", release.Report: "the model is compared with these."} {
		for labelled, share := range map[int64]string{900: "900 rows (75%)", 0: "0 rows (0%)"} {
			want := share + " with a label that can be read in the column “price”; " + use
			said, _ := linesOf(OwnerReport{Report: dataset.Report{Rows: 1200}, LabelledRows: &labelled}, kind)
			if !slices.Contains(said, want) {
				t.Errorf("%s: got %v", kind, said)
			}
		}
	}
}

func TestTheReportSaysWhatWasWrongWhereAndWhy(t *testing.T) {
	r := OwnerReport{}
	r.Rows, r.RepairedCells, r.RepairedByColumn = 90, 60, map[string]int{"area": 60}
	r.Findings = []dataset.Finding{
		{Column: "area", Cause: dataset.IsADate, Cells: 7,
			Examples: []dataset.Example{{File: 1, Row: 2, Value: "2020-01-01"}, {File: 1, Row: 1300, Value: "<b>"}}},
		{Column: "heating", Cause: dataset.ReadLetters, Cells: 1, Examples: []dataset.Example{{File: 1, Row: 5, Value: "GAS"}}},
		{Column: "heating", Cause: dataset.Missing, Cells: 2,
			Examples: []dataset.Example{{File: 1, Row: 6}, {File: 1, Row: 7, Value: "NA"}}},
		{Column: "rate", Cause: dataset.Percent, Cells: 1, Examples: []dataset.Example{{File: 1, Row: 9, Value: "12%"}}},
	}
	said, warned := linesOf(r, release.Model)
	if want := []string{
		"60 cells were missing or unreadable and replaced by the sample’s average: area 60.",
	}; !slices.Equal(warned, want) {
		t.Errorf("warned %q", warned)
	}
	want := []string{
		"90 rows read.",
		"area: 7 cells with a date where the sample has numbers (row 2: “2020-01-01”, row 1,300: “<b>” and 5 more). Is this the right column?",
		"heating: 1 cell written otherwise (letters, blanks, form of a number), read as the sample’s level (row 5: “GAS”).",
		"heating: 2 cells without a value (row 6, row 7: “NA”).",
		"rate: 1 cell with a percent sign (row 9: “12%”). Remove the sign, or write the column as the sample does.",
	}
	if !slices.Equal(said, want) {
		t.Errorf("said %q", said)
	}
	r.Findings[1].Examples[0].File = 2
	said, _ = linesOf(r, release.Model)
	if got := "heating: 1 cell written otherwise (letters, blanks, form of a number), read as the sample’s level (file 2, row 5: “GAS”)."; said[2] != got {
		t.Error(said[2])
	}
	// Of every cause.
	for _, cause := range []dataset.Cause{dataset.ReadLetters, dataset.ReadMarks, dataset.ReadEncoding, dataset.Missing,
		dataset.NoValue, dataset.NotANumber, dataset.NotFinite, dataset.IsADate, dataset.AmbiguousMarks, dataset.Percent,
		dataset.NotADate, dataset.SlashDate, dataset.Unseen, dataset.Encoding} {
		if _, known := words.English().Sentences["finding."+string(cause)]; !known {
			t.Errorf("nothing is said of %q", cause)
		}
	}
}
