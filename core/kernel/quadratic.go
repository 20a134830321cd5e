// Package kernel holds the loops that take the time of a run. They know nothing of privacy or of optimisation.
package kernel

// QuadraticForms writes dst[j] = x_jᵀ G x_j for the rows x_j of an m×d row-major matrix. g is the upper triangle of the
// symmetric G, row-major, with off-diagonal entries doubled (see PackSymmetric); len(dst) = m.
func QuadraticForms(dst, rows []float64, d int, g []float64) {
	for j := range dst {
		x := rows[j*d : (j+1)*d]
		packed := g
		sum := 0.0
		for i, v := range x {
			inner := 0.0
			tail := x[i:]
			for k, w := range packed[:len(tail)] {
				inner += w * tail[k]
			}
			packed = packed[len(tail):]
			sum += v * inner
		}
		dst[j] = sum
	}
}

// PackSymmetric writes the upper triangle of a symmetric d×d row-major matrix, off-diagonal entries doubled, into dst of
// length d(d+1)/2.
func PackSymmetric(dst, full []float64, d int) {
	k := 0
	for i := range d {
		dst[k] = full[i*d+i]
		k++
		for j := i + 1; j < d; j++ {
			dst[k] = 2 * full[i*d+j]
			k++
		}
	}
}

// WeightedGram adds Σ_j q_j x_j x_jᵀ to the symmetric d×d row-major matrix dst, both triangles.
func WeightedGram(dst, rows []float64, d int, q []float64) {
	for j, weight := range q {
		if weight == 0 {
			continue
		}
		x := rows[j*d : (j+1)*d]
		for i, v := range x {
			v *= weight
			row := dst[i*d : (i+1)*d]
			for k := i; k < d; k++ {
				row[k] += v * x[k]
			}
		}
	}
	for i := range d {
		for k := range i {
			dst[i*d+k] = dst[k*d+i]
		}
	}
}
