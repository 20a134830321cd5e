package answers

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"

	"privadapt/core/adapt"
	"privadapt/core/terms/settings"
	"privadapt/core/words"
)

// FileReport is the engine's report on the private file. It holds exact numbers and
// is for the owner's screen only: no function in post.go takes a Report.
type FileReport adapt.OwnerReport

// Identifier is the column that seems to name people with several rows where none was named, or "". The owner has to
// choose whom the run protects.
func (r FileReport) Identifier() string {
	for _, stop := range r.Stops {
		if stop.Key == settings.StopRepeatedIdentifier && len(r.Repeating) > 0 {
			return r.Repeating[0].Column
		}
	}
	return ""
}

// Said are what the engine says, in the vault's language.
func Said(messages []words.Message) []Line {
	lines := make([]Line, len(messages))
	for i, m := range messages {
		lines[i] = Line{texts.Say(m), m.Warning}
	}
	return lines
}

// Line is one sentence. The screen shows warnings differently.
type Line struct {
	Text    string
	Warning bool
}

// Count is what n counts: people or, where no column names them, rows.
func (r FileReport) Count() int {
	if r.People != nil {
		return int(*r.People)
	}
	return r.Rows
}

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
		case repaired == r.Rows && repaired > 0:
			m.Found, m.Warning = texts.ColumnIgnored, true
		case repaired > 0:
			said := fmt.Sprintf(texts.MatchRepaired,
				texts.Say(words.Part("cells", repaired)),
				texts.Say(words.Share(repaired, r.Rows)))
			m.Found += "; " + said
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

// Question is what the owner is asked of a file before a row of it is read: for each name one of the answers, or none.
type Question struct {
	Text    string
	Names   []string
	Answers []string
	None    bool     // that there is none may be the answer
	Likely  []string // for each name an answer, or ""
}

// AboutHeaders asks which of the file's columns are those that it lacks. An answer is likely if it has the same letters
// and digits.
func AboutHeaders(u adapt.Unmatched) Question {
	q := Question{Text: texts.AskHeaders, Names: u.Missing, Answers: u.Headers, None: true}
	for _, name := range u.Missing {
		other := func(header string) bool { return letters(header) != letters(name) }
		alike := slices.DeleteFunc(slices.Clone(u.Headers), other)
		if len(alike) != 1 {
			alike = []string{""}
		}
		q.Likely = append(q.Likely, alike[0])
	}
	return q
}

// AboutSheets asks which sheet of a workbook is the table.
func AboutSheets(sheets []string) Question {
	return Question{Text: texts.AskSheet, Names: []string{texts.SheetLabel}, Answers: sheets, Likely: sheets[:1]}
}

func letters(name string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			return -1
		}
		return unicode.ToLower(r)
	}, name)
}

// Twice is an answer that was given for two names, or "".
func Twice(answers []string) string {
	for i, answer := range answers {
		if answer != "" && slices.Contains(answers[:i], answer) {
			return answer
		}
	}
	return ""
}

// HeadersWith are the owner's headers with the headers of a further answer. One header is of one column: the last
// answer's.
func HeadersWith(before map[string]string, names, answers []string) map[string]string {
	headers := maps.Clone(before)
	if headers == nil {
		headers = map[string]string{}
	}
	maps.DeleteFunc(headers, func(_, header string) bool { return slices.Contains(answers, header) })
	for i, name := range names {
		if delete(headers, name); answers[i] != "" {
			headers[name] = answers[i]
		}
	}
	return headers
}
