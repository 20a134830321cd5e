package dataset

import "bytes"

// record is one record of a public file.
type record struct {
	line  int      // physical line on which it begins
	cells [][]byte // trimmed; the same number as in the header
}

// clone copies a record out of the reader's buffers.
func (r record) clone() record {
	cells := make([][]byte, len(r.cells))
	for i, c := range r.cells {
		cells[i] = bytes.Clone(c)
	}
	return record{line: r.line, cells: cells}
}

// lineOf is the physical line on which the j-th cell begins: quoted newlines in
// the cells before it count.
func (r record) lineOf(j int) int {
	line := r.line
	for _, c := range r.cells[:j] {
		line += bytes.Count(c, []byte("\n"))
	}
	return line
}

// recordReader cuts public lines into records, which quoted newlines may
// spread over several lines, and refuses everything irregular.
type recordReader struct {
	lines  *lineReader
	fields fieldScanner
	width  int    // fields in each record
	text   []byte // a record of several lines
	cells  [][]byte
}

func newRecordReader(lines *lineReader, delim byte, width int) *recordReader {
	return &recordReader{lines: lines, fields: newFieldScanner(delim), width: width}
}

// next returns the next record, valid until the next call. ok is false at the
// end of the file; blank lines at the end are not records.
func (r *recordReader) next() (rec record, ok bool, err error) {
	text, first, ok, err := r.nextText()
	if !ok || err != nil {
		return record{}, false, err
	}
	r.fields.reset(text)
	r.cells = r.cells[:0]
	for r.fields.more() {
		r.cells = append(r.cells, trimSpaces(r.fields.field()))
	}
	if r.fields.misquoted {
		return record{}, false, newError(CodeBadQuote, first,
			"there is text after a closing quote; double the quotes inside a quoted field")
	}
	if len(r.cells) != r.width {
		return record{}, false, raggedRow(first, len(r.cells), r.width)
	}
	return record{line: first, cells: r.cells}, true, nil
}

// nextText returns the text of the next record and the line on which it begins.
func (r *recordReader) nextText() (text []byte, first int, ok bool, err error) {
	line, ok, err := r.nextLine()
	if !ok || err != nil {
		return nil, 0, false, err
	}
	first = r.lines.number
	if isBlank(line) {
		if err := r.onlyBlankLinesLeft(); err != nil {
			return nil, 0, false, err
		}
		return nil, 0, false, nil
	}
	open := endsInQuotes(line, r.fields.delim, false)
	if !open {
		return line, first, true, nil
	}
	r.text = append(r.text[:0], line...)
	for open {
		line, ok, err := r.nextLine()
		if err != nil {
			return nil, 0, false, err
		}
		if !ok || len(r.text)+len(line) >= maxLine {
			return nil, 0, false, newError(CodeBadQuote, first,
				"a quoted field is not closed within 1 MiB; close the quote or double it")
		}
		open = endsInQuotes(line, r.fields.delim, true)
		r.text = append(append(r.text, '\n'), line...)
	}
	return r.text, first, true, nil
}

// nextLine returns the next physical line; it refuses a line that cannot be text.
func (r *recordReader) nextLine() (line []byte, ok bool, err error) {
	line, tooLong, ok := r.lines.next()
	switch {
	case !ok && r.lines.failure() != nil:
		return nil, false, readFailure(r.lines)
	case !ok:
		return nil, false, nil
	case tooLong:
		return nil, false, newError(CodeLineTooLong, r.lines.number, "the line is longer than 1 MiB; shorten it")
	case bytes.IndexByte(line, 0) >= 0:
		return nil, false, newError(CodeBadEncoding, r.lines.number, "there is a NUL byte; save the file as CSV in UTF-8")
	}
	return line, true, nil
}

// onlyBlankLinesLeft reads to the end after a blank line and refuses the blank
// line if a record follows.
func (r *recordReader) onlyBlankLinesLeft() error {
	first := r.lines.number
	for {
		line, ok, err := r.nextLine()
		if !ok || err != nil {
			return err
		}
		if !isBlank(line) {
			return raggedRow(first, 1, r.width)
		}
	}
}

func isBlank(line []byte) bool { return len(bytes.Trim(line, " ")) == 0 }

func raggedRow(line, got, want int) *Error {
	return newError(CodeRaggedRow, line, "fields: %d in the row, %d in the header; fix or delete the line", got, want)
}
