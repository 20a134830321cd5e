// Package regression fits a linear model to weighted source rows: the second stage of the two-stage algorithms. It uses only
// public rows and weights that are already released.
package regression

import (
	"errors"
	"math"

	"privadapt/core/kernel"
	"privadapt/core/symeigen"
)

// Sample is a weighted labelled sample: rows x_j, m×d row-major, the first coordinate a constant (the intercept); labels
// y_j; weights q_j ≥ 0 of sum 1.
type Sample struct {
	Rows    []float64
	Labels  []float64
	Weights []float64
}

func (s Sample) order() int { return len(s.Rows) / len(s.Labels) }

// normal holds the normal equations of some rows: A = Σ q xxᵀ, b = Σ q y x, and Σ q y².
type normal struct {
	gram    []float64 // A, d×d row-major, the lower triangle alone
	moment  []float64 // b
	squares float64
}

func newNormal(d int) *normal {
	return &normal{gram: make([]float64, d*d), moment: make([]float64, d)}
}

func (n *normal) add(x []float64, y, q float64) {
	if q == 0 {
		return // as most weights may be
	}
	for i, v := range x {
		v *= q
		kernel.AddScaled(n.gram[i*len(x):i*len(x)+i+1], v, x[:i+1])
		n.moment[i] += v * y
	}
	n.squares += q * y * y
}

func (n *normal) combine(sign float64, a, b *normal) {
	for i, v := range a.gram {
		n.gram[i] = v + sign*b.gram[i]
	}
	for i, v := range a.moment {
		n.moment[i] = v + sign*b.moment[i]
	}
	n.squares = a.squares + sign*b.squares
}

// solve returns argmin_w wᵀAw − 2bᵀw + penalty·Σ_{i≥1} w_i²; the intercept is not penalised.
func (n *normal) solve(penalty float64) ([]float64, bool) {
	d := len(n.moment)
	a := append([]float64(nil), n.gram...)
	for i := 1; i < d; i++ {
		a[i*d+i] += penalty
	}
	if !symeigen.Cholesky(a, d) {
		return nil, false
	}
	w := append([]float64(nil), n.moment...)
	symeigen.CholeskySolve(a, d, w)
	return w, true
}

// loss returns Σ q (w·x − y)².
func (n *normal) loss(w []float64) float64 {
	sum := n.squares
	for i, v := range w {
		inner := n.gram[i*len(w)+i]*v - 2*n.moment[i]
		for j, u := range w[:i] {
			inner += 2 * n.gram[i*len(w)+j] * u
		}
		sum += v * inner
	}
	return sum
}

// Ridge returns argmin_w Σ q_j (w·x_j − y_j)² + penalty·‖w‖₂², the intercept w₀ not penalised; penalty > 0.
func Ridge(s Sample, penalty float64) ([]float64, error) {
	all := newNormal(s.order())
	for j, y := range s.Labels {
		all.add(s.row(j), y, s.Weights[j])
	}
	w, ok := all.solve(penalty)
	if !ok || math.IsNaN(all.loss(w)) {
		return nil, errors.New("regression: the weighted normal equations are singular; raise the penalty")
	}
	return w, nil
}

func (s Sample) row(j int) []float64 { d := s.order(); return s.Rows[j*d : (j+1)*d] }
