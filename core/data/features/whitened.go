package features

import (
	"errors"
	"math"
	"slices"

	"privadapt/core/data/dataset"
	"privadapt/core/solve/symeigen"
)

// leastVariance is added to the variance of every direction, so that none is stretched more than tenfold: in a
// direction in which the source hardly varies, whitening would magnify a difference about which the source says
// nothing.
const leastVariance = 0.01

// whiten sets the matrix (C + leastVariance·I)^(−1/2), C the covariance of the source's standardised columns. Of all
// whitening matrices it changes the columns least, so each feature keeps the name of its column.
func (m *Map) whiten(source *dataset.Source) error {
	d := m.dim
	var eigen symeigen.Eigen
	if !eigen.Decompose(slices.Concat(covarianceOf(source, d)...), d) {
		return errors.New("features: the covariance of the public sample could not be decomposed; choose features linear")
	}
	m.Matrix = make([][]float64, d)
	for i := range m.Matrix {
		m.Matrix[i] = make([]float64, d)
	}
	for k, variance := range eigen.Values {
		stretch := 1 / math.Sqrt(math.Max(variance, 0)+leastVariance)
		direction := eigen.Vectors[k*d : (k+1)*d]
		for i, v := range direction {
			for j, w := range direction {
				m.Matrix[i][j] += stretch * v * w
			}
		}
	}
	return nil
}

func (m *Map) multiply(dst, z []float64) {
	for i, row := range m.Matrix {
		dst[i] = 0
		for k, v := range row {
			dst[i] += v * z[k]
		}
	}
}
