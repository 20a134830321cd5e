package discrepancy

import (
	"math"

	"privadapt/core/kernel"
)

// Geometry holds the public values on which the sensitivities depend.
type Geometry struct {
	Radius       float64 // r, bound on the norm of a private row
	SourceRadius float64 // r̂ = max ‖x_j‖₂ over the source
	Rows         int64   // n, private rows
	Order        int     // d
}

// roundUp is a factor that outweighs the few roundings of the closed forms below.
const roundUp = 1 + 1e-12

// SoftmaxRange returns R, the length of an interval that holds the changes of all m components of ∇F̃ when one private
// row is replaced:
//
//	R = r̂²·min(μr²/n, 2)
//
// Proof. Let E = G − G′ be the change of the matrix G of the gradient, ∇_j = −x_jᵀGx_j. The softmax is μ-smooth from
// the spectral to the trace norm, and ‖M₀−M₀′‖₂ ≤ r²/n because both outer products are positive semidefinite, so ‖E‖₁ ≤
// μr²/n; and ‖E‖₁ ≤ ‖G‖₁ + ‖G′‖₁ ≤ 2. For every j, x_jᵀEx_j lies between −r̂²λ⁻ and r̂²λ⁺, where λ⁺ and λ⁻ are the
// sizes of the extreme eigenvalues of E of either sign, and λ⁺ + λ⁻ ≤ ‖E‖₁. It is attained for μr²/n ≪ 1, by replacing
// re₁ by re₂ near a large multiple of the identity, and for μr²/n ≫ 2. The paper's bound on the absolute change,
// 2μr²r̂²/n, would have to be doubled to bound a range. Test: TestSensitivityBounds.
func (g Geometry) SoftmaxRange(mu float64) float64 {
	return g.SourceRadius * g.SourceRadius * g.softmaxChange(mu) * roundUp
}

// softmaxChange bounds ‖E‖₁.
func (g Geometry) softmaxChange(mu float64) float64 {
	return math.Min(mu*g.Radius*g.Radius/float64(g.Rows), 2)
}

// PNormRange is SoftmaxRange for G_p, p ≥ 1:
//
//	R = 2^{1/p}·2(2p−1)·r²r̂²/n
//
// Proof. The square of the Schatten 2p-norm is 2(2p−1)-smooth: ‖E‖_* ≤ 2(2p−1)·‖M₀−M₀′‖_(2p), where ‖·‖_* is the dual
// norm, exponent 2p/(2p−1). xxᵀ − x′x′ᵀ has at most two eigenvalues, of opposite sign and at most r² in size, so its
// 2p-norm is at most 2^{1/2p}r². For rows x_i, x_j the difference of the changes is ⟨E, x_ix_iᵀ − x_jx_jᵀ⟩ in absolute
// value, at most ‖E‖_*·2^{1/2p}r̂² by Hölder and the same argument.
// It is attained near M = a·I, a ≫ r²/n, by replacing re₁ by re₂, with source rows r̂e₁ and r̂e₂. (The paper's bound on
// the absolute change, 2(2p−1)r²r̂²/n, rests on half the smoothness and on a spectral norm in place of the 2p-norm.)
// Test: TestSensitivityBounds.
func (g Geometry) PNormRange(p float64) float64 {
	return math.Pow(2, 1/(2*p)) * g.pNormChange(p) * g.SourceRadius * g.SourceRadius * roundUp
}

// pNormChange bounds ‖E‖_*.
func (g Geometry) pNormChange(p float64) float64 {
	return 2 * (2*p - 1) * math.Pow(2, 1/(2*p)) * g.Radius * g.Radius / float64(g.Rows)
}

// Lipschitz bounds the components of the gradient of F̃ + (λ/2)‖q‖² on the simplex: r̂² + λ, since ‖G‖₂ ≤ 1.
func (g Geometry) Lipschitz(lambda float64) float64 {
	return (g.SourceRadius*g.SourceRadius + lambda) * roundUp
}

// PNormLipschitz is Lipschitz for G_p: 2r̂²·max(r,r̂)² + λ. M(q) is a difference of two positive semidefinite matrices
// of norms at most r² and r̂², and no slope exceeds 2‖M‖₂, because the trace of its definition is at least 1.
func (g Geometry) PNormLipschitz(lambda float64) float64 {
	return (2*g.SourceRadius*g.SourceRadius*g.largestNorm() + lambda) * roundUp
}

// largestNorm bounds ‖M(q)‖₂.
func (g Geometry) largestNorm() float64 {
	r := math.Max(g.Radius, g.SourceRadius)
	return r * r
}

// ScoreSpread bounds the difference between any two components of the gradient of F̃ + (λ/2)‖q‖².
func (g Geometry) ScoreSpread(lambda float64) float64 {
	return 2*g.SourceRadius*g.SourceRadius + lambda
}

// PNormScoreSpread is ScoreSpread for G_p.
func (g Geometry) PNormScoreSpread(lambda float64) float64 {
	return 4*g.SourceRadius*g.SourceRadius*g.largestNorm() + lambda
}

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
