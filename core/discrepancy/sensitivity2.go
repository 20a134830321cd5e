package discrepancy

import "math"

// SoftmaxSensitivity2 returns Δ₂, the largest change of ∇F̃ in the ℓ₂ norm of ℝᵐ when one private row is replaced:
//
//	Δ₂ = min(μr²/n, 2)·√λ_max(Σ vec M_j vec M_jᵀ),  M_j = x_jx_jᵀ
//
// quartic is an upper bound for that λ_max: QuarticNorm.
//
// Proof. The change v_j = x_jᵀEx_j is linear in E, and ‖E‖₁ ≤ min(μr²/n, 2) (see SoftmaxRange). A convex function on the
// trace-norm ball is largest at an extreme point, E = ±‖E‖₁·uuᵀ with a unit vector u, and there
// ‖v‖² = ‖E‖₁²·Σ(x_j·u)⁴ = ‖E‖₁²·Σ⟨vec M_j, vec uuᵀ⟩² ≤ ‖E‖₁²·quartic.
// It is attained for d = 1, and for μr²/n ≫ 2 in any order, by source rows that are all r̂e₁. (Σ(x_j·u)⁴ ≤ r̂²·λ_max(Σx_jx_jᵀ)
// is simpler, and 1.3 to 1.8 times larger in the root on the project's real tasks; the paper has √m·2μr²r̂²/n.)
// Test: TestSoftmaxSensitivity2.
func (g Geometry) SoftmaxSensitivity2(mu, quartic float64) float64 {
	return g.softmaxChange(mu) * math.Sqrt(quartic) * roundUp
}

// PNormSensitivity2 is SoftmaxSensitivity2 for G_p, p ≥ 1:
//
//	Δ₂ = 2(2p−1)·2^{1/2p}·(r²/n)·√λ_max(Σ vec M_j vec M_jᵀ),  M_j = x_jx_jᵀ
//
// quartic is an upper bound for that λ_max: QuarticNorm.
//
// Proof. v_j = ⟨vec M_j, vec E⟩, so ‖v‖ ≤ √λ_max·‖E‖_F, and ‖E‖_F ≤ ‖E‖_* because the dual exponent 2p/(2p−1) is at most 2;
// for ‖E‖_* see PNormRange. (A second bound, d^{1/2p}·r̂·√λ_max(Σx_jx_jᵀ) in place of √λ_max(Σ vec M_j vec M_jᵀ), is never
// smaller: Σ(x_jᵀEx_j)² ≤ r̂²·Σ‖Ex_j‖² ≤ r̂²·λ_max(Σx_jx_jᵀ)·‖E‖_F².)
// It is attained for p = 1 by source rows r̂e₁ and r̂e₂ in equal numbers.
// Test: TestPNormSensitivity2.
func (g Geometry) PNormSensitivity2(p, quartic float64) float64 {
	return g.pNormChange(p) * math.Sqrt(quartic) * roundUp
}
