package frankwolfe

import (
	"math"

	"privadapt/core/dualgap"
)

// PairwiseObjective is an Objective that can move weight from one vertex to another.
type PairwiseObjective interface {
	Objective
	// Shift replaces the point q by q + γ(e_to − e_from).
	Shift(to, from int, gamma float64)
	// Value returns the value at the point without computing the gradient, so it is cheap.
	Value() float64
}

// Pairwise moves a convex objective from its present point to one whose duality gap is within the tolerance, by pairwise
// steps (Lacoste-Julien and Jaggi 2015): weight goes from the vertex of the largest gradient that has any to the vertex of
// the smallest. A line search chooses the length of each step. The method uses exact gradients and values, so it is for
// post-processing only. An error comes from the Recorder.
//
// It works best for minimisers with few vertices, such as those without a regulariser; for others package projectedgradient
// needs far fewer gradients.
func Pairwise(objective PairwiseObjective, settings dualgap.Settings) (dualgap.Result, error) {
	settings = settings.Defaults()
	q := objective.Point()
	gradient, scratch := make([]float64, len(q)), make([]float64, len(q))
	search := lineSearch{objective: objective}
	lower := math.Inf(-1)
	for round := 1; ; round++ {
		value := objective.Gradient(gradient)
		lower = math.Max(lower, value-dualgap.Bound(gradient, q, settings.Curvature, scratch))
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
		if to, from := pair(gradient, q); !search.step(to, from, gradient[from]-gradient[to], value) {
			result.Status = dualgap.Stalled
			return result, nil
		}
	}
}

// pair returns the vertex of the smallest gradient and, among those that carry weight, the one of the largest.
func pair(gradient, q []float64) (to, from int) {
	from = -1
	for j, g := range gradient {
		if g < gradient[to] {
			to = j
		}
		if q[j] > 0 && (from < 0 || g > gradient[from]) {
			from = j
		}
	}
	return to, from
}

// lineSearch finds the length of a step by backtracking on L, the curvature along it (Pedregosa, Negiar, Askari and Jaggi
// 2020): γ = slope/L minimises the quadratic model value − γ·slope + (L/2)γ², and L is doubled until the model is above the
// function at that point.
type lineSearch struct {
	objective PairwiseObjective
	curvature float64 // L of the last step
}

// step shifts weight from one vertex to the other, along which the objective falls at the rate slope. It reports false if
// there is nothing to gain: no two vertices differ, or rounding hides the descent.
func (s *lineSearch) step(to, from int, slope, value float64) bool {
	const rounding = 1e-14 // of the value
	if !(slope > 0) {
		return false
	}
	weight := s.objective.Point()[from]
	s.curvature *= 0.9 // L depends on the direction and may be smaller this time
	for range 100 {
		gamma := weight
		if s.curvature*weight > slope {
			gamma = slope / s.curvature
		}
		s.objective.Shift(to, from, gamma)
		if s.objective.Value() <= value-gamma*slope+s.curvature/2*gamma*gamma+rounding*math.Abs(value) {
			return true
		}
		s.objective.Shift(from, to, gamma)
		if s.curvature == 0 {
			s.curvature = slope / weight
		} else {
			s.curvature *= 2
		}
	}
	return false
}
