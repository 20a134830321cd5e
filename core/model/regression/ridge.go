// Package regression fits a linear model to weighted source rows: the second stage of the two-stage algorithms. It uses
// only public rows and weights that are already released.
package regression

import (
	"errors"
	"math"
)

// Sample is a weighted labelled sample: rows x_j, m×d row-major, the first coordinate a constant (the intercept);
// labels y_j; weights q_j ≥ 0 of sum 1.
type Sample struct {
	Rows    []float64
	Labels  []float64
	Weights []float64
}

func (s Sample) order() int { return len(s.Rows) / len(s.Labels) }

// Ridge returns argmin_w Σ q_j (w·x_j − y_j)² + penalty·‖w‖₂², the intercept w₀ not penalised; penalty > 0.
func Ridge(s Sample, penalty float64) ([]float64, error) {
	all := s.normals(1, func(int) int { return 0 })[0]
	w, ok := all.solve(penalty)
	if !ok || math.IsNaN(all.loss(w)) {
		return nil, errors.New("regression: the weighted normal equations are singular; raise the penalty")
	}
	return w, nil
}
