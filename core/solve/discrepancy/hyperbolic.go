package discrepancy

import (
	"math"

	"privadapt/core/kernel"
)

// hyperbolicLimit is the largest μ‖M‖_F for which the gradient of the softmax is computed without eigenvalues.
const hyperbolicLimit = 256

// hyperbolic computes the matrix of the gradient of the softmax as a function of the matrix,
//
//	G = sinh(μM) / Tr cosh(μM),
//
// by series and doubling. Let X = μM/2. S = sinh X and D = cosh X − 1 give both: sinh 2X = 2(S + SD), Tr cosh 2X = d +
// 2‖S‖_F². If X is too large for a series, it is first halved s times, and afterwards S ← 2(S + SD) and D ← 2S² are
// applied s times. The algorithm consists of matrix products, which the kernel computes ten times as fast as an
// eigensolver rotates its rows. Their number depends on ‖X²‖_F^{1/2}, a bound on ‖X‖₂ that is available with X²: 7 up
// to 0.75, 10 up to 4.2, and two more for each halving. For the error see hyperbolicError.
type hyperbolic struct {
	n int // the order of the matrices, a multiple of 4; entries beyond d are zero

	power                  [5][]float64 // X², X⁴, X⁶ and X⁸ from 1 on; X is the first
	sinh, cosh, low, other []float64
}

// series holds polynomials in A = X² for ‖X‖₂ up to reach: sinh(X)/X and cosh(X) − 1 by their first q(r+1) powers. A to
// A^q are computed, and then r products give each polynomial.
type series struct {
	reach      float64
	q, r       int
	sinh, cosh []float64 // coefficients of 1, A, A², …
}

// allSeries is in the order of their cost, q + 2r and two products.
var allSeries = []series{newSeries(0.75, 3, 1), newSeries(1.7, 4, 1), newSeries(2.25, 3, 2),
	newSeries(longestReach, 4, 2)}

const longestReach = 4.2

func newSeries(reach float64, q, r int) series {
	degree := q * (r + 1)
	sinh, cosh := make([]float64, degree+9), make([]float64, degree+9)
	factorial := 1.0
	for i := range sinh {
		cosh[i] = 1 / factorial
		factorial *= float64(2*i + 1)
		sinh[i] = 1 / factorial
		factorial *= float64(2*i + 2)
	}
	s := series{reach, q, r, economise(sinh, degree, reach*reach), economise(cosh, degree, reach*reach)}
	s.cosh[0] = 0
	return s
}

// economise returns a polynomial of lower degree that is nearly equal, on [0, end], to the polynomial with the
// coefficients c, which it overwrites. It removes the highest powers one by one by subtracting a multiple of the
// Chebyshev polynomial of that degree, which is the smallest possible on the interval (Lanczos). At a given degree
// its reach is about twice the truncated series'.
func economise(c []float64, degree int, end float64) []float64 {
	// Coefficients of T(2x/end − 1), by T_{k+1}(y) = 2yT_k(y) − T_{k−1}(y).
	chebyshev := [][]float64{{1}, {-1, 2 / end}}
	for k := 1; k < len(c)-1; k++ {
		next := make([]float64, k+2)
		for i, v := range chebyshev[k] {
			next[i] -= 2 * v
			next[i+1] += 4 / end * v
		}
		for i, v := range chebyshev[k-1] {
			next[i] -= v
		}
		chebyshev = append(chebyshev, next)
	}
	for k := len(c) - 1; k > degree; k-- {
		factor := c[k] / chebyshev[k][k]
		for i, v := range chebyshev[k] {
			c[i] -= factor * v
		}
	}
	return c[:degree+1]
}

func (h *hyperbolic) resize(d int) {
	if n := (d + 3) &^ 3; n != h.n {
		h.n = n
		for _, m := range []*[]float64{&h.sinh, &h.cosh, &h.low, &h.other, &h.power[0], &h.power[1], &h.power[2],
			&h.power[3], &h.power[4]} {
			*m = make([]float64, n*n)
		}
	}
}

// gradient writes the upper triangle of G for the symmetric M whose upper triangle is given, d×d row-major, and returns
// log(2·Tr cosh(μM)) = log Σ(e^{μλ}+e^{−μλ}). It reports false, and does nothing, if μ‖M‖_F is above hyperbolicLimit or
// not a number.
func (h *hyperbolic) gradient(g, m []float64, d int, mu float64) (logTrace float64, ok bool) {
	size := mu * frobenius(m, d)
	if !(size <= hyperbolicLimit) {
		return 0, false
	}
	h.resize(d)
	h.load(m, d, mu/2)
	x := h.power[0]
	kernel.Product(h.power[1], x, x, h.n)
	norm := math.Min(size/2, math.Sqrt(frobenius(h.power[1], h.n))) // ≥ ‖X‖₂, apart from rounding
	halvings := 0
	for math.Ldexp(longestReach, halvings) < 1.01*norm {
		halvings++
	}
	if halvings > 0 {
		kernel.Scale(x, math.Ldexp(1, -halvings))
		kernel.Scale(h.power[1], math.Ldexp(1, -2*halvings))
	}
	use := 0
	for math.Ldexp(allSeries[use].reach, halvings) < 1.01*norm {
		use++
	}
	h.series(&allSeries[use], d)
	for ; halvings > 0; halvings-- {
		h.double()
	}

	squares := 0.0
	for i := range d {
		row := h.sinh[i*h.n+i : i*h.n+d]
		squares += row[0] * row[0]
		for _, v := range row[1:] {
			squares += 2 * v * v
		}
	}
	trace := float64(d) + 2*squares
	kernel.Product(h.low, h.sinh, h.cosh, h.n)
	for i := range d {
		sinh, low := h.sinh[i*h.n:i*h.n+d], h.low[i*h.n:i*h.n+d]
		for k := i; k < d; k++ {
			g[i*d+k] = 2 * (sinh[k] + low[k]) / trace
		}
	}
	return math.Log(2 * trace), true
}

