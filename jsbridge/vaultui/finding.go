package vaultui

import (
	"fmt"
	"strings"

	"privadapt/core/data/dataset"
)

// findingTexts says for each cause what the cells contained and how they were treated.
var findingTexts = map[dataset.Cause]findingText{
	dataset.ReadLetters:  {"written in other letters or with other blanks, read as the sample’s level", ""},
	dataset.ReadMarks:    {"with marks between thousands or with a decimal comma, read as that number", ""},
	dataset.ReadEncoding: {"in Windows-1252 and not in UTF-8, read all the same", ""},
	dataset.Missing:      {"without a value", ""},
	dataset.NotANumber:   {"with text where the sample has numbers", ""},
	dataset.NotFinite:    {"with a number that is not finite or far too large", ""},
	dataset.IsADate:      {"with a date where the sample has numbers", "Is this the right column?"},
	dataset.AmbiguousMarks: {
		"with a comma that may stand before thousands or before decimals",
		"Remove the marks between thousands.",
	},
	dataset.Percent:  {"with a percent sign", "Remove the sign, or write the column as the sample does."},
	dataset.NotADate: {"without a date where the sample has dates", "Write dates as 2024-12-31."},
	dataset.SlashDate: {
		"with a date whose order of day, month and year is not the sample’s",
		"Write dates as 2024-12-31.",
	},
	dataset.Unseen:   {"with a category that the sample does not have", ""},
	dataset.Encoding: {"with text that a wrong encoding has damaged", "Save the file in UTF-8."},
}

// findingText is the text after the number of cells, and what the owner can do.
type findingText struct{ what, advice string }

// findingLines describes the irregular cells of the columns, for the owner's screen only.
func (r Report) findingLines() []Line {
	var lines []Line
	for _, u := range r.Units {
		lines = append(lines, Line{Text: fmt.Sprintf(reportUnit, u.Name, timesThose(u.Factor)), Warning: true})
	}
	files := false
	for _, f := range r.Findings {
		for _, e := range f.Examples {
			files = files || e.File > 1
		}
	}
	for _, f := range r.Findings {
		if text, known := findingTexts[f.Cause]; known {
			said := fmt.Sprintf(reportFinding, f.Column, plural(f.Cells, wordCell, wordCells), text.what, examplesOf(f, files))
			lines = append(lines, Line{Text: strings.TrimSpace(said + " " + text.advice)})
		}
	}
	return lines
}

// examplesOf lists the places and the contents of such cells.
func examplesOf(f dataset.Finding, files bool) string {
	parts := make([]string, len(f.Examples))
	for i, e := range f.Examples {
		place := fmt.Sprintf(findingRow, grouped(e.Row))
		if files {
			place = fmt.Sprintf(findingFile, grouped(e.File), place)
		}
		parts[i] = place
		if e.Value != "" {
			parts[i] = fmt.Sprintf(findingValue, place, e.Value)
		}
	}
	list := strings.Join(parts, ", ")
	if rest := f.Cells - len(f.Examples); rest > 0 {
		list = fmt.Sprintf(textMoreLevels, list, rest)
	}
	return list
}

// timesThose puts a power of ten into words.
func timesThose(factor float64) string {
	if factor < 1 {
		return fmt.Sprintf(unitSmaller, figures(1/factor))
	}
	return fmt.Sprintf(unitLarger, figures(factor))
}
