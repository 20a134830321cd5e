package discrepancy

import (
	"math"

	"privadapt/core/solve/symeigen"
)

// spectrum is the eigendecomposition of a symmetric matrix.
type spectrum struct {
	eigen   symeigen.Eigen
	values  []float64
	vectors []float64 // Vᵀ, row-major: one eigenvector a row

	residual []float64 // scratch of certify
}

// decompose reports false only if M has a non-finite entry.
func (s *spectrum) decompose(m *symeigen.Matrix) bool {
	if !s.eigen.Decompose(m.Data, m.Order) {
		return s.repair(m)
	}
	s.values, s.vectors = s.eigen.Values, s.eigen.Vectors
	return true
}

// decomposeValues is decompose without the vectors, at a fraction of its cost.
func (s *spectrum) decomposeValues(m *symeigen.Matrix) bool {
	if !s.eigen.DecomposeValues(m.Data, m.Order) {
		return s.repair(m)
	}
	s.values = s.eigen.Values
	return true
}

// repair replaces the decomposition by jacobi's; it reports false only if M has a non-finite entry.
func (s *spectrum) repair(m *symeigen.Matrix) bool {
	d := m.Order
	for i := range d {
		for j := i; j < d; j++ {
			if v := m.At(i, j); math.IsNaN(v) || math.IsInf(v, 0) {
				return false
			}
		}
	}
	values, vectors := jacobi(preciseMatrix(d, m.At))
	s.values, s.vectors = make([]float64, d), make([]float64, d*d)
	for k := range d {
		s.values[k], _ = values[k].Float64()
		for i := range d {
			s.vectors[k*d+i], _ = vectors[i][k].Float64()
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
func SpectralNorm(m *symeigen.Matrix) float64 {
	var s spectrum
	if !s.decomposeValues(m) {
		return math.NaN()
	}
	return norm(s.values)
}
