package discrepancy

import "math"

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
