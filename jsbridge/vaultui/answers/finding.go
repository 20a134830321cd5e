package answers

import (
	"fmt"
	"strings"

	"privadapt/core/data/dataset"

	"privadapt/jsbridge/vaultui/wording"
)

// findingLines describes the irregular cells of the columns, for the owner's screen only.
func (r FileReport) findingLines() []Line {
	var lines []Line
	for _, u := range r.Units {
		lines = append(lines, Line{Text: fmt.Sprintf(texts.ReportUnit, u.Name, timesThose(u.Factor)), Warning: true})
	}
	files := false
	for _, f := range r.Findings {
		for _, e := range f.Examples {
			files = files || e.File > 1
		}
	}
	for _, f := range r.Findings {
		if text, known := texts.FindingTexts[f.Cause]; known {
			said := fmt.Sprintf(texts.ReportFinding, f.Column,
				wording.Plural(f.Cells, texts.WordCell, texts.WordCells),
				text.What, examplesOf(f, files))
			lines = append(lines, Line{Text: strings.TrimSpace(said + " " + text.Advice)})
		}
	}
	return lines
}

// examplesOf lists the places and the contents of such cells.
func examplesOf(f dataset.Finding, files bool) string {
	parts := make([]string, len(f.Examples))
	for i, e := range f.Examples {
		place := fmt.Sprintf(texts.FindingRow, wording.Grouped(e.Row))
		if files {
			place = fmt.Sprintf(texts.FindingFile, wording.Grouped(e.File), place)
		}
		parts[i] = place
		if e.Value != "" {
			parts[i] = fmt.Sprintf(texts.FindingValue, place, e.Value)
		}
	}
	list := strings.Join(parts, ", ")
	if rest := f.Cells - len(f.Examples); rest > 0 {
		list = fmt.Sprintf(texts.MoreLevels, list, rest)
	}
	return list
}

// timesThose puts a power of ten into words.
func timesThose(factor float64) string {
	if factor < 1 {
		return fmt.Sprintf(texts.UnitSmaller, wording.Figures(1/factor))
	}
	return fmt.Sprintf(texts.UnitLarger, wording.Figures(factor))
}
