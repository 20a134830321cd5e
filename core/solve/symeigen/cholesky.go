package symeigen

import (
	"math"

	"privadapt/core/kernel"
)

// Factor is the Cholesky factor L of a positive definite M = LLᵀ. The zero value has none yet; one Factor serves many
// matrices.
type Factor struct {
	order  int
	stride int       // order, filled up to a width that the loop of inner products takes
	upper  []float64 // Lᵀ, stride×stride row-major; what is below the diagonal is of no meaning
	sums   []float64
}

// Of factors the d×d row-major matrix m. It reads the lower triangle only. It reports false, and there is no factor
// then, if m is not positive definite in float64. The work is done on Lᵀ, four rows at a time. Each entry is a sum in
// the order of the rows above it, whatever the number of rows at a time. Test: TestCholeskyKeepsItsOrder.
func (f *Factor) Of(m []float64, d int) bool {
	n := (d + 3) &^ 3
	if f.stride != n {
		f.upper, f.sums = make([]float64, n*n), make([]float64, 4*n)
	}
	f.order, f.stride = d, n
	f.transpose(m)
	upper := f.upper
	for first := 0; first < d; first += 4 {
		kernel.Inner(f.sums, upper, n, first)
		for j := first; j < min(first+4, d); j++ {
			row, sums := upper[j*n:j*n+d], f.sums[(j-first)*n:][:d]
			for k := first; k < j; k++ {
				above := upper[k*n : k*n+d]
				kernel.AddScaled(sums[j:], above[j], above[j:])
			}
			square := row[j] - sums[j]
			if !(square > 0) || math.IsInf(square, 1) {
				return false
			}
			row[j] = math.Sqrt(square)
			kernel.Divide(row[j+1:], sums[j+1:], row[j])
		}
	}
	return true
}

// transpose copies the lower triangle of m, four rows at once, because their entries lie side by side in upper.
func (f *Factor) transpose(m []float64) {
	d, n := f.order, f.stride
	first := 0
	for ; first+4 <= d; first += 4 {
		a, b, c, e := m[first*d:][:first+4], m[(first+1)*d:][:first+4], m[(first+2)*d:][:first+4], m[(first+3)*d:][:first+4]
		at := first
		for j := range first + 4 { // below the diagonal of upper too, where nobody looks
			to := f.upper[at : at+4]
			to[0], to[1], to[2], to[3] = a[j], b[j], c[j], e[j]
			at += n
		}
	}
	for i := first; i < d; i++ {
		for j, v := range m[i*d : i*d+i+1] {
			f.upper[j*n+i] = v
		}
	}
}

// Diagonal returns the i-th entry of L's diagonal, above 0.
func (f *Factor) Diagonal(i int) float64 { return f.upper[i*f.stride+i] }

// Solve overwrites b by the solution x of Mx = b. Every sum is in the order of the rows of L, or in the reverse order
// on the way back. Test: TestCholeskyKeepsItsOrder.
func (f *Factor) Solve(b []float64) {
	d, n := f.order, f.stride
	sums := f.sums[:d]
	clear(sums)
	for k := range d {
		row := f.upper[k*n : k*n+d]
		b[k] = (b[k] - sums[k]) / row[k]
		kernel.AddScaled(sums[k+1:], b[k], row[k+1:])
	}
	for last := d; last > 0; {
		first := (last - 1) &^ 3 // four rows at once, because a processor can work on four sums at once
		if last-first == 4 {
			r0, r1, r2, r3 := f.upper[first*n:][:d], f.upper[(first+1)*n:][:d], f.upper[(first+2)*n:][:d],
				f.upper[(first+3)*n:][:d]
			b0, b1, b2, b3 := b[first], b[first+1], b[first+2], b[first+3]
			for i := d - 1; i >= last; i-- {
				v := b[i]
				b0 -= float64(r0[i] * v)
				b1 -= float64(r1[i] * v)
				b2 -= float64(r2[i] * v)
				b3 -= float64(r3[i] * v)
			}
			b[first], b[first+1], b[first+2], b[first+3] = b0, b1, b2, b3
		}
		for j := last - 1; j >= first; j-- {
			row := f.upper[j*n : j*n+d]
			for i := last - 1; i > j; i-- {
				b[j] -= float64(row[i] * b[i])
			}
			b[j] /= row[j]
		}
		last = first
	}
}
