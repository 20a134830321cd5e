// Plain decimal numbers: "3", "3.", ".5", "+2", "-1e-3". ScanDecimal has the whole grammar and rounds correctly;
// AppendDecimal writes a number as JavaScript does.

package csv

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// maxDigits is the number of decimal digits that always fit into a uint64.
const maxDigits = 19

// pow10 are the powers of ten that float64 holds exactly.
var pow10 = [...]float64{
	1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11,
	1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
}

// ScanDecimal reads the decimal number b begins with and returns its value,
// rounded to nearest even, and its length in bytes, 0 if there is none:
//
//	[+-] (digits [. [digits]] | . digits) [(e|E) [+-] digits]
//
// where ',' replaces '.' if comma is true. The hexadecimal, underscored and named
// forms that strconv accepts are not numbers in a CSV file.
//
// strconv reads what one exact operation does not.
func ScanDecimal(b []byte, comma bool) (v float64, n int) {
	i := 0
	negative := false
	if len(b) > 0 && (b[0] == '-' || b[0] == '+') {
		negative = b[0] == '-'
		i = 1
	}
	first := i
	i, mantissa := scanDigits(b, i, 0)
	digits := i - first
	exponent := 0
	if i < len(b) && (b[i] == '.' || comma && b[i] == ',') {
		first = i + 1
		i, mantissa = scanDigits(b, first, mantissa)
		digits += i - first
		exponent = first - i
	}
	if digits == 0 {
		return 0, 0
	}
	if i < len(b) && b[i]|0x20 == 'e' {
		e, length := scanExponent(b[i+1:])
		if length == 0 {
			return 0, 0
		}
		exponent += e
		i += 1 + length
	}

	if digits > maxDigits || mantissa > 1<<53 || exponent <= -len(pow10) || exponent >= len(pow10) {
		return parseAnyNumber(b[:i], comma), i
	}
	// Both operands are exact, so one operation rounds once (Clinger 1990).
	if v = float64(mantissa); exponent < 0 {
		v /= pow10[-exponent]
	} else {
		v *= pow10[exponent]
	}
	if negative {
		v = -v
	}
	return v, i
}

// scanExponent reads "[+-] digits" and returns its value, capped far beyond
// what float64 can hold, and its length, 0 if there is none.
func scanExponent(b []byte) (e, n int) {
	i := 0
	negative := false
	if len(b) > 0 && (b[0] == '-' || b[0] == '+') {
		negative = b[0] == '-'
		i = 1
	}
	first := i
	for ; i < len(b) && b[i]-'0' <= 9; i++ {
		e = min(10*e+int(b[i]-'0'), 1<<30)
	}
	if i == first {
		return 0, 0
	}
	if negative {
		e = -e
	}
	return e, i
}

// scanDigits appends the digits that start at b[i] to m and returns it with the
// index of the first byte that is not a digit. m wraps around after 19 digits.
func scanDigits(b []byte, i int, m uint64) (end int, joined uint64) {
	for ; i < len(b) && b[i]-'0' <= 9; i++ {
		m = 10*m + uint64(b[i]-'0')
	}
	return i, m
}

// parseAnyNumber is the exact fallback for long mantissas and large exponents.
// It allocates only for texts of more than 32 bytes.
func parseAnyNumber(text []byte, comma bool) float64 {
	var v float64
	if len(text) > mostDigits {
		text = asFraction(text)
	}
	// The grammar was checked, so the only possible error is a value out of range,
	// for which strconv returns an infinity.
	if comma {
		v, _ = strconv.ParseFloat(strings.Replace(string(text), ",", ".", 1), 64)
	} else {
		v, _ = strconv.ParseFloat(string(text), 64)
	}
	return v
}

// mostDigits is how many digits before the point strconv counts: it takes a 9 with 800 zeros and e-800 for 0.9.
const mostDigits = 800

// asFraction writes a decimal as 0.digits and an exponent, the first digit not being 0 if there is another: strconv
// reads any number of digits after the point.
func asFraction(decimal []byte) []byte {
	mantissa, exponent := decimal, 0
	if end := bytes.IndexAny(decimal, "eE"); end >= 0 {
		mantissa = decimal[:end]
		exponent, _ = scanExponent(decimal[end+1:])
	}
	var sign []byte
	if mantissa[0] == '-' || mantissa[0] == '+' {
		sign, mantissa = mantissa[:1], mantissa[1:]
	}
	whole, fraction := mantissa, []byte(nil)
	if point := bytes.IndexAny(mantissa, ".,"); point >= 0 {
		whole, fraction = mantissa[:point], mantissa[point+1:]
	}
	digits := slices.Concat(whole, fraction)
	exponent += len(whole) - len(digits)
	digits = bytes.TrimLeft(digits, "0")
	exponent += len(digits)
	return fmt.Appendf(nil, "%s0.%se%d", sign, digits, exponent)
}

