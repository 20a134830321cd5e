package discrepancy

import "math"

// SoftmaxSensitivity2 returns Δ₂, the largest change of ∇F̃ in the ℓ₂ norm of ℝᵐ when one private row is replaced:
//
//	Δ₂ = min(μr²/(√2·n), 2)·√λ_max(Σ vec M_j vec M_jᵀ),  M_j = x_jx_jᵀ,  for d ≥ 2
//
// and for d = 1 the same without √2. quartic is an upper bound for that λ_max: QuarticNorm.
//
// Proof. v_j = x_jᵀEx_j = ⟨vec M_j, vec E⟩, so ‖v‖ ≤ √λ_max·‖E‖_F. SoftmaxRange proves ‖E‖_F ≤ ‖E‖₁ ≤ 2. For the other
// bound, ‖M₀−M₀′‖_F ≤ √2·r²/n (mechanism.Moment) and, for d ≥ 2,
//
//	F̃ is (μ/2)-smooth in the Frobenius norm.
//
// In the eigenbasis of M the second derivative of F̃ along K is μ·(kᵀ(diag w − ssᵀ)k) + Σ_{i≠j} c_ijK_ij² with k the
// diagonal of K, w_i = 2cosh(μλ_i)/Z, s_i = 2sinh(μλ_i)/Z, Z = Σ_i 2cosh(μλ_i), and c_ij = (s_i−s_j)/(λ_i−λ_j) ≤
// μ(w_i+w_j)/2 ≤ μ/2 as cosh is convex and Σw = 1. It remains to show A = I/2 − diag w + ssᵀ ≽ 0. This is clear if no
// w_i exceeds ½. Otherwise let w₁ = 1−v > ½. Then A has at most one negative eigenvalue, and none if det A ≥ 0, which
// means
//
//	s₁²/(½−v) ≥ 1 + Σ_{j≥2} s_j²/(½−w_j).
//
// With z = 2/Z, s_i² = w_i² − z², every w_i ≥ z, and Σ_{j≥2} w_j = v. The sum is convex in w₂,…,w_d. It is therefore
// largest when all except one of them equal z, so at most (v²−z²)/(½−v); and (1−v)² − z² ≥ (½−v) + v² − z² because v ≤
// ½.
//
// It is attained for small μr²/n by replacing re₁ by re₂ near a large multiple of the identity, with source rows r̂e₁
// and r̂e₂ in equal numbers; for μr²/n ≫ 2 by source rows that are all r̂e₁; and for d = 1. (The paper has
// √m·2μr²r̂²/n.) Tests: TestSensitivityBounds, TestFrobeniusSmoothness.
func (g Geometry) SoftmaxSensitivity2(mu, quartic float64) float64 {
	change := mu * g.momentChange()
	if g.Order > 1 {
		change /= 2
	}
	return math.Min(change, 2) * math.Sqrt(quartic) * roundUp
}

// PNormSensitivity2 is SoftmaxSensitivity2 for G_p, p ≥ 1:
//
//	Δ₂ = 2^{1/p}(2p−1)·√2·(r²/n)·√λ_max(Σ vec M_j vec M_jᵀ),  M_j = x_jx_jᵀ,  for d ≥ 2
//
// and for d = 1 the same without √2.
//
// Proof. As there, with the claim that
//
//	G_p is 2^{1/p}(2p−1)-smooth in the Frobenius norm.
//
// For p = 1 it is the square of that norm. For p > 1 let α = 1−1/p and w_i = |λ_i|^{2p}/T with T = Tr|M|^{2p}, so Σw =
// 1. Off the diagonal the coefficient is the difference quotient of 2T^{−α}·|λ|^{2p−1}sign λ, and T ≥
// |λ_i|^{2p}+|λ_j|^{2p}. For λ_i, λ_j of one sign it is 2T^{−α}(2p−1) times the mean of |λ|^{2p−2} between them, which
// is at most ((|λ_i|^{2p}+|λ_j|^{2p})/2)^α: by Jensen's inequality if 2p−2 < 1, else by Hadamard's for the convex
// function. For opposite signs it is at most 2T^{−α}·max(|λ_i|,|λ_j|)^{2p−2} ≤ 2, and 2 ≤ 2^{1/p}(2p−1) as 2^α ≤ 1+α ≤
// 2p−1. On the diagonal the second derivative is 2[(2p−1)·diag(w^α) − 2(p−1)yyᵀ], y_i = ±w_i^{(1+α)/2}. If no w_i
// exceeds ½ then 2(2p−1)w_i^α ≤ 2(2p−1)2^{−α} is the claim. Otherwise w₁ = (1+t)/2, t > 0, and by the determinant as
// above the claim is
//
//	w₁^{1+α}/(w₁^α−2^{−α}) ≥ (1+α)/(2α) + Σ_{j≥2} g(w_j),  g(w) = w^{1+α}/(2^{−α}−w^α).
//
// g(w)/w increases, so the sum is at most g((1−t)/2), and it suffices to show h(1+t) + h(1−t) ≥ (1+α)/α with
// h(x) = x/(1−x^{−α}). As 1−x^{−α} ≤ α·log x for either sign, h(x) ≥ x/(α·log x). Logarithmic means lie between the
// geometric and the arithmetic, t/log(1+t) ≥ √(1+t) and −t/log(1−t) ≤ 1−t/2, so the left side is at least [(1+t)^{3/2}
// − (1−t)(1−t/2)]/(αt) ≥ (3−t/2)/α ≥ (1+α)/α.
//
// It is attained as there, near M = a·I with a ≫ r²/n, for d = 2.
// Tests: TestSensitivityBounds, TestFrobeniusSmoothness.
func (g Geometry) PNormSensitivity2(p, quartic float64) float64 {
	return math.Pow(2, 1/p) * (2*p - 1) * g.momentChange() * math.Sqrt(quartic) * roundUp
}

// momentChange bounds ‖M₀−M₀′‖_F: √2·r²/n, for d = 1 r²/n.
func (g Geometry) momentChange() float64 {
	change := g.Radius * g.Radius / float64(g.Rows)
	if g.Order > 1 {
		change *= math.Sqrt2
	}
	return change
}
