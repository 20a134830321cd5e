package discrepancy

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
	"privadapt/core/solve/simplex"
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
	q := make([]float64, m)
	for j := range q {
		q[j] = r.ExpFloat64()
	}
	simplex.Normalise(q)
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

// It is an upper bound, within two parts in a hundred even if orthogonal groups of rows make the power method slow, and
// no larger than the bound that the plain Gram matrix gives.
func TestQuarticNormBoundsFromAbove(t *testing.T) {
	if got := QuarticNorm(make([]float64, 6), 2); got != 0 {
		t.Errorf("rows of zeros: %v", got)
	}
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

// The lemma behind both Δ₂: ‖G(M+K)−G(M)‖_F ≤ L‖K‖_F with L = μ/2 for the softmax, μ where d = 1, and L = 2^{1/p}(2p−1)
// for the p-norm. Steps K have any rank and size. Half of the M are near a multiple of the identity on a plane, and
// half of the steps lie in this plane, where the bound is attained according to the proof.
func TestFrobeniusSmoothness(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	for _, s := range smoothings {
		best := 0.0
		for trial := range 4000 {
			d := 1 + r.IntN(5)
			m, k := randomSymmetric(r, d, math.Pow(10, 4*r.Float64()-2)), randomSymmetric(r, d, math.Pow(10, 3*r.Float64()-3))
			if trial%2 == 0 {
				scale(1e-3, m)
				for i := range min(d, 2) {
					m.Set(i, i, m.At(i, i)+10*math.Min(1, float64(d-1))) // for d = 1 the softmax is most curved at 0
				}
			}
			if trial%4 < 2 {
				scale(1e-2, k)
				for i := range min(d, 2) {
					k.Set(i, i, k.At(i, i)+0.1*float64(1-2*i))
				}
			}
			if softmax, ok := s.(Softmax); ok { // the scale of everything is 1/μ
				scale(1/softmax.Mu, m)
				scale(1/softmax.Mu, k)
			}
			constant := 0.0
			switch s := s.(type) {
			case Softmax:
				constant = s.Mu / float64(min(d, 2))
			case PNorm:
				constant = math.Pow(2, 1/s.P) * (2*s.P - 1)
			}
			moved := symeigen.NewMatrix(d, nil)
			dense(moved).AddSym(dense(m), dense(k))
			before, after := matrixOfGradient(s, m), matrixOfGradient(s, moved)
			scale(-1, before)
			change := dense(after)
			change.AddSym(change, dense(before))
			// Both matrices round by about 10⁻¹⁴ of their sizes.
			got, bound := mat.Norm(change, 2), constant*mat.Norm(dense(k), 2)
			if got > bound+1e-12*(1+mat.Norm(dense(before), 2)) {
				t.Fatalf("%s d=%d: the gradient moves by %v, L‖K‖ = %v", name(s), d, got, bound)
			}
			best = math.Max(best, got/bound)
		}
		if best < 0.95 {
			t.Errorf("%s: the best step reaches only %.3f of the constant", name(s), best)
		}
	}
}

func largestRow(rows []float64, d int) float64 {
	largest := 0.0
	for j := range len(rows) / d {
		largest = math.Max(largest, mat.Norm(mat.NewVecDense(d, rows[j*d:(j+1)*d]), 2))
	}
	return largest
}

func TestComponentsStayBelowTheLipschitzConstants(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 4))
	for range 300 {
		const m, d = 15, 3
		for _, s := range smoothings {
			o := randomObjective(r, m, d, s, r.Float64())
			g := Geometry{Radius: math.Sqrt(mat.Trace(dense(o.Target))), SourceRadius: largestRow(o.Rows, d), Rows: 1,
				Order: d}
			gradient := make([]float64, m)
			o.Start(randomPoint(r, m))
			o.Gradient(gradient)
			bound, spread := g.Lipschitz(o.Lambda), g.ScoreSpread(o.Lambda)
			if _, ok := s.(PNorm); ok {
				bound, spread = g.PNormLipschitz(o.Lambda), g.PNormScoreSpread(o.Lambda)
			}
			least, most := slices.Min(gradient), slices.Max(gradient)
			if math.Max(-least, most) > bound || most-least > spread {
				t.Fatalf("%s: components from %v to %v, bound %v, spread %v", name(s), least, most, bound, spread)
			}
		}
	}
}

// The gradient in 256 bits: the reference for the gradient in float64.

func plus(x, y *big.Float) *big.Float  { return precise(0).Add(x, y) }
func minus(x, y *big.Float) *big.Float { return precise(0).Sub(x, y) }
func times(x, y *big.Float) *big.Float { return precise(0).Mul(x, y) }
func over(x, y *big.Float) *big.Float  { return precise(0).Quo(x, y) }

func near(x *big.Float) float64 {
	v, _ := x.Float64()
	return v
}

