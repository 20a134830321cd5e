package mechanism

import (
	"slices"

	"privadapt/core/kernel"
)

// Estimates are approximate finite scores. They may be held by workers.
type Estimates interface {
	Len() int
	// Least returns the least estimate, and the largest distance that any estimate can have from its score.
	Least() (estimate, off float64)
	// Score returns score j itself.
	Score(j int) float64
	// Weigh gives each estimate v the weight of the step ⌊(v − least)·factor⌋, as kernel.Weigh does, and returns the sum
	// of the weights.
	Weigh(least, factor float64, whole, part []uint64) uint64
	// Find takes a number u below that sum. With all weights placed end to end, it returns the index of the weight that
	// contains u, and that weight.
	Find(u uint64) (j int, weight uint64)
}

// known implements Estimates for scores that are known exactly.
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
