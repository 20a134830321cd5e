package solve

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"

	"privadapt/core/must"
	"privadapt/core/solve/simplex"
)

// distance is ½‖q − centre‖², the textbook problem: its minimum over the simplex is the projection of the centre.
type distance struct {
	centre, q []float64
}

func (d *distance) Point() []float64 { return d.q }

func (d *distance) Gradient(dst []float64) float64 {
	value := 0.0
	for j := range dst {
		dst[j] = d.q[j] - d.centre[j]
		value += dst[j] * dst[j] / 2
	}
	return value
}

func (d *distance) Move(j int, eta float64) {
	for i := range d.q {
		d.q[i] *= 1 - eta
	}
	d.q[j] += eta
}

// With curvature constant 2 and the step 3/(k+2) the excess after k steps is below 9·2/(2(k+2)) (Jaggi 2013, by the
// same induction as for the step 2/(k+2)).
func TestConvergesAtItsRate(t *testing.T) {
	centre := []float64{0.5, 0.3, 0.2, 0} // lies in the simplex: the minimum is 0
	for _, k := range []int{2, 10, 100, 1000} {
		d := &distance{centre, simplex.Uniform(4)}
		must.Do(t, FrankWolfe(d, simplex.Minimise, Rounds{Iterations: k}))
		if value := d.Gradient(make([]float64, 4)); value > 9/float64(k+1) {
			t.Errorf("K = %d: value %v", k, value)
		}
		total := 0.0
		for _, v := range d.q {
			total += v
			if v < 0 {
				t.Errorf("K = %d: negative weight %v", k, v)
			}
		}
		if math.Abs(total-1) > 1e-12 {
			t.Errorf("K = %d: weights sum to %v", k, total)
		}
	}
}

// The oracle is called once a round at most, at points that the answers so far determine: what is charged for K rounds
// is what is drawn, K−1 times by Frank–Wolfe and mirror descent and K times by the single stage. A recorder's error ends
// each of them, without a result.
func TestOraclesAreAskedAsCharged(t *testing.T) {
	stop := errors.New("stop")
	for name, c := range map[string]struct {
		run      func(k int, ask func(), recorder func(int) error) (none bool, err error)
		unneeded int
	}{
		"Frank–Wolfe": {func(k int, ask func(), recorder func(int) error) (bool, error) {
			d := &distance{[]float64{1, 0}, simplex.Uniform(2)}
			return true, FrankWolfe(d, func([]float64) int { ask(); return 0 },
				Rounds{Iterations: k, Recorder: recorder})
		}, 1},
		"mirror descent": {func(k int, ask func(), recorder func(int) error) (bool, error) {
			exact := mirrorDistance([]float64{1, 0})
			q, err := MirrorDescent(simplex.Uniform(2), func(dst, q []float64) { ask(); exact(dst, q) },
				0.5, Rounds{Iterations: k, Recorder: recorder})
			return q == nil, err
		}, 1},
		"the single stage": {func(k int, ask func(), recorder func(int) error) (bool, error) {
			p, chosen := randomProblem(rand.New(rand.NewPCG(3, 0)), 20, 3, 10, 1), false
			result, err := MinimiseSingleStage(p, func(gradient []float64) int { ask(); return k % 20 },
				func([]float64) int { chosen = true; return 0 },
				0.2, Rounds{Iterations: k, Recorder: recorder})
			return result == nil && !chosen, err
		}, 0},
	} {
		asked := 0
		for _, k := range []int{1, 2, 3, 17} {
			asked = 0
			if _, err := c.run(k, func() { asked++ }, nil); err != nil || asked != k-c.unneeded {
				t.Errorf("%s, K = %d: asked %d times, error %v", name, k, asked, err)
			}
		}
		none, err := c.run(100, func() {}, func(round int) error {
			if round == 5 {
				return stop
			}
			return nil
		})
		if err != stop || !none {
			t.Errorf("%s: ended with %v, without a result: %v", name, err, none)
		}
	}
}

// A function is given by its gradient and its moves, the simplex by an oracle; a private run has an oracle that draws.
func ExampleFrankWolfe() {
	d := &distance{centre: []float64{0.7, 0.3, 0}, q: simplex.Uniform(3)}
	if err := FrankWolfe(d, simplex.Minimise, Rounds{Iterations: 2000}); err != nil {
		fmt.Println(err)
	}
	fmt.Printf("%.2f\n", d.Point())
	// Output: [0.70 0.30 0.00]
}

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

// mirrorDistance is the gradient of ½‖q − centre‖²; with the centre in the simplex, the minimum is 0.
func mirrorDistance(centre []float64) MirrorGradient {
	return func(dst, q []float64) { floats.SubTo(dst, q, centre) }
}

func squaredDistance(a, b []float64) float64 {
	d := floats.Distance(a, b, 2)
	return d * d
}

func TestConverges(t *testing.T) {
	centre := []float64{0.5, 0.3, 0.2, 0}
	last := math.Inf(1)
	for _, k := range []int{1, 10, 100, 1000, 10000} {
		q := must.Get(MirrorDescent(simplex.Uniform(4), mirrorDistance(centre), MirrorStep(1, 4, k), Rounds{Iterations: k}))(t)
		// The bound that the standard proof would give if it applied: 3γ√(log m/K) with γ = 1.
		value := squaredDistance(q, centre) / 2
		if value > 3*math.Sqrt(math.Log(4)/float64(k)) || value > last {
			t.Errorf("K = %d: value %v after %v", k, value, last)
		}
		last = value
	}
	if last > 1e-4 {
		t.Errorf("K = 10000: value %v", last)
	}
}

// ½‖q−centre‖² is 1-smooth for ‖·‖₁, so η(p−1) ≤ 2/e² rules out a step that increases it (package comment).
func TestShortExactStepsNeverGoUp(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	const m = 20
	centre := simplex.Uniform(m)
	for j := range centre {
		centre[j] = r.NormFloat64()
	}
	eta := 2 / math.Exp(2) * math.Log(m)
	q := simplex.Uniform(m)
	before := squaredDistance(q, centre)
	must.Get(MirrorDescent(q, mirrorDistance(centre), eta, Rounds{Iterations: 200, Recorder: func(round int) error {
		after := squaredDistance(q, centre)
		if after > before*(1+1e-14) {
			t.Errorf("round %d goes from %v up to %v", round, before, after)
		}
		before = after
		return nil
	}}))(t)
}

// The result is the mean of the points at which the oracle was called and of the last point.
func TestAveragesItsPoints(t *testing.T) {
	for _, k := range []int{1, 2, 3, 17} {
		sum := make([]float64, 3)
		exact := mirrorDistance([]float64{1, 0, 0})
		last := []float64{0.2, 0.3, 0.5}
		got, err := MirrorDescent(last, func(dst, q []float64) {
			floats.Add(sum, q)
			exact(dst, q)
		}, 0.5, Rounds{Iterations: k})
		must.Do(t, err)
		for j := range sum {
			if want := (sum[j] + last[j]) / float64(k); math.Abs(got[j]-want) > 1e-15 {
				t.Errorf("K = %d: weight %d is %v, the mean %v", k, j, got[j], want)
			}
		}
	}
}

// (2/(1+0.001))·√(log 1000/1000) = 1.998002·0.0831129 for the paper's experiment, r̂ = 1.
func TestStepByHand(t *testing.T) {
	if got := MirrorStep(1.001, 1000, 1000); math.Abs(got-0.166060) > 1e-6 {
		t.Errorf("η = %v", got)
	}
}
