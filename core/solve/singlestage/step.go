package singlestage

import "math"

// Bounds are the public values on which the step depends.
type Bounds struct {
	Radius       float64 // Λ
	SourceRadius float64 // r̂ = max ‖x_i‖₂
	Label        float64 // Y ≥ |y_i|
	Mu           float64 // μ of the softmax
}

// loss returns Λr̂ + Y, the largest residual.
func (b Bounds) loss() float64 { return b.Radius*b.SourceRadius + b.Label }

// PaperStep returns the η that corollary 2 prints, √2(Λr̂+Y)/(Λr̂√((1+2μr̂²)K)). It is √(2A/(BK)) of theorem 6 with
// A = 8(Λr̂+Y)² and B = 8Λ²r̂²(1+2μr̂²); this B omits the cross term 16Λr̂(Λr̂+Y), and this A is too small for Y <
// 0.53·Λr̂. It can exceed 1; a run then uses 1. Test: TestPaperStep.
func (b Bounds) PaperStep(iterations int) float64 {
	return math.Sqrt2 * b.loss() / (b.Radius * b.SourceRadius * math.Sqrt(b.sharpness()*float64(iterations)))
}

// sharpness returns 1 + 2μr̂².
func (b Bounds) sharpness() float64 { return 1 + 2*b.Mu*b.SourceRadius*b.SourceRadius }
