// Package regression fits a linear model to weighted source rows: the second stage of the two-stage algorithms. It sees
// public rows and already released weights only.
package regression

import (
	"errors"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
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
	gram    *mat.SymDense
	moment  *mat.VecDense
	squares float64
}

func newNormal(d int) *normal {
	return &normal{gram: mat.NewSymDense(d, nil), moment: mat.NewVecDense(d, nil)}
}

func (n *normal) add(x []float64, y, q float64) {
	row := mat.NewVecDense(len(x), x)
	n.gram.SymRankOne(n.gram, q, row)
	n.moment.AddScaledVec(n.moment, q*y, row)
	n.squares += q * y * y
}

func (n *normal) combine(sign float64, a, b *normal) {
	d := a.gram.SymmetricDim()
	for i := range d {
		for j := i; j < d; j++ {
			n.gram.SetSym(i, j, a.gram.At(i, j)+sign*b.gram.At(i, j))
		}
	}
	n.moment.AddScaledVec(a.moment, sign, b.moment)
	n.squares = a.squares + sign*b.squares
}

// solve returns argmin_w wᵀAw − 2bᵀw + penalty·Σ_{i≥1} w_i²; the intercept is not penalised.
func (n *normal) solve(penalty float64) ([]float64, bool) {
	d := n.gram.SymmetricDim()
	a := mat.NewSymDense(d, nil)
	a.CopySym(n.gram)
	for i := 1; i < d; i++ {
		a.SetSym(i, i, a.At(i, i)+penalty)
	}
	var factor mat.Cholesky
	if !factor.Factorize(a) {
		return nil, false
	}
	w := mat.NewVecDense(d, nil)
	if err := factor.SolveVecTo(w, n.moment); err != nil && !errors.As(err, new(mat.Condition)) {
		return nil, false
	}
	return w.RawVector().Data, true
}

// loss returns Σ q (w·x − y)².
func (n *normal) loss(w []float64) float64 {
	v := mat.NewVecDense(len(w), w)
	return mat.Inner(v, n.gram, v) - 2*mat.Dot(v, n.moment) + n.squares
}

// Ridge returns argmin_w Σ q_j (w·x_j − y_j)² + penalty·‖w‖₂², the intercept w₀ not penalised; penalty > 0.
func Ridge(s Sample, penalty float64) ([]float64, error) {
	all := newNormal(s.order())
	for j, y := range s.Labels {
		all.add(s.row(j), y, s.Weights[j])
	}
	w, ok := all.solve(penalty)
	if !ok || floats.HasNaN(w) {
		return nil, errors.New("regression: the weighted normal equations are singular; raise the penalty")
	}
	return w, nil
}

func (s Sample) row(j int) []float64 { d := s.order(); return s.Rows[j*d : (j+1)*d] }
