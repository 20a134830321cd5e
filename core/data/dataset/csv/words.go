package csv

import (
	"bytes"
	"slices"
	"unicode/utf8"
)

// missingTokens stand for "no value" in any column, in any case of letters.
var missingTokens = [...]string{"na", "n/a", "#n/a", "null", "?", "-"}

// MissingTokens lists them, in small letters.
func MissingTokens() []string { return slices.Clone(missingTokens[:]) }

// IsMarker reports whether a missing token is written by programs alone, so that it is no value in any column.
func IsMarker(cell []byte) bool { return EqualFold(cell, "#n/a") || EqualFold(cell, "null") }

// IsFormula reports whether a trimmed cell is a formula of a spreadsheet, whose value the file does not have.
func IsFormula(cell []byte) bool {
	if len(cell) < 2 || cell[0] != '=' {
		return false
	}
	c := cell[1]
	return 'A' <= c && c <= 'Z' || 'a' <= c && c <= 'z' || '0' <= c && c <= '9' ||
		bytes.IndexByte([]byte("($+-'\"@_"), c) >= 0
}

// nonFiniteWords are the words that programs print for NaN and infinity, after
// an optional sign.
var nonFiniteWords = [...]string{"nan", "inf", "infinity"}

// IsMissing reports whether a trimmed cell is empty or a missing token.
func IsMissing(cell []byte) bool {
	if len(cell) == 0 {
		return true
	}
	for _, token := range missingTokens {
		if EqualFold(cell, token) {
			return true
		}
	}
	return false
}

// IsNonFinite reports whether a trimmed cell names NaN or an infinity.
func IsNonFinite(cell []byte) bool {
	if len(cell) > 0 && (cell[0] == '+' || cell[0] == '-') {
		cell = cell[1:]
	}
	for _, word := range nonFiniteWords {
		if EqualFold(cell, word) {
			return true
		}
	}
	return false
}

// EqualFold compares with a word in lower-case ASCII.
func EqualFold(cell []byte, word string) bool {
	if len(cell) != len(word) {
		return false
	}
	for i, c := range cell {
		if 'A' <= c && c <= 'Z' {
			c += 'a' - 'A'
		}
		if c != word[i] {
			return false
		}
	}
	return true
}

// windows1252 has the bytes 0x80 to 0x9f; the others are as in Latin-1.
var windows1252 = []rune("€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ")

// FromWindows1252 returns a Windows-1252 text in UTF-8. Every sequence of bytes is such a text.
func FromWindows1252(text []byte) []byte {
	out := make([]byte, 0, 2*len(text))
	for _, b := range text {
		r := rune(b)
		if 0x80 <= b && b < 0xa0 {
			r = windows1252[b-0x80]
		}
		out = utf8.AppendRune(out, r)
	}
	return out
}
