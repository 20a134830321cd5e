package adapt

import (
	"fmt"
	"math"
	"slices"

	"privadapt/core/adapt/plan"
	"privadapt/core/data/dataset"
	"privadapt/core/internal/private/moment"
	"privadapt/core/model/auto"
	"privadapt/core/release"
	"privadapt/core/terms/method"
	"privadapt/core/terms/settings"
)

// fewUnits is the number of rows, or people, below which the owner is warned. Nobody else is: the file may be the wrong
// one, and what a release says may not depend on its rows.
const fewUnits = 10

// ownerWarnings puts what is suspicious into words.
func ownerWarnings(r OwnerReport, sum *moment.Sum, schema dataset.Schema, p *plan.Plan) []string {
	warnings := []string{}
	for _, c := range r.Repeating {
		warnings = append(warnings, c.warning())
	}
	if r.Unchecked {
		warnings = append(warnings, "The query was written by an earlier version, so nothing is known of cells that could not be read. Write it anew and run it to see them.")
	}
	if n := float64(r.units()); p.Adjacency == method.AddRemove && p.Delta >= 1/n {
		warnings = append(warnings, largeDelta(p, n)+" Whoever verifies the release will probably refuse it.")
	}
	if n := r.units(); n < fewUnits {
		warnings = append(warnings, fmt.Sprintf(
			"What was read has very few rows or people (%d), so the noise hides nearly all that they say. Make sure that it is the right file.", n,
		))
	}
	if r.BlankRows > 0 {
		warnings = append(warnings, fmt.Sprintf(
			"%d of your %d rows have no value at all and count as rows of average values. If they are blank lines or the formatted rest of a spreadsheet, delete these rows, save the file and choose it again.",
			r.BlankRows, r.Rows,
		))
	}
	if r.ClippedRows*2 > r.Rows {
		name, shift := largestShift(sum, p.Map.Names())
		warnings = append(warnings, fmt.Sprintf(
			"%.0f%% of your rows are outside the range expected from the public sample and were shortened to fit. If the columns are in other units than the public sample's, the result is of no use. Compare the units before anything else, first in %q (on average %.1f of the sample's standard deviations away after shortening).",
			100*float64(r.ClippedRows)/float64(r.Rows),
			name,
			shift,
		))
	}
	if cells := r.Rows * len(schema.Columns); r.RepairedCells*10 > cells {
		warnings = append(
			warnings,
			fmt.Sprintf(
				"%d cells could not be read as the public sample's columns require; each counts as the sample's average.",
				r.RepairedCells,
			),
		)
	}
	if len(r.MissingColumns) > 0 {
		warnings = append(
			warnings,
			fmt.Sprintf("Your file has no column named %s; the public sample's average is used instead.",
				quoteList(r.MissingColumns)),
		)
	}
	switch {
	case r.LabelPresent && r.LabelledRows == nil:
		hint := ""
		if p.Release == release.Model || p.Release == release.Moments {
			hint = " Used, they make the result better at the same price."
		}
		warnings = append(warnings,
			fmt.Sprintf("Your file has the label column %q; its values were not read.%s", schema.Label, hint))
	case r.LabelledRows != nil && 2**r.LabelledRows < int64(r.Rows):
		warnings = append(
			warnings,
			fmt.Sprintf("Only %d of your %d rows have a label in the column %q that can be read; the others count as rows without a label.",
				*r.LabelledRows, r.Rows, schema.Label),
		)
	}
	return warnings
}

// largestShift returns the feature whose mean is furthest from the source's, in standard deviations.
func largestShift(sum *moment.Sum, names []string) (string, float64) {
	best, shift := "", 0.0
	for k, name := range names {
		mean := sum.MeanOf(0, k+1) / sum.Grid.Intercept()
		if best == "" || math.Abs(mean) > math.Abs(shift) {
			best, shift = name, mean
		}
	}
	return best, shift
}

func quoteList(names []string) string {
	text := ""
	for i, n := range names {
		if i > 0 {
			text += ", "
		}
		text += fmt.Sprintf("%q", n)
	}
	return text
}

// Warnings returns what a reader of the settings should know. It depends on public values only: the settings and, where
// it is public, n.
func (t *Target) Warnings() []string { return t.warnings }

func publicWarnings(p *plan.Plan, sum *moment.Sum) []string {
	warnings := []string{}
	if p.Epsilon > plan.LargeEpsilon {
		warnings = append(
			warnings,
			fmt.Sprintf("epsilon = %v is above %v: the guarantee then says next to nothing about a %s. Choose a smaller one; 1 is usual.",
				p.Epsilon, plan.LargeEpsilon, p.Protected().One()),
		)
	}
	if n := float64(sum.Rows); p.Adjacency == method.ReplaceOne && p.Delta >= 1/n {
		warnings = append(warnings, largeDelta(p, n))
	}
	if p.Map.Dim() >= manyFeatures && p.Release != release.Moments && p.Release != release.Report {
		warnings = append(
			warnings,
			fmt.Sprintf(
				"The rows have %d features. From %d on a run takes long: half a minute with 800 of them, some minutes with 2000.",
				p.Map.Dim(),
				manyFeatures,
			),
		)
	}
	if p.Curbed() {
		warnings = append(
			warnings,
			fmt.Sprintf(
				"The public sample has %d rows. Models are fitted to a random part of %d of them, the same in every run, and public trees to all.",
				p.Source.Rows,
				auto.MostRows,
			),
		)
	}
	return warnings
}

// manyFeatures is from how many on the time of a run, which grows with their third power, is worth a word.
const manyFeatures = 500

func largeDelta(p *plan.Plan, n float64) string {
	return fmt.Sprintf(
		"delta = %v is not below 1/n = %.3g: the guarantee would allow a mechanism that publishes %s now and then. Choose delta well below 1/n.",
		p.Delta,
		1/n,
		p.Protected().Whole(),
	)
}

// Stop says why a run should not be charged until the owner agrees: its release would probably be of no use, or would
// protect less than its owner believes. The name is one of settings.Stops. The text is for the owner alone, but names
// columns and no numbers: it may become the message of an error.
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
		say(settings.StopMissingColumns,
			"the private file has no column %s; the public sample's mean would stand in each of its rows",
			quoteList(r.MissingColumns))
	}
	if names := r.unreadable(source); len(names) > 0 {
		say(settings.StopUnreadableColumn,
			"more than half of the cells in %s have no value that can be read and would count as the public sample's mean",
			quoteList(names))
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

// isWholeSheet reports whether that many rows end where a spreadsheet does, below a header and perhaps a title.
func isWholeSheet(rows int) bool { return rows > 1<<20-100 && rows < 1<<20 }

const wholeSheet = "the file has as many rows as a whole sheet, so most are probably blank and would count as rows of average values; delete them, which in a spreadsheet means to delete whole rows and not only what is in them, and save the file; if they are not blank, say how many there are, which makes delta smaller"

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
