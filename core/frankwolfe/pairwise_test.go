package frankwolfe

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"privadapt/core/dualgap"
	"privadapt/core/simplex"
)

func (d *distance) Shift(to, from int, gamma float64) {
	d.q[to] += gamma
	d.q[from] -= gamma
}

func (d *distance) Value() float64 { return d.Gradient(make([]float64, len(d.q))) }

func randomDistance(r *rand.Rand, m int, sparse bool) *distance {
	centre := make([]float64, m)
	for j := range centre {
		centre[j] = r.NormFloat64() / float64(m)
		if sparse {
			centre[j] *= float64(m)
		}
	}
	return &distance{centre, simplex.Uniform(m)}
}

// excess is the value above the minimum, which the projection of the centre attains.
func (d *distance) excess() float64 {
	best := &distance{d.centre, append([]float64(nil), d.centre...)}
	simplex.Project(best.q)
	return d.Value() - best.Value()
}

// The claimed gap bounds the true excess and is within the tolerance, for minimisers with few vertices and with all, with and
// without use of the curvature.
func TestPairwiseGapBoundsTheExcess(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 0))
	for trial := range 100 {
		d := randomDistance(r, 1+r.IntN(60), trial%2 == 0)
		curvature := float64(trial / 2 % 2)
		result, err := Pairwise(d, dualgap.Settings{Curvature: curvature, Absolute: 1e-6, Relative: 1e-12})
		if err != nil || result.Status != dualgap.Converged || result.Gap > 1e-6 {
			t.Fatalf("%+v, %v", result, err)
		}
		rounding := 1e-14 * (1 + result.Value) // of the difference of two sums
		if excess := d.excess(); excess > result.Gap+rounding || math.Abs(result.Value-d.Value()) > rounding {
			t.Errorf("excess %g, gap %g; value %v, reported %v", excess, result.Gap, d.Value(), result.Value)
		}
		total := 0.0
		for _, v := range d.q {
			total += v
			if v < 0 {
				t.Errorf("negative weight %g", v)
			}
		}
		if math.Abs(total-1) > 1e-12 {
			t.Errorf("weights sum to %v", total)
		}
	}
}

// Linear convergence: for a strongly convex objective on a polytope, every further factor of 10⁴ costs about as many rounds as
// the one before; plain Frank–Wolfe would need 10⁴ times as many.
func TestPairwiseConvergesLinearly(t *testing.T) {
	rounds := func(gap float64) int {
		d := randomDistance(rand.New(rand.NewPCG(2, 0)), 30, true)
		result, err := Pairwise(d, dualgap.Settings{Absolute: gap, Relative: 1e-300})
		if err != nil || result.Status != dualgap.Converged {
			t.Fatalf("%+v, %v", result, err)
		}
		return result.Rounds
	}
	a, b, c := rounds(1e-2), rounds(1e-6), rounds(1e-10)
	if c-b > 3*(b-a)+50 {
		t.Errorf("%d, %d and %d rounds for gaps of 1e-2, 1e-6 and 1e-10", a, b, c)
	}
}

// A step that takes all weight from a vertex leaves exactly zero, and no step goes up.
func TestPairwiseDescendsAndDrops(t *testing.T) {
	d := randomDistance(rand.New(rand.NewPCG(3, 0)), 40, true)
	last := math.Inf(1)
	_, err := Pairwise(d, dualgap.Settings{Relative: 1e-10, Recorder: func(r dualgap.Round) error {
		if r.Value > last*(1+1e-13) {
			t.Errorf("round %d rises from %v to %v", r.Number, last, r.Value)
		}
		last = r.Value
		return nil
	}})
	if err != nil {
		t.Fatal(err)
	}
	want := append([]float64(nil), d.centre...)
	simplex.Project(want)
	for j, v := range d.q {
		if (v == 0) != (want[j] == 0) {
			t.Errorf("weight %d is %g, in the minimiser %g", j, v, want[j])
		}
	}
}

func TestPairwiseEndsAsTold(t *testing.T) {
	stop := errors.New("stop")
	d := randomDistance(rand.New(rand.NewPCG(4, 0)), 40, false)
	if result, err := Pairwise(d, dualgap.Settings{Rounds: 3, Relative: 1e-12}); err != nil || result.Status != dualgap.RoundLimit || result.Rounds != 3 {
		t.Errorf("%+v, %v", result, err)
	}
	if _, err := Pairwise(d, dualgap.Settings{Recorder: func(dualgap.Round) error { return stop }}); err != stop {
		t.Errorf("error %v", err)
	}
	// If rounding prevents the proof of so small a gap, it still stops.
	if result, err := Pairwise(d, dualgap.Settings{Relative: 1e-300}); err != nil || result.Gap > 1e-6 {
		t.Errorf("%+v, %v", result, err)
	}
	// One row: nothing to choose.
	one := &distance{[]float64{3}, []float64{1}}
	if result, err := Pairwise(one, dualgap.Settings{}); err != nil || result.Gap != 0 || result.Rounds != 1 {
		t.Errorf("%+v, %v", result, err)
	}
}
