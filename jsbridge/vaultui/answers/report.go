package answers

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"privadapt/core/adapt"
	"privadapt/core/data/dataset"
	"privadapt/core/terms/settings"

	"privadapt/jsbridge/vaultui/wording"
)

// FileReport is the engine's report on the private file. It holds exact numbers and
// is for the owner's screen only: no function in post.go takes a Report.
type FileReport struct {
	Rows             int                 `json:"rows"`
	RepairedCells    int                 `json:"repairedCells"`
	RepairedByColumn map[string]int      `json:"repairedByColumn"`
	Findings         []dataset.Finding   `json:"findings"`
	Units            []adapt.UnitGuess   `json:"units"`
	People           *int                `json:"people"` // nil where no column names them
	MostRows         int                 `json:"mostRows"`
	NamelessRows     int                 `json:"namelessRows"`
	RaggedRows       int                 `json:"raggedRows"`
	UnusableRows     int                 `json:"unusableRows"`
	UnclosedRows     int                 `json:"unclosedRows"`
	ClippedRows      int                 `json:"clippedRows"`
	LabelledRows     *int                `json:"labelledRows"` // nil where labels were not asked for
	MissingColumns   []string            `json:"missingColumns"`
	SurplusColumns   []string            `json:"surplusColumns"`
	MappedColumns    []dataset.Mapped    `json:"mappedColumns"`
	Shifts           []adapt.ColumnShift `json:"shifts"`
	FarColumns       []adapt.ColumnShift `json:"farColumns"`
	Warnings         []string            `json:"warnings"` // other units, missing columns, a label: in the engine's words
	Repeating        []adapt.Repeating   `json:"repeating"`
	Stops            []adapt.Stop        `json:"stops"`
}

// Identifier is the column that seems to name people with several rows where none was named, or "". The owner has to
// choose whom the run protects.
func (r FileReport) Identifier() string {
	for _, stop := range r.Stops {
		if stop.Name == settings.StopRepeatedIdentifier && len(r.Repeating) > 0 {
			return r.Repeating[0].Column
		}
	}
	return ""
}

// Line is one sentence of the report. The screen shows warnings differently.
type Line struct {
	Text    string
	Warning bool
}

// Count is what n counts: people or, where no column names them, rows.
func (r FileReport) Count() int {
	if r.People != nil {
		return *r.People
	}
	return r.Rows
}

// Lines puts the report into sentences. label is the column of the labels, and kind what shall be released with them.
func (r FileReport) Lines(label, kind string) []Line {
	var lines []Line
	say := func(format string, args ...any) {
		lines = append(lines, Line{Text: fmt.Sprintf(format, args...)})
	}

	say(texts.ReportRows, wording.Plural(r.Rows, texts.WordRow, texts.WordRows))
	if r.People != nil {
		say(texts.ReportPeople, wording.Plural(*r.People, texts.WordPerson, texts.WordPeople), wording.Grouped(r.MostRows))
	}
	if r.NamelessRows > 0 {
		say(texts.ReportNameless, wording.Plural(r.NamelessRows, texts.WordRow, texts.WordRows))
	}
	if r.LabelledRows != nil {
		say(texts.ReportLabelled[kind],
			wording.Plural(*r.LabelledRows, texts.WordRow, texts.WordRows), wording.Share(*r.LabelledRows, r.Rows), label)
	}
	for _, text := range r.Warnings {
		lines = append(lines, Line{Text: wording.Sentence(wording.Translated(text)), Warning: true})
	}
	if r.RepairedCells > 0 {
		say(texts.ReportRepaired, wording.Were(r.RepairedCells, texts.WordCell, texts.WordCells), r.byColumn())
	} else {
		say("%s", texts.ReportClean)
	}
	lines = append(lines, r.findingLines()...)
	if r.RaggedRows > 0 {
		say(texts.ReportRagged, wording.Plural(r.RaggedRows, texts.WordRow, texts.WordRows))
	}
	if r.UnusableRows > 0 {
		say(texts.ReportUnusable, wording.Plural(r.UnusableRows, texts.WordRow, texts.WordRows))
	}
	if r.UnclosedRows > 0 {
		say(texts.ReportUnclosed, wording.Plural(r.UnclosedRows, texts.WordRow, texts.WordRows))
	}
	if r.ClippedRows > 0 {
		say(texts.ReportClipped,
			wording.Were(r.ClippedRows, texts.WordRow, texts.WordRows), wording.Share(r.ClippedRows, r.Rows))
	}
	if len(r.SurplusColumns) > 0 {
		say(texts.ReportSurplus, strings.Join(r.SurplusColumns, ", "))
	}
	return lines
}

// byColumn lists the repaired cells, the most affected columns first.
func (r FileReport) byColumn() string {
	counts, names := r.RepairedByColumn, []string{}
	for _, name := range slices.Sorted(maps.Keys(counts)) {
		if counts[name] == 0 {
			continue
		}
		names = append(names, name)
		for k := len(names) - 1; k > 0 && counts[names[k-1]] < counts[names[k]]; k-- {
			names[k-1], names[k] = names[k], names[k-1]
		}
	}
	for i, name := range names {
		names[i] = fmt.Sprintf("%s %s", name, wording.Grouped(counts[name]))
	}
	return strings.Join(names, ", ")
}
