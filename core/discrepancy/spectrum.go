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
}

// decompose reports false only where M holds a non-finite number.
func (s *spectrum) decompose(m mat.Symmetric) bool {
	if !s.eigen.Factorize(m, true) {
		return false
	}
	s.values = s.eigen.Values(s.values)
	s.eigen.VectorsTo(&s.vectors)
	return true
}

// decomposeValues is decompose without the vectors, at a fraction of its cost.
func (s *spectrum) decomposeValues(m mat.Symmetric) bool {
	if !s.eigen.Factorize(m, false) {
		return false
	}
	s.values = s.eigen.Values(s.values)
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
