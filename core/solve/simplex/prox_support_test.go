package simplex

import (
	"fmt"
	"math"
	"math/rand/v2"
)

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

func (c proxCase) value(q []float64) float64 {
	p, weight := c.constants()
	inner, power := 0.0, 0.0
	for j := range q {
		inner += c.g[j] * (q[j] - c.qk[j])
		power += math.Pow(math.Abs(q[j]-c.qk[j]), p)
	}
	return inner + weight*math.Pow(power, 2/p)
}

// size is a scale for values: the range of the linear term over unit steps.
func (c proxCase) size() float64 {
	least, most := math.Inf(1), math.Inf(-1)
	for _, v := range c.g {
		least, most = math.Min(least, v), math.Max(most, v)
	}
	return most - least
}

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

// pairwise is an independent slow solver: it moves weight from the coordinate of the largest gradient to the
// coordinate of the smallest, by a line search that bisects the derivative, and certifies itself by the duality gap
// ⟨∇,q⟩ − min ∇, an upper bound for the value above the minimum, which it returns. It keeps z = q − q_k, so that
// short steps lose no digits.
func (c proxCase) pairwise() (q []float64, gap float64) {
	p, weight := c.constants()
	m := len(c.qk)
	z, gradient := make([]float64, m), make([]float64, m)
	slope := func(z, power float64) float64 { // of the penalty, power = ‖z‖_p^p
		if z == 0 {
			return 0
		}
		return 2 * weight * math.Pow(power, 2/p-1) * math.Copysign(math.Pow(math.Abs(z), p-1), z)
	}
	stalled := 0
	for gap = math.Inf(1); stalled < 50 && gap > 1e-15*math.Min(c.size(), weight); {
		power := 0.0
		for _, v := range z {
			power += math.Pow(math.Abs(v), p)
		}
		from, to, now := -1, 0, 0.0
		for j, v := range z {
			gradient[j] = c.g[j] + slope(v, power)
			if gradient[j] < gradient[to] {
				to = j
			}
			if c.qk[j]+v > 0 && (from < 0 || gradient[j] > gradient[from]) {
				from = j
			}
		}
		for j, v := range z {
			now += (gradient[j] - gradient[to]) * (c.qk[j] + v)
		}
		if stalled++; now < 0.999*gap {
			stalled = 0
		}
		gap = math.Min(gap, now)
		a, b, available := z[from], z[to], c.qk[from]+z[from]
		rest := math.Max(0, power-math.Pow(math.Abs(a), p)-math.Pow(math.Abs(b), p))
		lo, hi := 0.0, available
		for range 80 {
			t := (lo + hi) / 2
			at := rest + math.Pow(math.Abs(a-t), p) + math.Pow(math.Abs(b+t), p)
			if c.g[to]+slope(b+t, at) < c.g[from]+slope(a-t, at) {
				lo = t
			} else {
				hi = t
			}
		}
		if z[to] = b + lo; hi == available {
			z[to], z[from] = b+available, -c.qk[from]
		} else {
			z[from] = a - lo
		}
	}
	q = make([]float64, m)
	for j, v := range z {
		q[j] = c.qk[j] + v
	}
	return q, gap
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
