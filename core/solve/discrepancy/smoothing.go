// Package discrepancy computes the discrepancy between a target moment and a weighted source,
//
//	dis(P̂,q) = 4Λ²‖M(q)‖₂,  M(q) = M₀ − Σ q_j x_j x_jᵀ,
//
// its two smooth approximations and their gradients (Bassily, Mohri and Suresh 2022, lemma 1, section 4.2 and appendix
// C.3; in this module the paper's theorems and sections are numbered as in arXiv:2208.06135). It does not know where M₀
// comes from: an exact M₀ makes the gradients private, a released M₀ makes them public.
package discrepancy

import "math"

// Smoothing is a smooth convex function of a symmetric matrix that depends on its eigenvalues alone and approximates
// the spectral norm: Softmax approximates ‖M‖₂, PNorm ‖M‖₂². By the chain rule its gradient is V diag(slopes) Vᵀ.
type Smoothing interface {
	// Evaluate returns the value at the eigenvalues and writes the derivatives by each of them into slopes, of the same
	// length. It neither overflows nor divides by zero for eigenvalues below 1e150 in size.
	Evaluate(eigenvalues, slopes []float64) float64
}

// Softmax is F̃ = (1/μ) log Σ_i (e^{μλ_i} + e^{−μλ_i}), which approximates ‖M‖₂:
//
//	‖M‖₂ ≤ F̃ ≤ ‖M‖₂ + log(2d)/μ.
//
// (The paper's rank in place of d does not hold for a singular M.) It is μ-smooth from the spectral to the trace norm.
type Softmax struct {
	Mu float64 // μ > 0, in units of 1/r²
}

// Evaluate implements Smoothing. The slopes are (e^{μλ_i} − e^{−μλ_i})/Z with Z = Σ_i (e^{μλ_i} + e^{−μλ_i}), so
// Σ|slopes| ≤ 1. The largest exponent is taken out, so nothing overflows.
func (s Softmax) Evaluate(eigenvalues, slopes []float64) float64 {
	top := norm(eigenvalues)
	total := 0.0
	for i, v := range eigenvalues {
		up, down := math.Exp(s.Mu*(v-top)), math.Exp(s.Mu*(-v-top))
		slopes[i] = up - down
		total += up + down
	}
	for i := range slopes {
		slopes[i] /= total
	}
	return top + math.Log(total)/s.Mu
}

// PNorm is G_p = Tr[|M|^{2p}]^{1/p} = ‖M‖²_(2p), the square of a Schatten norm, which approximates ‖M‖₂²:
//
//	‖M‖₂² ≤ G_p ≤ rank(M)^{1/p}·‖M‖₂²
//
// (appendix C.3). It is 2(2p−1)-smooth from the Schatten 2p-norm to its dual: at p = 1, d = 1 it is M², with second
// derivative 2. (The paper's lemma 3 has 2p−1, half of that.)
type PNorm struct {
	P float64 // p ≥ 1; 2p need not be a whole number
}

// Evaluate implements Smoothing. The slopes are 2·sign(λ_i)|λ_i|^{2p−1}·Tr[|M|^{2p}]^{1/p−1}. The powers are taken of
// λ_i/‖M‖₂, so the trace lies between 1 and d; at M = 0 value and slopes are 0, their limits.
func (s PNorm) Evaluate(eigenvalues, slopes []float64) float64 {
	top := norm(eigenvalues)
	if top == 0 {
		clear(slopes)
		return 0
	}
	trace := 0.0
	for i, v := range eigenvalues {
		a := math.Abs(v) / top
		power := math.Exp((2*s.P - 1) * math.Log(a)) // a^{2p−1}, without the long products of math.Pow
		slopes[i] = math.Copysign(power, v)
		trace += power * a
	}
	scale := 2 * top * math.Exp((1/s.P-1)*math.Log(trace))
	for i := range slopes {
		slopes[i] *= scale
	}
	return top * top * math.Exp(math.Log(trace)/s.P)
}

// Tolerant is the least value that a smoothing takes within a distance of M in spectral norm:
//
//	f_τ(M) = min_{‖E‖₂ ≤ τ} f(M − E)
//
// It is for a target moment that is known up to noise: a difference that noise of size τ explains is not counted. It is
// convex, as a partial minimum of a jointly convex function, and as smooth as f, because the infimal convolution with
// an indicator keeps the curvature bound. f grows with the size of every eigenvalue and does not depend on the
// eigenvectors, so the minimum moves each eigenvalue toward 0 by at most τ (Weyl's inequality allows no more). By the
// envelope theorem the slopes are the slopes of f at the minimum. For ‖M‖₂ ≤ τ the slopes are 0.
type Tolerant struct {
	Smoothing         // f
	Tolerance float64 // τ ≥ 0
}

// Evaluate implements Smoothing.
func (t Tolerant) Evaluate(eigenvalues, slopes []float64) float64 {
	left := make([]float64, len(eigenvalues))
	for i, v := range eigenvalues {
		left[i] = math.Copysign(math.Max(0, math.Abs(v)-t.Tolerance), v)
	}
	return t.Smoothing.Evaluate(left, slopes)
}
