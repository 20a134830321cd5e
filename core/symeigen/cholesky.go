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

// Cholesky is the function of that name. The work is done on Lᵀ, four rows at a time and filled up to a width that the loop of inner
// products takes. Each entry is a sum in the order of the rows above it, whatever the number of rows at a time.
// Test: TestCholeskyKeepsItsOrder.
func (s *Space) Cholesky(m []float64, d int) bool {
	n := (d + 3) &^ 3
	if len(s.sums) != 4*n {
		s.upper, s.sums = make([]float64, n*n), make([]float64, 4*n)
	}
	upper := s.upper
	for i := range d {
		for j, v := range m[i*d : i*d+i+1] {
			upper[j*n+i] = v
		}
	}
	for first := 0; first < d; first += 4 {
		kernel.Inner(s.sums, upper, n, first)
		for j := first; j < min(first+4, d); j++ {
			row, sums := upper[j*n:j*n+d], s.sums[(j-first)*n:][:d]
			for k := first; k < j; k++ {
				above := upper[k*n : k*n+d]
				kernel.AddScaled(sums[j:], above[j], above[j:])
			}
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
	}
	return true
}

// CholeskySolve overwrites b by the solution x of LLᵀx = b, for the L that Cholesky has left in l. It takes four rows of L at a time,
// because a processor can work on four sums at once.
func CholeskySolve(l []float64, d int, b []float64) {
	for first := 0; first < d; first += 4 {
		var sums [4]float64
		if first+4 <= d {
			l0, l1, l2, l3 := l[first*d:][:first], l[(first+1)*d:][:first], l[(first+2)*d:][:first], l[(first+3)*d:][:first]
			var s0, s1, s2, s3 float64
			for k, v := range b[:first] {
				s0 += float64(l0[k] * v)
				s1 += float64(l1[k] * v)
				s2 += float64(l2[k] * v)
				s3 += float64(l3[k] * v)
			}
			sums = [4]float64{s0, s1, s2, s3}
		} else {
			for i := first; i < d; i++ {
				sums[i-first] = dot(l[i*d:i*d+first], b[:first])
			}
		}
		for i := first; i < min(first+4, d); i++ {
			for k := first; k < i; k++ {
				sums[i-first] += float64(l[i*d+k] * b[k])
			}
			b[i] = (b[i] - sums[i-first]) / l[i*d+i]
		}
	}
	for i := d - 1; i >= 0; i-- {
		b[i] /= l[i*d+i]
		kernel.AddScaled(b[:i], -b[i], l[i*d:i*d+i])
	}
}
