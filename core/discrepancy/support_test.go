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

func randomUnit(r *rand.Rand, d int) *mat.VecDense {
	v := mat.NewVecDense(d, nil)
	for i := range d {
		v.SetVec(i, r.NormFloat64())
	}
	v.ScaleVec(1/mat.Norm(v, 2), v)
	return v
}

// axis returns length·e_i.
func axis(d, i int, length float64) *mat.VecDense {
	v := mat.NewVecDense(d, nil)
	v.SetVec(i, length)
	return v
}

// changeOfGradient returns E = G(M + xxᵀ/n) − G(M + yyᵀ/n): what replacing the private row x by y does.
func changeOfGradient(s Smoothing, m *mat.SymDense, x, y *mat.VecDense, n int64) *mat.SymDense {
	gradient := func(row *mat.VecDense) *mat.SymDense {
		d := m.SymmetricDim()
		moved, g := mat.NewSymDense(d, nil), mat.NewSymDense(d, nil)
		moved.SymRankOne(m, 1/float64(n), row)
		var sp spectrum
		if !sp.decompose(moved) {
			panic("not finite")
		}
		slopes := make([]float64, d)
		s.Evaluate(sp.values, slopes)
		for k, v := range slopes {
			g.SymRankOne(g, v, sp.vectors.ColView(k))
		}
		return g
	}
	before, after := gradient(x), gradient(y)
	for i := range before.SymmetricDim() {
		for j := i; j < before.SymmetricDim(); j++ {
			before.SetSym(i, j, before.At(i, j)-after.At(i, j))
		}
	}
	return before
}
