package decimal

import (
	"math"
	"strconv"
)

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
