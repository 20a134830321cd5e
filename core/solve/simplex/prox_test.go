package simplex

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// With m up to 3000, which is too large for the slow reference: the conditions hold to some hundred ulp, weights are
// not negative and their sum remains 1.
func TestProxSatisfiesItsOptimalityConditions(t *testing.T) {
	r := rand.New(rand.NewPCG(22, 1))
	for i := range 4000 {
		m := []int{3, 4, 6, 20, 100, 400}[i%6]
		if i%200 == 0 {
			m = 3000
		}
		c := randomProxCase(r, m)
		q := c.solve()
		sum, lost, moved := 0.0, 0.0, 0.0 // a compensated sum, so that the test measures the error of the step
		for j, v := range q {
			if !(v >= 0 && v <= 1+1e-14) {
				t.Fatalf("%v: weight %v", c, v)
			}
			next := sum + (v - c.qk[j] - lost)
			sum, lost = next, next-sum-(v-c.qk[j]-lost)
			moved += math.Abs(v - c.qk[j])
		}
		if math.Abs(sum) > 3e-15 {
			t.Errorf("%v: the sum changes by %g", c, sum)
		}
		if moved == 0 {
			for j, v := range c.qk {
				if least := c.g[Minimise(c.g)]; v > 0 && c.g[j] > least && c.eta*(c.g[j]-least) > 1e-16 {
					t.Errorf("%v: no step", c)
				}
			}
			continue
		}
		residual, gap := c.residual(q)
		if residual > 3e-14 {
			t.Errorf("%v: residual %g", c, residual)
		}
		if gap > 3e-14*c.size() {
			t.Errorf("%v: duality gap %g", c, gap)
		}
	}
}

func TestProxByHand(t *testing.T) {
	// m = 2: p = 1 + 1/log 2 and ‖(t,−t)‖_p² = 2^{2/p}t², so t = η(p−1)(g₂−g₁)/(2·2^{2/p}), cut to the simplex.
	p := 1 + 1/math.Ln2
	interior := 0.1 * (p - 1) * 0.5 / (2 * math.Pow(2, 2/p))
	// m = 3 with g = (0,1,1), q_k uniform: z = (2s,−s,−s), value −2s + s²(2^p+2)^{2/p}/(η(p−1)) with p−1 = 1/log 3.
	three := 1 + 1/math.Log(3)
	s := 0.05 / (math.Log(3) * math.Pow(math.Pow(2, three)+2, 2/three))
	for _, c := range []struct {
		name string
		proxCase
		want []float64
	}{
		{"one weight", proxCase{[]float64{1}, []float64{5}, 1}, []float64{1}},
		{"parabola", proxCase{[]float64{0.6, 0.4}, []float64{-0.2, 0.3}, 0.1}, []float64{0.6 + interior, 0.4 - interior}},
		{"parabola cut", proxCase{[]float64{0.6, 0.4}, []float64{200, 3}, 1}, []float64{0, 1}},
		{"symmetric", proxCase{Uniform(3), []float64{0, 1, 1}, 0.05}, []float64{1./3 + 2*s, 1./3 - s, 1./3 - s}},
		{"zero gradient", proxCase{[]float64{0.5, 0.3, 0.2}, []float64{0, 0, 0}, 1}, []float64{0.5, 0.3, 0.2}},
		{"constant gradient", proxCase{[]float64{0.5, 0.3, 0.2}, []float64{7, 7, 7}, 1}, []float64{0.5, 0.3, 0.2}},
		{"already at the minimum", proxCase{[]float64{0.5, 0.5, 0}, []float64{-3, -3, 1}, 1}, []float64{0.5, 0.5, 0}},
		{"all to one", proxCase{[]float64{0.5, 0.3, 0.2}, []float64{1e9, 0, 1e9}, 1}, []float64{0, 1, 0}},
		{"all to two, in equal parts", proxCase{[]float64{0.4, 0.4, 0.2, 0}, []float64{1e9, 1e9, 0, 0}, 1},
			[]float64{0, 0, 0.6, 0.4}},
	} {
		for j, v := range c.solve() {
			if math.Abs(v-c.want[j]) > 1e-15 {
				t.Errorf("%s: weight %d is %v, want %v", c.name, j, v, c.want[j])
			}
		}
	}
}

// Numbers at the ends of the range do not overflow, and no NaN or infinity spreads.
func TestProxAtTheEndsOfTheRange(t *testing.T) {
	huge, tiny := math.MaxFloat64, math.SmallestNonzeroFloat64
	for _, m := range []int{2, 3, 5, 1000} {
		for _, g := range [][]float64{{huge, -huge, 0}, {huge, huge, -huge}, {tiny, -tiny, 0}, {1e-300, 0, -1e-300},
			{0, math.Copysign(0, -1), 1e-200}, {1, huge, 1 + 1e-16}} {
			for _, qk := range [][]float64{{1, 1, 1}, {1, 0, 0}, {0, 1, 1e-300}, {tiny, 1, tiny}, {1e-60, 1e-30, 1},
				{1e-100, 0, 1}} {
				for _, eta := range []float64{1e-12, 1e-3, 1, 1e3, 1e12} {
					c := proxCase{make([]float64, m), make([]float64, m), eta}
					for j := range m {
						c.qk[j], c.g[j] = qk[j%3], g[j%3]
					}
					Normalise(c.qk)
					after := 0.0
					for _, v := range c.solve() {
						if !(v >= 0) {
							t.Fatalf("%v: weight %v", c, v)
						}
						after += v
					}
					if math.Abs(after-1) > 1e-13 {
						t.Errorf("%v: the weights sum to %v", c, after)
					}
				}
			}
		}
	}
}

