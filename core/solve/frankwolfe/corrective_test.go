package frankwolfe

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"privadapt/core/solve/dualgap"
	"privadapt/core/solve/simplex"
)

func (d *distance) Start(q []float64) { d.q = q }

func (d *distance) Image() []float64 { return slices.Clone(d.q) }

// StartAt computes the point from its image alone, up to what rounding has taken below zero.
func (d *distance) StartAt(q, image []float64) {
	for j, v := range image {
		q[j] = max(0, v)
	}
	d.q = q
}

func (d *distance) Shift(to, from int, gamma float64) {
	d.q[to] += gamma
	d.q[from] -= gamma
}

func (d *distance) Value() float64 { return d.Gradient(make([]float64, len(d.q))) }

func (d *distance) Bend() {}

func (d *distance) Curve(dst, p []float64) []float64 {
	copy(dst, p)
	return p
}

// flat is a distance whose second derivative is of no use, so that pairwise steps alone remain.
type flat struct{ *distance }

func (flat) Curve(dst, p []float64) []float64 {
	clear(dst)
	return p
}

// wrong is one whose second derivative is too small in most rows, so that corrections go too far.
type wrong struct{ *distance }

func (wrong) Curve(dst, p []float64) []float64 {
	for j, v := range p {
		dst[j] = v / float64(1+j%7)
	}
	return p
}

// eachGuide runs a test on a distance under second derivatives that are right, of no use and wrong.
func eachGuide(t *testing.T, make func() *distance, test func(t *testing.T, d *distance, o CorrectiveObjective)) {
	d := make()
	t.Run("corrections", func(t *testing.T) { test(t, d, d) })
	e := make()
	t.Run("pairwise steps", func(t *testing.T) { test(t, e, flat{e}) })
	f := make()
	t.Run("wrong corrections", func(t *testing.T) { test(t, f, wrong{f}) })
}

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

// The claimed gap bounds the true excess and is within the tolerance, for minimisers with few vertices and with all,
// with and without use of the curvature.
func TestCorrectiveGapBoundsTheExcess(t *testing.T) {
	for trial := range 100 {
		random := func() *distance {
			r := rand.New(rand.NewPCG(1, uint64(trial)))
			return randomDistance(r, 1+r.IntN(60), trial%2 == 0)
		}
		curvature := float64(trial / 2 % 2)
		eachGuide(t, random, func(t *testing.T, d *distance, o CorrectiveObjective) {
			result, err := Corrective(o, dualgap.Settings{Curvature: curvature, Absolute: 1e-6, Relative: 1e-12})
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
		})
	}
}

// Linear convergence: for a strongly convex objective on a polytope, every further factor of 10⁴ costs about as many
// rounds as the one before; plain Frank–Wolfe would need 10⁴ times as many.
func TestCorrectiveConvergesLinearly(t *testing.T) {
	for _, guide := range []func(d *distance) CorrectiveObjective{
		func(d *distance) CorrectiveObjective { return d },
		func(d *distance) CorrectiveObjective { return flat{d} },
		func(d *distance) CorrectiveObjective { return wrong{d} },
	} {
		rounds := func(gap float64) int {
			d := randomDistance(rand.New(rand.NewPCG(2, 0)), 30, true)
			result, err := Corrective(guide(d), dualgap.Settings{Absolute: gap, Relative: 1e-300})
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
}

// A quadratic objective is its own model. Corrections drop many rows at once, so the minimiser, here with about half of
// 2000 rows, takes a few rounds, where pairwise steps need more than there are rows to drop.
func TestCorrectionsChangeManyWeightsAtOnce(t *testing.T) {
	rounds := func(o CorrectiveObjective) int {
		result, err := Corrective(o, dualgap.Settings{Curvature: 1, Absolute: 1e-10, Relative: 1e-300})
		if err != nil || result.Status != dualgap.Converged {
			t.Fatalf("%+v, %v", result, err)
		}
		return result.Rounds
	}
	random := func() *distance { return randomDistance(rand.New(rand.NewPCG(5, 0)), 2000, false) }
	if with, without := rounds(random()), rounds(flat{random()}); with > 10 || without < 500 {
		t.Errorf("%d rounds with corrections and %d without", with, without)
	}
}

// A step that takes all weight from a vertex leaves exactly zero, and no step goes up.
func TestCorrectiveDescendsAndDrops(t *testing.T) {
	random := func() *distance { return randomDistance(rand.New(rand.NewPCG(3, 0)), 40, true) }
	eachGuide(t, random, func(t *testing.T, d *distance, o CorrectiveObjective) {
		last := math.Inf(1)
		_, err := Corrective(o, dualgap.Settings{Relative: 1e-10, Recorder: func(r dualgap.Round) error {
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
	})
}

func TestCorrectiveEndsAsTold(t *testing.T) {
	stop := errors.New("stop")
	d := randomDistance(rand.New(rand.NewPCG(4, 0)), 40, false)
	if result, err := Corrective(flat{d}, dualgap.Settings{Rounds: 3, Relative: 1e-12}); err != nil ||
		result.Status != dualgap.RoundLimit ||
		result.Rounds != 3 {
		t.Errorf("%+v, %v", result, err)
	}
	if _, err := Corrective(d, dualgap.Settings{Recorder: func(dualgap.Round) error { return stop }}); err != stop {
		t.Errorf("error %v", err)
	}
	// If rounding prevents the proof of so small a gap, it still stops.
	if result, err := Corrective(d, dualgap.Settings{Relative: 1e-300}); err != nil || result.Gap > 1e-6 {
		t.Errorf("%+v, %v", result, err)
	}
	// One row: nothing to choose.
	one := &distance{[]float64{3}, []float64{1}}
	if result, err := Corrective(one, dualgap.Settings{}); err != nil || result.Gap != 0 || result.Rounds != 1 {
		t.Errorf("%+v, %v", result, err)
	}
}
