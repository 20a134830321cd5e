// Package embedding asks by experiment whether weights from a private mean embedding would be better than those from
// the private second moment, which the engine has: the mean of a kernel's features, alone or in one release with the
// second moment, with Gaussian noise of the same budget. Nothing here is a mechanism.
package embedding

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// statistic is a vector-valued function of a row: what a mechanism would release the mean of.
type statistic struct {
	source      *mat.Dense // of the public rows, m×p
	target      *mat.Dense // of the private rows
	sensitivity float64    // Δ₂ of the sum, when one row replaces another
}

// rowsOf returns a matrix that has a row for each of the given rows, which have d coordinates; a function fills it in.
func rowsOf(rows []float64, d, columns int, fill func(to, x []float64)) *mat.Dense {
	n := len(rows) / d
	f := mat.NewDense(n, columns, nil)
	for j := range n {
		fill(f.RawRowView(j), rows[j*d:(j+1)*d])
	}
	return f
}

// secondMoment lists the entries of xxᵀ on and above the diagonal. Those above it are multiplied by √2, so that the
// norm is the Frobenius norm. The entry of the intercepts is public. Δ = √2·r² (core/noise/momentnoise).
func secondMoment(source, target []float64, d int, radius float64) statistic {
	entries := func(rows []float64) *mat.Dense {
		return rowsOf(rows, d, d*(d+1)/2-1, func(to, x []float64) {
			k := 0
			for a := range d {
				for b := max(a, 1); b < d; b++ {
					to[k] = x[a] * x[b]
					if a != b {
						to[k] *= math.Sqrt2
					}
					k++
				}
			}
		})
	}
	return statistic{entries(source), entries(target), math.Sqrt2 * radius * radius}
}

// landmarks is the number of public rows on which the feature map is projected. There may be about twice as many.
const landmarks = 300

// meanEmbedding projects the feature map of two Gaussian kernels' mean on the span of public rows (Nyström). The kernel
// is above 0, and 1 on the diagonal, so two rows are at most √2 apart in its space, and a projection increases no
// distance: Δ = √2. Random Fourier features of norm 1 have Δ = 2. The kernels have the squared widths d/2 and 2d for d
// columns; two standardised rows are √(2d) apart. Test: TestSensitivities.
func meanEmbedding(source, target []float64, d int) statistic {
	m := len(source) / d
	step := max(1, m/landmarks)
	var z []float64
	for j := 0; j < m; j += step {
		z = append(z, source[j*d:(j+1)*d]...)
	}
	l := len(z) / d
	kernel := func(rows []float64) *mat.Dense {
		return rowsOf(rows, d, l, func(to, x []float64) {
			for i := range to {
				square := 0.0
				for a := 1; a < d; a++ {
					square += (x[a] - z[i*d+a]) * (x[a] - z[i*d+a])
				}
				to[i] = (math.Exp(-square/float64(d-1)) + math.Exp(-square/float64(4*(d-1)))) / 2
			}
		})
	}
	g := kernel(z)
	var eigen mat.EigenSym
	eigen.Factorize(mat.NewSymDense(l, g.RawMatrix().Data), true)
	values := eigen.Values(nil)
	var vectors mat.Dense
	eigen.VectorsTo(&vectors)
	first := 0
	for values[first] < 1e-6*values[l-1] {
		first++
	}
	root := mat.DenseCopyOf(vectors.Slice(0, l, first, l))
	for k := first; k < l; k++ {
		for i := range l {
			root.Set(i, k-first, root.At(i, k-first)/math.Sqrt(values[k]))
		}
	}
	apply := func(rows []float64) *mat.Dense {
		var f mat.Dense
		f.Mul(kernel(rows), root)
		return &f
	}
	return statistic{apply(source), apply(target), math.Sqrt2}
}

// columns are z/s, of norm at most 1: Δ = 2.
func columns(source, target []float64, d int, feature float64) statistic {
	take := func(rows []float64) *mat.Dense {
		return rowsOf(rows, d, d-1, func(to, x []float64) {
			for a := range to {
				to[a] = x[a+1] / feature
			}
		})
	}
	return statistic{take(source), take(target), 2}
}

// together is one release of two statistics, of which the second is multiplied by a weight. One row moves both: Δ² =
// Δ_a² + (weight·Δ_b)².
func together(a statistic, weight float64, b statistic) statistic {
	join := func(x, y *mat.Dense) *mat.Dense {
		n, p := x.Dims()
		_, q := y.Dims()
		f := mat.NewDense(n, p+q, nil)
		for j := range n {
			copy(f.RawRowView(j), x.RawRowView(j))
			for k, v := range y.RawRowView(j) {
				f.RawRowView(j)[p+k] = weight * v
			}
		}
		return f
	}
	return statistic{join(a.source, b.source), join(a.target, b.target), math.Hypot(a.sensitivity, weight*b.sensitivity)}
}
