package vaultui

import "math"

// A δ for the number of rows that the owner states. The verifier remarks on a δ above 10⁻³ over the number of rows
// (verify.LargestDeltaRows), and the number is known only roughly before the file is read, so the bound is taken for
// ten times as many. It is a function of public numbers alone.
const (
	deltaRoom       = 10  // how many times as many rows the file may have
	deltaExponent   = 6   // no computed δ is above 10⁻⁶
	rowsNobodyKnows = 1e6 // what is assumed where the owner states no number
)

// deltaFor is the computed δ, a power of ten, or what a link asks for at most, if that is smaller. rows of 0 are
// unknown.
func deltaFor(rows, atMost float64) float64 {
	if rows < 1 {
		rows = rowsNobodyKnows
	}
	exponent := deltaExponent
	for math.Pow10(exponent-3) < deltaRoom*rows {
		exponent++
	}
	delta := math.Pow10(-exponent)
	if atMost > 0 {
		delta = min(delta, atMost)
	}
	return delta
}
