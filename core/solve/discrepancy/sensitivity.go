package discrepancy

import "math"

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
