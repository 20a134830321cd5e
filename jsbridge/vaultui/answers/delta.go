package answers

import (
	"math"

	"privadapt/core/noise/accountant"
	"privadapt/core/release/verify"
)

// A δ for the number of rows, or people, that the owner states. The verifier remarks on a δ above 10⁻³ over their
// number (verify.LargestDeltaRows), and the number is known only roughly before the file is read, so the bound is taken
// for ten times as many. It is a function of public numbers alone.
const (
	deltaRoom    = 10   // how many times as many rows the file may have
	largestDelta = 1e-6 // of the computed ones
	UsualRows    = 1000 // what stands in the form before the owner writes a number
)

const LargestDeltaRows = verify.LargestDeltaRows

// DeltaFor is the computed δ: a power of ten, or what the receiver takes at most where that is less; a most of 0 is no
// limit.
func DeltaFor(rows, most float64) float64 {
	exponent := math.Floor(math.Log10(LargestDeltaRows/(deltaRoom*rows)) + 1e-9)
	delta := min(largestDelta, math.Pow10(int(exponent)))
	if most > 0 {
		delta = min(delta, most)
	}
	return delta
}

// fitsRows reports whether the engine takes δ for so many private rows.
func fitsRows(delta, rows float64) bool { return delta < 1/rows }

// Budget is what is left of the owner's privacy budget, as ρ of zero-concentrated differential privacy, in which runs
// add up.
type Budget struct{ Left float64 }

// Runs is how many runs at this price fit into what is left.
func (b Budget) Runs(epsilon, delta float64) int {
	rho := accountant.Rho(epsilon, delta)
	if !(rho > 0) {
		return 0
	}
	return int(math.Floor(min(b.Left/rho*(1+1e-9), 1e6)))
}
