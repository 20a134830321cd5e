package mechanism

import (
	"slices"

	"privadapt/core/kernel"
)

// Estimates are finite scores that are at hand roughly, here or in workers.
type Estimates interface {
	Len() int
	// Least returns the least estimate, and how far at most any is from its score.
	Least() (estimate, off float64)
	// Score returns score j itself.
	Score(j int) float64
	// Weigh has each estimate v given the weight of the step ⌊(v − least)·factor⌋, as kernel.Weigh does, and returns their sum.
	Weigh(least, factor float64, whole, part []uint64) uint64
	// Find returns the index whose weight holds the number u below that sum, all weights laid end to end, and that weight.
	Find(u uint64) (j int, weight uint64)
}

// known are scores that need no estimates.
type known struct {
	scores []float64
	sums   []uint64
}

func (k *known) Len() int { return len(k.scores) }

func (k *known) Least() (float64, float64) { return slices.Min(k.scores), 0 }

func (k *known) Score(j int) float64 { return k.scores[j] }

func (k *known) Weigh(least, factor float64, whole, part []uint64) uint64 {
	if len(k.sums) != len(k.scores) {
		k.sums = make([]uint64, len(k.scores))
	}
	kernel.Weigh(k.sums, k.scores, least, factor, whole, part)
	return k.sums[len(k.sums)-1]
}

func (k *known) Find(u uint64) (int, uint64) { return kernel.Find(k.sums, u) }
