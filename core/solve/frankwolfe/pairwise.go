package frankwolfe

import "math"

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

// lineSearch finds the length of a step by backtracking on L, the curvature along it (Pedregosa, Negiar, Askari and
// Jaggi 2020): γ = slope/L minimises the quadratic model value − γ·slope + (L/2)γ², and L is doubled until the model is
// above the function at that point.
type lineSearch struct {
	objective CorrectiveObjective
	curvature float64 // L of the last step
}

// step shifts weight from one vertex to the other, along which the objective falls at the rate slope. It reports false
// if there is nothing to gain: no two vertices differ, or rounding hides the descent.
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
