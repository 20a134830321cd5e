package dataset

import (
	"bytes"
	"io"
)

var newline, quote = []byte("\n"), []byte{'"'}

// record measures the next record of a CSV file, public or private, and says whether its quotes are closed. The rule:
//
//  1. A line with an even number of quotes is a record.
//  2. A line with an odd number of quotes and the lines after it, up to the next one with an odd number, are one record
//     if they are well formed (RFC 4180, see wellFormed) and have at most maxJoined bytes.
//  3. Else a line with an odd number of quotes is a record too, one whose quotes are not closed.
//
// Claim: a file that is made of lines with an even number of quotes, whatever their bytes, and of well-formed records
// of several lines is divided into just these. So one of them, if it is replaced by another, changes no other record,
// nor their number. For let the reader be at the beginning of one. If it is a line, rule 1 returns it. Otherwise count
// the quotes from its beginning: in a well-formed record their number is odd at a place inside quotes and even at any
// other, since a doubled quote counts twice. Its inner line ends are inside quotes and its last one is not, so its
// first line has an odd number of quotes, its last one too, and all between have an even number: rule 2 returns it.
// Neither rule looks at anything before or after it.
//
// Every record that a writer makes by RFC 4180 is of these kinds. Rule 3 is for what no such writer makes. Such a line
// may join those after it into one record only if all of them together are well formed. No rule could exclude that: see
// PRIVACY.md.
//
// It returns the place where the record ends among the unread bytes, as line does, and the number of its lines. Each
// byte is looked at a few times at most: the lines after one with an odd number of quotes are searched for the next
// such line, which ends the search.
//
// Tests: TestATableIsReadAsItsRows, TestALineWithAnOpenQuoteChangesItsOwnRowAlone, FuzzTargetReader.
func (l *lineReader) record(delim byte) (end, lines int, closed bool) {
	first := l.line(0)
	if first < 0 || !hasOpenQuote(l.buf[l.start:l.start+first]) {
		return first, 1, true
	}
	lines, at := 1, first
	for end = l.line(at); end > at && end <= maxJoined; end = l.line(at) {
		lines++
		if hasOpenQuote(l.buf[l.start+at : l.start+end]) {
			if wellFormed(l.text(end), delim) {
				return end, lines, true
			}
			break
		}
		at = end
	}
	if l.failure() != nil && end == at {
		return 0, 0, true // a failed read leaves no part of a record
	}
	return first, 1, false
}

// hasOpenQuote reports whether the number of quotes in a line is odd.
func hasOpenQuote(line []byte) bool { return bytes.Count(line, quote)%2 == 1 }

// wellFormed reports whether each field of a text is without quotes, or is in quotes, inside which each quote is
// doubled. There may be spaces around the quotes.
func wellFormed(text []byte, delim byte) bool {
	const (
		blank = iota // nothing but spaces so far
		plain
		quoted
		closed // or between the two quotes of a doubled one
	)
	state := blank
	for i, c := range text {
		switch {
		case state == quoted:
			if c == '"' {
				state = closed
			}
		case c == '"' && state == closed && text[i-1] == '"':
			state = quoted
		case c == delim:
			state = blank
		case c == '"' && state == blank:
			state = quoted
		case c == '"', state == closed && !isSpace(c):
			return false
		case !isSpace(c):
			state = plain
		}
	}
	return state != quoted
}

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

// recordReader reads public records and refuses everything irregular.
type recordReader struct {
	lines  *lineReader
	fields fieldScanner
	width  int // fields in each record
	cells  [][]byte
}

func newRecordReader(lines *lineReader, delim byte, width int) *recordReader {
	return &recordReader{lines: lines, fields: newFieldScanner(delim), width: width}
}

// next returns the next record, valid until the next call. ok is false at the
// end of the file; blank lines at the end are not records.
func (r *recordReader) next() (rec record, ok bool, err error) {
	text, ok, err := r.nextText()
	if !ok || err != nil {
		return record{}, false, err
	}
	first := r.lines.first
	if isBlank(text) {
		return record{}, false, r.onlyBlankLinesLeft()
	}
	r.fields.reset(text)
	r.cells = r.cells[:0]
	for r.fields.more() {
		r.cells = append(r.cells, trimSpaces(r.fields.field()))
	}
	switch {
	case r.fields.unclosed:
		return record{}, false, newError(CodeBadQuote, first,
			"a quoted field is not closed, or not within 16 MiB; close the quote or double it")
	case r.fields.misquoted:
		return record{}, false, newError(CodeBadQuote, first,
			"there is text after a closing quote; double the quotes inside a quoted field")
	case len(r.cells) != r.width:
		return record{}, false, raggedRow(first, len(r.cells), r.width)
	}
	return record{line: first, cells: r.cells}, true, nil
}

// nextText returns the next record as text; it refuses what cannot be text.
func (r *recordReader) nextText() (text []byte, ok bool, err error) {
	text, tooLong, ok := r.lines.next(r.fields.delim)
	switch {
	case !ok && r.lines.failure() != nil:
		return nil, false, readFailure(r.lines)
	case !ok:
		return nil, false, nil
	case tooLong:
		return nil, false, newError(CodeLineTooLong, r.lines.first, "the row is longer than 1 MiB; shorten it")
	}
	if i := bytes.IndexByte(text, 0); i >= 0 {
		line := r.lines.first + bytes.Count(text[:i], newline)
		return nil, false, newError(CodeBadEncoding, line, "there is a NUL byte; save the file as CSV in UTF-8")
	}
	return text, true, nil
}

// onlyBlankLinesLeft reads to the end after a blank line and refuses the blank
// line if a record follows.
func (r *recordReader) onlyBlankLinesLeft() error {
	first := r.lines.first
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

// CountRecords returns how many records a public file has after its header. It names no label and looks at no cell.
// The error is the one that [ReadSource] has for a file that is no table.
func CountRecords(r io.Reader) (int, error) {
	lines, err := openTable(r)
	if err != nil {
		return 0, err
	}
	delim := detectDelimiter(lines)
	names, _ := splitHeader(lines.take(lines.header(delim)), delim)
	records := newRecordReader(lines, delim, len(names))
	for n := 0; ; n++ {
		switch _, ok, err := records.next(); {
		case err != nil:
			return 0, err
		case !ok:
			return n, nil
		}
	}
}
