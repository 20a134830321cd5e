// Package csv divides a CSV file, public or private, into records and fields, and says what the text of a cell is: a
// number, a date, a missing value, or none of these. It knows no columns. Begin with NewLines, whose Next returns one
// record after the other, and with NewFields, which walks the fields of a record. Every sequence of bytes can be read,
// and Lines.Record has the rule by which records end, with its proof. What is refused, and in what words, package
// dataset says.
package csv

import (
	"bytes"
	"io"
	"strings"
	"unicode/utf8"
)

// Fields walks the fields of one record from left to right, without
// copying or allocating: quoted fields are unquoted in place.
//
// A field is quoted if its first byte after spaces is '"'; inside, '""' is one
// quote and a delimiter or a line break is text (RFC 4180). Every text can be read: after an
// unbalanced quote the rest of the record is the field, and text after a
// closing quote joins the field. Unclosed and Misquoted then inform the strict reader.
type Fields struct {
	Delim     byte
	Comma     bool // the delimiter is not the comma, so a decimal comma is possible
	Point     byte // ',' if Comma is true, else '.'
	Unclosed  bool // a quote of this record is not closed
	Misquoted bool // there is text after a closing quote of this record

	text  []byte
	pos   int    // where the next field starts; len(text)+1 after the last one
	start int    // where the field that Number read last starts
	last  []byte // the value that Field returned last; nil if Number did without it
}

// NewFields returns a scanner for the records of a file with this delimiter.
func NewFields(delim byte) Fields {
	f := Fields{Delim: delim, Comma: delim != ',', Point: '.'}
	if f.Comma {
		f.Point = ','
	}
	return f
}

// Reset starts a new record; an empty record has one empty field.
func (f *Fields) Reset(text []byte) {
	f.text = text
	f.pos = 0
	f.Unclosed, f.Misquoted = false, false
}

// More reports whether another field follows.
func (f *Fields) More() bool { return f.pos <= len(f.text) }

// Field returns the next field, unquoted but not trimmed.
func (f *Fields) Field() []byte {
	text, start := f.text, f.pos
	i := start
	for i < len(text) && isSpace(text[i]) && text[i] != f.Delim {
		i++
	}
	if i < len(text) && text[i] == '"' {
		return f.quoted(i)
	}
	for i < len(text) && text[i] != f.Delim {
		i++
	}
	f.pos = i + 1
	f.last = text[start:i]
	return f.last
}

// quoted returns the field whose opening quote is text[i].
func (f *Fields) quoted(i int) []byte {
	text, start, out := f.text, i, i
	closed := false
	for i++; i < len(text) && !closed; i++ {
		if text[i] == '"' {
			if i+1 == len(text) || text[i+1] != '"' {
				closed = true
				continue
			}
			i++
		}
		text[out] = text[i]
		out++
	}
	f.Unclosed = f.Unclosed || !closed
	for ; i < len(text) && text[i] != f.Delim; i++ {
		f.Misquoted = f.Misquoted || !isSpace(text[i])
		text[out] = text[i]
		out++
	}
	f.pos = i + 1
	f.last = text[start:out]
	return f.last
}

// Number returns the next field as a number; [Fields.Last] then has its text. A number is scanned in place; only
// blanks, quotes and text go through Field.
func (f *Fields) Number() (v float64, ok bool) {
	f.start, f.last = f.pos, nil
	v, n := ScanDecimal(f.text[f.pos:], f.Comma)
	end := f.pos + n
	if n > 0 && (end == len(f.text) || f.text[end] == f.Delim) {
		f.pos = end + 1
		return v, true
	}
	return ParseNumber(f.Field(), f.Comma)
}

// ParseNumber reads a whole cell, outer blanks aside, as a number.
// It is infinite where the decimal exceeds the range of float64.
func ParseNumber(cell []byte, comma bool) (v float64, ok bool) {
	cell = TrimSpaces(cell)
	v, n := ScanDecimal(cell, comma)
	if n > 0 && n == len(cell) {
		return v, true
	}
	text, rewritten := asASCII(cell)
	if !rewritten {
		return v, false
	}
	v, n = ScanDecimal(text, comma)
	return v, n > 0 && n == len(text)
}

// IsNumber reports whether a text is a number.
func IsNumber(text string, comma bool) bool {
	_, ok := ParseNumber([]byte(text), comma)
	return ok
}

