package dataset

import (
	"bytes"

	"privadapt/core/data/dataset/csv"
)

// record is one record of a public file.
type record struct {
	line   int      // physical line on which it begins
	cells  [][]byte // trimmed; the same number as in the header
	comma  bool     // numbers may have a decimal comma
	places []int    // where the columns of the first of several files are in this one; nil: as in the header
}

// field is the place of a column among the cells.
func (r record) field(j int) int {
	if r.places == nil {
		return j
	}
	return r.places[j]
}

// cell is the cell in a column.
func (r record) cell(j int) []byte { return r.cells[r.field(j)] }

// clone copies a record out of the reader's buffers.
func (r record) clone() record {
	cells := make([][]byte, len(r.cells))
	for i, c := range r.cells {
		cells[i] = bytes.Clone(c)
	}
	r.cells = cells
	return r
}

// lineOf is the physical line on which the cell in a column begins: quoted newlines in the cells before it count.
func (r record) lineOf(j int) int {
	line := r.line
	for _, c := range r.cells[:r.field(j)] {
		line += bytes.Count(c, []byte("\n"))
	}
	return line
}

// recordReader reads public records and refuses everything irregular.
type recordReader struct {
	lines  *csv.Lines
	fields csv.Fields
	width  int   // fields in each record
	places []int // of each record
	cells  [][]byte
}

func newRecordReader(lines *csv.Lines, delim byte, width int) *recordReader {
	return &recordReader{lines: lines, fields: csv.NewFields(delim), width: width}
}

// next returns the next record, valid until the next call. ok is false at the
// end of the file; blank lines at the end are not records.
func (r *recordReader) next() (rec record, ok bool, err error) {
	text, ok, err := r.nextText()
	if !ok || err != nil {
		return record{}, false, err
	}
	first := r.lines.First()
	if isBlank(text) {
		return record{}, false, r.onlyBlankLinesLeft()
	}
	r.fields.Reset(text)
	r.cells = r.cells[:0]
	for r.fields.More() {
		r.cells = append(r.cells, csv.TrimSpaces(r.fields.Field()))
	}
	switch {
	case r.fields.Unclosed:
		return record{}, false, newError(CodeBadQuote, first,
			"a quoted field is not closed, or not within 16 MiB; close the quote or double it")
	case r.fields.Misquoted:
		return record{}, false, newError(CodeBadQuote, first,
			"there is text after a closing quote; double the quotes inside a quoted field")
	case len(r.cells) != r.width:
		return record{}, false, raggedRow(first, len(r.cells), r.width)
	}
	return record{first, r.cells, r.fields.Delim != ',', r.places}, true, nil
}

// nextText returns the next record as text; it refuses what cannot be text.
func (r *recordReader) nextText() (text []byte, ok bool, err error) {
	text, tooLong, ok := r.lines.Next(r.fields.Delim)
	switch {
	case !ok && r.lines.Failure() != nil:
		return nil, false, readFailure(r.lines)
	case !ok:
		return nil, false, nil
	case tooLong:
		return nil, false, newError(CodeLineTooLong, r.lines.First(), "the row is longer than 1 MiB; shorten it")
	}
	if i := bytes.IndexByte(text, 0); i >= 0 {
		line := r.lines.First() + bytes.Count(text[:i], []byte("\n"))
		return nil, false, newError(CodeBadEncoding, line, "there is a NUL byte; save the file as CSV in UTF-8")
	}
	return text, true, nil
}

// onlyBlankLinesLeft reads to the end after a blank line and refuses the blank
// line if a record follows.
func (r *recordReader) onlyBlankLinesLeft() error {
	first := r.lines.First()
	for {
		text, ok, err := r.nextText()
		if !ok || err != nil {
			return err
		}
		if !isBlank(text) {
			return raggedRow(first, 1, r.width)
		}
	}
}

func isBlank(line []byte) bool { return len(bytes.Trim(line, " ")) == 0 }

func raggedRow(line, got, want int) *Error {
	return newError(CodeRaggedRow, line, "fields: %d in the row, %d in the header; fix or delete the line", got, want)
}
