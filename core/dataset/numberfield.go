package dataset

import "math/bits"

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
