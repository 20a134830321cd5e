package discrepancy

import (
	"fmt"
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

func randomSymmetric(r *rand.Rand, d int, scale float64) *symeigen.Matrix {
	m := symeigen.NewMatrix(d, nil)
	for i := range d {
		for j := i; j < d; j++ {
			m.Set(i, j, scale*r.NormFloat64())
		}
	}
	return m
}

// dense is the same matrix with gonum's operations, on the same storage.
func dense(m *symeigen.Matrix) *mat.SymDense { return mat.NewSymDense(m.Order, m.Data) }

// scale multiplies a matrix by a factor.
func scale(factor float64, m *symeigen.Matrix) {
	same := dense(m)
	same.ScaleSym(factor, same)
}

func randomObjective(r *rand.Rand, m, d int, s Smoothing, lambda float64) *Objective {
	rows := make([]float64, m*d)
	for i := range rows {
		rows[i] = r.NormFloat64()
	}
	target := symeigen.NewMatrix(d, nil)
	for range 3 * d {
		x := mat.NewVecDense(d, nil)
		for i := range d {
			x.SetVec(i, 0.3+r.NormFloat64())
		}
		sum := dense(target)
		sum.SymRankOne(sum, 1/float64(3*d), x)
	}
	return &Objective{Target: target, Rows: rows, Smoothing: s, Lambda: lambda}
}

func randomPoint(r *rand.Rand, m int) []float64 {
	q, total := make([]float64, m), 0.0
	for j := range q {
		q[j] = r.ExpFloat64()
		total += q[j]
	}
	for j := range q {
		q[j] /= total
	}
	return q
}

// matrixOfGradient returns V diag(slopes) Vᵀ at M.
func matrixOfGradient(s Smoothing, m *symeigen.Matrix) *symeigen.Matrix {
	var sp spectrum
	if !sp.decompose(m) {
		panic("not finite")
	}
	d := m.Order
	slopes, g := make([]float64, d), symeigen.NewMatrix(d, nil)
	s.Evaluate(sp.values, slopes)
	for k, v := range slopes {
		sum := dense(g)
		sum.SymRankOne(sum, v, mat.NewVecDense(d, sp.vectors[k*d:(k+1)*d]))
	}
	return g
}

// estimatesOf are the estimates of all rows, computed apart from the objective's own.
func estimatesOf(o *Objective) []float64 {
	scores, _ := newEstimator(o.Rows, o.order()).estimate(o.sketch.g, o.Lambda, o.q)
	return scores
}

// exactQuartic is λ_max(Σ vec M_j vec M_jᵀ) from its m×m Gram matrix (x_j·x_k)².
func exactQuartic(rows []float64, d int) float64 {
	m := len(rows) / d
	b := symeigen.NewMatrix(m, nil)
	for j := range m {
		for k := j; k < m; k++ {
			inner := mat.Dot(mat.NewVecDense(d, rows[j*d:(j+1)*d]), mat.NewVecDense(d, rows[k*d:(k+1)*d]))
			b.Set(j, k, inner*inner)
		}
	}
	return SpectralNorm(b)
}

func TestQuarticNormByHand(t *testing.T) {
	// Three rows (3,0), two (0,5): the eigenvalues are 3·3⁴ = 243 and 2·5⁴ = 1250.
	rows := []float64{3, 0, 3, 0, 3, 0, 0, 5, 0, 5}
	if got := QuarticNorm(rows, 2); got < 1250 || got > 1250*(1+1e-10) {
		t.Errorf("λ_max(Σ vec M vec Mᵀ) ≤ %v", got)
	}
	if got := QuarticNorm(make([]float64, 6), 2); got != 0 {
		t.Errorf("rows of zeros: %v", got)
	}
}

// It is an upper bound, within two parts in a hundred even if orthogonal groups of rows make the power method slow, and
// no larger than the bound that the plain Gram matrix gives.
func TestQuarticNormBoundsFromAbove(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 4))
	for trial := range 300 {
		m, d := 1+r.IntN(40), 1+r.IntN(6)
		rows := make([]float64, m*d)
		for i := range rows {
			if trial%3 != 0 || (i/d)%d == i%d { // every third: rows on the axes
				rows[i] = math.Exp(0.5*r.NormFloat64()) * float64(1-2*r.IntN(2))
			}
		}
		var gram mat.SymDense
		gram.SymOuterK(1, mat.NewDense(m, d, rows).T())
		exact, got := exactQuartic(rows, d), QuarticNorm(rows, d)
		if got < exact || got > 1.02*exact {
			t.Errorf("m=%d d=%d: λ_max(Σ vec M vec Mᵀ) = %v, bound %v", m, d, exact, got)
		}
		if radius := largestRow(rows, d); got > radius*radius*SpectralNorm(
			symeigen.NewMatrix(d, gram.RawSymmetric().Data),
		)*1.02 {
			t.Errorf("the quartic bound %v is above r̂²λ_max", got)
		}
	}
}

var smoothings = []Smoothing{Softmax{0.5}, Softmax{5}, Softmax{40}, PNorm{1}, PNorm{1.3}, PNorm{2}, PNorm{4.75},
	PNorm{20}}

func name(s Smoothing) string { return fmt.Sprintf("%T%v", s, s) }

func randomValues(r *rand.Rand, d int) []float64 {
	values := make([]float64, d)
	for i := range values {
		if r.IntN(3) > 0 {
			values[i] = r.NormFloat64() * math.Pow(10, float64(r.IntN(8)-4))
		}
	}
	return values
}

