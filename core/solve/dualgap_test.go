package solve

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"privadapt/core/solve/simplex"
)

// points covers the difficult cases: ties, zeros, one coordinate, huge and tiny spreads, points already in the simplex.
func points(r *rand.Rand) [][]float64 {
	all := [][]float64{
		{7},
		{-7},
		{0.5, 0.5},
		{0, 0, 0},
		{1, 1, 1, 1},
		{1e12, 0},
		{1e12, 1e12},
		{-1e12, 3},
		{0.2, 0.3, 0.5},
		{1, 0, 0},
	}
	for range 300 {
		y := make([]float64, 1+r.IntN(50))
		scale := math.Pow(10, float64(r.IntN(9)-4))
		for j := range y {
			y[j] = scale * r.NormFloat64()
			if r.IntN(4) == 0 {
				y[j] = 0
			}
		}
		all = append(all, y)
	}
	return all
}

// The projection p is characterised by p ≥ 0, Σp = 1 and y − p constant where p > 0 and not larger elsewhere (the
// variational inequality). The rounding is of y: 1e-16 times its largest component, summed over m.
func TestProjectMeetsTheOptimalityConditions(t *testing.T) {
	for _, y := range points(rand.New(rand.NewPCG(1, 0))) {
		p := slices.Clone(y)
		simplex.Project(p)
		size := 1.0
		for _, v := range y {
			size = math.Max(size, math.Abs(v))
		}
		slack := 1e-15 * float64(len(y)) * size
		sum, multiplier := 0.0, math.Inf(-1)
		for j, v := range p {
			if v < 0 {
				t.Fatalf("%v → %v: negative", y, p)
			}
			sum += v
			multiplier = math.Max(multiplier, y[j]-v)
		}
		if math.Abs(sum-1) > slack {
			t.Fatalf("%v → %v: sum %v", y, p, sum)
		}
		for j, v := range p {
			if v > 0 && multiplier-(y[j]-v) > slack {
				t.Fatalf("%v → %v: component %d carries weight and lies %g below the multiplier", y, p, j, multiplier-(y[j]-v))
			}
		}
	}
}

// For f = (λ/2)‖v − c‖² the model behind Bound is f itself, so the bound is the exact excess, and the minimiser is the
// projection of c. This is the Fenchel gap of that f.
func TestBoundIsTheFenchelGap(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 0))
	for _, c := range points(r) {
		m := len(c)
		for _, v := range c {
			if math.Abs(v) > 1e6 {
				m = 0 // beyond the ratio at which Bound ignores the curvature
			}
		}
		if m == 0 {
			continue
		}
		lambda := math.Pow(10, 4*r.Float64()-2)
		y := randomPoint(r, m)
		best := slices.Clone(c)
		simplex.Project(best)
		f := func(v []float64) (value float64) {
			for j := range v {
				value += lambda / 2 * (v[j] - c[j]) * (v[j] - c[j])
			}
			return value
		}
		gradient := make([]float64, m)
		for j := range gradient {
			gradient[j] = lambda * (y[j] - c[j])
		}
		got, want := GapBound(gradient, y, lambda, make([]float64, m)), f(y)-f(best)
		if math.Abs(got-want) > 1e-12*(f(y)+lambda) {
			t.Errorf("m = %d: bound %v, excess %v", m, got, want)
		}
	}
}

// For any multiplier, right or wrong, and any y, inside or outside the simplex, the bound is not below the decrease
// −⟨g,v−y⟩ − (λ/2)‖v−y‖² at any v of the simplex.
func TestBoundIsValidForAnyMultiplier(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 0))
	for range 2000 {
		m := 1 + r.IntN(20)
		y, gradient, lambda := randomPoint(r, m), make([]float64, m), r.ExpFloat64()
		outside := r.IntN(2) == 0
		for j := range gradient {
			gradient[j] = r.NormFloat64()
			if outside {
				y[j] += r.NormFloat64()
			}
		}
		excess := math.Inf(-1) // of 0 over any v
		for range 50 {
			v, change := randomPoint(r, m), 0.0
			if r.IntN(2) == 0 {
				clear(v)
				v[r.IntN(m)] = 1
			}
			for j := range v {
				change -= gradient[j]*(v[j]-y[j]) + lambda/2*(v[j]-y[j])*(v[j]-y[j])
			}
			excess = math.Max(excess, change)
		}
		if best := GapBound(gradient, y, lambda, make([]float64, m)); best < excess-1e-13 {
			t.Fatalf("bound %v below an excess, %v", best, excess)
		}
		if any := bound(gradient, y, lambda, r.NormFloat64()); any < excess-1e-13 {
			t.Fatalf("bound %v for a random multiplier is below an excess, %v", any, excess)
		}
	}
}

// Without curvature it is the Frank–Wolfe gap max_v ⟨g, y−v⟩; with it, it is smaller.
func TestCurvatureSharpensTheFrankWolfeGap(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 0))
	for range 200 {
		m := 2 + r.IntN(50)
		y, gradient, scratch := randomPoint(r, m), make([]float64, m), make([]float64, m)
		want := 0.0
		for j := range gradient {
			gradient[j] = r.NormFloat64()
			want += gradient[j] * y[j]
		}
		want -= slices.Min(gradient)
		previous := GapBound(gradient, y, 0, scratch)
		if math.Abs(previous-want) > 1e-13 {
			t.Fatalf("%v, Frank–Wolfe gap %v", previous, want)
		}
		for _, lambda := range []float64{1e-300, 1e-12, 1e-6, 1e-2, 1, 100} {
			g := GapBound(gradient, y, lambda, scratch)
			if g < 0 || g > previous+1e-13 {
				t.Fatalf("λ = %g: %v after %v", lambda, g, previous)
			}
			previous = g
		}
	}
}

func randomPoint(r *rand.Rand, m int) []float64 {
	q := make([]float64, m)
	for j := range q {
		q[j] = r.ExpFloat64()
	}
	simplex.Normalise(q)
	return q
}
