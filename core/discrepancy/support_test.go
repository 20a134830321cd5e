package discrepancy

import (
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"
)

func randomSymmetric(r *rand.Rand, d int, scale float64) *mat.SymDense {
	m := mat.NewSymDense(d, nil)
	for i := range d {
		for j := i; j < d; j++ {
			m.SetSym(i, j, scale*r.NormFloat64())
		}
	}
	return m
}

func randomObjective(r *rand.Rand, m, d int, s Smoothing, lambda float64) *Objective {
	rows := make([]float64, m*d)
	for i := range rows {
		rows[i] = r.NormFloat64()
	}
	target := mat.NewSymDense(d, nil)
	for range 3 * d {
		x := mat.NewVecDense(d, nil)
		for i := range d {
			x.SetVec(i, 0.3+r.NormFloat64())
		}
		target.SymRankOne(target, 1/float64(3*d), x)
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
func matrixOfGradient(s Smoothing, m *mat.SymDense) *mat.SymDense {
	var sp spectrum
	if !sp.decompose(m) {
		panic("not finite")
	}
	d := m.SymmetricDim()
	slopes, g := make([]float64, d), mat.NewSymDense(d, nil)
	s.Evaluate(sp.values, slopes)
	for k, v := range slopes {
		g.SymRankOne(g, v, mat.NewVecDense(d, sp.vectors[k*d:(k+1)*d]))
	}
	return g
}