// AppendDecimal writes a float64 as JavaScript does, and nothing for NaN.
func AppendDecimal(text []byte, v float64) []byte {
	switch {
	case math.IsNaN(v):
		return text // a missing cell
	case math.IsInf(v, 1):
		return append(text, "Infinity"...)
	case math.IsInf(v, -1):
		return append(text, "-Infinity"...)
	}
	if size := math.Abs(v); size != 0 && (size < 1e-6 || size >= 1e21) {
		text = strconv.AppendFloat(text, v, 'e', -1, 64)
		if n := len(text); text[n-4] == 'e' && text[n-2] == '0' { // one digit suffices
			text = append(text[:n-2], text[n-1])
		}
		return text
	}
	return strconv.AppendFloat(text, v, 'f', -1, 64)
}

// LongestLenient is the length of the longest cell that is read if it is not written as in the source.
const LongestLenient = 256

// MarkedNumber reads a decimal with separators: 1.234,5 and 1,234.5, 1 234 and 1'234,5, 1.234.567, and 0,5 where the
// decimal mark is a point. One comma before three digits, as in 1,234, can be either kind of mark, so the number is
// ambiguous.
func MarkedNumber(cell []byte) (v float64, ok, ambiguous bool) {
	if len(cell) > LongestLenient {
		return 0, false, false
	}
	cell, _ = asASCII(TrimSpaces(cell))
	text := markReplacer.Replace(string(cell))
	if text == "" {
		return 0, false, false
	}
	sign := ""
	if text[0] == '-' || text[0] == '+' {
		sign, text = text[:1], text[1:]
	}
	marks := strings.Map(markOnly, text)
	runs := strings.FieldsFunc(text, isMark)
	if marks == "" || len(runs) != len(marks)+1 || strings.IndexFunc(strings.Join(runs, ""), isNoDigit) >= 0 {
		return 0, false, false
	}
	last := len(marks) - 1
	group, decimal := marks[0], marks[last]
	isDecimal := decimal != group
	if last == 0 && group == ',' {
		if len(runs[1]) == 3 && len(runs[0]) <= 3 && runs[0][0] != '0' {
			return 0, false, true
		}
		isDecimal = true
	}
	groups, fraction := runs, ""
	if isDecimal {
		if decimal != '.' && decimal != ',' {
			return 0, false, false
		}
		groups, fraction = runs[:last+1], "."+runs[last+1]
	}
	for i, run := range groups {
		grouped := i > 0 && len(run) == 3 && marks[i-1] == group
		if i > 0 && !grouped || i == 0 && len(groups) > 1 && len(run) > 3 {
			return 0, false, false
		}
	}
	v, ok = ParseNumber([]byte(sign+strings.Join(groups, "")+fraction), false)
	return v, ok, false
}

// Separators of thousands: a blank, also a no-break one, and an apostrophe, also the typographic one.
var markReplacer = strings.NewReplacer("\u00a0", " ", "\u202f", " ", "\u2009", " ", "\u2019", "'")

func isMark(r rune) bool { return strings.ContainsRune(".,' ", r) }

func isNoDigit(r rune) bool { return r < '0' || r > '9' }

func markOnly(r rune) rune {
	if isMark(r) {
		return r
	}
	return -1
}

// IsPercent reports whether a cell is a number, also one with marks, before a percent sign.
func IsPercent(cell []byte) bool {
	number, ok := bytes.CutSuffix(cell, []byte("%"))
	number = TrimSpaces(number)
	if _, is := ParseNumber(number, true); !ok || is {
		return ok
	}
	return IsMarked(number)
}

// IsMarked reports whether a cell is a number with separators, as [MarkedNumber] reads it, or an ambiguous one.
func IsMarked(cell []byte) bool {
	if len(cell) == 0 {
		return false
	}
	_, ok, ambiguous := MarkedNumber(cell)
	return ok || ambiguous
}
