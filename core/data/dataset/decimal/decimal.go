// Package decimal reads and writes plain decimal numbers: "3", "3.", ".5", "+2", "-1e-3". Begin with Scan, which has
// the whole grammar and rounds correctly. Unsigned is a short cut to the same bits, and LoadDigits, NonDigits and
// JoinDigits are for a reader that takes digits out of its own buffer, eight at a time. Append writes a number as
// JavaScript does.
package decimal

import (
	"bytes"
	"fmt"
	"math"
	"math/bits"
	"slices"
	"strconv"
	"strings"
)

// maxDigits is the number of decimal digits that always fit into a uint64.
const maxDigits = 19

// Pow10 are the powers of ten that float64 holds exactly.
var Pow10 = [...]float64{
	1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11,
	1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
}

var uintPow10 = [8]uint64{1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000}

// Pow5 are the powers of five that uint64 holds.
var Pow5 = func() (p [28]uint64) {
	p[0] = 1
	for i := 1; i < len(p); i++ {
		p[i] = 5 * p[i-1]
	}
	return p
}()

// Scan reads the decimal number b begins with and returns its value,
// rounded to nearest even, and its length in bytes, 0 if there is none:
//
//	[+-] (digits [. [digits]] | . digits) [(e|E) [+-] digits]
//
// where ',' replaces '.' if comma is true. The hexadecimal, underscored and named
// forms that strconv accepts are not numbers in a CSV file.
//
// strconv works on strings and costs several times more than a field needs, so
// the two cases that cover what programs print are done here; both are exact.
func Scan(b []byte, comma bool) (v float64, n int) {
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

	switch {
	case digits <= maxDigits && mantissa <= 1<<53 && -len(Pow10) < exponent && exponent < len(Pow10):
		// Both operands are exact, so one operation rounds once (Clinger 1990).
		v = float64(mantissa)
		if exponent < 0 {
			v /= Pow10[-exponent]
		} else {
			v *= Pow10[exponent]
		}
	case digits <= maxDigits && -len(Pow5) < exponent && exponent <= 0:
		v = quotient(mantissa, -exponent)
	default:
		return parseAnyNumber(b[:i], comma), i
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

// quotient returns m/10ᵏ for m > 2⁵³ and k < len(Pow5), rounded to nearest even:
// the case of decimals with 17 digits, as shortest-form printers write.
//
// The floating-point quotient f = q·2ᵉ is at most two units 2ᵉ away from m/10ᵏ.
// The exact difference is given by the integer r = m·2ˢ − q·5ᵏ, s = −e−k, in which
// two units are 2·5ᵏ < 2⁶³, so its residue modulo 2⁶⁴ determines it. The nearest
// float64 has |2r| < 5ᵏ; 5ᵏ is odd, so there are no ties.
func quotient(m uint64, k int) float64 {
	if k >= len(Pow10) {
		return divideByPow10(m, k)
	}
	f := math.Float64bits(float64(m) / Pow10[k])
	shift := 1075 - int(f>>52) - k
	if shift < 0 || k == 0 {
		return divideByPow10(m, k) // m·2ˢ is not an integer
	}
	unit := int64(Pow5[k])
	fraction := f & (1<<52 - 1)
	r := int64(m<<(shift&63) - (fraction|1<<52)*Pow5[k])
	switch {
	case 2*r > unit:
		f++
		r -= unit
	case 2*r < -unit && fraction != 0:
		f--
		r += unit
	}
	// Just below a power of two the distance between floats is half the unit.
	if 2*r > unit || 2*r < -unit || fraction == 0 && r < 0 {
		return divideByPow10(m, k)
	}
	return math.Float64frombits(f)
}

// divideByPow10 returns m/10ᵏ for m > 0 and k < len(Pow5), rounded to nearest even.
func divideByPow10(m uint64, k int) float64 {
	d := Pow5[k]
	shiftM, shiftD := bits.LeadingZeros64(m), bits.LeadingZeros64(d)
	m <<= shiftM
	d <<= shiftD
	// m/d is in (½, 2), so the quotient has at least 63 bits. The conversion
	// below keeps 53; a remainder only has to show that the rest is not zero.
	q, remainder := bits.Div64(m>>1, m<<63, d)
	if remainder != 0 {
		q |= 1
	}
	power := shiftD - shiftM - 63 - k
	return float64(q) * math.Float64frombits(uint64(1023+power)<<52)
}

// scanDigits appends the digits that start at b[i] to m and returns it with the
// index of the first byte that is not a digit. m wraps around after 19 digits.
func scanDigits(b []byte, i int, m uint64) (end int, joined uint64) {
	for len(b)-i >= 8 {
		t := LoadDigits(b[i:])
		if NonDigits(t) != 0 {
			break
		}
		m = 100_000_000*m + JoinDigits(t)
		i += 8
	}
	for ; i < len(b) && b[i]-'0' <= 9; i++ {
		m = 10*m + uint64(b[i]-'0')
	}
	return i, m
}

// Append writes a float64 as JavaScript does, and nothing for NaN.
func Append(text []byte, v float64) []byte {
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

// Reach exceeds the length of a number that [Unsigned] reads, with a sign before it, together with the loads that read
// it.
const Reach = 80

// Unsigned reads the number without sign and exponent that b begins with, of
// at most 19 digits apart from zeros before them. It returns its value,
// correctly rounded, and its length, 0 if it does not have this form. b must have
// Reach−1 bytes.
func Unsigned(b []byte, point byte) (v float64, n int) {
	m, at := uint64(0), 0
	word := LoadDigits(b)
	stops := NonDigits(word)
	for stops == 0 {
		m = 100_000_000*m + JoinDigits(word)
		if at += 8; at > 16 {
			return 0, 0
		}
		word = LoadDigits(b[at : at+8])
		stops = NonDigits(word)
	}
	rest := bits.TrailingZeros64(stops) / 8
	m = uintPow10[rest&7]*m + JoinDigits(word<<(64-8*rest))
	at += rest
	significant, decimals := at, 0
	if c := b[at]; c == '.' || c == point {
		at++
		first, whole := at, m
		word = LoadDigits(b[at : at+8])
		zeros := bits.TrailingZeros64(word) / 8
		stops = NonDigits(word)
		for stops == 0 {
			m = 100_000_000*m + JoinDigits(word)
			if at += 8; at > first+16 {
				return 0, 0
			}
			word = LoadDigits(b[at : at+8])
			stops = NonDigits(word)
		}
		rest = bits.TrailingZeros64(stops) / 8
		m = uintPow10[rest&7]*m + JoinDigits(word<<(64-8*rest))
		at += rest
		decimals = at - first
		if whole == 0 && significant <= maxDigits { // with more digits, a multiple of 2⁶⁴ would be taken for zero
			significant = -zeros
		}
		significant += decimals
		if at == 1 {
			return 0, 0 // a point without digits
		}
	}
	if at == 0 || significant > maxDigits || decimals >= len(Pow10) {
		return 0, 0
	}
	if m <= 1<<53 {
		return float64(m) / Pow10[decimals], at
	}
	return quotient(m, decimals), at
}

// Eight characters are eight bytes of one machine word, and one operation on
// the word works on all of them. Parsing is most of the time that a large file
// takes. Byte by byte it would take twice as long in WebAssembly, where a branch
// costs more than several multiplications.

// Each times a byte is that byte eight times.
const Each = 0x0101010101010101

// LoadDigits loads b[0] … b[7], b[0] lowest, so that digits become 0 … 9. The
// compiler turns this into one load. It does the same for encoding/binary, but the
// build keeps that package from being inlined, and a call costs more than the
// rest of a number.
func LoadDigits(b []byte) uint64 {
	b = b[:8]
	return (uint64(b[0]) | uint64(b[1])<<8 | uint64(b[2])<<16 | uint64(b[3])<<24 |
		uint64(b[4])<<32 | uint64(b[5])<<40 | uint64(b[6])<<48 | uint64(b[7])<<56) ^ '0'*Each
}

// NonDigits has the top bit set in each byte of t that exceeds 9, and no other.
func NonDigits(t uint64) uint64 { return (t&(0x7f*Each) + 0x76*Each | t) & (0x80 * Each) }

// JoinDigits returns the number that eight digits write, the lowest byte being
// the first: neighbours are joined to pairs, pairs to fours, fours to eight.
func JoinDigits(t uint64) uint64 {
	const pairs = 0x000000ff_000000ff
	t = 10*t + t>>8
	return (t&pairs*(100+1_000_000<<32) + t>>16&pairs*(1+10_000<<32)) >> 32
}

// Load64 loads b[0] … b[7] as they are, b[0] lowest; see LoadDigits.
func Load64(b []byte) uint64 {
	b = b[:8]
	return uint64(b[0]) | uint64(b[1])<<8 | uint64(b[2])<<16 | uint64(b[3])<<24 |
		uint64(b[4])<<32 | uint64(b[5])<<40 | uint64(b[6])<<48 | uint64(b[7])<<56
}
