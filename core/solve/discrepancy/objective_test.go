package discrepancy

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"privadapt/core/solve/symeigen"
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

// The order of the source rows does not matter: the gradient moves with them.
func TestRowOrderDoesNotMatter(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 3))
	for _, s := range smoothings {
		const m, d = 20, 4
		o := randomObjective(r, m, d, s, 0.3)
		q := randomPoint(r, m)
		order := r.Perm(m)
		shuffled := &Objective{Target: o.Target, Smoothing: s, Lambda: o.Lambda}
		point := make([]float64, m)
		for to, from := range order {
			shuffled.Rows = append(shuffled.Rows, o.Rows[from*d:(from+1)*d]...)
			point[to] = q[from]
		}
		compare(t, s, o, q, shuffled, point, 1, 1, order)
	}
}

// A rotation of source and target together changes nothing.
func TestRotationDoesNotMatter(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 3))
	for _, s := range smoothings {
		const m, d = 20, 5
		o := randomObjective(r, m, d, s, 0.3)
		var sp spectrum
		sp.decompose(randomSymmetric(r, d, 1))
		var rows, target mat.Dense
		turn := mat.NewDense(d, d, sp.vectors)
		rows.Mul(mat.NewDense(m, d, o.Rows), turn.T())
		target.Product(turn, dense(o.Target), turn.T())
		rotated := &Objective{Target: symeigen.NewMatrix(d, nil), Rows: rows.RawMatrix().Data, Smoothing: s,
			Lambda: o.Lambda}
		for i := range d {
			for j := i; j < d; j++ {
				rotated.Target.Set(i, j, target.At(i, j))
			}
		}
		q := randomPoint(r, m)
		compare(t, s, o, q, rotated, q, 1, 1, nil)
	}
}

// In a unit c times smaller, rows are c times and moments c² times as large. F̃ with μ/c² and λ with them is c² times
// as large, G_p c⁴ times.
func TestScaling(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 3))
	for _, s := range smoothings {
		for _, c := range []float64{0.01, 3, 1000} {
			const m, d = 20, 4
			o := randomObjective(r, m, d, s, 0.3)
			scaled := &Objective{Target: symeigen.NewMatrix(d, nil), Smoothing: s}
			dense(scaled.Target).ScaleSym(c*c, dense(o.Target))
			for _, v := range o.Rows {
				scaled.Rows = append(scaled.Rows, c*v)
			}
			factor := c * c * c * c
			if softmax, ok := s.(Softmax); ok {
				factor = c * c
				scaled.Smoothing = Softmax{softmax.Mu / factor}
			}
			scaled.Lambda = o.Lambda * factor
			q := randomPoint(r, m)
			compare(t, s, o, q, scaled, q, factor, c*c, nil)
		}
	}
}

// compare checks that b at qb is a at qa times a factor: value, gradient (b's component j is a's order[j]) and norm.
// Sums in another order differ by rounding, which μ and p amplify up to fortyfold here.
func compare(
	t *testing.T,
	s Smoothing,
	a *Objective,
	qa []float64,
	b *Objective,
	qb []float64,
	factor, normFactor float64,
	order []int,
) {
	t.Helper()
	ga, gb := make([]float64, len(qa)), make([]float64, len(qb))
	a.Start(slices.Clone(qa))
	b.Start(slices.Clone(qb))
	va, vb := a.Gradient(ga), b.Gradient(gb)
	if math.Abs(vb-factor*va) > 1e-12*factor*va {
		t.Errorf("%s: value %v, want %v", name(s), vb, factor*va)
	}
	if na, nb := a.Norm(), b.Norm(); math.Abs(nb-normFactor*na) > 1e-12*normFactor*na {
		t.Errorf("%s: norm %v, want %v", name(s), nb, normFactor*na)
	}
	largest := 0.0
	for _, v := range ga {
		largest = math.Max(largest, math.Abs(v))
	}
	for j, v := range gb {
		from := j
		if order != nil {
			from = order[j]
		}
		if want := factor * ga[from]; math.Abs(v-want) > 1e-11*factor*largest {
			t.Errorf("%s: component %d of the gradient is %v, want %v", name(s), j, v, want)
		}
	}
}
