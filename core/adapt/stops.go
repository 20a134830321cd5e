package adapt

import (
	"fmt"
	"slices"

	"privadapt/core/data/dataset"
	"privadapt/core/terms/settings"
)

// Stop says why a run should not be charged without the owner's word: a release that is made all the same is probably
// of no use, or protects less than its owner believes. The name is one of settings.Stops. The text is for the owner
// alone, but names columns and no numbers: it may become the message of an error.
type Stop struct {
	Name string `json:"name"`
	Text string `json:"text"`
}

// stops lists what the owner has to accept. Test: TestWhatStopsARun.
func (r *OwnerReport) stops(source *dataset.Source) []Stop {
	found := []Stop{}
	say := func(name, format string, values ...any) {
		found = append(found, Stop{name, fmt.Sprintf(format, values...)})
	}
	if len(r.MissingColumns) > 0 {
		say(
			settings.StopMissingColumns,
			"the private file has no column %s; the public sample's mean would stand in each of its rows",
			quoteList(r.MissingColumns),
		)
	}
	if names := r.unreadable(source); len(names) > 0 {
		say(
			settings.StopUnreadableColumn,
			"more than half of the cells in %s have no value that can be read and would count as the public sample's mean",
			quoteList(names),
		)
	}
	if read, unread := r.labels(source.Schema.Label); r.LabelledRows != nil && (read == 0 || read < unread) {
		say(
			settings.StopUnreadableLabels,
			"most or all labels in the column %q cannot be read as the public sample has them, and such rows count as rows without a label; compare how they are written, or leave the labels out",
			source.Schema.Label,
		)
	}
	if r.manyBlank() {
		say(settings.StopBlankRows, blankRows)
	}
	if 2*r.ClippedRows > r.Rows {
		say(
			settings.StopClippedRows,
			"more than half of the rows are outside the range expected from the public sample and would be shortened, as happens where columns are in other units",
		)
	}
	if len(r.Repeating) > 0 {
		say(
			settings.StopRepeatedIdentifier,
			"the texts of the column %q repeat, so one person may have several rows, and the release would protect each row; to protect each person, name this column as the unit",
			r.Repeating[0].Column,
		)
	}
	return found
}

func (r *OwnerReport) manyBlank() bool { return 100*r.BlankRows > r.Rows }

const blankRows = "more than one in a hundred rows have no value at all and would count as rows of average values; delete them, which in a spreadsheet means to delete whole rows and not only what is in them, and save the file"

// labels counts the rows whose labels were read, and the cells of the label that have a value and could not be.
func (r *OwnerReport) labels(label string) (read, unread int) {
	if r.LabelledRows != nil {
		read = int(*r.LabelledRows)
	}
	for _, f := range r.Findings {
		if f.Column == label && !f.Cause.IsRead() && f.Cause != dataset.Missing {
			unread += f.Cells
		}
	}
	return read, unread
}

// unreadable lists the columns in which more than half of the cells that should have a value count as the mean, in the
// sample's order. A column may be as often without a value as it is in the sample.
func (r *OwnerReport) unreadable(source *dataset.Source) (names []string) {
	for _, c := range source.Schema.Columns {
		mean := float64(r.RepairedByColumn[c.Name])
		if 2*mean <= float64(r.Rows) || slices.Contains(r.MissingColumns, c.Name) {
			continue
		}
		if lacking := source.Lacking(c.Name) * float64(r.Rows); 2*(mean-lacking) > float64(r.Rows)-lacking {
			names = append(names, c.Name)
		}
	}
	return names
}
