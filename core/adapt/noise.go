package adapt

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"privadapt/core/discrepancy"
)

// noiseConfidence is the probability that the stated bound on the noise of M̂₀ holds.
const noiseConfidence = 0.95

// noise is the law of what the mechanism moment added.
type noise struct {
	sigma  float64 // σ of a diagonal entry of the sum's noise over rows
	rows   float64 // n or n̂
	count  float64 // σ of n̂; 0 where n is public
	order  int
	radius float64
}

// bound returns a number that ‖M̂₀ − M₀‖₂ exceeds with a probability of at most 1 − noiseConfidence, computed from what
// is released.
//
// Let W be the noise of the sum. With n public M̂₀ − M₀ = W/n. Otherwise n̂ = n + ν and M̂₀ = (nM₀ + W)/n̂, so that
// M̂₀ − M₀ = (W − νM̂₀)/(n̂ − ν); the probability is divided between W and ν.
func (e noise) bound(released *mat.SymDense) float64 {
	if e.count == 0 {
		return e.norm(1 - noiseConfidence)
	}
	miss := (1 - noiseConfidence) / 2
	nu := e.count * math.Sqrt(2*math.Log(2/miss)) // a Gaussian tail on either side
	size := discrepancy.SpectralNorm(released)
	if nu >= e.rows {
		return size + e.radius*e.radius // nothing is known of n, but ‖M₀‖₂ ≤ r²
	}
	return (e.norm(miss)*e.rows + nu*size) / (e.rows - nu)
}

// norm bounds ‖W‖₂/n but for the probability miss. W has independent Gaussian entries of variance σ² on the diagonal and
// σ²/2 off it, so E λ_max(W) ≤ σ√(2d) (Slepian–Fernique) and λ_max is 1-Lipschitz in the Frobenius norm, in which W is
// isotropic: λ_max ≤ σ(√(2d) + t) but for exp(−t²/2), and −W likewise.
func (e noise) norm(miss float64) float64 {
	return e.sigma * (math.Sqrt(2*float64(e.order)) + math.Sqrt(2*math.Log(2/miss)))
}
