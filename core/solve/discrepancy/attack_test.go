package discrepancy_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

// bound is a sensitivity that a mechanism charges.
type bound struct {
	name        string
	least, most int                 // orders d of the instances
	fits        func(instance) bool // the instances to which it applies; nil means all
	// measure returns the change that an instance shows, the engine's bound on it, and the rounding that the mechanisms
	// charge in addition.
	measure func(instance) (shown, allowed, rounding float64)
	// extreme returns an instance near which, by the proof, the bound is attained.
	extreme func(r *rand.Rand, d int) instance
	// p is the p of the p-norm in all instances; 0 leaves each instance its own p.
	p float64
}

// bounds are all sensitivities in use, each with the case in which it is tight.
func bounds() []bound {
	blunt := func(in instance) bool { return in.sharpness() <= 2*math.Sqrt2 }
	sharp := func(in instance) bool { return in.sharpness() > 2*math.Sqrt2 }
	list := []bound{
		{"second moment, no intercept: √2·r²", 1, 6, func(in instance) bool { return in.intercept == 0 }, momentChange,
			twoAxes, 0},
		{"second moment, with intercept", 2, 6, func(in instance) bool { return in.intercept > 0 }, momentChange,
			largeIntercept, 0},
		{"second moment, add or remove: r²", 1, 6, nil, momentAddition, twoAxes, 0},
		{"‖M₀−M₀′‖₂ ≤ r²/n", 1, 6, nil, spectralChange, twoAxes, 0},
		{"softmax range, μr²/n ≤ 2√2", 1, 6, blunt, softmaxRange, twoAxes, 0},
		{"softmax range, μr²/n > 2√2", 1, 6, sharp, softmaxRange, turnedSign, 0},
		{"softmax Δ₂, d = 1", 1, 1, blunt, softmaxLength, cancelled, 0},
		{"softmax Δ₂, d ≥ 2, μr²/n ≤ 2√2", 2, 6, blunt, softmaxLength, twoAxes, 0},
		{"softmax Δ₂, d ≥ 2, μr²/n > 2√2", 2, 6, sharp, softmaxLength, turnedSign, 0},
		{"single stage, scores: 4Λ²R", 2, 6, nil, stageScores, twoAxes, 0},
		{"single stage, gaps: 8Λ²R", 2, 6, nil, stageGaps, exchange, 0},
	}
	for _, p := range []float64{1, 1.2, 2, 5, 20, 0} {
		name := "any p"
		if p > 0 {
			name = fmt.Sprintf("p = %v", p)
		}
		list = append(list,
			bound{"p-norm range, " + name, 1, 6, nil, pNormRange, twoAxes, p},
			bound{"p-norm Δ₂, " + name, 1, 6, nil, pNormLength, twoAxes, p})
	}
	return list
}

// finding is the best neighbour pair that an attack has found.
type finding struct {
	share float64 // as a share of the bound, after the rounding that is allowed has been subtracted
	where string
	how   string
}

// attack measures a number of neighbour pairs. Half of them are drawn at random; the others are visited in climbs of
// 200 moves from the best of eleven random instances or from the extreme one. It fails if a pair exceeds the bound plus
// the charged rounding.
func (b bound) attack(t *testing.T, pairs int, seed uint64) {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 8))
	var best finding
	measured := 0
	try := func(in instance, how string) float64 {
		measured++
		if b.p > 0 {
			in.p = b.p
		}
		shown, allowed, rounding := b.measure(in)
		if !(shown <= allowed+rounding) {
			t.Fatalf("%s: %v exceeds %v by more than rounding, %g: %v, %s", b.name, shown, allowed, rounding, in, how)
		}
		share := (shown - rounding) / allowed
		if share > best.share {
			best = finding{share, in.String(), how}
		}
		return share
	}
	draw := func() instance {
		for {
			if in := randomInstance(r, b.least+r.IntN(b.most-b.least+1)); b.fits == nil || b.fits(in) {
				return in
			}
		}
	}
	for measured < pairs/2 {
		try(draw(), "drawn")
	}
	for climb := 0; measured < pairs; climb++ {
		how := "climbed from a draw"
		in := draw()
		share := try(in, how)
		if climb%2 == 0 {
			for range 10 {
				other := draw()
				if s := try(other, how); s > share {
					in, share = other, s
				}
			}
		} else {
			how = "climbed from the proof's case"
			in = b.extreme(r, max(b.least, 1+r.IntN(b.most)))
			share = try(in, how)
		}
		for range 200 {
			if other := in.move(r); b.fits == nil || b.fits(other) {
				if s := try(other, how); s >= share {
					in, share = other, s
				}
			}
		}
	}
	t.Logf("%-40s %8d pairs, best %.4f of the bound (%s, %s)", b.name, measured, best.share, best.where, best.how)
	if best.share < 0.95 {
		t.Errorf("%s: the best pair reaches only %.3f of the bound; the search or the bound is off", b.name, best.share)
	}
}

// No neighbours exceed a bound, and for each bound some come close to it. TestCampaignSensitivityBounds takes a million
// pairs for each bound.
func TestSensitivityBounds(t *testing.T) {
	for i, b := range bounds() {
		b.attack(t, 2000, uint64(i))
	}
}

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
