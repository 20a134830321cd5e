package vaultui

import (
	"fmt"
	"math"
	"slices"
)

// Match says whether and how the owner's file provides one column of the sample.
type Match struct {
	Column, Expected, Found string
	Warning                 bool
}

// Matches compares the columns of the sample with those of the file. Like the
// report, it is for the owner's screen only.
func (r Report) Matches(columns []Column) []Match {
	var matches []Match
	for _, c := range columns {
		if c.Kind == "ignored" {
			continue
		}
		m := Match{Column: c.Name, Expected: c.expected(), Found: texts.MatchFound}
		for _, far := range r.FarColumns {
			if far.Name == c.Name {
				m.Found, m.Warning = fmt.Sprintf(texts.MatchFar, figures(math.Abs(far.Shift)), higher(far.Shift)), true
			}
		}
		switch repaired := r.RepairedByColumn[c.Name]; {
		case slices.Contains(r.MissingColumns, c.Name):
			m.Found, m.Warning = texts.MatchMissing, true
		case repaired > 0:
			m.Found += fmt.Sprintf(texts.MatchRepaired, plural(repaired, texts.WordCell, texts.WordCells), share(repaired, r.Rows))
			m.Warning = m.Warning || 10*repaired > r.Rows
		}
		matches = append(matches, m)
	}
	return matches
}

func higher(shift float64) string {
	if shift < 0 {
		return texts.MatchLower
	}
	return texts.MatchHigher
}
