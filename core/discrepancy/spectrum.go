package discrepancy

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// spectrum is the eigendecomposition of a symmetric matrix.
type spectrum struct {
	eigen   mat.EigenSym
	values  []float64
	vectors mat.Dense

	residual []float64 // scratch of certify
}

// decompose reports false only where M holds a non-finite number.
func (s *spectrum) decompose(m *mat.SymDense) bool {
	if !s.eigen.Factorize(m, true) {
		return s.repair(m)
	}
	s.values = s.eigen.Values(s.values)
	s.eigen.VectorsTo(&s.vectors)
	return true
}

// decomposeValues is decompose without the vectors, at a fraction of its cost.
func (s *spectrum) decomposeValues(m *mat.SymDense) bool {
	if !s.eigen.Factorize(m, false) {
		return s.repair(m)
	}
	s.values = s.eigen.Values(s.values)
	return true
}

// repair replaces the decomposition by that of jacobi; it reports false only where M holds a non-finite number.
func (s *spectrum) repair(m *mat.SymDense) bool {
	d := m.SymmetricDim()
	for i := range d {
		for j := i; j < d; j++ {
			if v := m.At(i, j); math.IsNaN(v) || math.IsInf(v, 0) {
				return false
			}
		}
	}
	values, vectors := jacobi(preciseMatrix(d, m.At))
	s.values = s.values[:0]
	s.vectors.Reset()
	s.vectors.ReuseAs(d, d)
	for k := range d {
		v, _ := values[k].Float64()
		s.values = append(s.values, v)
		for i := range d {
			v, _ := vectors[i][k].Float64()
			s.vectors.Set(i, k, v)
		}
	}
	return true
}

// norm returns max |λ|.
func norm(values []float64) float64 {
	largest := 0.0
	for _, v := range values {
		largest = max(largest, math.Abs(v))
	}
	return largest
}

// SpectralNorm returns ‖M‖₂ of a finite symmetric matrix.
func SpectralNorm(m mat.Symmetric) float64 {
	var eigen mat.EigenSym
	if !eigen.Factorize(m, false) {
		return math.NaN()
	}
	return norm(eigen.Values(nil))
}
