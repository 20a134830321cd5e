package discrepancy

import "math"

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
