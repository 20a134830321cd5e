package plan

import (
	"math"

	"privadapt/core/solve/discrepancy"
	"privadapt/core/solve/symeigen"
)

// NoiseConfidence is the probability that the stated bound on the noise of M̂₀ holds.
const NoiseConfidence = 0.95

// Noise is the law of the noise that the mechanism moment added.
type Noise struct {
	Sigma  float64 // σ of a diagonal entry of the sum's noise over rows
	Rows   float64 // n or n̂
	Count  float64 // σ of n̂; 0 where n is public
	Order  int     // d
	Radius float64 // r
}

// Tolerance returns how much of the discrepancy on M̂₀ is attributed to noise, given the discrepancy of uniform
// weights.
//
// Weights that fit M̂₀ more closely than the noise allows M₀ to be known fit the noise, and lose effective sample size.
// So the weights sought are the most even ones whose discrepancy noise of the median size explains (Morozov's
// discrepancy principle). If noise that is rarely exceeded explains the discrepancy of uniform weights, there is no
// evidence that the two populations differ: all of it is tolerated, and uniform weights are the minimiser.
func (e Noise) Tolerance(released *symeigen.Matrix, uniform float64) float64 {
	count := e.Count / e.Rows * discrepancy.SpectralNorm(released) // of n̂, one standard deviation
	doubt := (e.Typical(Rarely) + 2*count) / uniform
	if doubt >= 1 {
		return uniform
	}
	return math.Min(1, 0.5+doubt) * (e.Typical(Median) + count)
}

// Fluctuations t of ‖W‖₂ about its leading term: half of all draws are below Median, all except about one in a hundred
// below Rarely.
const (
	Median = -0.45
	Rarely = 1.1
)

// Typical returns σ√(2d)·(1 + t·d^(−2/3)), a quantile of ‖W‖₂/n. The extreme eigenvalues fluctuate by this power of d
// (Tracy and Widom); the two constants are fitted to simulations for d from 4 to 200, which TestNoiseQuantiles repeats.
func (e Noise) Typical(t float64) float64 {
	d := float64(e.Order)
	return e.Sigma * math.Sqrt(2*d) * (1 + t*math.Pow(d, -2.0/3))
}

// Bound returns a number that ‖M̂₀ − M₀‖₂ exceeds with a probability of at most failure, computed from the released
// values.
//
// Let W be the noise of the sum. Where n is public, M̂₀ − M₀ = W/n. Otherwise n̂ = n + ν and M̂₀ = (nM₀ + W)/n̂, so
// that M̂₀ − M₀ = (W − νM̂₀)/(n̂ − ν); the failure probability is divided between W and ν.
func (e Noise) Bound(released *symeigen.Matrix, failure float64) float64 {
	if e.Count == 0 {
		return e.Norm(failure)
	}
	size, fewest := discrepancy.SpectralNorm(released), e.fewest(failure)
	if fewest <= 0 {
		return size + e.Radius*e.Radius // nothing is known of n, but ‖M₀‖₂ ≤ r²
	}
	return (e.Norm(failure/2)*e.Rows + (e.Rows-fewest)*size) / fewest
}

// fewest returns a lower bound on n, possibly negative. By the two Gaussian tails |ν| exceeds n̂ minus the bound with a
// probability of at most failure/2.
func (e Noise) fewest(failure float64) float64 {
	return e.Rows - e.Count*math.Sqrt(2*math.Log(4/failure))
}

// Norm returns a bound that ‖W‖₂/n exceeds with a probability of at most failure. W has independent Gaussian entries of
// variance σ² on the diagonal and σ²/2 off it, so E λ_max(W) ≤ σ√(2d) (Slepian–Fernique) and λ_max is 1-Lipschitz in
// the Frobenius norm, in which W is isotropic: λ_max > σ(√(2d) + t) with a probability of at most exp(−t²/2), and the
// same holds for −W.
func (e Noise) Norm(failure float64) float64 {
	return e.Sigma * (math.Sqrt(2*float64(e.Order)) + math.Sqrt(2*math.Log(2/failure)))
}
