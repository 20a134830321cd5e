package dataset

import "math/bits"

// fieldScanner walks the fields of one record from left to right, without
// copying or allocating: quoted fields are unquoted in place.
//
// A field is quoted if its first byte after spaces is '"'; inside, '""' is one
// quote and a delimiter or a line break is text (RFC 4180). Every text can be read: after an
// unbalanced quote the rest of the record is the field, and text after a
// closing quote joins the field. unclosed and misquoted then inform the strict reader.
type fieldScanner struct {
	text      []byte
	pos       int // where the next field starts; len(text)+1 after the last one
	delim     byte
	comma     bool // the delimiter is not the comma, so a decimal comma is possible
	point     byte // ',' if comma is true, else '.'
	unclosed  bool
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
	f.unclosed, f.misquoted = false, false
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
	f.unclosed = f.unclosed || !closed
	for ; i < len(text) && text[i] != f.delim; i++ {
		f.misquoted = f.misquoted || !isSpace(text[i])
		text[out] = text[i]
		out++
	}
	f.pos = i + 1
	f.last = text[start:out]
	return f.last
}

// number returns the next field as a number.
//
// A short plain decimal, such as -0.123, is read here as one word of eight bytes;
// anything else goes to scanNumber, which has the whole grammar and gives the
// same bits. The word may reach beyond the record into what its buffer holds
// next. This cannot change the number: the word is used only if the number in it
// ends where the field ends.
func (f *fieldScanner) number() (v float64, ok bool) {
	text, pos := f.text, f.pos
	if pos+8 > cap(text) {
		return f.anyNumber()
	}
	t := loadDigits(text[pos : pos+8])
	length := 0
	negative := byte(t) == '-'^'0'
	if negative {
		t >>= 8 // the byte that moves in counts as a digit; bit 63 below ends it
		length = 1
	}
	stops := nonDigits(t) | 1<<63
	shift := bits.TrailingZeros64(stops) &^ 7 // bits before the first byte that is not a digit
	digits := shift / 8
	decimals := 0
	if c := byte(t>>shift) ^ '0'; c == '.' || c == ',' && f.comma {
		before := uint64(1)<<shift - 1
		t = t&before | t>>8&^before
		stops = stops&(stops-1)>>8 | 1<<63
		all := bits.TrailingZeros64(stops) / 8
		decimals = all - digits
		digits = all
		length++
	}
	end := pos + length + digits
	if digits == 0 || end > len(text) || end < len(text) && text[end] != f.delim {
		return f.anyNumber()
	}
	// Shifted up, the digits are the last of eight and zeros come before them.
	// Seven digits and a power of ten are exact, so the division rounds once.
	v = float64(joinDigits(t<<(64-8*digits))) / pow10[decimals]
	if negative {
		v = -v
	}
	f.pos = end + 1
	return v, true
}

// anyNumber reads the next field by the whole grammar. The number is scanned in
// place; only spaces, quotes and text go through field.
func (f *fieldScanner) anyNumber() (v float64, ok bool) {
	v, n := scanNumber(f.text[f.pos:], f.comma)
	end := f.pos + n
	if n > 0 && (end == len(f.text) || f.text[end] == f.delim) {
		f.pos = end + 1
		return v, true
	}
	return parseNumber(f.field(), f.comma)
}

// trimSpaces removes outer spaces and tabs.
func trimSpaces(b []byte) []byte {
	for len(b) > 0 && isSpace(b[0]) {
		b = b[1:]
	}
	for len(b) > 0 && isSpace(b[len(b)-1]) {
		b = b[:len(b)-1]
	}
	return b
}

func isSpace(c byte) bool { return c == ' ' || c == '\t' }