// asASCII rewrites a number that is text for its form alone: with a minus sign of Unicode, or as spreadsheets keep a
// number as text, '12 and ="12". It returns the cell itself, and false, where there is nothing to rewrite.
func asASCII(cell []byte) (text []byte, rewritten bool) {
	const longest = 64 // of a number that anybody writes so
	if len(cell) == 0 || len(cell) > longest {
		return cell, false
	}
	text = cell
	if inner, ok := bytes.CutPrefix(text, []byte(`="`)); ok && bytes.HasSuffix(inner, []byte(`"`)) {
		text = TrimSpaces(inner[:len(inner)-1])
	} else if text[0] == '\'' {
		text = TrimSpaces(text[1:])
	}
	if r, n := utf8.DecodeRune(text); isMinus(r) {
		text = append([]byte{'-'}, text[n:]...)
	}
	return text, len(text) != len(cell)
}

// isMinus reports whether a character other than the hyphen is written for a minus sign: the minus sign, the figure
// dash, the en dash, and the small and full-width forms.
func isMinus(r rune) bool {
	switch r {
	case '\u2212', '\u2010', '\u2011', '\u2012', '\u2013', '\ufe63', '\uff0d':
		return true
	}
	return false
}

// Last returns the text of the field that was read last, unquoted but not trimmed.
func (f *Fields) Last() []byte {
	if f.last == nil { // read in place
		return f.text[f.start : f.pos-1]
	}
	return f.last
}

// TrimSpaces removes outer blanks: spaces, tabs, and what Unicode has as blanks. Spreadsheets, web pages and word
// processors leave no-break and invisible ones around numbers and names.
func TrimSpaces(b []byte) []byte {
	for len(b) > 0 {
		n := 1
		if b[0] >= utf8.RuneSelf {
			var r rune
			if r, n = utf8.DecodeRune(b); !isBlank(r) {
				break
			}
		} else if !isSpace(b[0]) {
			break
		}
		b = b[n:]
	}
	for len(b) > 0 {
		n := 1
		if b[len(b)-1] >= utf8.RuneSelf {
			var r rune
			if r, n = utf8.DecodeLastRune(b); !isBlank(r) {
				break
			}
		} else if !isSpace(b[len(b)-1]) {
			break
		}
		b = b[:len(b)-n]
	}
	return b
}

func isSpace(c byte) bool { return c == ' ' || c == '\t' }

// Blanks are the blanks of Unicode beside the space and the tab, those that have no width among them, and the marks of
// writing direction.
const Blanks = "\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a" +
	"\u200b\u200c\u200d\u200e\u200f\u202f\u205f\u2060\u3000\ufeff"

func isBlank(r rune) bool { return strings.ContainsRune(Blanks, r) }

const (
	// MaxLine is the longest record, in bytes before its last '\n', whose cells are read.
	MaxLine = 1 << 20
	// MaxJoined is the longest record of several lines, in bytes with its line ends. The JavaScript package writes none
	// that is longer.
	MaxJoined = 16 << 20
	// readSize bounds one read, so that what was read is still in the
	// processor's cache when it is parsed.
	readSize = 64 << 10
	// maxEmptyReads is how often a reader may return nothing in succession.
	maxEmptyReads = 100
)

// Lines cuts a stream into lines and records, see [Lines.Record], in constant memory. Where
// one ends depends on the bytes alone, never on where the reads divide them.
type Lines struct {
	r      io.Reader
	buf    []byte // at most the longest record and one read
	start  int    // buf[start:end] is read but not returned
	end    int
	number int   // of lines that were returned; private rows' lines are not counted
	first  int   // the line on which the record that was returned last begins, from 1
	open   int   // records that Next returned and whose quotes are not closed; see Record
	err    error // why reading stopped; io.EOF at the end
}

// NewLines returns a reader at the beginning of the stream.
func NewLines(r io.Reader) *Lines {
	return &Lines{r: r, buf: make([]byte, 2*readSize)}
}

// Line finds the line that begins at this place of the unread bytes, and returns the place after its '\n'. Bytes after
// the last '\n' are a line if there are any. At the end, and after a failed read, whose partial line is dropped, it
// returns the place where it began. It returns −1 if there is no '\n' among MaxJoined bytes.
func (l *Lines) Line(from int) (end int) {
	for scanned := from; scanned <= MaxJoined; l.fill() {
		unread := l.buf[l.start:l.end]
		if i := bytes.IndexByte(unread[scanned:], '\n'); i >= 0 {
			return scanned + i + 1
		}
		switch scanned = len(unread); l.err {
		case nil:
		case io.EOF:
			return scanned
		default:
			return from
		}
	}
	return -1
}

// Text returns the unread bytes up to this place without a '\n' or "\r\n" at their end. It is valid until more is read.
func (l *Lines) Text(end int) []byte {
	text := l.buf[l.start : l.start+end]
	if n := len(text); n > 0 && text[n-1] == '\n' {
		text = text[:n-1]
	}
	if n := len(text); n > 0 && text[n-1] == '\r' {
		text = text[:n-1]
	}
	return text
}

