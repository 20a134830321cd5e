package discrepancy_test

import (
	"math/rand/v2"
	"testing"
)

// The bounds on gradients hold where a person of many rows, each shrunk, is replaced by another of few or many: they
// rest on a positive semidefinite matrix of bounded trace, not on one row.
func TestSensitivityBoundsHoldForPeople(t *testing.T) {
	r := rand.New(rand.NewPCG(30, 8))
	measures := map[string]func(instance) (float64, float64, float64){
		"spectral": spectralChange, "softmax range": softmaxRange, "softmax Δ₂": softmaxLength, "p-norm range": pNormRange,
		"p-norm Δ₂": pNormLength, "scores": stageScores, "gaps": stageGaps,
	}
	for range 600 {
		d := 1 + r.IntN(4)
		in := randomInstance(r, d)
		for side := range in.more {
			for range []int{0, 1, 3, 40}[r.IntN(4)] {
				in.more[side] = append(in.more[side], in.randomRow(r, len(in.x), r.IntN(4)))
			}
		}
		for name, measure := range measures {
			if (name == "scores" || name == "gaps") && d == 1 {
				continue
			}
			if shown, allowed, rounding := measure(in); !(shown <= allowed+rounding) {
				t.Fatalf("%s: %v exceeds %v by more than %g: %v, people of %d and %d rows",
					name, shown, allowed, rounding, in, 1+len(in.more[0]), 1+len(in.more[1]))
			}
		}
	}
}
