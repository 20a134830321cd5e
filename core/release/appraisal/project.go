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

// kernels are projections that all tables of a layout share.
type kernels struct {
	upTo  [][]float64 // of numbers: for each place of the residuals, what stands at the nodes for 1 up to there
	below [][]float64 // of two classes: for each node of the log-odds, what stands at the nodes for 1 up to there
	// Of two classes: what stands at pairs of nodes for 1 where the first is above the second, and ½ where it is the
	// same.
	order [][]float64
}

func newKernels(l Layout) (k kernels) {
	switch l.Classes {
	case 0:
		low, high := l.Residuals[0], l.Residuals[len(l.Residuals)-1]
		for i := range resolution + 1 {
			k.upTo = append(k.upTo, project(l.Residuals, below(low+(high-low)/resolution*float64(i))))
		}
	case 2:
		for _, z := range l.Predictions {
			k.below = append(k.below, project(l.Predictions, below(z)))
		}
		k.order = order(l.Predictions)
	}
	return k
}

// order projects 1 where x > y in x and then in y.
func order(nodes []float64) [][]float64 {
	known := map[float64][]float64{}
	at := func(y float64) []float64 {
		if known[y] == nil {
			values := project(nodes, below(y))
			for i, v := range values {
				values[i] = 1 - v
			}
			known[y] = values
		}
		return known[y]
	}
	rows := make([][]float64, len(nodes))
	for i := range rows {
		rows[i] = project(nodes, func(y float64) float64 { return at(y)[i] })
	}
	return rows
}
