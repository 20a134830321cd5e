package verify

import (
	"fmt"
	"math"

	"privadapt/core/release"
	"privadapt/core/terms/method"
)

// Allowance names something that Certificate refuses unless the caller allows it.
type Allowance string

// LargeDelta allows δ ≥ 1/n. With such a δ a mechanism may publish a private row, chosen at random, and still satisfy
// its guarantee.
const LargeDelta Allowance = "large-delta"

// LargestDeltaRows is the δ·n above which the report says so. The field recommends a δ from 1/(10n) down to 1/n². A
// small δ costs little, because noise grows with √ln(1/δ) only. What texts say of a suitable δ is tested against it.
const LargestDeltaRows = 1e-3

// The verifier remarks on a δ above LargestDeltaRows ÷ n, and n is known only roughly before the file is read, so the
// suggested δ suits ten times as many.
const (
	deltaRoom    = 10   // how many times as many rows the file may have
	largestDelta = 1e-6 // of the suggested ones
)

// SuggestedDelta is the δ for a given number of rows, or people: a power of ten, or what the receiver takes at most
// where that is less; a most of 0 is no limit. It is a function of public numbers alone.
func SuggestedDelta(rows, most float64) float64 {
	exponent := math.Floor(math.Log10(LargestDeltaRows/(deltaRoom*rows)) + 1e-9)
	delta := min(largestDelta, math.Pow10(int(exponent)))
	if most > 0 {
		delta = min(delta, most)
	}
	return delta
}

// rowsOf returns n or, where it is private, n̂.
func rowsOf(c release.Certificate) float64 {
	if c.Adjacency == method.AddRemove {
		return c.RowsEstimate
	}
	return float64(c.N)
}

// checkDelta returns a remark about δ·n, empty where it is small, and an error if δ ≥ 1/n. In a combination the second
// check is made for the owners who state the same, whose n is taken to be their mean: with more owners δ·n of all
// together is larger, but the risk of each stays the same. Where n is private it is made for all together, because the
// owners' estimates are not stated.
func checkDelta(c release.Certificate) (remark string, err error) {
	rows, text := rowsOf(c), "n"
	if c.Adjacency == method.AddRemove {
		text = "the estimate of n"
	}
	if product := c.Delta * rows; product > LargestDeltaRows {
		remark = fmt.Sprintf(
			"δ times %s is %.3g: on average as many %s may be published by chance; choose a δ of at most %v divided by the number of %[3]s",
			text,
			product,
			c.Unit.Many(),
			LargestDeltaRows,
		)
	}
	if !(largestDeltaRows(c) < 1) {
		err = fmt.Errorf("δ = %.3g is not below one over %s, so %s may be published; to accept that, allow a large δ by name",
			c.Delta, text, c.Unit.Whole())
	}
	return remark, err
}

// largestDeltaRows returns δ·n of the owner for whom it is largest.
func largestDeltaRows(c release.Certificate) (largest float64) {
	if c.Combination == nil {
		return c.Delta * rowsOf(c)
	}
	if c.Adjacency == method.AddRemove {
		return c.Delta * c.RowsEstimate / float64(c.Combination.Owners())
	}
	for _, cohort := range c.Combination.Cohorts {
		largest = max(largest, cohort.Delta*float64(cohort.N)/float64(cohort.Releases))
	}
	return largest
}
