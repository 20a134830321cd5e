package symeigen

import "math"

// Cholesky overwrites the lower triangle of the positive definite d×d row-major matrix m, which is all that it reads, with L of
// M = LLᵀ. It reports false, and m is then of no use, if m is not positive definite in float64.
func Cholesky(m []float64, d int) bool {
	for i := range d {
		row := m[i*d : i*d+i+1]
		for j := range i {
			other := m[j*d : j*d+j+1]
			row[j] = (row[j] - dot(row[:j], other[:j])) / other[j]
		}
		square := row[i] - dot(row[:i], row[:i])
		if !(square > 0) || math.IsInf(square, 1) {
			return false
		}
		row[i] = math.Sqrt(square)
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
