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
// by scaling and doubling. With X = μM/2ˢ, ‖X‖_F ≤ 1, S = sinh X and D = cosh X − 1 are the sums of their first nine terms,
// whose rest is below 10⁻¹⁷; then s times S ← 2(S + SD) and D ← 2S². All it does is multiply matrices, which the kernel does
// ten times as fast as an eigensolver turns its rows, and how often depends on ‖M‖_F alone. Its error: hyperbolicError.
type hyperbolic struct {
	n int // the order of the matrices, a multiple of 4; what is beyond d is zero

	power                  [5][]float64 // X², X⁴, X⁶ and X⁸ from 1 on; X is the first
	sinh, cosh, low, other []float64
}

// sinhSeries and coshSeries are the coefficients of X²ⁱ in sinh(X)/X and (cosh(X)−1)/X².
var sinhSeries, coshSeries = func() (sinh, cosh [9]float64) {
	factorial := 1.0
	for i := range sinh {
		sinh[i] = 1 / factorial
		factorial *= float64(2*i + 2)
		cosh[i] = 1 / factorial
		factorial *= float64(2*i + 3)
	}
	return sinh, cosh
}()

func (h *hyperbolic) resize(d int) {
	if n := (d + 3) &^ 3; n != h.n {
		h.n = n
		for _, m := range []*[]float64{&h.sinh, &h.cosh, &h.low, &h.other, &h.power[0], &h.power[1], &h.power[2], &h.power[3], &h.power[4]} {
			*m = make([]float64, n*n)
		}
	}
}

// gradient writes the upper triangle of G for the symmetric M whose upper triangle is given, d×d row-major, and returns
// log(2·Tr cosh(μM)) = log Σ(e^{μλ}+e^{−μλ}). It reports false, and does nothing, if μ‖M‖_F is above hyperbolicLimit or not a
// number.
func (h *hyperbolic) gradient(g, m []float64, d int, mu float64) (logTrace float64, ok bool) {
	size := frobenius(m, d)
	if !(mu*size <= hyperbolicLimit) {
		return 0, false
	}
	h.resize(d)
	doublings := 0
	for math.Ldexp(1, doublings) < mu*size {
		doublings++
	}
	h.load(m, d, math.Ldexp(mu, -doublings))
	x := h.power[0]
	kernel.Product(h.power[1], x, x, h.n)
	kernel.Product(h.power[2], h.power[1], h.power[1], h.n)
	kernel.Product(h.power[3], h.power[2], h.power[1], h.n)
	kernel.Product(h.power[4], h.power[2], h.power[2], h.n)
	h.series(h.sinh, x, &sinhSeries, d)
	h.series(h.cosh, h.power[1], &coshSeries, d)
	for ; doublings > 0; doublings-- {
		h.double()
	}
	trace := float64(d)
	for i := range d {
		trace += h.cosh[i*h.n+i]
	}
	for i := range d {
		for k := i; k < d; k++ {
			g[i*d+k] = h.sinh[i*h.n+k] / trace
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

// series writes factor·Σ c_i X²ⁱ, in two halves of four terms and X⁸.
func (h *hyperbolic) series(dst, factor []float64, c *[9]float64, d int) {
	half := func(into []float64, c []float64) {
		kernel.Linear(into, c[1], h.power[1], c[2], h.power[2])
		kernel.Linear(into, 1, into, c[3], h.power[3])
		for i := range d {
			into[i*h.n+i] += c[0]
		}
	}
	half(h.other, c[4:8])
	kernel.Linear(h.other, 1, h.other, c[8], h.power[4])
	kernel.Product(h.low, h.other, h.power[4], h.n)
	half(h.other, c[:4])
	kernel.Linear(h.other, 1, h.other, 1, h.low)
	kernel.Product(dst, factor, h.other, h.n)
}

// double goes from the functions of X to those of 2X.
func (h *hyperbolic) double() {
	kernel.Product(h.low, h.sinh, h.cosh, h.n)
	kernel.Product(h.other, h.sinh, h.sinh, h.n)
	kernel.Linear(h.sinh, 2, h.sinh, 2, h.low)
	kernel.Linear(h.cosh, 2, h.other, 0, h.other)
}

// hyperbolicError bounds the error of G in spectral norm that hyperbolic leaves, given a bound on μ‖M‖_F.
//
// Proof. Let γ = 1.01(d+4)u. A computed product of symmetric matrices A, B is off by at most γ|A||B| entry by entry, so by
// γ‖A‖_F‖B‖_F in Frobenius norm; mirroring its upper triangle multiplies errors by √2, other than for squares, which are
// symmetric. Rounding X moves μM by u·μ‖M‖_F, and G by no more, the softmax being smooth.
//
//  1. The series. With ‖X‖_F ≤ 1 the powers X², X⁴, X⁶, X⁸ are off by 1.5γ, 4.5γ, 10γ, 10γ; their coefficients are at most 1/6,
//     and adding up rounds by less than 2.5γ. So either sum is off by 3γ, and, times X or X², by 7γ: S and D at the start.
//  2. A doubling. Let c = cosh t, τ = tanh t, t the spectral norm of the present argument; c′ = 2c²−1 = c²(1+τ²) belongs to the
//     next. Errors a of S and b of D in Frobenius norm become at most 2√2·(c·a + cτ·b) and 4cτ·a. So φ = max(a/c, b/(0.7c))
//     grows at most by the larger of 2√2(1+0.7τ)/(1+τ²) ≤ 3.15 and 4τ/(0.7(1+τ²)) ≤ 3.15. The products and the sum round anew by
//     (2.1d+3)γ in units of φ, since ‖S‖_F, ‖D‖_F ≤ √d·c.
//  3. After s doublings φ ≤ 3.15ˢ(d+12)γ. With Z = Tr cosh ≥ c, G = S/Z is off by a/Z and, as ‖S‖₂ ≤ Z and the trace of the error
//     of D is at most √d·b, by √d·b/Z and its rounding.
//
// Second-order terms and the digits of ‖M‖_F lie within ScoreError's factor of 1.1. Test: TestHyperbolicError.
func hyperbolicError(d, size float64) float64 {
	doublings := math.Max(0, math.Ceil(math.Log2(1.01*math.Min(size, hyperbolicLimit))))
	gamma := 1.01 * (d + 4) * ulp
	return math.Pow(3.15, doublings)*(d+12)*gamma*(1+0.7*math.Sqrt(d)) + (d+4)*ulp + ulp*math.Min(size, hyperbolicLimit)
}
