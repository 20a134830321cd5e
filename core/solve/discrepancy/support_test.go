package discrepancy

import (
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"privadapt/core/solve/symeigen"
)

func randomSymmetric(r *rand.Rand, d int, scale float64) *symeigen.Matrix {
	m := symeigen.NewMatrix(d, nil)
	for i := range d {
		for j := i; j < d; j++ {
			m.Set(i, j, scale*r.NormFloat64())
		}
	}
	return m
}

// dense is the same matrix with gonum's operations, on the same storage.
func dense(m *symeigen.Matrix) *mat.SymDense { return mat.NewSymDense(m.Order, m.Data) }

// scale multiplies a matrix by a factor.
func scale(factor float64, m *symeigen.Matrix) {
	same := dense(m)
	same.ScaleSym(factor, same)
}

func randomObjective(r *rand.Rand, m, d int, s Smoothing, lambda float64) *Objective {
	rows := make([]float64, m*d)
	for i := range rows {
		rows[i] = r.NormFloat64()
	}
	target := symeigen.NewMatrix(d, nil)
	for range 3 * d {
		x := mat.NewVecDense(d, nil)
		for i := range d {
			x.SetVec(i, 0.3+r.NormFloat64())
		}
		sum := dense(target)
		sum.SymRankOne(sum, 1/float64(3*d), x)
	}
	return &Objective{Target: target, Rows: rows, Smoothing: s, Lambda: lambda}
}

func randomPoint(r *rand.Rand, m int) []float64 {
	q, total := make([]float64, m), 0.0
	for j := range q {
		q[j] = r.ExpFloat64()
		total += q[j]
	}
	for j := range q {
		q[j] /= total
	}
	return q
}

// matrixOfGradient returns V diag(slopes) Vᵀ at M.
func matrixOfGradient(s Smoothing, m *symeigen.Matrix) *symeigen.Matrix {
	var sp spectrum
	if !sp.decompose(m) {
		panic("not finite")
	}
	d := m.Order
	slopes, g := make([]float64, d), symeigen.NewMatrix(d, nil)
	s.Evaluate(sp.values, slopes)
	for k, v := range slopes {
		sum := dense(g)
		sum.SymRankOne(sum, v, mat.NewVecDense(d, sp.vectors[k*d:(k+1)*d]))
	}
	return g
}

// estimatesOf are the estimates of all rows, computed apart from the objective's own.
func estimatesOf(o *Objective) []float64 {
	scores, _ := newEstimator(o.Rows, o.order()).estimate(o.sketch.g, o.Lambda, o.q)
	return scores
}
