package discrepancy

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
)

func TestGradientMatchesFiniteDifferences(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 2))
	for _, s := range smoothings {
		const m, d, h = 12, 4, 1e-6
		o := randomObjective(r, m, d, s, 0.7)
		q := randomPoint(r, m)
		gradient := make([]float64, m)
		o.Start(slices.Clone(q))
		o.Gradient(gradient)
		for j := range q {
			at := func(shift float64) float64 {
				p := slices.Clone(q)
				p[j] += shift
				o.Start(p)
				return o.Value()
			}
			// The error of the central difference is about h² times μ² or p² of the gradient, and 1e-10 from rounding.
			if got, want := gradient[j], (at(h)-at(-h))/(2*h); math.Abs(got-want) > 1e-6*(1+math.Abs(want)) {
				t.Errorf("%s component %d: %v, difference quotient %v", name(s), j, got, want)
			}
		}
	}
}

// After any moves, the objective's q, M(q) and ‖q‖² are consistent: up to rounding they are the same as after a
// fresh start at q.
func TestMovesAgreeWithStart(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	const m, d = 30, 5
	o := randomObjective(r, m, d, Softmax{10}, 2)
	o.Start(randomPoint(r, m))
	for k := range 1000 {
		o.Move(r.IntN(m), 1/float64(k+2))
	}
	value := o.Value()
	fresh := &Objective{Target: o.Target, Rows: o.Rows, Smoothing: o.Smoothing, Lambda: o.Lambda}
	fresh.Start(slices.Clone(o.Point()))
	if !mat.EqualApprox(dense(o.matrix), dense(fresh.matrix), 1e-13) {
		t.Error("M(q) drifted from q")
	}
	scratch := make([]float64, m)
	for name, want := range map[string]float64{"Value": fresh.Value(), "Gradient": fresh.Gradient(scratch),
		"its own Gradient": o.Gradient(scratch)} {
		if math.Abs(value-want) > 1e-12*want {
			t.Errorf("Value is %v after the moves, %s says %v", value, name, want)
		}
	}
}

// GradientAt copies its point.
func TestGradientAt(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 3))
	o := randomObjective(r, 8, 3, PNorm{2}, 1)
	q := randomPoint(r, 8)
	want, got := make([]float64, 8), make([]float64, 8)
	o.Start(slices.Clone(q))
	o.Gradient(want)
	o.Start(make([]float64, 8))
	if o.GradientAt(got, q); !slices.Equal(got, want) {
		t.Error("not the gradient at q")
	}
	if o.Move(0, 0.5); math.Abs(q[0]-o.Point()[0]) < 1e-3 {
		t.Error("the objective keeps the caller's slice")
	}
}
