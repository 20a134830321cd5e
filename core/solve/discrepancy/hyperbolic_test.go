package discrepancy

import (
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"
)

// G as a function of the matrix against 256 bits, at the ends of its range of μ and, with rank one, near the end of the
// reach of each series, on matrices of all kinds and up to the largest rank: in spectral norm, which the Frobenius
// norm bounds.
func TestHyperbolicError(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 6))
	worst := 0.0
	for trial := range 42 {
		d := 1 + r.IntN(7)
		for kind, m := range nastyMatrices(r, d) {
			upper := m.Data
			norm := frobenius(upper, d)
			if norm < 1e-200 || norm > 1e100 { // the reference squares them
				continue
			}
			size := []float64{1e-3, 1.4, 3.3, 4.4, 8.2, 20, hyperbolicLimit * 0.999}[trial%7]
			mu := size / norm
			var h hyperbolic
			g := make([]float64, d*d)
			logTrace, ok := h.gradient(g, upper, d, mu)
			if !ok {
				t.Fatalf("%s: refused", kind)
			}
			values, vectors := bigDecomposition(t, preciseMatrix(d, m.At))
			slopes := bigSlopes(Softmax{mu}, values)
			square := 0.0
			for i := range d {
				for k := i; k < d; k++ {
					want := precise(0)
					for j, slope := range slopes {
						want = plus(want, times(slope, times(vectors[i][j], vectors[k][j])))
					}
					off := near(minus(precise(g[i*d+k]), want))
					square += off * off * float64(1+min(1, k-i))
				}
			}
			e := hyperbolicError(float64(d), size)
			if ratio := math.Sqrt(square) / e; !(ratio <= 1) {
				t.Errorf("%s, d=%d, size %v: G is off by %.3g of its bound", kind, d, size, ratio)
			} else {
				worst = math.Max(worst, ratio)
			}
			floats := make([]float64, d)
			for k, v := range values {
				floats[k] = near(v)
			}
			if want := mu * (Softmax{mu}).Evaluate(floats,
				make([]float64, d)); !(math.Abs(logTrace-want) <= 1e-9*math.Max(1, want)) {
				t.Errorf("%s, d=%d: log trace %v, want %v", kind, d, logTrace, want)
			}
		}
	}
	t.Logf("errors up to %.3g of the bound", worst)
	if worst < 1e-4 {
		t.Error("the reference or the bound is off")
	}
	var h hyperbolic
	if _, ok := h.gradient(make([]float64, 1), []float64{1}, 1, hyperbolicLimit*1.01); ok {
		t.Error("beyond its range it was computed")
	}
	if _, ok := h.gradient(make([]float64, 1), []float64{math.NaN()}, 1, 1); ok {
		t.Error("of NaN it was computed")
	}
}

// For every smoothing and any number of rows, estimates differ from Score by no more than they state, and Score differs
// from the exact score by at most ScoreError. The bound is useful: some errors come within a hundredth of it.
func TestEstimatesKeepTheirBound(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 6))
	worst := 0.0
	for range 300 {
		m, d := 1+r.IntN(40), 1+r.IntN(12)
		var s Smoothing = Softmax{math.Exp(8*r.Float64() - 3)}
		if r.IntN(3) == 0 {
			s = PNorm{1 + 3*r.Float64()}
		}
		o := randomObjective(r, m, d, s, math.Exp(20*r.Float64()-10))
		o.Start(randomPoint(r, m))
		e := o.Estimate(0)
		stated, bound := e.Least()
		gradient := make([]float64, m)
		o.Gradient(gradient)
		least := math.Inf(1)
		for j, v := range estimatesOf(o) {
			exact := o.Score(j)
			if off := math.Abs(v - exact); !(off <= bound) {
				t.Errorf("%v, d=%d: estimate %v, score %v, bound %g", s, d, v, exact, bound)
			} else {
				worst = math.Max(worst, off/bound)
			}
			if !(math.Abs(gradient[j]-exact) <= 1e-6*bound) { // float64 is 10⁹ times as fine as float32
				t.Errorf("%v, d=%d: component %v of the gradient, score %v", s, d, gradient[j], exact)
			}
			least = math.Min(least, v)
		}
		if least != stated {
			t.Errorf("least %v, stated %v", least, stated)
		}
	}
	if worst < 0.01 {
		t.Errorf("errors reach only %.3g of the bound", worst)
	}
}

// Estimates with the forms of an earlier G keep their bound too, throughout a run of shrinking steps like
// Frank–Wolfe's. They use an earlier G whenever it is near enough, and some come near the bound.
func TestEstimatesOfAnEarlierGradient(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 7))
	worst, kept, steps := 0.0, 0, 0
	for range 60 {
		m, d := 1+r.IntN(40), 1+r.IntN(12)
		o := randomObjective(r, m, d, Softmax{math.Exp(8*r.Float64() - 3)}, math.Exp(20*r.Float64()-10))
		o.Start(randomPoint(r, m))
		scale := math.Exp(6*r.Float64()-3) / o.worth()
		for k := range 40 {
			before := slices.Clone(o.sketch.g)
			_, bound := o.Estimate(scale).Least()
			if steps++; k > 0 && slices.Equal(before, o.sketch.g) {
				kept++
				if !(bound <= scale*o.worth()) {
					t.Fatalf("off by up to %g beside noise of %g, it kept its forms", bound, scale)
				}
			} else if !slices.Equal(o.sketch.g, o.g) {
				t.Fatal("forms of neither the present G nor the one before")
			}
			for j, v := range estimatesOf(o) {
				exact := o.Score(j)
				if off := math.Abs(v - exact); !(off <= bound) {
					t.Fatalf("d=%d: estimate %v, score %v, bound %g", d, v, exact, bound)
				} else {
					worst = math.Max(worst, off/bound)
				}
			}
			o.Move(r.IntN(m), 3/float64(k+3))
		}
	}
	if worst < 0.5 || kept < steps/4 || kept > steps*3/4 {
		t.Errorf("errors reach %.3g of the bound, %d of %d by an earlier G", worst, kept, steps)
	}
}

