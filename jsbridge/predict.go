package jsbridge

import (
	"fmt"
	"strings"

	"privadapt/core/dataset"
)

// checkColumns refuses predictions from a table that lacks columns of the model: a misspelt name would pass unnoticed.
func checkColumns(r dataset.Report, s dataset.Schema) error {
	if len(r.MissingColumns) == 0 {
		return nil
	}
	wanted := []string{}
	for _, c := range s.Columns {
		if c.Kind != dataset.Ignored {
			wanted = append(wanted, c.Name)
		}
	}
	message := fmt.Sprintf("the data have no column %s; the model needs %s", quoted(r.MissingColumns), quoted(wanted))
	if len(r.SurplusColumns) > 0 {
		message += fmt.Sprintf(" and does not know %s", quoted(r.SurplusColumns))
	}
	return &Error{Code: "missing-column", Message: message + ". Correct the names, or pass onMissing: \"mean\" to take the average of the public sample"}
}

// quoted lists names for a message, the first few dozens of them.
func quoted(names []string) string {
	const most = 30
	text := fmt.Sprintf("%q", names[:min(most, len(names))])
	text = strings.ReplaceAll(text[1:len(text)-1], "\" \"", "\", \"")
	if len(names) > most {
		text += fmt.Sprintf(" and %d more", len(names)-most)
	}
	return text
}

// predictionNotes puts the report on a table into words.
func predictionNotes(r dataset.Report) []string {
	notes := []string{}
	if r.RepairedCells > 0 {
		notes = append(notes, fmt.Sprintf("%d cells could not be read and count as the average of the public sample", r.RepairedCells))
	}
	if len(r.MissingColumns) > 0 {
		notes = append(notes, "missing columns count as the average of the public sample: "+strings.Join(r.MissingColumns, ", "))
	}
	return notes
}
