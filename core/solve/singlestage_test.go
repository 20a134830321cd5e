package solve

import (
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"privadapt/core/must"
	"privadapt/core/solve/discrepancy"
	"privadapt/core/solve/simplex"
	"privadapt/core/solve/symeigen"
)

// randomProblem has rows in the unit ball, labels in [−1,1] that a linear model explains up to noise, and a target with
// a shifted law; it starts at uniform weights.
func randomProblem(r *rand.Rand, m, d int, mu, radius float64) *SingleStage {
	draw := func(shift float64) []float64 {
		x := make([]float64, d)
		for j := range x {
			x[j] = shift + r.NormFloat64()/2
		}
		if size := norm(x); size > 1 {
			for j := range x {
				x[j] /= size
			}
		}
		return x
	}
	p := &SingleStage{Radius: radius}
	for range m {
		x := draw(0)
		p.Rows = append(p.Rows, x...)
		p.Labels = append(p.Labels, math.Max(-1, math.Min(1, 0.6*x[0]+0.1*r.NormFloat64())))
	}
	target := symeigen.NewMatrix(d, nil)
	sum := mat.NewSymDense(d, target.Data)
	for range 200 {
		sum.SymRankOne(sum, 1.0/200, mat.NewVecDense(d, draw(0.3)))
	}
	o := &discrepancy.Objective{Target: target, Rows: p.Rows, Smoothing: discrepancy.Softmax{Mu: mu}}
	o.Start(simplex.Uniform(m))
	p.Discrepancy = o
	return p
}

func (p *SingleStage) start(q []float64) { p.Discrepancy.(*discrepancy.Objective).Start(q) }

// at returns L at (q,w) from its definition.
func (p *SingleStage) at(q, w []float64) float64 {
	p.start(slices.Clone(q))
	value := 4 * p.Radius * p.Radius * p.Discrepancy.(*discrepancy.Objective).Value()
	for i, y := range p.Labels {
		inner := 0.0
		for j, v := range p.Rows[i*len(w) : (i+1)*len(w)] {
			inner += v * w[j]
		}
		value += q[i] * (inner - y) * (inner - y)
	}
	return value
}

// stationarity returns the gap of L at (q,w) by its definition, a maximum over all vertices and over the ball.
func (p *SingleStage) stationarity(q, w []float64) float64 {
	dq, dw := make([]float64, len(q)), make([]float64, len(w))
	p.start(slices.Clone(q))
	p.gradient(w, dq, dw)
	gap := norm(dw) * p.Radius
	for j, g := range dw {
		gap += g * w[j]
	}
	best := math.Inf(1)
	for i, g := range dq {
		gap += g * q[i]
		best = math.Min(best, g)
	}
	return gap - best
}

func TestGradientMatchesFiniteDifferences(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 0))
	const m, d, h = 15, 4, 1e-6
	p := randomProblem(r, m, d, 10, 1.5)
	q, w := simplex.Uniform(m), make([]float64, d)
	for j := range w {
		w[j] = r.NormFloat64() / 2
	}
	dq, dw := make([]float64, m), make([]float64, d)
	if got, want := p.gradient(w, dq, dw), p.at(q, w); math.Abs(got-want) > 1e-12*want {
		t.Errorf("value %v, by definition %v", got, want)
	}
	// The error of the central difference is about h²μ² of the gradient, and 1e-9 from rounding.
	check := func(name string, point []float64, j int, got float64) {
		at := func(shift float64) float64 {
			old := point[j]
			point[j] += shift
			defer func() { point[j] = old }()
			return p.at(q, w)
		}
		if want := (at(h) - at(-h)) / (2 * h); math.Abs(got-want) > 1e-6*(1+math.Abs(want)) {
			t.Errorf("%s, component %d: %v, difference quotient %v", name, j, got, want)
		}
	}
	for i, g := range dq {
		check("q", q, i, g)
	}
	for j, g := range dw {
		check("w", w, j, g)
	}
}

// The chooser receives the stationarity gaps at the iterates, which are never negative, and the result is the iterate
// that it chooses. So the path that is reconstructed from the vertices equals the path of the run.
func TestChooserSeesTheGapsOfTheIteratesItChoosesFrom(t *testing.T) {
	const k = 40
	for index := range k {
		p := randomProblem(rand.New(rand.NewPCG(2, 0)), 30, 4, 10, 1.5)
		var seen []float64
		result, err := MinimiseSingleStage(p, simplex.Minimise, func(gaps []float64) int { seen = gaps; return index },
			0.1, Rounds{Iterations: k})
		if err != nil || result.Index != index || len(seen) != k {
			t.Fatalf("%+v, %d gaps, error %v", result, len(seen), err)
		}
		if seen[index] < 0 {
			t.Errorf("gap %d is %v", index, seen[index])
		}
		if want := p.stationarity(result.Weights, result.Model); math.Abs(seen[index]-want) > 1e-10*want {
			t.Errorf("iterate %d: the chooser saw the gap %v, its point has %v", index, seen[index], want)
		}
		total := 0.0
		for _, v := range result.Weights {
			total += v
		}
		if math.Abs(total-1) > 1e-12 || slices.Min(result.Weights) < 0 {
			t.Errorf("iterate %d: weights sum to %v, the least is %v", index, total, slices.Min(result.Weights))
		}
	}
}

