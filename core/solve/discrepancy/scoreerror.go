package discrepancy

import "math"

// ulp is half the distance from 1 to the next larger float64: the relative error u of one rounding.
const ulp = 0x1p-53

// ScoreError returns e, a bound on the floating-point error of a component of the gradient that an Objective of this
// geometry computes, unless it is Uncertified, after at most the given number of moves; a call of Start counts as one
// move. The proof makes one assumption: the relative error of math.Exp and math.Log is at most 8u
// (their documented bound is 2u). Tests: TestScoreErrorBoundsTheRounding, TestHyperbolicError, TestElementaryFunctions.
//
// What is approximated. At a point q that is reached by the moves of the run, M(q) = M₀ − P with a matrix P of public
// rows and steps. The exact M₀ has the integers of the grid. P is defined as the sum that Start has formed, with
// its rounding, followed by exact steps: P is then the same for neighbours, as if the source were slightly different.
// Let B = r² + r̂², above 2⁻³⁰⁰; it bounds ‖M(q)‖_F because both parts are positive semidefinite, of traces at most r²
// and r̂².
//
//  1. M. Rounding M₀ to float64, three times an entry, and subtracting P moves M by 4uB in Frobenius norm. A move
//     rounds (1−η)M four times, ηM₀ and ηxxᵀ three times, in all by at most 4uB, and earlier errors shrink by 1−η.
//  2. (V,Λ). With V = UH, U orthogonal and H = (VᵀV)^{1/2}, let M̃ = UΛUᵀ. spectrumError gives ‖H−I‖₂ ≤ 0.51τ and
//     (M−M̃)U = (MV−VΛ) + M(U−V) + (V−U)Λ, so ‖M−M̃‖₂ ≤ τB + 0.51τ(B + 1.02B) ≤ 2.2τB: (U,Λ) is the exact decomposition
//     of a matrix that near, however close the eigenvalues lie to each other. Points 2 to 4 are for μ‖M‖_F above
//     hyperbolicLimit. Below it there are no eigenvalues; hyperbolicError stands for them.
//  3. So far ‖δM‖₂ ≤ (4·moves·u + 2.2τ)B, and ‖δG‖₁ ≤ μ‖δM‖₂ since the softmax is μ-smooth from the spectral to the
//     trace norm. With S the slopes at Λ, G(M̃) = USUᵀ, and xᵀ(VSVᵀ − USUᵀ)x = yᵀ(HSH − S)y for y = Uᵀx, at most
//     1.1τ‖S‖₂‖x‖², ‖S‖₂ ≤ 1.
//  4. S. The exponents have a relative error of 2u, which moves e^{−t} by at most 2u·t·e^{−t} ≤ u. With the error of
//     Exp each exponential has an error of 9u, their sum, which is at least 1, a relative error of 20d·u, and a slope
//     (20d+20)u.
//  5. The products. An entry of VSVᵀ is off by (d+2)u times the sum of the sizes of its terms, xᵀGx by (2d+2)u in the
//     order of the kernel, portable or SIMD (d+1 roundings along the features, three products and sums, half a sum for
//     each pair of rows), as in Score's order, and Σ_k|s_k|(|x|ᵀ|v_k|)² ≤ ‖x‖²·Σ|s_k| ≤ ‖x‖²: together (3d+4)u·r̂².
//  6. The regularisation, the difference to the smallest score and its division by the noise scale: 8u(r̂²+λ).
//
// The factor 1.1 outweighs all terms of second order and ‖V‖₂², ‖v_k‖² ≤ 1.01. At default settings, charging 4e in
// addition to the range R takes 0.01% more noise at d = 40 and n = 10⁶, and 0.2% at d = 200. It grows with n and with
// d²: for hundreds of features and more than 10⁸ rows it is as large as R, although hyperbolicError is far above the
// actual error.
func (g Geometry) ScoreError(mu, lambda float64, moves int) float64 {
	d, r2, b := float64(g.Order), g.SourceRadius*g.SourceRadius, g.largestSum()
	eigen := 2.2*spectrumError(d)*mu*b + 1.1*spectrumError(d) + (21*d+22)*ulp
	return 1.1 * (r2*(4*float64(moves)*ulp*mu*b+math.Max(eigen, hyperbolicError(d, mu*b))+(2*d+2)*ulp) +
		8*ulp*(r2+lambda))
}

// largestSum returns B.
func (g Geometry) largestSum() float64 { return g.Radius*g.Radius + g.SourceRadius*g.SourceRadius }

// matrixError bounds ‖δM‖₂ of the first two points.
func (g Geometry) matrixError(moves int) float64 {
	return (4*float64(moves)*ulp + 2.2*spectrumError(float64(g.Order))) * g.largestSum()
}

// PNormScoreError is ScoreError for G_p. The first two points of the proof are the same; then
//
//  3. |xᵀδGx| ≤ r̂²·‖δG‖_*, and ‖δG‖_* ≤ 2(2p−1)·‖δM‖_(2p) ≤ 2(2p−1)·d^{1/2p}·‖δM‖₂ by the smoothness of G_p. The
//     slopes are at most 2‖Λ‖₂ ≤ 2·1.02B, so the defect of V costs 1.1τ·2B.
//  4. a = |λ|/‖Λ‖₂ is rounded once, which moves a^{2p−1} by (2p−1)u; the roundings of log a and of the exponent move it
//     by 10u·t·e^{−t} ≤ 4u, and Exp by 8u: (2p+11)u in all. The sum T of the a^{2p} is at least 1, and off by d(2p+14)u
//     relatively; T^{1/p−1} by d(2p+25)u, and a slope by 2B(d+1)(2p+26)u.
//  5. Σ|slopes| ≤ 2B·d^{1/p}, so the products round by at most 2B·d^{1/p}·(3d+4)u·r̂².
//  6. Scores are at most 2Br̂² + λ.
func (g Geometry) PNormScoreError(p, lambda float64, moves int) float64 {
	d, r2 := float64(g.Order), g.SourceRadius*g.SourceRadius
	b := g.largestSum()
	smooth := 2 * (2*p - 1) * math.Pow(d, 1/(2*p)) * g.matrixError(moves)
	defect := 2 * b * 1.1 * spectrumError(d)
	rounded := 2 * b * ((d+1)*(2*p+26) + math.Pow(d, 1/p)*(3*d+4)) * ulp
	return 1.1 * (r2*(smooth+defect+rounded) + 8*ulp*(2*b*r2+lambda))
}
