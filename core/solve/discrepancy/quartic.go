package discrepancy

import (
	"math"

	"privadapt/core/kernel"
)

// QuarticNorm returns an upper bound for λ_max(Σ vec M_j vec M_jᵀ), M_j = x_jx_jᵀ, to about one part in a hundred; it
// is at most r̂²·λ_max(Σ x_jx_jᵀ).
//
// The m×m matrix of the (x_j·x_k)² has the same largest eigenvalue and no negative entry. For such a matrix B and any
// vector v > 0, λ_max ≤ max_j (Bv)_j/v_j (Collatz 1942, Wielandt 1950). So every step of the power method proves a
// bound, and (Bv)_j = x_jᵀ(Σ v_kx_kx_kᵀ)x_j costs as much as a gradient.
func QuarticNorm(rows []float64, d int) float64 {
	m := len(rows) / d
	v, next, squares := make([]float64, m), make([]float64, m), make([]float64, m)
	for j := range v {
		v[j] = 1
		for _, x := range rows[j*d : (j+1)*d] {
			squares[j] += x * x
		}
	}
	forms := kernel.NewForms(d)
	best := math.Inf(1)
	for range 50 {
		gram := make([]float64, d*d)
		kernel.WeightedGram(gram, rows, d, v)
		forms.Set(gram, 1)
		forms.Rows(next, rows)
		weight, largest := 0.0, 0.0
		for j, s := range squares {
			weight += v[j] * s
			largest = math.Max(largest, next[j])
		}
		bound := 0.0
		for j, value := range next {
			// Sums of m and of d² terms, of Σ v_k(x_j·x_k)² ≤ ‖x_j‖²·Σ v_k‖x_k‖² in all.
			value += 2 * (float64(m) + 2*float64(d) + 10) * ulp * squares[j] * weight
			bound = math.Max(bound, value/v[j])
			v[j] = math.Max(next[j]/largest, 1e-6) // any v > 0 will do; this one keeps the last term small
		}
		if converged := bound > 0.998*best; converged || largest == 0 {
			best = math.Min(best, bound)
			break
		}
		best = bound
	}
	return best * roundUp
}
