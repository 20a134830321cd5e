package decimal

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

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
