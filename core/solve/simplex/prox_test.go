package simplex

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

// 400 cases with m from 2 to 12. The reference is exact up to its certified gap, which is at worst 1e-9 of the smaller
// of the two terms and mostly rounding. When this was written, weights differed by at most 3e-10.
func TestProxAgainstPairwiseDescent(t *testing.T) {
	r := rand.New(rand.NewPCG(21, 1))
	for i := range 400 {
		c := randomProxCase(r, []int{2, 2, 3, 4, 5, 8, 12}[i%7])
		got := c.solve()
		want, gap := c.pairwise()
		if _, weight := c.constants(); gap > 1e-9*math.Min(c.size(), weight) {
			t.Fatalf("%v: the reference stops at a gap of %g", c, gap)
		}
		for j := range got {
			if math.Abs(got[j]-want[j]) > 2e-9 {
				t.Errorf("%v: weight %d is %v, reference %v", c, j, got[j], want[j])
			}
		}
		// The rounding of value itself.
		if excess := c.value(got) - c.value(want); excess > 4e-15*(c.size()+math.Abs(c.g[0])) {
			t.Errorf("%v: value %g above the reference", c, excess)
		}
	}
}

// Values and weights of cvxopt 1.3.0 (Debian 1.3.0+dfsg-1, Python 3.11.2; solvers.cp, with the norm as the power cone
// |z_j| ≤ t_j^{1/p}N^{1−1/p}, Σt ≤ N), tolerances 3e-8. In a run over 300 cases of randomProxCase with m from 3 to 30
// and gradients below 1e4, cvxopt reported 223 optimal and stalled by rounding on the rest; weights of the 223 differ
// by 4e-5 at most and 7e-11 in the median, and in all 300 the value here is below cvxopt's or within 3e-16 of the
// gradient's range.
func TestProxAgainstCvxopt(t *testing.T) {
	twelve := proxCase{qk: Uniform(12), g: make([]float64, 12), eta: 0.2}
	for j := range twelve.g {
		twelve.g[j] = (float64((7*j)%12) - 5.5) / 4
	}
	for _, c := range []struct {
		name string
		proxCase
		value   float64
		weights []float64
	}{
		{"interior", proxCase{[]float64{.2, .2, .2, .2, .2}, []float64{.3, -.1, .25, 0, -.4}, 0.05}, -0.0019434105154829688,
			[]float64{0.19657452, 0.20057567, 0.19744368, 0.1999998, 0.20540633}},
		{"two clamped", proxCase{[]float64{.1, .2, .3, .25, .15}, []float64{2, -1, .5, 1.5, -.2}, 1}, -0.556005633300881,
			[]float64{0, 0.52479454, 0.26794288, 0, 0.20726258}},
		{"zeros and ties", proxCase{[]float64{0, .5, .5, 0, 0, 0}, []float64{1, 1, 3, 1, 2, 0.5}, .3}, -0.12348742999319617,
			[]float64{0.01731759, 0.51731758, 0.39081951, 0.01731759, 1e-08, 0.05722772}},
		{"vertex", proxCase{[]float64{1, 0, 0, 0}, []float64{1, .9, .2, .3}, .7}, -0.04160022772756729,
			[]float64{0.89083768, 2.6e-07, 0.06786381, 0.04129824}},
		{"large gradient", proxCase{[]float64{.4, .3, .2, .1}, []float64{1000, 1200, 999.5, 999.8}, .5}, -59.69589963689227,
			[]float64{0.46060109, 0, 0.34683524, 0.19256367}},
		{"twelve", twelve, -0.07881464931254537, []float64{0.1155532, 0.08205701, 0.09381306, 0.07285361, 0.08460966,
			0.05111347,
			0.08325009, 0.10290211, 0.07879146, 0.08787521, 0.06376456, 0.08341658}},
	} {
		got := c.solve()
		// Where cvxopt stalled (interior, zeros and ties, vertex) its value is up to 2e-6 above the minimum.
		if v := c.proxCase.value(got); v > c.value+1e-11*math.Abs(c.value) || v < c.value-3e-6*math.Abs(c.value) {
			t.Errorf("%s: value %v, cvxopt %v", c.name, v, c.value)
		}
		for j, want := range c.weights {
			if math.Abs(got[j]-want) > 1e-6 {
				t.Errorf("%s: weight %d is %v, cvxopt %v", c.name, j, got[j], want)
			}
		}
	}
}

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
					sum := 0.0
					for j := range m {
						c.qk[j], c.g[j] = qk[j%3], g[j%3]
						sum += c.qk[j]
					}
					after := 0.0
					for j := range m {
						c.qk[j] /= sum
					}
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

// At m = 10⁵, p − 1 = 0.087 and z_j is the 11.5th power of a difference; the conditions still hold.
func TestProxWithManyWeights(t *testing.T) {
	r := rand.New(rand.NewPCG(23, 1))
	const m = 100000
	for _, scale := range []float64{1e-3, 1, 30, 1e6} {
		c := proxCase{Uniform(m), make([]float64, m), 0.1}
		for j := range c.g {
			c.g[j] = scale * r.NormFloat64()
		}
		q := c.solve()
		if residual, gap := c.residual(q); residual > 1e-12 || gap > 1e-12*c.size() {
			t.Errorf("gradient %g: residual %g, duality gap %g", scale, residual, gap)
		}
	}
}

func TestProxMayOverwriteItsPoint(t *testing.T) {
	c := randomProxCase(rand.New(rand.NewPCG(24, 1)), 50)
	c.g[3] = -1
	want := c.solve()
	NewProx(50).Step(c.qk, c.qk, c.g, c.eta)
	for j := range want {
		if c.qk[j] != want[j] {
			t.Fatalf("weight %d is %v in place, %v elsewhere", j, c.qk[j], want[j])
		}
	}
}

// 0.2 to 0.3 ms a step on one core of a 2 GHz machine: a thousand steps of the paper's experiment take a quarter
// second.
func BenchmarkProx(b *testing.B) {
	r := rand.New(rand.NewPCG(25, 1))
	const m = 1000
	for _, scale := range []float64{0.1, 1, 100} {
		b.Run(fmt.Sprintf("gradient %g", scale), func(b *testing.B) {
			q, g := Uniform(m), make([]float64, m)
			p := NewProx(m)
			for b.Loop() {
				b.StopTimer()
				for j := range g {
					g[j] = scale * r.NormFloat64()
				}
				b.StartTimer()
				p.Step(q, q, g, 0.166)
			}
		})
	}
}