// Next returns the text of the next record, valid until the next call and the caller's to alter. A record of more than
// MaxLine bytes comes as nil with tooLong set. ok is false at the end and after a failed read.
func (l *Lines) Next(delim byte) (text []byte, tooLong, ok bool) {
	end, lines, closed := l.Record(delim)
	if end == 0 || end < 0 && !l.passLine() {
		return nil, false, false
	}
	if !closed {
		l.open++
	}
	if end > 0 {
		text = l.Take(end, lines)
		tooLong = len(bytes.TrimSuffix(l.buf[l.start-end:l.start], newline)) > MaxLine
	}
	if end < 0 || tooLong {
		return nil, true, true
	}
	return text, false, true
}

// Take passes over a record that ends there, counts its lines and returns its text.
func (l *Lines) Take(end, lines int) []byte {
	text := l.Text(end)
	l.start += end
	l.first = l.number + 1
	l.number += lines
	return text
}

// passLine passes over a line that has no end among the bytes that are kept. It returns false after a failed read.
func (l *Lines) passLine() bool {
	l.number++
	l.first = l.number
	for {
		if i := bytes.IndexByte(l.buf[l.start:l.end], '\n'); i >= 0 {
			l.start += i + 1
			return true
		}
		l.start, l.end = 0, 0
		if l.err != nil {
			return l.err == io.EOF
		}
		l.fill()
	}
}

// Peek returns the next n unread bytes, fewer only at the end of the stream.
func (l *Lines) Peek(n int) []byte {
	for l.end-l.start < n && l.err == nil {
		l.fill()
	}
	return l.buf[l.start:min(l.start+n, l.end)]
}

// Skip drops n unread bytes.
func (l *Lines) Skip(n int) { l.start += n }

// Failure is the error of the underlying reader, nil at a regular end.
func (l *Lines) Failure() error {
	if l.err == io.EOF {
		return nil
	}
	return l.err
}

// Unread returns the bytes that are read but not returned, as many as the buffer happens to hold.
func (l *Lines) Unread() []byte { return l.buf[l.start:l.end] }

// Number is how many lines were returned.
func (l *Lines) Number() int { return l.number }

// First is the line, from 1, on which the record that was returned last begins.
func (l *Lines) First() int { return l.first }

// Open is how many records [Lines.Next] has returned whose quotes are not closed.
func (l *Lines) Open() int { return l.open }

// fill reads once more. The unread bytes, which are less than a record, move to
// the front, of a larger buffer if there would be no room for a whole read.
func (l *Lines) fill() {
	unread, buf := l.buf[l.start:l.end], l.buf
	if len(unread)+readSize > len(buf) {
		l.buf = make([]byte, min(4*len(buf), MaxJoined+2*readSize))
	}
	if l.start > 0 || len(l.buf) > len(buf) {
		l.start, l.end = 0, copy(l.buf, unread)
	}
	for range maxEmptyReads {
		var n int
		n, l.err = l.r.Read(l.buf[l.end : l.end+readSize])
		l.end += n
		if n > 0 || l.err != nil {
			return
		}
	}
	l.err = io.ErrNoProgress
}

var newline, quote = []byte("\n"), []byte{'"'}

// Record measures the next record of a CSV file, public or private, and says whether its quotes are closed. The rule:
//
//  1. A line with an even number of quotes is a record.
//  2. A line with an odd number of quotes and the lines after it, up to the next one with an odd number, are one record
//     if they are well formed (RFC 4180, see wellFormed) and have at most MaxJoined bytes.
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
// It returns the place where the record ends among the unread bytes, as Line does, and the number of its lines. Each
// byte is looked at a few times at most: the lines after one with an odd number of quotes are searched for the next
// such line, which ends the search.
//
// Tests: TestATableIsReadAsItsRows, TestALineWithAnOpenQuoteChangesItsOwnRowAlone, FuzzTargetReader.
func (l *Lines) Record(delim byte) (end, lines int, closed bool) {
	first := l.Line(0)
	if first < 0 || !hasOpenQuote(l.buf[l.start:l.start+first]) {
		return first, 1, true
	}
	lines, at := 1, first
	for end = l.Line(at); end > at && end <= MaxJoined; end = l.Line(at) {
		lines++
		if hasOpenQuote(l.buf[l.start+at : l.start+end]) {
			if wellFormed(l.Text(end), delim) {
				return end, lines, true
			}
			break
		}
		at = end
	}
	if l.Failure() != nil && end == at {
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
