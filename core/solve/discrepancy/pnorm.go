package discrepancy

import "math"

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
