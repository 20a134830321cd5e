package vaultui

import (
	"fmt"
	"slices"
	"strings"

	"privadapt/core/adapt"
	"privadapt/core/dataset"
)

// Report is the solver's account of the private file. It holds exact numbers
// and is for the owner's screen only: nothing in post.go takes one.
type Report struct {
	Rows             int               `json:"rows"`
	RepairedCells    int               `json:"repairedCells"`
	RepairedByColumn map[string]int    `json:"repairedByColumn"`
	Findings         []dataset.Finding `json:"findings"`
	Units            []adapt.UnitGuess `json:"units"`
	RaggedRows       int               `json:"raggedRows"`
	UnusableRows     int               `json:"unusableRows"`
	ClippedRows      int               `json:"clippedRows"`
	MissingColumns   []string          `json:"missingColumns"`
	SurplusColumns   []string          `json:"surplusColumns"`
	FarColumns       []struct {
		Name  string  `json:"name"`
		Shift float64 `json:"shift"`
	} `json:"farColumns"`
	Warnings []string `json:"warnings"` // other units, missing columns, a label: in the engine's words
}

// Line is one sentence of the report; a warning is set apart on the screen.
type Line struct {
	Text    string
	Warning bool
}

// Lines words the report.
func (r Report) Lines() []Line {
	var lines []Line
	say := func(format string, args ...any) {
		lines = append(lines, Line{Text: fmt.Sprintf(format, args...)})
	}

	say(reportRows, plural(r.Rows, wordRow, wordRows))
	for _, text := range r.Warnings {
		lines = append(lines, Line{Text: sentence(text), Warning: true})
	}
	if r.RepairedCells > 0 {
		say(reportRepaired, were(r.RepairedCells, wordCell, wordCells), r.byColumn())
	} else {
		say(reportClean)
	}
	lines = append(lines, r.findingLines()...)
	if r.RaggedRows > 0 {
		say(reportRagged, plural(r.RaggedRows, wordRow, wordRows))
	}
	if r.UnusableRows > 0 {
		say(reportUnusable, plural(r.UnusableRows, wordRow, wordRows))
	}
	if r.ClippedRows > 0 {
		say(reportClipped, were(r.ClippedRows, wordRow, wordRows), share(r.ClippedRows, r.Rows))
	}
	if len(r.SurplusColumns) > 0 {
		say(reportSurplus, strings.Join(r.SurplusColumns, ", "))
	}
	return lines
}

// byColumn lists the repaired cells, the most affected columns first.
func (r Report) byColumn() string {
	names := make([]string, 0, len(r.RepairedByColumn))
	for name, count := range r.RepairedByColumn {
		if count > 0 {
			names = append(names, name)
		}
	}
	slices.SortFunc(names, func(a, b string) int {
		if d := r.RepairedByColumn[b] - r.RepairedByColumn[a]; d != 0 {
			return d
		}
		return strings.Compare(a, b)
	})
	for i, name := range names {
		names[i] = fmt.Sprintf("%s %s", name, grouped(r.RepairedByColumn[name]))
	}
	return strings.Join(names, ", ")
}
