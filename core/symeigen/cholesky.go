package symeigen

import (
	"math"

	"privadapt/core/kernel"
)

// Space is scratch space for Cholesky factors. The zero value works.
type Space struct{ upper, sums []float64 }

// Cholesky overwrites the lower triangle of the positive definite d×d row-major matrix m, which is all that it reads, with L of
// M = LLᵀ. It reports false, and m is then of no use, if m is not positive definite in float64.
func Cholesky(m []float64, d int) bool { return new(Space).Cholesky(m, d) }

// Cholesky is the function of that name. The work is done on Lᵀ row by row, filled up to a width that the loop of inner products
// takes.
func (s *Space) Cholesky(m []float64, d int) bool {
	n := (d + 7) &^ 7
	if len(s.sums) != n {
		s.upper, s.sums = make([]float64, n*n), make([]float64, n)
	}
	upper, sums := s.upper, s.sums
	for i := range d {
		for j, v := range m[i*d : i*d+i+1] {
			upper[j*n+i] = v
		}
	}
	for j := range d {
		row := upper[j*n : j*n+d]
		kernel.Inner(sums, upper, n, j)
		square := row[j] - sums[j]
		if !(square > 0) || math.IsInf(square, 1) {
			return false
		}
		root := math.Sqrt(square)
		row[j] = root
		m[j*d+j] = root
		for i := j + 1; i < d; i++ {
			row[i] = (row[i] - sums[i]) / root
			m[i*d+j] = row[i]
		}
	}
	return true
}

// CholeskySolve overwrites b by the solution x of LLᵀx = b, for the L that Cholesky has left in l.
func CholeskySolve(l []float64, d int, b []float64) {
	for i := range d {
		b[i] = (b[i] - dot(l[i*d:i*d+i], b[:i])) / l[i*d+i]
	}
	for i := d - 1; i >= 0; i-- {
		b[i] /= l[i*d+i]
		for j := range i {
			b[j] -= l[i*d+j] * b[i]
		}
	}
}