// Longer runs with the theorem's step reach smaller gaps, below its bound.
func TestLeastGapMeetsTheTheorem(t *testing.T) {
	c := constantsOf(bounds{1.5, 1, 1, 10})
	last := math.Inf(1)
	for _, k := range []int{10, 100, 1000, 10_000} {
		p := randomProblem(rand.New(rand.NewPCG(5, 0)), 60, 4, 10, 1.5)
		eta := math.Min(1, c.step(k))
		least := 0.0
		choose := func(gaps []float64) int { best := LeastGap(gaps); least = gaps[best]; return best }
		must.Get(MinimiseSingleStage(p, simplex.Minimise, choose, eta, Rounds{Iterations: k}))(t)
		if least > c.gapBound(eta, k) {
			t.Errorf("K = %d: least gap %v, bound %v", k, least, c.gapBound(eta, k))
		}
		if least > last {
			t.Errorf("K = %d: least gap %v, %v with a tenth of the rounds", k, least, last)
		}
		last = least
	}
	if last > 0.05 {
		t.Errorf("least gap %v after 10 000 rounds", last)
	}
}

// A small problem with a known answer: three unit rows whose labels w* = (0.8, 0) explains, and a short row whose label
// it does not. The target is a mixture of the three. The four outer products are linearly independent, so no other
// weights match it, and L attains its least value, log(2d)/μ times 4Λ², only at that mixture and w*.
func TestFindsTheMixtureAndTheModel(t *testing.T) {
	p := &SingleStage{Radius: 1, Rows: []float64{1, 0, 0.6, 0.8, 0, 1, 0.3, 0.3}, Labels: []float64{0.8, 0.48, 0, -1}}
	mixture := []float64{0.5, 0.3, 0.2, 0}
	target := symeigen.NewMatrix(2, nil)
	sum := mat.NewSymDense(2, target.Data)
	for i, v := range mixture {
		sum.SymRankOne(sum, v, mat.NewVecDense(2, p.Rows[2*i:2*i+2]))
	}
	o := &discrepancy.Objective{Target: target, Rows: p.Rows, Smoothing: discrepancy.Softmax{Mu: 50}}
	o.Start(simplex.Uniform(4))
	p.Discrepancy = o
	const eta = 0.002
	result := must.Get(MinimiseSingleStage(p, simplex.Minimise, LeastGap, eta, Rounds{Iterations: 20_000}))(t)
	// With a fixed step the iterates stay within a few steps of the optimum.
	for i, v := range result.Weights {
		if math.Abs(v-mixture[i]) > 10*eta {
			t.Errorf("weights %v, not %v", result.Weights, mixture)
			break
		}
	}
	if math.Abs(result.Model[0]-0.8) > 10*eta || math.Abs(result.Model[1]) > 10*eta {
		t.Errorf("w = %v, not (0.8, 0)", result.Model)
	}
}

// For any step and any length of the run, ‖w‖ ≤ Λ; labels that are too large push w against the sphere.
func TestModelStaysInTheBall(t *testing.T) {
	for _, eta := range []float64{0.01, 0.3, 1, 7} {
		p := randomProblem(rand.New(rand.NewPCG(7, 0)), 30, 5, 10, 0.7)
		for i := range p.Labels {
			p.Labels[i] = 100 * p.Rows[5*i]
		}
		for index := range 50 {
			p.start(simplex.Uniform(30))
			result, err := MinimiseSingleStage(p, simplex.Minimise, func([]float64) int { return index },
				eta, Rounds{Iterations: 50})
			if err != nil || norm(result.Model) > 0.7 {
				t.Errorf("η = %v, round %d: ‖w‖ = %v, error %v", eta, index, norm(result.Model), err)
			}
		}
	}
}

// A gap is a sum of m terms. Its error is at most (m+16)·2⁻⁵³ times five losses and scores, which is what package adapt
// charges for it. The reference is computed with 200 bits from the same gradient and weights.
func TestGapRoundsLessThanItsTermsAllow(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, m := range []int{10, 1000, 100_000} {
		q := make([]float64, m)
		gradient := make([]float64, m)
		largest := 0.0
		for i := range q {
			q[i] = r.ExpFloat64()
			gradient[i] = 100 + r.NormFloat64() // an offset, which every difference cancels
			largest = math.Max(largest, math.Abs(gradient[i]))
		}
		simplex.Normalise(q)
		v := simplex.Minimise(gradient)
		exact := new(big.Float).SetPrec(200)
		for i := range q {
			difference := new(big.Float).SetPrec(200).Sub(big.NewFloat(gradient[i]), big.NewFloat(gradient[v]))
			exact.Add(exact, difference.Mul(difference, big.NewFloat(q[i])))
		}
		want, _ := exact.Float64()
		got := vertexGap(gradient, q, v)
		if bound := float64(m+16) * 0x1p-53 * 5 * largest; math.Abs(got-want) > bound {
			t.Errorf("m = %d: off by %g, allowed %g", m, math.Abs(got-want), bound)
		}
	}
}

// bounds are the public values on which the constants and the step depend.
type bounds struct{ Radius, SourceRadius, Label, Mu float64 }

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
func constantsOf(b bounds) constants {
	loss, r, c := b.Radius*b.SourceRadius+b.Label, b.SourceRadius, 4*b.Radius*b.Radius
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

// The printed η of the corollary is the theorem's for A = 8(Λr̂+Y)² and B = 8Λ²r̂²(1+2μr̂²); the exact A and B
// are larger or smaller by what the comment of PaperStep names.
func TestPaperStep(t *testing.T) {
	for _, b := range []bounds{{1, 1, 1, 20}, {3, 0.9, 2, 5}, {0.5, 2, 0.1, 100}} {
		s, x := b.Radius*b.SourceRadius+b.Label, b.Radius*b.SourceRadius
		a, curvature := 8*s*s, 8*x*x*(1+2*b.Mu*b.SourceRadius*b.SourceRadius)
		if step, want := PaperStep(b.Radius, b.SourceRadius, b.Label, b.Mu, 50), math.Sqrt(2*a/(curvature*50)); math.Abs(step-want) > 1e-12*want {
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
