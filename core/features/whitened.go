package features

import (
	"errors"
	"math"

	"gonum.org/v1/gonum/mat"

	"privadapt/core/dataset"
)

// leastVariance is added to the variance of every direction, so that none is stretched more than tenfold: where the source
// hardly varies, a difference would be magnified of which it knows nothing.
const leastVariance = 0.01

// whiten sets the matrix (C + leastVariance·I)^(−1/2), C the covariance of the source's standardised columns. Of all matrices
// that whiten it is the one that changes the columns least, so a feature still goes by the name of its column.
func (m *Map) whiten(source *dataset.Source) error {
	covariance := mat.NewSymDense(m.dim, nil)
	for j := range source.Rows {
		covariance.SymRankOne(covariance, 1/float64(source.Rows), mat.NewVecDense(m.dim, source.Features[j*m.dim:(j+1)*m.dim]))
	}
	var eigen mat.EigenSym
	if !eigen.Factorize(covariance, true) {
		return errors.New("features: the covariance of the public sample could not be decomposed; choose features linear")
	}
	var vectors mat.Dense
	eigen.VectorsTo(&vectors)
	m.Matrix = make([][]float64, m.dim)
	for i := range m.Matrix {
		m.Matrix[i] = make([]float64, m.dim)
	}
	for k, variance := range eigen.Values(nil) {
		stretch := 1 / math.Sqrt(math.Max(variance, 0)+leastVariance)
		for i := range m.dim {
			for j := range m.dim {
				m.Matrix[i][j] += vectors.At(i, k) * stretch * vectors.At(j, k)
			}
		}
	}
	return nil
}

func (m *Map) decorrelate(dst, z []float64) {
	for i, row := range m.Matrix {
		dst[i] = 0
		for k, v := range row {
			dst[i] += v * z[k]
		}
	}
}