// bigExp returns e^x for x ≤ 1 to about 200 bits of e; below e^−700 it returns 0.
func bigExp(x *big.Float) *big.Float {
	v := near(x)
	if v < -700 {
		return precise(0)
	}
	const halvings = 18 // |x| < 2⁻⁸ after them, so the 30th term is below 2⁻³⁴⁰, and squaring loses 18 bits
	small := precise(0).SetMantExp(x, -halvings)
	sum, term := precise(1), precise(1)
	for k := 1; k <= 30; k++ {
		term = over(times(term, small), precise(float64(k)))
		sum = plus(sum, term)
	}
	for range halvings {
		sum = times(sum, sum)
	}
	return sum
}

// bigLog returns log x for x in (0, 2⁵⁰⁰], by Halley's iteration for e^y = x, which triples the digits.
func bigLog(x *big.Float) *big.Float {
	exponent := x.MantExp(nil)
	mantissa := precise(0).SetMantExp(x, -exponent) // in [½,1)
	log := func(x *big.Float) *big.Float {
		y := precise(math.Log(near(x)))
		for range 3 {
			e := bigExp(y)
			y = plus(y, over(times(precise(2), minus(x, e)), plus(x, e)))
		}
		return y
	}
	return plus(log(mantissa), times(precise(-float64(exponent)), log(precise(0.5))))
}

// bigSlopes are Smoothing.Evaluate's, by its definition.
func bigSlopes(s Smoothing, eigenvalues []*big.Float) []*big.Float {
	slopes := make([]*big.Float, len(eigenvalues))
	top := precise(0)
	for _, v := range eigenvalues {
		if v := precise(0).Abs(v); v.Cmp(top) > 0 {
			top = v
		}
	}
	total := precise(0)
	switch s := s.(type) {
	case Softmax:
		for i, v := range eigenvalues {
			up := bigExp(times(precise(s.Mu), minus(v, top)))
			down := bigExp(times(precise(-s.Mu), plus(v, top)))
			slopes[i] = minus(up, down)
			total = plus(total, plus(up, down))
		}
		total = over(precise(1), total)
	case PNorm:
		power := minus(times(precise(2), precise(s.P)), precise(1))
		for i, v := range eigenvalues {
			slopes[i] = precise(0)
			if v.Sign() != 0 {
				a := over(precise(0).Abs(v), top)
				slopes[i] = bigExp(times(power, bigLog(a)))
				total = plus(total, times(slopes[i], a))
			}
			if v.Sign() < 0 {
				slopes[i].Neg(slopes[i])
			}
		}
		if top.Sign() == 0 {
			return slopes
		}
		exponent := minus(over(precise(1), precise(s.P)), precise(1))
		total = times(times(precise(2), top), bigExp(times(exponent, bigLog(total))))
	}
	for i := range slopes {
		slopes[i] = times(slopes[i], total)
	}
	return slopes
}

// bigDecomposition is jacobi's, with the check that ‖MV−VΛ‖ and ‖VᵀV−I‖ are below 2⁻⁹⁰, in units of ‖M‖ and 1.
func bigDecomposition(t *testing.T, m [][]*big.Float) (values []*big.Float, vectors [][]*big.Float) {
	t.Helper()
	d := len(m)
	work := make([][]*big.Float, d)
	for i := range work {
		for j := range d {
			work[i] = append(work[i], precise(0).Set(m[i][j]))
		}
	}
	values, vectors = jacobi(work)
	_, size := squares(m)
	residual, defect := precise(0), precise(0)
	for i := range d {
		for k := range d {
			r, n := precise(0).Neg(times(vectors[i][k], values[k])), precise(0)
			if i == k {
				n = precise(-1)
			}
			for j := range d {
				r = plus(r, times(m[i][j], vectors[j][k]))
				n = plus(n, times(vectors[j][i], vectors[j][k]))
			}
			residual = plus(residual, times(r, r))
			defect = plus(defect, times(n, n))
		}
	}
	if residual.Cmp(times(size, precise(0x1p-180))) > 0 || defect.Cmp(precise(0x1p-180)) > 0 {
		t.Fatalf("the reference is off: residual² %g of %g, defect² %g", residual, size, defect)
	}
	return values, vectors
}

// bigGradient returns −x_jᵀGx_j + λq_j at M.
func bigGradient(t *testing.T, o *Objective, m [][]*big.Float) []*big.Float {
	t.Helper()
	d := len(m)
	values, vectors := bigDecomposition(t, m)
	slopes := bigSlopes(o.Smoothing, values)
	gradient := make([]*big.Float, len(o.q))
	for j, weight := range o.q {
		gradient[j] = times(precise(o.Lambda), precise(weight))
		for k, slope := range slopes {
			inner := precise(0)
			for i, x := range o.Rows[j*d : (j+1)*d] {
				inner = plus(inner, times(precise(x), vectors[i][k]))
			}
			gradient[j] = minus(gradient[j], times(slope, times(inner, inner)))
		}
	}
	return gradient
}
