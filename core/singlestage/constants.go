package singlestage

import "math"

// Bounds are the public values on which the constants of L depend.
type Bounds struct {
	Radius       float64 // Λ
	SourceRadius float64 // r̂ = max ‖x_i‖₂
	Label        float64 // Y ≥ |y_i|
	Mu           float64 // μ of the softmax
}

// loss returns Λr̂ + Y, the largest residual.
func (b Bounds) loss() float64 { return b.Radius*b.SourceRadius + b.Label }

// Constants are those of theorem 6, with ‖·‖₁ for q and ‖·‖₂ for w.
type Constants struct {
	LipschitzWeights float64 // γ_q ≥ ‖∇_q L‖_∞
	LipschitzModel   float64 // γ_w ≥ ‖∇_w L‖₂
	SmoothWeights    float64 // μ_q, Lipschitz constant of ∇_q L in q
	SmoothModel      float64 // μ_w, of ∇_w L in w
	Cross            float64 // γ_{q,w}, of ∇_q L in w
	DiameterWeights  float64 // D_q
	DiameterModel    float64 // D_w
}

// Constants of L, as in appendix E.1, except for μ_w: the paper has r̂², which is half of the bound 2Σq_i(x_i·u)² ≤ 2r̂² on the
// second derivative of the squared loss.
// Test: TestConstantsBoundTheDerivatives.
func (b Bounds) Constants() Constants {
	loss, r, c := b.loss(), b.SourceRadius, 4*b.Radius*b.Radius
	return Constants{
		LipschitzWeights: loss*loss + c*r*r,
		LipschitzModel:   2 * loss * r,
		SmoothWeights:    c * b.Mu * r * r * r * r,
		SmoothModel:      2 * r * r,
		Cross:            2 * r * loss,
		DiameterWeights:  2,
		DiameterModel:    2 * b.Radius,
	}
}

// decrease returns A = D_qγ_q + D_wγ_w, which bounds the total decrease of L.
func (c Constants) decrease() float64 {
	return c.DiameterWeights*c.LipschitzWeights + c.DiameterModel*c.LipschitzModel
}

// curvature returns B = D_q²μ_q + D_w²μ_w + 2γ_{q,w}D_qD_w: a step η exceeds its linear model by at most Bη²/2.
func (c Constants) curvature() float64 {
	return c.DiameterWeights*c.DiameterWeights*c.SmoothWeights + c.DiameterModel*c.DiameterModel*c.SmoothModel +
		2*c.Cross*c.DiameterWeights*c.DiameterModel
}

// Step returns η = √(2A/(BK)), which minimises A/(ηK) + ηB/2 (theorem 6). It can exceed 1; a run then uses 1.
func (c Constants) Step(iterations int) float64 {
	return math.Sqrt(2 * c.decrease() / (c.curvature() * float64(iterations)))
}

// GapBound returns A/(ηK) + ηB/2, which bounds the average gap of K rounds with an exact oracle, hence the least one.
// Test: TestLeastGapMeetsTheTheorem.
func (c Constants) GapBound(step float64, iterations int) float64 {
	return c.decrease()/(step*float64(iterations)) + step*c.curvature()/2
}

// Iterations returns K = √2·√(AB)/(σ⁰_q·log(√(AB)·m/(σ⁰_qβ))) (theorem 6 with σ_w = 0), where the noise of one score
// is Laplace of scale σ⁰_q·√K, m is the number of source rows and β the failure probability of the theorem. At least 1.
func (c Constants) Iterations(noise float64, rows int, beta float64) int {
	product := math.Sqrt(c.decrease() * c.curvature())
	return atLeastOne(math.Sqrt2 * product / (noise * math.Log(product*float64(rows)/(noise*beta))))
}

// Privacy holds the values, in addition to Bounds, on which the paper's choices depend.
type Privacy struct {
	Epsilon, Delta float64
	TargetRadius   float64 // r
	Rows           int64   // n, private rows
}

// PaperNoise returns σ⁰_q = σ_q/√K of the paper's algorithm 1: 4τ_q√(2 log(1/δ))/ε with τ_q = 8Λ²μr²r̂²/n.
func (b Bounds) PaperNoise(p Privacy) float64 {
	r, rHat := p.TargetRadius, b.SourceRadius
	sensitivity := 8 * b.Radius * b.Radius * b.Mu * r * r * rHat * rHat / float64(p.Rows)
	return 4 * sensitivity * math.Sqrt(2*math.Log(1/p.Delta)) / p.Epsilon
}

// PaperIterations returns the K that corollary 2 prints,
//
//	K = εn(Λr̂+Y)√(1+2μr̂²) / (4Λr̂r²μ log(mn/β)√log(1/δ)),
//
// at least 1. It follows from Constants.Iterations with A = 8(Λr̂+Y)² and B = 8Λ²r̂²(1+2μr̂²), and log(mn/β) for the
// logarithm. This B omits the cross term 16Λr̂(Λr̂+Y), and this A is too small for Y < 0.53·Λr̂.
func (b Bounds) PaperIterations(p Privacy, rows int, beta float64) int {
	n, r := float64(p.Rows), p.TargetRadius
	return atLeastOne(p.Epsilon * n * b.loss() * math.Sqrt(b.sharpness()) /
		(4 * b.Radius * b.SourceRadius * r * r * b.Mu * math.Log(float64(rows)*n/beta) * math.Sqrt(math.Log(1/p.Delta))))
}

// PaperStep returns the η that corollary 2 prints, √2(Λr̂+Y)/(Λr̂√((1+2μr̂²)K)), with the A and B of
// PaperIterations. It can exceed 1; a run then uses 1.
func (b Bounds) PaperStep(iterations int) float64 {
	return math.Sqrt2 * b.loss() / (b.Radius * b.SourceRadius * math.Sqrt(b.sharpness()*float64(iterations)))
}

// sharpness returns 1 + 2μr̂².
func (b Bounds) sharpness() float64 { return 1 + 2*b.Mu*b.SourceRadius*b.SourceRadius }

func atLeastOne(k float64) int {
	if !(k > 1) {
		return 1
	}
	return int(math.Min(k, 1<<31-1))
}
