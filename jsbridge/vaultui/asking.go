package vaultui

import (
	"maps"
	"slices"
	"strings"
	"unicode"

	"privadapt/core/adapt"
)

// question is what the owner is asked of a file before a row of it is read: for each name one of the answers, or none.
type question struct {
	text    string
	names   []string
	answers []string
	none    bool     // that there is none may be the answer
	likely  []string // for each name an answer, or ""
}

// aboutHeaders asks which of the file's columns are those that it lacks. An answer is likely if it has the same letters
// and digits.
func aboutHeaders(u adapt.Unmatched) question {
	q := question{text: texts.AskHeaders, names: u.Missing, answers: u.Headers, none: true}
	for _, name := range u.Missing {
		alike := slices.DeleteFunc(slices.Clone(u.Headers), func(header string) bool { return letters(header) != letters(name) })
		if len(alike) != 1 {
			alike = []string{""}
		}
		q.likely = append(q.likely, alike[0])
	}
	return q
}

// aboutSheets asks which sheet of a workbook is the table.
func aboutSheets(sheets []string) question {
	return question{text: texts.AskSheet, names: []string{texts.SheetLabel}, answers: sheets, likely: sheets[:1]}
}

func letters(name string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			return -1
		}
		return unicode.ToLower(r)
	}, name)
}

// twice is an answer that was given for two names, or "".
func twice(answers []string) string {
	for i, answer := range answers {
		if answer != "" && slices.Contains(answers[:i], answer) {
			return answer
		}
	}
	return ""
}

// headersWith are the owner's headers with those of a further answer; one header is of one column, that of the last
// answer.
func headersWith(before map[string]string, names, answers []string) map[string]string {
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