// In large orders, where 256 bits take too long, G is within both errors of the G by the eigenvalues.
func TestHyperbolicOfLargeOrder(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for _, d := range []int{33, 100} {
		for _, size := range []float64{1, 5, 12, 100} {
			o := randomObjective(r, 2*d, d, PNorm{1}, 0)
			o.Start(randomPoint(r, 2*d))
			mu := size / frobenius(o.matrix.Data, d)
			var h hyperbolic
			g := make([]float64, d*d)
			if _, ok := h.gradient(g, o.matrix.Data, d, mu); !ok {
				t.Fatal("refused")
			}
			o.Smoothing = Softmax{mu}
			o.spectrum.decompose(o.matrix)
			o.spectrum.certify(o.matrix)
			o.lineariseSpectrum()
			for i, v := range o.g {
				g[i] -= v
			}
			tau, order := spectrumError(float64(d)), float64(d)
			bound := hyperbolicError(order, size) + 2.2*tau*size + 1.1*tau + (21*order+22)*ulp // points 2 to 5 of ScoreError
			if off := frobenius(g, d); !(off <= bound) || bound > 1e-7 {
				t.Errorf("d=%d, size %v: off by %g, bound %g", d, size, off, bound)
			}
		}
	}
}

// The claims about the series in the proof of hyperbolicError. Within reach their error is at most u·cosh: it is
// computed in 256 bits at enough Chebyshev points that a difference of this degree is hardly larger between them. No
// coefficient is negative. By the rules of the proof's first point S has at most the error 7.2 and D 5.6.
func TestHyperbolicSeries(t *testing.T) {
	power := []float64{0, 1, 3, 7.1, 7} // errors of the powers of A
	for _, s := range allSeries {
		const points = 1000
		worst, alphaS, alphaD := 0.0, 0.0, 0.0
		for k := range points {
			x := s.reach * (1 + math.Cos(math.Pi*(float64(k)+0.5)/points)) / 2
			up, down := bigExp(precise(x/16)), bigExp(precise(-x/16))
			for range 4 {
				up, down = times(up, up), times(down, down)
			}
			half, square := precise(0.5), times(precise(x), precise(x))
			sinh := times(half, minus(up, down))
			cosh := minus(times(half, plus(up, down)), precise(1))
			size := ulp * math.Cosh(x)
			worst = math.Max(worst, math.Abs(near(minus(times(precise(x), bigPolynomial(s.sinh, square)), sinh)))/size)
			worst = math.Max(worst, math.Abs(near(minus(bigPolynomial(s.cosh, square), cosh)))/size)

			alphaS = math.Max(alphaS, math.Sqrt2*(hornerError(s.sinh, power, s, x*x)+1))
			alphaD = math.Max(alphaD, hornerError(s.cosh, power, s, x*x))
		}
		t.Logf("reach %v: off by %.3g u·cosh, errors %.3g of S and %.3g of D", s.reach, worst, alphaS, alphaD)
		if !(worst <= 0.9) || !(alphaS <= 7.2) || !(alphaD <= 5.6) {
			t.Errorf("reach %v: off by %.3g u·cosh, errors %.3g of S and %.3g of D", s.reach, worst, alphaS, alphaD)
		}
		if slices.Min(s.sinh) < 0 || slices.Min(s.cosh) < 0 || len(s.sinh) != s.q*(s.r+1)+1 || len(s.cosh) != len(s.sinh) {
			t.Errorf("reach %v: coefficients %v, %v", s.reach, s.sinh, s.cosh)
		}
	}
}

func bigPolynomial(c []float64, a *big.Float) *big.Float {
	sum := precise(0)
	for _, v := range slices.Backward(c) {
		sum = plus(times(sum, a), precise(v))
	}
	return sum
}

// hornerError returns the error that the proof gives a polynomial at a.
func hornerError(c, power []float64, s series, a float64) float64 {
	value, off := 0.0, 0.0 // the sum so far, and its error multiplied by it
	for at := s.q * s.r; at >= 0; at -= s.q {
		high := value * math.Pow(a, float64(s.q))
		off = math.Sqrt2 * (power[s.q]*high + off*math.Pow(a, float64(s.q)) + high)
		value = high
		last := at + s.q
		if at == s.q*s.r {
			last++
		}
		for i, v := range c[at:last] {
			value += v * math.Pow(a, float64(i))
			off += v * math.Pow(a, float64(i)) * power[i]
		}
		off += 1.2 * value
	}
	return off / value
}
