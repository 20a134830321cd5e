package singlestage

import (
	"math"
	"math/rand/v2"
	"testing"

	"privadapt/core/simplex"
)

// randomModel returns w with ‖w‖ = size.
func randomModel(r *rand.Rand, d int, size float64) []float64 {
	w := make([]float64, d)
	for j := range w {
		w[j] = r.NormFloat64()
	}
	scale := size / norm(w)
	for j := range w {
		w[j] *= scale
	}
	return w
}

// No random or adversarial pair of points exceeds a constant; some pairs exceed the paper's μ_w = r̂².
func TestConstantsBoundTheDerivatives(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 0))
	const m, d = 12, 3
	worstModel := 0.0
	for trial := range 2000 {
		mu, radius := math.Pow(10, 2*r.Float64()), math.Pow(10, 2*r.Float64()-1)
		p := randomProblem(r, m, d, mu, radius)
		b := Bounds{Radius: radius, SourceRadius: 1, Label: 1, Mu: mu}
		c := b.Constants()
		q, other := randomWeights(r, m), randomWeights(r, m)
		w, v := randomModel(r, d, radius), randomModel(r, d, radius*r.Float64())
		if trial%2 == 0 {
			// Adversarial: all weight on one row of norm 1, with w along it.
			copy(p.Rows, randomModel(r, d, 1))
			clear(q)
			q[0] = 1
			for j := range w {
				w[j], v[j] = radius*p.Rows[j], -radius*p.Rows[j]
			}
			p.Labels[0] = -1
		}
		type derivatives struct{ q, w []float64 }
		at := func(q, w []float64) derivatives {
			g := derivatives{make([]float64, m), make([]float64, d)}
			p.start(append([]float64(nil), q...))
			p.gradient(w, g.q, g.w)
			return g
		}
		difference := func(a, b []float64) []float64 {
			c := make([]float64, len(a))
			for i := range c {
				c[i] = a[i] - b[i]
			}
			return c
		}
		here, moved, turned := at(q, w), at(other, w), at(q, v)
		for _, check := range []struct {
			name       string
			got, bound float64
		}{
			{"γ_q", largest(here.q), c.LipschitzWeights},
			{"γ_w", norm(here.w), c.LipschitzModel},
			{"μ_q", largest(difference(here.q, moved.q)), c.SmoothWeights * absolute(difference(q, other))},
			{"μ_w", norm(difference(here.w, turned.w)), c.SmoothModel * norm(difference(w, v))},
			{"γ_{q,w}", largest(difference(here.q, turned.q)), c.Cross * norm(difference(w, v))},
			{"D_q", absolute(difference(q, other)), c.DiameterWeights},
			{"D_w", norm(difference(w, v)), c.DiameterModel},
		} {
			if check.got > check.bound*(1+1e-9)+1e-9 {
				t.Fatalf("%s: %v exceeds %v", check.name, check.got, check.bound)
			}
		}
		worstModel = math.Max(worstModel, norm(difference(here.w, turned.w))/norm(difference(w, v)))
	}
	if worstModel < 1.999 {
		t.Errorf("the curvature in w reaches %v; 2r̂² = 2 is attained", worstModel)
	}
}

func randomWeights(r *rand.Rand, m int) []float64 {
	q := make([]float64, m)
	for j := range q {
		q[j] = r.ExpFloat64()
	}
	simplex.Normalise(q)
	return q
}

func largest(v []float64) float64 {
	worst := 0.0
	for _, x := range v {
		worst = math.Max(worst, math.Abs(x))
	}
	return worst
}

func absolute(v []float64) float64 {
	sum := 0.0
	for _, x := range v {
		sum += math.Abs(x)
	}
	return sum
}

// Step and Iterations minimise the theorem's bound A/(ηK) + ηB/2 + √K·noise·log: no nearby value is better.
func TestChoicesMinimiseTheBound(t *testing.T) {
	c := Bounds{Radius: 2, SourceRadius: 1, Label: 1, Mu: 20}.Constants()
	for _, k := range []int{10, 1000} {
		step := c.Step(k)
		for _, other := range []float64{0.9 * step, 1.1 * step} {
			if c.GapBound(other, k) < c.GapBound(step, k) {
				t.Errorf("K = %d: the step %v is better than %v", k, other, step)
			}
		}
	}
	const noise, rows, beta = 0.1, 1000, 0.05
	k := c.Iterations(noise, rows, beta)
	product := math.Sqrt(c.decrease() * c.curvature())
	bound := func(k int) float64 {
		return c.GapBound(c.Step(k), k) + math.Sqrt(float64(k))*noise*math.Log(product*rows/(noise*beta))
	}
	if k < 100 || bound(k*9/10) < bound(k) || bound(k*11/10) < bound(k) {
		t.Errorf("K = %d: bound %v, with a tenth less %v, more %v", k, bound(k), bound(k*9/10), bound(k*11/10))
	}
}

// The printed K and η of the corollary are those of the theorem for A = 8(Λr̂+Y)² and B = 8Λ²r̂²(1+2μr̂²); the exact A and B
// are larger or smaller by the factors that the comment of PaperIterations names.
func TestPaperChoices(t *testing.T) {
	privacy := Privacy{Epsilon: 1, Delta: 1.0 / 8000, TargetRadius: 1.1, Rows: 8000}
	const rows, beta = 1000, 0.1
	for _, b := range []Bounds{{1, 1, 1, 20}, {3, 0.9, 2, 5}, {0.5, 2, 0.1, 100}} {
		s, x := b.Radius*b.SourceRadius+b.Label, b.Radius*b.SourceRadius
		a, curvature := 8*s*s, 8*x*x*(1+2*b.Mu*b.SourceRadius*b.SourceRadius)
		noise := b.PaperNoise(privacy)
		logarithm := math.Log(rows * float64(privacy.Rows) / beta)
		want := math.Sqrt2 * math.Sqrt(a*curvature) / (noise * logarithm)
		got := b.PaperIterations(privacy, rows, beta)
		if got != max(1, int(want)) && math.Abs(float64(got)-want) > 1 {
			t.Errorf("%+v: K = %d, want %v", b, got, want)
		}
		if step, want := b.PaperStep(50), math.Sqrt(2*a/(curvature*50)); math.Abs(step-want) > 1e-12*want {
			t.Errorf("%+v: η = %v, want %v", b, step, want)
		}
		c := b.Constants()
		if cross := c.curvature() - curvature; math.Abs(cross-16*x*s) > 1e-9*c.curvature() {
			t.Errorf("%+v: B exceeds the corollary's by %v, not by the cross term %v", b, cross, 16*x*s)
		}
		if (c.decrease() > a) != (b.Label < (16/(math.Sqrt(208)-4)-1)*x) {
			t.Errorf("%+v: A = %v, the corollary's %v", b, c.decrease(), a)
		}
	}
	if k := (Bounds{1, 1, 1, 20}).PaperIterations(Privacy{Epsilon: 1e-6, Delta: 1e-6, TargetRadius: 1, Rows: 10}, 10, 0.1); k != 1 {
		t.Errorf("K = %d: at least one round", k)
	}
}
