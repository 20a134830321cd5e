package discrepancy

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// leastNorm is the norm below which a matrix counts as having it, so that underflow cannot spoil a relative error.
const leastNorm = 0x1p-300

// tolerance is what certify lets through: about three times what gonum's eigensolver has been seen to leave.
func tolerance(d int) float64 { return 10 * float64(d+10) * ulp }

// spectrumError returns τ, with which a certified decomposition (V,Λ) of a d×d matrix M satisfies, in exact arithmetic,
//
//	‖MV − VΛ‖_F ≤ τ·max(‖M‖_F, 2⁻³⁰⁰) and ‖VᵀV − I‖_F ≤ τ,  τ = (100 + 15d + 3d²)u.
//
// Proof. certify has computed both norms and found them within (100+10d)u. A sum of k products is off by at most
// ku(1+10⁻⁶) times the sum of the products' sizes, in any order of summation, fused or not. The diagonal of VVᵀ gives rows of
// V with squares of at most 1.01, so each of the d² entries of VVᵀ − I is off by at most 1.02(d+1)u. An entry of MV − VΛ is
// off by at most 1.01(d+1)u·(Σ_j|M_ij||V_jk| + |λ_k||V_ik|), where |λ_k| ≤ 1.02‖M‖_F follows from the column's own residual, so
// all of them by 2.1(d+1)√d·u·‖M‖_F. Both are at most (5d+3d²)u with enough to spare for the rounding of the norms. For a
// decomposition by jacobi see there.
func spectrumError(d float64) float64 { return (100 + 15*d + 3*d*d) * ulp }

// certify checks that the decomposition of M meets spectrumError, and repairs it if it does not: however an eigensolver
// fails, no run fails and no error is charged too low. It costs d³ + d³/2 multiplications, beside the ten times as many of
// the decomposition (BenchmarkCertify).
// Tests: TestCertifyRepairsABadDecomposition, TestScoreErrorHoldsAfterARepair.
func (s *spectrum) certify(m *mat.SymDense) {
	if !s.holds(m) {
		s.repair(m)
	}
}

// holds compares so that NaN fails. In place of VᵀV it looks at VVᵀ, of which the rows are at hand: both have the squares of
// the singular values of V, so the norms of VᵀV − I and VVᵀ − I are the same.
func (s *spectrum) holds(m *mat.SymDense) bool {
	d := m.SymmetricDim()
	if len(s.residual) != d {
		s.residual = make([]float64, d)
	}
	v := s.vectors.RawMatrix().Data
	size, residual, defect := 0.0, 0.0, 0.0 // ‖M‖_F², ‖MV − VΛ‖_F², ‖VVᵀ − I‖_F²
	for i := range d {
		own := v[i*d : (i+1)*d]
		for k, x := range own {
			s.residual[k] = -s.values[k] * x
		}
		for j := range d {
			w := m.At(i, j)
			size += w * w
			floats.AddScaled(s.residual, w, v[j*d:(j+1)*d])
		}
		residual += floats.Dot(s.residual, s.residual)
		for j := range i {
			product := floats.Dot(own, v[j*d:(j+1)*d])
			defect += 2 * product * product
		}
		square := floats.Dot(own, own) - 1
		defect += square * square
	}
	scale := math.Max(math.Sqrt(size), leastNorm)
	return math.Sqrt(residual) <= tolerance(d)*scale && math.Sqrt(defect) <= tolerance(d)
}
