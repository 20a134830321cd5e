package dataset

import "bytes"

// fieldScanner walks the fields of one record from left to right, without
// copying or allocating: quoted fields are unquoted in place.
//
// A field is quoted if its first byte after spaces is '"'; inside, '""' is one
// quote and a delimiter is text (RFC 4180). Every text can be read: after an
// unbalanced quote the rest of the record is the field, and text after a
// closing quote joins the field. misquoted then informs the strict reader.
type fieldScanner struct {
	text      []byte
	pos       int // where the next field starts; len(text)+1 after the last one
	delim     byte
	comma     bool // the delimiter is not the comma, so a decimal comma is possible
	point     byte // ',' if comma is true, else '.'
	misquoted bool
	last      []byte // the value that field returned last
}

func newFieldScanner(delim byte) fieldScanner {
	f := fieldScanner{delim: delim, comma: delim != ',', point: '.'}
	if f.comma {
		f.point = ','
	}
	return f
}

// reset starts a new record; an empty record has one empty field.
func (f *fieldScanner) reset(text []byte) {
	f.text = text
	f.pos = 0
	f.misquoted = false
}

// more reports whether another field follows.
func (f *fieldScanner) more() bool { return f.pos <= len(f.text) }

// field returns the next field, unquoted but not trimmed.
func (f *fieldScanner) field() []byte {
	text, start := f.text, f.pos
	i := start
	for i < len(text) && isSpace(text[i]) && text[i] != f.delim {
		i++
	}
	if i < len(text) && text[i] == '"' {
		return f.quoted(i)
	}
	for i < len(text) && text[i] != f.delim {
		i++
	}
	f.pos = i + 1
	f.last = text[start:i]
	return f.last
}

// quoted returns the field whose opening quote is text[i].
func (f *fieldScanner) quoted(i int) []byte {
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
	f.misquoted = f.misquoted || !closed
	for ; i < len(text) && text[i] != f.delim; i++ {
		f.misquoted = f.misquoted || !isSpace(text[i])
		text[out] = text[i]
		out++
	}
	f.pos = i + 1
	f.last = text[start:out]
	return f.last
}

// endsInQuotes reports whether a quoted field is still open after line, so that
// the record continues on the next line; open says whether one was open before.
func endsInQuotes(line []byte, delim byte, open bool) bool {
	if bytes.IndexByte(line, '"') < 0 {
		return open
	}
	fieldStart := !open
	for i := 0; i < len(line); i++ {
		switch c := line[i]; {
		case open && c == '"':
			if i+1 < len(line) && line[i+1] == '"' {
				i++
			} else {
				open = false
			}
		case open:
		case c == delim:
			fieldStart = true
		case c == '"' && fieldStart:
			open, fieldStart = true, false
		case !isSpace(c):
			fieldStart = false
		}
	}
	return open
}
