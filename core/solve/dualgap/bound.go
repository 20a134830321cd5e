package dualgap

import (
	"math"

	"privadapt/core/solve/simplex"
)

// Bound returns a g such that min_Δ f ≥ f(y) − g for every function f on ℝᵐ that has this gradient at y and for which
// f − (λ/2)‖·‖₂² is convex, where λ ≥ 0 is the curvature. scratch has length m. The point y need not be in the simplex;
// if it is, g ≥ 0, and g = 0 proves that y is a minimiser.
//
// By convexity, f(v) ≥ f(y) + ⟨∇,v−y⟩ + (λ/2)‖v−y‖², and g is minus the minimum of the right side over the simplex. For
// λ = 0 that is the Frank–Wolfe gap max_v ⟨∇,y−v⟩, which is of first order in the distance to the minimiser; for λ > 0
// it is the gap to the Fenchel dual, of second order, and on the project's tasks a hundred to a thousand times smaller.
//
// The minimum is computed in its Lagrangian form, which is a valid bound for any multiplier θ of Σv = 1, however θ is
// rounded. It is written so that no terms cancel: with d = ∇ − θ, a component contributes d²/(2λ) if v_j > 0 and
// d·y_j − (λ/2)y_j² if v_j = 0.
// Test: TestBoundIsValidForAnyMultiplier, TestBoundIsTheFenchelGap.
func Bound(gradient, y []float64, curvature float64, scratch []float64) float64 {
	least, most := math.Inf(1), math.Inf(-1)
	for _, g := range gradient {
		if g < least {
			least = g
		}
		if g > most {
			most = g
		}
	}
	theta := least
	// Beyond this ratio y would be lost in y − ∇/λ, and λ makes no difference. Any smaller curvature is valid too.
	const negligible = 1e-9
	if curvature <= negligible*(most-least) {
		curvature = 0
	} else {
		for j, g := range gradient {
			scratch[j] = y[j] - (g-least)/curvature
		}
		theta -= curvature * simplex.Threshold(scratch)
	}
	return bound(gradient, y, curvature, theta)
}

func bound(gradient, y []float64, curvature, theta float64) float64 {
	total, sum := 0.0, 0.0
	for j, g := range gradient {
		d := g - theta
		if d < curvature*y[j] {
			total += d * d / (2 * curvature)
		} else {
			total += d*y[j] - curvature/2*y[j]*y[j]
		}
		sum += y[j]
	}
	return total + theta*(sum-1)
}
