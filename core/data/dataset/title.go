package dataset

import (
	"bytes"
	"fmt"
	"slices"
)

// mostTitle is how many lines the search for the header of a public file looks at.
const mostTitle = 10

// passTitle passes over lines above the header of a public file, such as a title or a date, and returns how many lines
// of the file are above the header; 0 if there is no title. The header is the first of ten lines that has the label. A
// line that has it is no header if it also has a number, or if a line above has as many cells that are not blank: then
// the line is a row with a value like the label's name, and the file is refused for the lack of that label.
//
// A private file has no such search, because which line is the header would depend on its records; see alignHeader.
func passTitle(lines *lineReader, label string) (above int, err error) {
	widest := make([]int, len(delimiters)) // cells of the lines above, under each delimiter
	for i, delim := range delimiters {
		filled, hasLabel, _ := firstLine(lines, label, delim)
		if hasLabel || label == "" {
			return 0, nil
		}
		widest[i] = filled
	}
	ahead := newLineReader(bytes.NewReader(lines.peek(maxLine)))
	for n := 1; n < mostTitle; n++ {
		ahead.take(max(ahead.line(0), 0), 1)
		for i, delim := range delimiters {
			filled, hasLabel, hasNumber := firstLine(ahead, label, delim)
			if hasLabel && !hasNumber && filled > widest[i] {
				for range n {
					lines.take(lines.line(0), 1)
				}
				return lines.number, checkHeader(lines.text(lines.line(0)), lines.number+1)
			}
			widest[i] = max(widest[i], filled)
		}
	}
	return 0, nil
}

// firstLine says of the next line, as a header under a delimiter, how many cells are not blank, and whether the label
// and numbers are among them.
func firstLine(lines *lineReader, label string, delim byte) (filled int, hasLabel, hasNumber bool) {
	end, _ := lines.header(delim)
	names, _ := splitHeader(lines.text(max(end, 0)), delim)
	isNumber := func(name string) bool { _, ok := parseNumber([]byte(name), delim != ','); return ok }
	filled = len(filter(names, func(name string) bool { return name != "" }))
	return filled, slices.Contains(names, label), slices.ContainsFunc(names, isNumber)
}

func aboveHeader(lines int) string {
	if lines == 1 {
		return "The line above the header is left out."
	}
	return fmt.Sprintf("The %d lines above the header are left out.", lines)
}
