package plan

import (
	"math"

	"privadapt/core/discrepancy"
	"privadapt/core/symeigen"
)

// NoiseConfidence is the probability that the stated bound on the noise of M̂₀ holds.
const NoiseConfidence = 0.95

// Noise is the law of what the mechanism moment added.
type Noise struct {
	Sigma  float64 // σ of a diagonal entry of the sum's noise over rows
	Rows   float64 // n or n̂
	Count  float64 // σ of n̂; 0 where n is public
	Order  int     // d
	Radius float64 // r
}

// Tolerance returns how much of the discrepancy on M̂₀ is put down to noise, given that of uniform weights.
//
// Weights that fit M̂₀ better than the noise lets it be known fit the noise, and pay for it in effective sample size. So
// the weights sought are the most even ones whose discrepancy is what noise of the median size explains (Morozov's
// discrepancy principle). If noise that is rarely exceeded explains the discrepancy of uniform weights, there is no
// evidence that the two populations differ, all of it is tolerated, and uniform weights are the minimiser.
func (e Noise) Tolerance(released *symeigen.Matrix, uniform float64) float64 {
	count := e.Count / e.Rows * discrepancy.SpectralNorm(released) // of n̂, one standard deviation
	doubt := (e.Typical(Rarely) + 2*count) / uniform
	if doubt >= 1 {
		return uniform
	}
	return math.Min(1, 0.5+doubt) * (e.Typical(Median) + count)
}

// Fluctuations t of ‖W‖₂ about its leading term: half of all noise stays below Median, all but about one in a hundred below
// Rarely.
const (
	Median = -0.45
	Rarely = 1.1
)

// Typical returns σ√(2d)·(1 + t·d^(−2/3)), a quantile of ‖W‖₂/n. The extreme eigenvalues fluctuate by this power of d (Tracy
// and Widom); the two constants are fitted to simulations for d from 4 to 200, which TestNoiseQuantiles repeats.
func (e Noise) Typical(t float64) float64 {
	d := float64(e.Order)
	return e.Sigma * math.Sqrt(2*d) * (1 + t*math.Pow(d, -2.0/3))
}

// Bound returns a number that ‖M̂₀ − M₀‖₂ exceeds with a probability of at most miss, computed from what is released.
//
// Let W be the noise of the sum. With n public M̂₀ − M₀ = W/n. Otherwise n̂ = n + ν and M̂₀ = (nM₀ + W)/n̂, so that
// M̂₀ − M₀ = (W − νM̂₀)/(n̂ − ν); the probability is divided between W and ν.
func (e Noise) Bound(released *symeigen.Matrix, miss float64) float64 {
	if e.Count == 0 {
		return e.Norm(miss)
	}
	size, fewest := discrepancy.SpectralNorm(released), e.Fewest(miss)
	if fewest <= 0 {
		return size + e.Radius*e.Radius // nothing is known of n, but ‖M₀‖₂ ≤ r²
	}
	return (e.Norm(miss/2)*e.Rows + (e.Rows-fewest)*size) / fewest
}

// Fewest returns n or, where n is private, a lower bound on it, possibly negative: |ν| stays below n̂ less the bound, by a Gaussian
// tail on either side, but for half of miss. That is the event that bound rests on, so both hold together but for miss.
func (e Noise) Fewest(miss float64) float64 {
	return e.Rows - e.Count*math.Sqrt(2*math.Log(4/miss))
}

// Norm bounds ‖W‖₂/n but for the probability miss. W has independent Gaussian entries of variance σ² on the diagonal and
// σ²/2 off it, so E λ_max(W) ≤ σ√(2d) (Slepian–Fernique) and λ_max is 1-Lipschitz in the Frobenius norm, in which W is
// isotropic: λ_max ≤ σ(√(2d) + t) but for exp(−t²/2), and −W likewise.
func (e Noise) Norm(miss float64) float64 {
	return e.Sigma * (math.Sqrt(2*float64(e.Order)) + math.Sqrt(2*math.Log(2/miss)))
}
