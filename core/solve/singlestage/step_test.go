package singlestage

import (
	"math"
	"math/rand/v2"
	"testing"

	"privadapt/core/solve/simplex"
)

// constants are the constants of theorem 6, with ‖·‖₁ for q and ‖·‖₂ for w.
type constants struct {
	LipschitzWeights float64 // γ_q ≥ ‖∇_q L‖_∞
	LipschitzModel   float64 // γ_w ≥ ‖∇_w L‖₂
	SmoothWeights    float64 // μ_q, Lipschitz constant of ∇_q L in q
	SmoothModel      float64 // μ_w, of ∇_w L in w
	Cross            float64 // γ_{q,w}, of ∇_q L in w
	DiameterWeights  float64 // D_q
	DiameterModel    float64 // D_w
}

// constantsOf returns the constants of L, as in appendix E.1, except for μ_w: the paper has r̂², which is half of
// the bound 2Σq_i(x_i·u)² ≤ 2r̂² on the second derivative of the squared loss.
func constantsOf(b Bounds) constants {
	loss, r, c := b.loss(), b.SourceRadius, 4*b.Radius*b.Radius
	return constants{
		LipschitzWeights: loss*loss + c*r*r,
		LipschitzModel:   2 * loss * r,
		SmoothWeights:    c * b.Mu * r * r * r * r,
		SmoothModel:      2 * r * r,
		Cross:            2 * r * loss,
		DiameterWeights:  2,
		DiameterModel:    2 * b.Radius,
	}
}

// decrease returns A = D_qγ_q + D_wγ_w, which bounds the total decrease of L.
func (c constants) decrease() float64 {
	return c.DiameterWeights*c.LipschitzWeights + c.DiameterModel*c.LipschitzModel
}

// curvature returns B = D_q²μ_q + D_w²μ_w + 2γ_{q,w}D_qD_w: a step η exceeds its linear model by at most Bη²/2.
func (c constants) curvature() float64 {
	return c.DiameterWeights*c.DiameterWeights*c.SmoothWeights + c.DiameterModel*c.DiameterModel*c.SmoothModel +
		2*c.Cross*c.DiameterWeights*c.DiameterModel
}

// step returns η = √(2A/(BK)), which minimises A/(ηK) + ηB/2 (theorem 6). It can exceed 1; a run then uses 1.
func (c constants) step(iterations int) float64 {
	return math.Sqrt(2 * c.decrease() / (c.curvature() * float64(iterations)))
}

// gapBound returns A/(ηK) + ηB/2, which bounds the average gap of K rounds with an exact oracle, hence the least one.
func (c constants) gapBound(step float64, iterations int) float64 {
	return c.decrease()/(step*float64(iterations)) + step*c.curvature()/2
}

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
		c := constantsOf(b)
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

// The printed η of the corollary is the theorem's for A = 8(Λr̂+Y)² and B = 8Λ²r̂²(1+2μr̂²); the exact A and B
// are larger or smaller by what the comment of PaperStep names.
func TestPaperStep(t *testing.T) {
	for _, b := range []Bounds{{1, 1, 1, 20}, {3, 0.9, 2, 5}, {0.5, 2, 0.1, 100}} {
		s, x := b.Radius*b.SourceRadius+b.Label, b.Radius*b.SourceRadius
		a, curvature := 8*s*s, 8*x*x*(1+2*b.Mu*b.SourceRadius*b.SourceRadius)
		if step, want := b.PaperStep(50), math.Sqrt(2*a/(curvature*50)); math.Abs(step-want) > 1e-12*want {
			t.Errorf("%+v: η = %v, want %v", b, step, want)
		}
		c := constantsOf(b)
		if cross := c.curvature() - curvature; math.Abs(cross-16*x*s) > 1e-9*c.curvature() {
			t.Errorf("%+v: B exceeds the corollary's by %v, not by the cross term %v", b, cross, 16*x*s)
		}
		if (c.decrease() > a) != (b.Label < (16/(math.Sqrt(208)-4)-1)*x) {
			t.Errorf("%+v: A = %v, the corollary's %v", b, c.decrease(), a)
		}
	}
}