// ‖M‖₂ ≤ F̃ ≤ ‖M‖₂ + log(2d)/μ, and neither overflows nor loses the bound for large μ, zero or singular M.
func TestSoftmaxBoundsTheSpectralNorm(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for range 2000 {
		d := 1 + r.IntN(6)
		mu := math.Pow(10, 8*r.Float64()-3)
		values, slopes := randomValues(r, d), make([]float64, d)
		f, s := Softmax{mu}.Evaluate(values, slopes), norm(values)
		slack := 1e-12 * (s + 1/mu)
		if f < s-slack || f > s+math.Log(2*float64(d))/mu+slack {
			t.Fatalf("μ=%g values=%v: F̃ = %v, norm %v", mu, values, f, s)
		}
		total := 0.0
		for _, v := range slopes {
			total += math.Abs(v)
		}
		if !(total <= 1+1e-12) {
			t.Fatalf("μ=%g values=%v: slopes sum to %v in absolute value", mu, values, total)
		}
	}
}

// ‖M‖₂² ≤ G_p ≤ rank^{1/p}‖M‖₂², and the slopes are the slopes of the square of a norm: λ·slopes = 2G_p (Euler),
// none above 2‖M‖₂ (so says Geometry.PNormLipschitz) and of the signs of λ.
func TestPNormBoundsTheSquaredSpectralNorm(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 1))
	for range 2000 {
		d := 1 + r.IntN(6)
		p := 1 + math.Pow(10, 5*r.Float64()-3) // to p = 101
		values, slopes := randomValues(r, d), make([]float64, d)
		g, s := PNorm{p}.Evaluate(values, slopes), norm(values)
		rank, inner := 0.0, 0.0
		for i, v := range values {
			if v != 0 {
				rank++
			}
			inner += v * slopes[i]
			if math.Abs(slopes[i]) > 2*s*(1+1e-12) || v*slopes[i] < 0 {
				t.Fatalf("p=%g values=%v: slope %v", p, values, slopes[i])
			}
		}
		if g < s*s*(1-1e-12) || g > math.Pow(rank, 1/p)*s*s*(1+1e-12) {
			t.Fatalf("p=%g values=%v: G = %v, norm %v", p, values, g, s)
		}
		if math.Abs(inner-2*g) > 1e-12*g {
			t.Fatalf("p=%g values=%v: λ·slopes = %v, 2G = %v", p, values, inner, 2*g)
		}
	}
}

// M = 0, subnormal and huge eigenvalues, ties and opposite signs.
func TestSmoothingsAtTheEndsOfTheRange(t *testing.T) {
	for _, s := range smoothings {
		for _, values := range [][]float64{{0, 0, 0}, {0}, {5e-324, 0, 0}, {1e-200, -1e-200, 0}, {1e150, 1, -1e150},
			{-3, 3, 3}} {
			slopes := make([]float64, len(values))
			value := s.Evaluate(values, slopes)
			if !(value >= 0) || math.IsInf(value, 1) {
				t.Errorf("%s %v: value %v", name(s), values, value)
			}
			for i, v := range slopes {
				if math.IsNaN(v) || math.IsInf(v, 0) || norm(values) == 0 && v != 0 {
					t.Errorf("%s %v: slope %d is %v", name(s), values, i, v)
				}
			}
		}
	}
}

// No E with ‖E‖₂ ≤ τ gives a lower value: the moved eigenvalues are the minimum of the definition.
func TestTolerantIsTheLeastValueWithinTheDistance(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 1))
	for _, f := range []Smoothing{Softmax{3}, PNorm{2.5}} {
		for range 2000 {
			d, tau := 1+r.IntN(4), math.Exp(r.NormFloat64()-1)
			m := randomSymmetric(r, d, 1)
			least := evaluate(t, Tolerant{f, tau}, m)
			e := randomSymmetric(r, d, 1)
			scale(tau/SpectralNorm(e), e)
			moved := symeigen.NewMatrix(d, nil)
			dense(moved).AddSym(dense(m), dense(e))
			if value := evaluate(t, f, moved); value < least-1e-12 {
				t.Fatalf("%T, d = %d, τ = %v: %v within the distance, the minimum is said to be %v", f, d, tau, value, least)
			}
		}
	}
}

func evaluate(t *testing.T, f Smoothing, m *symeigen.Matrix) float64 {
	t.Helper()
	var s spectrum
	if !s.decomposeValues(m) {
		t.Fatal("not finite")
	}
	return f.Evaluate(s.values, make([]float64, len(s.values)))
}

func TestTolerantSlopesAreTheDerivatives(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 2))
	for _, f := range []Smoothing{Softmax{3}, PNorm{2.5}} {
		for range 500 {
			eigenvalues := []float64{2 * r.NormFloat64(), 2 * r.NormFloat64(), 2 * r.NormFloat64()}
			soft := Tolerant{f, 0.7}
			slopes, scratch := make([]float64, 3), make([]float64, 3)
			soft.Evaluate(eigenvalues, slopes)
			for i := range eigenvalues {
				const h = 1e-6
				up, down := slices.Clone(eigenvalues), slices.Clone(eigenvalues)
				up[i] += h
				down[i] -= h
				difference := (soft.Evaluate(up, scratch) - soft.Evaluate(down, scratch)) / (2 * h)
				// A jump of the second derivative within h, at |λ| = τ, adds an error of up to h times the curvature.
				if math.Abs(difference-slopes[i]) > 1e-4*(1+math.Abs(slopes[i])) {
					t.Fatalf("%T at %v: slope %v, difference %v", f, eigenvalues, slopes[i], difference)
				}
			}
		}
	}
}
