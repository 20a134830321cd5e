package dataset

import (
	"bytes"
	"fmt"
	"io"
	"slices"

	"privadapt/core/data/dataset/csv"
	"privadapt/core/terms/formats"
)

const byteOrderMark = "\ufeff"

// openTable checks the container and returns a reader before the header, which is the first
// record that is not blank. Source and target share it, so it may look only at the first bytes
// and at the header's first line: the lines after it can be private records, and no error may depend on those.
func openTable(r io.Reader) (*csv.Lines, error) {
	lines := csv.NewLines(r)
	first := lines.Peek(formats.Bytes)
	if f, other := formats.Of(first); other {
		return nil, newError(f.Code, 0, "the file is %s, not UTF-8 text; %s", f.Called, f.Advice)
	}
	if bytes.HasPrefix(first, []byte(byteOrderMark)) {
		lines.Skip(len(byteOrderMark))
	}
	for {
		end := lines.Line(0)
		switch {
		case end == 0 && lines.Failure() != nil:
			return nil, readFailure(lines)
		case end == 0:
			return nil, newError(
				CodeEmptyFile,
				0,
				"the file is empty; it needs a line of column names and one line for each row",
			)
		case end < 0 || end > csv.MaxLine:
			return nil, newError(CodeLineTooLong, lines.Number()+1,
				"the first line is longer than 1 MiB; give a CSV file with a line of column names")
		case len(csv.TrimSpaces(lines.Text(end))) > 0:
			return lines, checkHeader(lines.Text(end), lines.Number()+1)
		}
		lines.Take(end, 1)
	}
}

// headerOf measures the header, as it is divided from what follows under a delimiter. A quoted name may have line
// breaks.
func headerOf(l *csv.Lines, delim byte) (end, lines int) {
	end, lines, _ = l.Record(delim)
	if lines == 0 || lines > 1 && (end > csv.MaxLine || checkHeader(l.Text(end), l.Number()+1) != nil) {
		return l.Line(0), 1
	}
	return end, lines
}

func checkHeader(header []byte, line int) error {
	text := csv.TrimSpaces(header)
	for _, tag := range []string{"<!doctype", "<html"} {
		if len(text) >= len(tag) && csv.EqualFold(text[:len(tag)], tag) {
			return newError(CodeHTML, 0, "this is a web page, not a table; give the CSV file itself")
		}
	}
	switch {
	case bytes.IndexByte(header, 0) >= 0:
		return newError(CodeBadEncoding, line,
			"the first line has NUL bytes, so the file is binary or in UTF-16; save it as CSV in UTF-8")
	case bytes.Count(header, []byte("\r")) > bytes.Count(header, []byte("\r\n")):
		return newError(CodeBadEncoding, line, "the lines end in a carriage return alone; save the file with line feeds")
	}
	return nil
}

// notUTF8 is the error for a header that is not UTF-8. A private header is first tried as Windows-1252.
func notUTF8(line int) *Error {
	return newError(CodeBadEncoding, line, "the first line is not UTF-8; save the file as CSV in UTF-8")
}

// mostTitle is how many lines the search for the header of a public file looks at.
const mostTitle = 10

// passTitle passes over lines above the header of a public file, such as a title or a date, and returns how many lines
// of the file are above the header; 0 if there is no title. The header is the first of ten lines that has the label. A
// line that has it is no header if it also has a number, or if a line above has as many cells that are not blank: then
// the line is a row with a value like the label's name, and the file is refused for the lack of that label.
//
// A private file has no such search, because which line is the header would depend on its records; see alignHeader.
func passTitle(lines *csv.Lines, label string) (above int, err error) {
	widest := make([]int, len(delimiters)) // cells of the lines above, under each delimiter
	for i, delim := range delimiters {
		filled, hasLabel, _ := firstLine(lines, label, delim)
		if hasLabel || label == "" {
			return 0, nil
		}
		widest[i] = filled
	}
	ahead := csv.NewLines(bytes.NewReader(lines.Peek(csv.MaxLine)))
	for n := 1; n < mostTitle; n++ {
		ahead.Take(max(ahead.Line(0), 0), 1)
		for i, delim := range delimiters {
			filled, hasLabel, hasNumber := firstLine(ahead, label, delim)
			if hasLabel && !hasNumber && filled > widest[i] {
				for range n {
					lines.Take(lines.Line(0), 1)
				}
				return lines.Number(), checkHeader(lines.Text(lines.Line(0)), lines.Number()+1)
			}
			widest[i] = max(widest[i], filled)
		}
	}
	return 0, nil
}

// firstLine says of the next line, as a header under a delimiter, how many cells are not blank, and whether the label
// and numbers are among them.
func firstLine(lines *csv.Lines, label string, delim byte) (filled int, hasLabel, hasNumber bool) {
	end, _ := headerOf(lines, delim)
	names, _ := splitHeader(lines.Text(max(end, 0)), delim)
	isNumber := func(name string) bool { _, ok := csv.ParseNumber([]byte(name), delim != ','); return ok }
	filled = len(filter(names, func(name string) bool { return name != "" }))
	return filled, slices.Contains(names, label), slices.ContainsFunc(names, isNumber)
}

func aboveHeader(lines int) string {
	if lines == 1 {
		return "The line above the header is left out."
	}
	return fmt.Sprintf("The %d lines above the header are left out.", lines)
}

// readFailure wraps an error of the underlying reader.
func readFailure(lines *csv.Lines) error {
	return fmt.Errorf("dataset: reading the file failed: %w", lines.Failure())
}
