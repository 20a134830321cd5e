package singlestage

import "math"

// ballGap returns max_{‖u‖≤Λ} ⟨∇, w − u⟩ = ⟨∇,w⟩ + Λ‖∇‖₂.
func ballGap(gradient, w []float64, radius float64) float64 {
	inner := 0.0
	for j, g := range gradient {
		inner += g * w[j]
	}
	// At least 0 by Cauchy–Schwarz, apart from rounding.
	return math.Max(0, inner+radius*norm(gradient))
}

// ballStep replaces w by (1−η)w + ηu with u = −Λ∇/‖∇‖₂, the point of the ball at which ⟨∇,u⟩ is least. If the gradient
// is 0, every point of the ball is such a point, and w does not change. The norm of w remains within Λ, rounding
// included.
func ballStep(w, gradient []float64, radius, eta float64) {
	length := norm(gradient)
	if length == 0 {
		return
	}
	for j, g := range gradient {
		w[j] = (1-eta)*w[j] - eta*radius*(g/length)
	}
	if size := norm(w); size > radius {
		// One ulp less per coordinate, so that the rounding of this product cannot exceed the bound.
		shrink := radius / size * (1 - 0x1p-52*float64(len(w)+8))
		for j := range w {
			w[j] *= shrink
		}
	}
}

// norm returns ‖v‖₂, without overflow or underflow.
func norm(v []float64) float64 {
	largest := 0.0
	for _, x := range v {
		largest = math.Max(largest, math.Abs(x))
	}
	if largest == 0 || math.IsInf(largest, 1) || math.IsNaN(largest) {
		return largest
	}
	sum := 0.0
	for _, x := range v {
		sum += (x / largest) * (x / largest)
	}
	return largest * math.Sqrt(sum)
}
