// Package csv divides a CSV file, public or private, into records and fields, and says what the text of a cell is: a
// number, a date, a missing value, or none of these. It knows no columns. Begin with NewLines, whose Next returns one
// record after the other, and with NewFields, which walks the fields of a record. Every sequence of bytes can be read,
// and Lines.Record has the rule by which records end, with its proof. What is refused, and in what words, package
// dataset says.
package csv

import (
	"bytes"
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
