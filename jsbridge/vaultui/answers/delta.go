package answers

import (
	"fmt"
	"math"

	"privadapt/core/noise"
	"privadapt/core/release/verify"
)

// UsualRows stands in the form before the owner writes a number.
const UsualRows = 1000

const LargestDeltaRows = verify.LargestDeltaRows

// fitsRows reports whether the engine takes δ for a given number of private rows.
func fitsRows(delta, rows float64) bool { return delta < 1/rows }

// Budget is what is left of the owner's privacy budget, as ρ of zero-concentrated differential privacy, in which runs
// add up.
type Budget struct{ Left float64 }

// Runs is how many runs at this price fit into what is left.
func (b Budget) Runs(epsilon, delta float64) int {
	rho := noise.Rho(epsilon, delta)
	if !(rho > 0) {
		return 0
	}
	return int(math.Floor(min(b.Left/rho*(1+1e-9), 1e6)))
}

// RunsOf counts runs.
func RunsOf(n int) string {
	if n == 1 {
		return texts.RunOne
	}
	return fmt.Sprintf(texts.Runs, texts.Grouped(n))
}
