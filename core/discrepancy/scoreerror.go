package discrepancy

import "math"

// ulp is half the distance from 1 to the next larger float64: the relative error u of one rounding.
const ulp = 0x1p-53

// ScoreError returns e, a bound on the floating-point error of a component of the gradient that Objective computes after
// at most the given number of moves; a call of Start counts as one move, a Shift as two.
//
// With u = 2⁻⁵³ and B = r² + r̂² ≥ ‖M(q)‖₂, to first order in u:
//   - a move rounds an entry of M five times, and earlier errors shrink by 1−η, so ‖δM‖₂ ≤ 5·moves·d·u·B;
//   - the symmetric eigensolver is backward stable, ‖δM‖₂ ≤ 100·d·u·B with a generous constant (Golub and Van Loan,
//     section 8.3; LAPACK states a modest function of d);
//   - ‖δG‖₁ ≤ μ‖δM‖₂ by the smoothness of the softmax, and its exponents and sums are rounded, 8μB·u + 20d·u more;
//   - the products V diag Vᵀ and xᵀGx round by at most 4d²·u·r̂² in all.
//
// The last terms cover the regularisation and the difference to the smallest score. The sum Σ q_jx_jx_jᵀ that Start forms
// is off by up to m·u·r̂² besides, but it is made of public rows and of q: the same number for neighbours, as if the
// source were another by that much, and no part of e.
// The bound is several orders below the noise of any budget in use, so its slack costs nothing.
func (g Geometry) ScoreError(mu, lambda float64, moves int) float64 {
	d, r2 := float64(g.Order), g.SourceRadius*g.SourceRadius
	b := g.Radius*g.Radius + r2
	return r2*(mu*(g.matrixError(moves)+8*b*ulp)+(4*d*d+20*d)*ulp) + 8*ulp*(r2+lambda)
}

// matrixError bounds ‖δM‖₂ of the first two points.
func (g Geometry) matrixError(moves int) float64 {
	b := g.Radius*g.Radius + g.SourceRadius*g.SourceRadius
	return (5*float64(moves) + 100) * float64(g.Order) * ulp * b
}

// PNormScoreError is ScoreError for G_p. The first two points of that are the same; then
//   - |xᵀδGx| ≤ r̂²·‖δG‖_*, and ‖δG‖_* ≤ 2(2p−1)·‖δM‖_(2p) ≤ 2(2p−1)·d^{1/2p}·‖δM‖₂ by the smoothness of G_p;
//   - |λ|/‖M‖₂ is rounded once and math.Pow multiplies at most 2·log₂(2p) + 4 times, errors growing with the exponent, so a
//     power is off by at most (6p + 80)u, their sum of at least 1 by d(6p+81)u relatively, and a slope, which is at most 2B,
//     by 2B(d+1)(6p+90)u;
//   - Σ|slopes| ≤ 2B·d^{1/p}, so the products round by at most 2B·d^{1/p}·4d²·u·r̂².
func (g Geometry) PNormScoreError(p, lambda float64, moves int) float64 {
	d, r2 := float64(g.Order), g.SourceRadius*g.SourceRadius
	b := g.Radius*g.Radius + r2
	smooth := 2 * (2*p - 1) * math.Pow(d, 1/(2*p)) * g.matrixError(moves)
	rounded := 2 * b * ((d+1)*(6*p+90) + 4*d*d*math.Pow(d, 1/p)) * ulp
	return r2*(smooth+rounded) + 8*ulp*(2*b*r2+lambda)
}
