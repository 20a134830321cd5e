package appraisal

import "math"

// points is the number of points of an interval at which functions are averaged.
const points = 64

// project returns the values at the nodes that stand for a function f: they are f's own values at both ends, where
// rows beyond the axis count, and between them Σ_j φ_j∫h_ih_j = ∫f·h_i for each inner node i, with h_i the hat
// function of node i, 1 there and 0 at all other nodes. A row at x counts with h_j(x) at node j. So ∫(Σφ_jh_j −
// f)·p = 0 for every density p that is linear between nodes and 0 at the ends, and the sum over rows of φ has no
// bias there. Where a node is there twice the two sides are independent. Test:
// TestProjectionIsUnbiasedForDensitiesThatAreLinearBetweenNodes.
func project(nodes []float64, f func(x float64) float64) []float64 {
	last := len(nodes) - 1
	diagonal, upper, right := make([]float64, last+1), make([]float64, last+1), make([]float64, last+1)
	for k := range last {
		h := nodes[k+1] - nodes[k]
		diagonal[k] += h / 3
		diagonal[k+1] += h / 3
		upper[k] = h / 6
		for i := range points {
			u := (float64(i) + 0.5) / points
			v := f(nodes[k]+u*h) * h / points
			right[k] += (1 - u) * v
			right[k+1] += u * v
		}
	}
	values := make([]float64, last+1)
	values[0], values[last] = f(nodes[0]), f(nodes[last])
	if last < 2 {
		return values
	}
	right[1] -= upper[0] * values[0]
	right[last-1] -= upper[last-1] * values[last]
	for k := 2; k < last; k++ { // elimination of a symmetric tridiagonal system
		ratio := upper[k-1] / diagonal[k-1]
		diagonal[k] -= ratio * upper[k-1]
		right[k] -= ratio * right[k-1]
	}
	values[last-1] = right[last-1] / diagonal[last-1]
	for k := last - 2; k >= 1; k-- {
		values[k] = (right[k] - upper[k]*values[k+1]) / diagonal[k]
	}
	return values
}

// below is the function 1 up to a place, ½ there, and 0 beyond.
func below(place float64) func(x float64) float64 {
	return func(x float64) float64 {
		switch {
		case x < place:
			return 1
		case x == place:
			return 0.5
		}
		return 0
	}
}

func square(x float64) float64 { return x * x }

func probability(logOdds float64) float64 { return 1 / (1 + math.Exp(-logOdds)) }
