package csv

import (
	"bytes"
	"encoding/binary"
	"io"
	"math/bits"
)

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

// each times a byte is that byte eight times, so one operation on a word works on eight bytes.
const (
	each     = 0x0101010101010101
	lineEnds = '\n' * each
	quotes   = '"' * each
)

// is has the top bit set in each byte of a word that is this one, and no other.
func is(word, same uint64) uint64 {
	t := word ^ same
	return ^((t&(0x7f*each) + 0x7f*each) | t) & (0x80 * each)
}

// PlainField reads one field of the next record, trimmed, where nothing else is needed, if the record is in the buffer
// as a whole and has neither quotes nor NUL bytes. It is nil if the record has fewer fields. PlainField is a short cut,
// and else consumes nothing: TestThePersonOfARowIsAFunctionOfItsRecord checks that the general
// reader finds the same field.
func (l *Lines) PlainField(delim byte, which int) (cell []byte, ok bool) {
	buf := l.Unread()
	delims := uint64(delim) * each
	field, start := 0, 0
	for at := 0; at+8 <= len(buf); at += 8 {
		word := binary.LittleEndian.Uint64(buf[at:])
		bad := is(word, quotes) | is(word, 0)
		for stops := is(word, delims) | is(word, lineEnds); stops != 0; stops &= stops - 1 {
			if bad&(stops&-stops-1) != 0 {
				return nil, false
			}
			stop := at + bits.TrailingZeros64(stops)/8
			if field == which {
				cell = buf[start:stop]
			}
			if buf[stop] == '\n' {
				if stop >= MaxLine {
					return nil, false
				}
				if field == which {
					cell = bytes.TrimSuffix(cell, []byte("\r"))
				}
				l.Skip(stop + 1)
				return TrimSpaces(cell), true
			}
			field, start = field+1, stop+1
		}
		if bad != 0 {
			return nil, false
		}
	}
	return nil, false
}
