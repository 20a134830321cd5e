package accountant

import "math"

// AdvancedEpsilon returns the ε of k adaptive rounds of an ε₀-differentially private mechanism at δ, by the composition
// that the paper uses (Dwork, Rothblum and Vadhan 2010, theorem III.3) or by basic composition, whichever is less:
//
//	ε = min(kε₀, ε₀√(2k·log(1/δ)) + kε₀(e^ε₀ − 1))
func AdvancedEpsilon(k int, epsilon0, delta float64) float64 {
	n := float64(k)
	return min(n*epsilon0, epsilon0*math.Sqrt(-2*n*math.Log(delta))+n*epsilon0*math.Expm1(epsilon0)) * roundUp
}

// AdvancedEpsilon0 returns the largest ε₀ for which, by AdvancedEpsilon, k rounds satisfy (ε,δ)-differential privacy.
func AdvancedEpsilon0(k int, epsilon, delta float64) float64 {
	return largest(func(epsilon0 float64) bool { return AdvancedEpsilon(k, epsilon0, delta) <= epsilon })
}
