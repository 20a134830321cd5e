// Package discrepancy computes the discrepancy between a target moment and a weighted source,
//
//	dis(P̂,q) = 4Λ²‖M(q)‖₂,  M(q) = M₀ − Σ q_j x_j x_jᵀ,
//
// its two smooth approximations and their gradients (Bassily, Mohri and Suresh 2022, lemma 1, section 4.2 and appendix
// C.3; in this module the paper's theorems and sections are numbered as in arXiv:2208.06135). It does not know where M₀
// comes from: an exact M₀ makes the gradients private, a released M₀ makes them public.
package discrepancy

// Smoothing is a smooth convex function of a symmetric matrix that depends on its eigenvalues alone and approximates
// the spectral norm: Softmax approximates ‖M‖₂, PNorm ‖M‖₂². By the chain rule its gradient is V diag(slopes) Vᵀ.
type Smoothing interface {
	// Evaluate returns the value at the eigenvalues and writes the derivatives by each of them into slopes, of the same
	// length. It neither overflows nor divides by zero for eigenvalues below 1e150 in size.
	Evaluate(eigenvalues, slopes []float64) float64
}