// proxCase is one prox step; its value at q is ⟨g, q−q_k⟩ + c‖q−q_k‖_p², c = 1/(η(p−1)).
type proxCase struct {
	qk, g []float64
	eta   float64
}

func (c proxCase) String() string {
	if len(c.qk) > 12 {
		return fmt.Sprintf("m=%d η=%g", len(c.qk), c.eta)
	}
	return fmt.Sprintf("η=%g q=%v g=%v", c.eta, c.qk, c.g)
}

func (c proxCase) constants() (p, weight float64) {
	p = 1 + 1/math.Log(float64(len(c.qk)))
	return p, 1 / (c.eta * (p - 1))
}

func (c proxCase) solve() []float64 {
	q := make([]float64, len(c.qk))
	NewProx(len(q)).Step(q, c.qk, c.g, c.eta)
	return q
}

// size is a scale for values: the range of the linear term over unit steps.
func (c proxCase) size() float64 { return slices.Max(c.g) - slices.Min(c.g) }

// randomProxCase mixes the difficult cases: m = 2, ties, zero weights, vertices, zero, tiny and huge gradients, short
// and long steps.
func randomProxCase(r *rand.Rand, m int) proxCase {
	c := proxCase{qk: make([]float64, m), g: make([]float64, m), eta: math.Pow(10, 4*r.Float64()-2)}
	total := 0.0
	spread := []float64{0, 1, 1, 5}[r.IntN(4)]
	zeros := []float64{0, 0, 0.3, 0.8}[r.IntN(4)]
	for j := range c.qk {
		if r.Float64() >= zeros {
			c.qk[j] = math.Exp(spread * r.NormFloat64())
		}
		total += c.qk[j]
	}
	if total == 0 {
		c.qk[r.IntN(m)], total = 1, 1
	}
	for j := range c.qk {
		c.qk[j] /= total
	}
	scale := []float64{0, 1e-8, 0.01, 0.1, 1, 1, 10, 1e3, 1e6, 1e12}[r.IntN(10)]
	ties := r.IntN(3) == 0
	for j := range c.g {
		c.g[j] = scale * r.NormFloat64()
		if ties {
			c.g[j] = scale * float64(r.IntN(3))
		}
	}
	return c
}

// residual returns the distance of q from the form that the optimality conditions require, with ν and τ computed from
// q, and a certified bound on its value above the minimum: for every y, by Hölder, ⟨g,z⟩ + c‖z‖_p² ≥ ⟨g+y,z⟩ −
// ‖y‖_{p*}²/4c ≥ min(g+y) − ⟨g+y,q_k⟩ − ‖y‖_{p*}²/4c.
func (c proxCase) residual(q []float64) (residual, gap float64) {
	p, weight := c.constants()
	order, m := 1/(p-1), len(q)
	least := c.g[Minimise(c.g)]
	largest, power := 0, 0.0
	z := make([]float64, m)
	for j := range q {
		z[j] = q[j] - c.qk[j]
		power += math.Pow(math.Abs(z[j]), p)
		if q[j] > 0 && math.Abs(z[j]) > math.Abs(z[largest]) || q[largest] == 0 {
			largest = j
		}
	}
	tau := 2 * weight * math.Pow(power, 2/p-1)
	nu := c.g[largest] - least + tau*math.Copysign(math.Pow(math.Abs(z[largest]), 1/order), z[largest])
	lowest, inner, dual := math.Inf(1), 0.0, 0.0
	for j := range q {
		g := c.g[j] - least
		y := nu - g
		if clamp := -tau * math.Pow(c.qk[j], 1/order); y <= clamp {
			y = clamp
			residual = math.Max(residual, q[j])
		} else {
			step := math.Copysign(math.Pow(math.Abs(y)/tau, order), y)
			residual = math.Max(residual, math.Abs(q[j]-c.qk[j]-step))
		}
		lowest = math.Min(lowest, g+y)
		inner += (g + y) * c.qk[j]
		dual += math.Pow(math.Abs(y)/tau, order+1)
	}
	// The value with g − min g in place of g is the same for Σz = 0.
	value := weight * math.Pow(power, 2/p)
	for j := range q {
		value += (c.g[j] - least) * z[j]
	}
	return residual, value - (lowest - inner - tau*tau*math.Pow(dual, 2/(order+1))/(4*weight))
}

func TestMinimiseReturnsTheFirstSmallest(t *testing.T) {
	for _, c := range []struct {
		gradient []float64
		want     int
	}{{[]float64{3}, 0}, {[]float64{1, 0, 0}, 1}, {[]float64{-1, math.Inf(-1), 2}, 1}} {
		if got := Minimise(c.gradient); got != c.want {
			t.Errorf("Minimise(%v) = %d", c.gradient, got)
		}
	}
}

func TestEffectiveSampleSize(t *testing.T) {
	for _, c := range []struct {
		q    []float64
		want float64
	}{{Uniform(50), 50}, {[]float64{0, 1, 0}, 1}, {[]float64{2, 2, 0}, 2}} { // scale does not matter
		if got := EffectiveSampleSize(c.q); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("%v: %v", c.q, got)
		}
	}
}

func TestNormalise(t *testing.T) {
	q := []float64{1, 3}
	Normalise(q)
	if q[0] != 0.25 || q[1] != 0.75 {
		t.Errorf("%v", q)
	}
}
