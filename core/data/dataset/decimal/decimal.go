package decimal

import (
	"math"
	"math/bits"
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
