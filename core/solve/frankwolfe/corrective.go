package frankwolfe

import (
	"math"

	"privadapt/core/solve/dualgap"
)

// CorrectiveObjective is an Objective whose second derivative is known, that can start anywhere and that can move
// weight from one vertex to another.
type CorrectiveObjective interface {
	Objective
	// Start moves to the point q, which the objective then owns.
	Start(q []float64)
	// Image returns a new vector that is affine in the point and from which StartAt moves to it faster than Start; nil if
	// there is none.
	Image() []float64
	// StartAt is Start for a point with this image, which the objective then owns.
	StartAt(q, image []float64)
	// Shift replaces the point q by q + γ(e_to − e_from).
	Shift(to, from int, gamma float64)
	// Value returns the value at the point without computing the gradient, so it is cheap.
	Value() float64
	// Bend takes the second derivative B at the point, and Curve writes Bp into dst, wherever the point is by then. Curve
	// returns the change of Image along p, which is good until the next Curve.
	Bend()
	Curve(dst, p []float64) (change []float64)
}

// Corrective moves a convex objective from its present point to one whose duality gap is within the tolerance:
// Frank–Wolfe with quadratic corrections (Halbey, Deza, Zimmer, Roux, Stellato and Pokutta 2025), carried over to
// objectives that are not quadratic by their second-order model. A round computes one gradient. Its correction
// minimises the model over the active rows, those that have weight or would get some, so that many weights change at
// once. If the last correction gained less than a hundredth of the gap, a pairwise step comes first (Lacoste-Julien and
// Jaggi 2015): weight goes from the vertex of the largest gradient that has any to the vertex of the smallest. So a
// round either takes a hundredth of what is left or has the guarantee of pairwise steps, which converge linearly.
//
// The method uses exact gradients and values, so it is for post-processing only. An error comes from the Recorder.
func Corrective(objective CorrectiveObjective, settings dualgap.Settings) (dualgap.Result, error) {
	const enough = 0.01 // of the gap
	settings = settings.Defaults()
	m := len(objective.Point())
	gradient, scratch := make([]float64, m), make([]float64, m)
	search, correction := lineSearch{objective: objective}, newCorrection(objective)
	lower := math.Inf(-1)
	slow := false
	for round := 1; ; round++ {
		value := objective.Gradient(gradient)
		lower = math.Max(lower, value-dualgap.Bound(gradient, objective.Point(), settings.Curvature, scratch))
		result := dualgap.Result{Value: value, Gap: value - lower, Rounds: round}
		if err := settings.Record(result); err != nil {
			return result, err
		}
		if settings.Reached(result.Value, result.Gap) {
			return result, nil
		}
		if round == settings.Rounds {
			result.Status = dualgap.RoundLimit
			return result, nil
		}
		if !slow {
			gain := correction.step(gradient, value)
			slow = gain < enough*result.Gap
			if gain > 0 {
				continue
			}
		}
		slow = false
		if to, from := pair(gradient, objective.Point()); !search.step(to, from, gradient[from]-gradient[to], value) {
			result.Status = dualgap.Stalled
			return result, nil
		}
	}
}
