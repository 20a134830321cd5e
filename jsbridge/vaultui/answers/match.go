package answers

import (
	"fmt"
	"slices"
	"strings"

	"privadapt/core/adapt"
	"privadapt/core/words"
)

// Match says whether and how the owner's file provides one column of the sample: the averages of both where it has
// numbers, and what the column should hold where something is to be said.
type Match struct {
	Column, Expected, Found string
	Warning                 bool
}

// Matches compares the columns of the sample with the columns of the file. Like the
// report, it is for the owner's screen only.
func (r FileReport) Matches(columns []SampleColumn) []Match {
	var matches []Match
	for _, c := range columns {
		if c.Kind == "ignored" {
			continue
		}
		m := Match{Column: c.Name, Found: texts.MatchFound}
		named := func(s adapt.ColumnShift) bool { return s.Name == c.Name }
		if k := slices.IndexFunc(r.Shifts, named); k >= 0 {
			m.Found, m.Expected = c.Written(c.Mean+r.Shifts[k].Shift*c.Scale), c.Written(c.Mean)
		}
		if slices.ContainsFunc(r.FarColumns, named) {
			m.Warning = true
			if !c.Dates { // which have no unit
				m.Found += texts.MatchFar
			}
		}
		switch repaired := r.RepairedByColumn[c.Name]; {
		case slices.Contains(r.MissingColumns, c.Name):
			m.Found, m.Warning = texts.MatchMissing, true
		case repaired > 0:
			said := fmt.Sprintf(texts.MatchRepaired,
				texts.Say(words.Part("cells", repaired)),
				texts.Say(words.Share(repaired, r.Rows)))
			if repaired < r.Rows { // else the average is the sample's alone
				said = m.Found + "; " + said
			}
			m.Found = said
			m.Warning = m.Warning || 10*repaired > r.Rows
		}
		for _, mapped := range r.MappedColumns {
			if mapped.Column == c.Name && !strings.EqualFold(mapped.Header, c.Name) {
				m.Found = mapped.Header + ": " + m.Found
			}
		}
		switch {
		case m.Warning && m.Expected != "":
			m.Expected = fmt.Sprintf(texts.MatchExpected, m.Expected, c.Expected())
		case m.Warning:
			m.Expected = c.Expected()
		}
		matches = append(matches, m)
	}
	return matches
}
