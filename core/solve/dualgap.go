// The duality gap bounds the difference between the value at a point of the probability simplex and the minimum of a
// convex function. This file also has the common parts of the solvers that stop by such a bound. It is for cases in
// which exact gradients may be used: after all noise has been added, or without privacy.

package solve

import (
	"math"

	"privadapt/core/solve/simplex"
)

// GapSettings of a solver that stops when it can prove that its point is good enough. The zero value works.
type GapSettings struct {
	// Curvature is a λ ≥ 0 such that the objective minus (λ/2)‖q‖₂² is still convex, in units of the objective. It
	// sharpens the proof (see Bound). Default 0, which is always true of a convex objective.
	Curvature float64
	// Relative is the gap at which to stop, as a fraction of the value. Default 1e-4.
	Relative float64
	// Absolute is the gap at which to stop, in units of the objective. Default 0. If the minimum may be 0, no relative
	// gap can be reached, and this setting is needed.
	Absolute float64
	// Rounds is the number of gradients after which to stop without a proof. Default 100 000.
	Rounds int
	// Recorder, if not nil, is called after every round with the result so far, and can end the run by an error.
	Recorder func(GapResult) error
}

// GapResult of a run. The objective is left at the point that the result describes. Where its gap is above the
// tolerance, Rounds rounds have been made, or the value no longer changed by more than its rounding.
type GapResult struct {
	Value  float64
	Gap    float64 // the minimum is at least Value − Gap
	Rounds int     // gradients used
}

// defaults returns the settings with defaults in place of zeros.
func (s GapSettings) defaults() GapSettings {
	if s.Relative == 0 {
		s.Relative = 1e-4
	}
	if s.Rounds == 0 {
		s.Rounds = 100_000
	}
	return s
}

// reached reports whether a gap is within the tolerance.
func (s GapSettings) reached(r GapResult) bool {
	return r.Gap <= math.Max(s.Absolute, s.Relative*math.Abs(r.Value))
}

// record calls the Recorder, if there is one.
func (s GapSettings) record(r GapResult) error {
	if s.Recorder == nil {
		return nil
	}
	return s.Recorder(r)
}

// GapBound returns a g such that min_Δ f ≥ f(y) − g for every function f on ℝᵐ that has this gradient at y and for
// which f − (λ/2)‖·‖₂² is convex, where λ ≥ 0 is the curvature. scratch has length m. The point y need not be in the
// simplex; if it is, g ≥ 0, and g = 0 proves that y is a minimiser.
//
// By convexity, f(v) ≥ f(y) + ⟨∇,v−y⟩ + (λ/2)‖v−y‖², and g is minus the minimum of the right side over the simplex. For
// λ = 0 that is the Frank–Wolfe gap max_v ⟨∇,y−v⟩, which is of first order in the distance to the minimiser; for λ > 0
// it is the gap to the Fenchel dual, of second order, and on the project's tasks a hundred to a thousand times smaller.
//
// The minimum is computed in its Lagrangian form, which is a valid bound for any multiplier θ of Σv = 1, however θ is
// rounded. It is written so that no terms cancel: with d = ∇ − θ, a component contributes d²/(2λ) if v_j > 0 and
// d·y_j − (λ/2)y_j² if v_j = 0.
// Test: TestBoundIsValidForAnyMultiplier, TestBoundIsTheFenchelGap.
func GapBound(gradient, y []float64, curvature float64, scratch []float64) float64 {
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
