package answers

import (
	"maps"
	"slices"
	"strings"
	"unicode"

	"privadapt/core/adapt"
)

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