// load sets X to the scaled matrix, with its lower triangle.
func (h *hyperbolic) load(m []float64, d int, scale float64) {
	x := h.power[0]
	for i := range d {
		for k := i; k < d; k++ {
			v := scale * m[i*d+k]
			x[i*h.n+k], x[k*h.n+i] = v, v
		}
	}
}

// series writes S and D.
func (h *hyperbolic) series(s *series, d int) {
	kernel.Product(h.power[2], h.power[1], h.power[1], h.n)
	kernel.Product(h.power[3], h.power[2], h.power[1], h.n)
	if s.q == 4 {
		kernel.Product(h.power[4], h.power[2], h.power[2], h.n)
	}
	h.polynomial(h.cosh, s.cosh, s, d)
	h.polynomial(h.other, s.sinh, s, d)
	kernel.Product(h.sinh, h.power[0], h.other, h.n)
}

// polynomial writes Σ c_i A^i by Horner's scheme in A^q.
func (h *hyperbolic) polynomial(dst, c []float64, s *series, d int) {
	last := s.q * s.r
	h.combine(dst, c[last:], d)
	for at := last - s.q; at >= 0; at -= s.q {
		kernel.Product(h.low, h.power[s.q], dst, h.n)
		h.combine(dst, c[at:at+s.q], d)
		kernel.Linear(dst, 1, dst, 1, h.low)
	}
}

// combine writes c₀ + c₁A + …, three terms or more.
func (h *hyperbolic) combine(dst, c []float64, d int) {
	kernel.Linear(dst, c[1], h.power[1], c[2], h.power[2])
	for i := 3; i < len(c); i++ {
		kernel.Linear(dst, 1, dst, c[i], h.power[i])
	}
	for i := range d {
		dst[i*h.n+i] += c[0]
	}
}

// double turns the functions of X into the functions of 2X.
func (h *hyperbolic) double() {
	kernel.Product(h.low, h.sinh, h.cosh, h.n)
	kernel.Product(h.other, h.sinh, h.sinh, h.n)
	kernel.Linear(h.sinh, 2, h.sinh, 2, h.low)
	kernel.Linear(h.cosh, 2, h.other, 0, h.other)
}

// hyperbolicError bounds the error of G in spectral norm that hyperbolic leaves, given a bound on μ‖M‖_F.
//
// Proof. Let γ = 1.01(d+4)u. A computed product of symmetric matrices A, B has an error of at most γ|A||B| entry by
// entry, so of γ‖A‖_F‖B‖_F in Frobenius norm. Mirroring its upper triangle multiplies errors by √2, except for squares,
// which are symmetric. Rounding X moves μM by u·μ‖M‖_F, and G by no more, because the softmax is smooth.
//
//  1. The series. Let t = ‖X‖₂ here. Say that a computed P, which stands for a polynomial p(A) with non-negative
//     coefficients, has the error α if it deviates by αγd·p(t²) in Frobenius norm. As ‖p(A)‖_F ≤ √d·p(t²), the product
//     of P and Q has the error √2(α+β+1), a square 2α+1. X has none, A 1, A² 3, A³ 7.1, A⁴ 7. The error of a sum is
//     the mean error of its terms, weighted by their share in p(t²), plus 1.2 for the rounding of up to six
//     operations. Higher powers have larger errors, and their shares grow with t, so the error is largest at the
//     end of the reach. By these rules and with these coefficients S has at most the error 7.2 and D 5.6, and the
//     polynomials deviate by at most u·cosh t for every t within reach (TestHyperbolicSeries computes both).
//  2. A doubling. Let c = cosh t, τ = tanh t, t the spectral norm of the present argument; c′ = 2c²−1 = c²(1+τ²)
//     belongs to the next. Errors a of S and b of D in Frobenius norm become at most 2√2·(c·a + cτ·b) and 4cτ·a. So φ =
//     max(a/c, b/(0.7c)) grows at most by the larger of 2√2(1+0.7τ)/(1+τ²) ≤ 3.15 and 4τ/(0.7(1+τ²)) ≤ 3.15. The
//     products and the sum round anew by (2.1d+3)γ in units of φ, since ‖S‖_F, ‖D‖_F ≤ √d·c. By 1 φ ≤ 8γd + 1.5√d·u ≤
//     8.3γd at first, so after s doublings φ ≤ 3.15ˢ(9.3d+2)γ.
//  3. The end. S + SD is off by √2(ca + cτb + 1.3γd·c²τ), as in 2. Of Z = d + 2‖S‖_F² ≥ c²(1+τ²) the sum rounds by
//     (d²+2)u ≤ γd relatively, and S moves it by 4‖S‖_F·a ≤ 2√2·√Z·φc ≤ 2√2·φZ. So the error of 2(S+SD)/Z is 3.15φ +
//     1.9γd from the numerator and 2√2·φ + γd from the denominator, because the quotient is at most 1 in spectral norm,
//     plus its rounding.
//
// Second-order terms and the rounding of norms are covered by ScoreError's factor of 1.1, and by the 1.01 with which
// series are chosen. Tests: TestHyperbolicError, TestHyperbolicSeries.
func hyperbolicError(d, size float64) float64 {
	size = math.Min(size, hyperbolicLimit)
	halvings := math.Max(0, math.Ceil(math.Log2(1.02*size/2/longestReach)))
	gamma := 1.01 * (d + 4) * ulp
	return 6*math.Pow(3.15, halvings)*(9.3*d+2)*gamma + 3*gamma*d + (d+4)*ulp + ulp*size
}
