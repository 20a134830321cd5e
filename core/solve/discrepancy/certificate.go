package discrepancy

import (
	"math"

	"privadapt/core/kernel"
	"privadapt/core/solve/symeigen"
)

// leastNorm replaces any smaller norm of a matrix, so that underflow cannot spoil a relative error.
const leastNorm = 0x1p-300

// tolerance is the error that certify accepts: about three times the largest that the eigensolver has been seen to
// leave.
func tolerance(d int) float64 { return 10 * float64(d+10) * ulp }

// spectrumError returns τ, with which a certified decomposition (V,Λ) of a d×d matrix M satisfies, in exact arithmetic,
//
//	‖MV − VΛ‖_F ≤ τ·max(‖M‖_F, 2⁻³⁰⁰) and ‖VᵀV − I‖_F ≤ τ,  τ = (100 + 15d + 3d²)u.
//
// Proof. certify has computed both norms and found them within (100+10d)u. The computed value of a sum of k products
// has an error of at most ku(1+10⁻⁶) times the sum of the products' sizes, in any order of summation, fused or not. The
// diagonal of VᵀV shows that the columns of V have squares of at most 1.01, so each of the d² entries of VᵀV − I has an
// error of at most 1.02(d+1)u. An entry of MV − VΛ has an error of at most 1.01(d+1)u·(Σ_j|M_ij||V_jk| + |λ_k||V_ik|),
// where |λ_k| ≤ 1.02‖M‖_F follows from the column's own residual, so the error of the whole matrix is at most
// 2.1(d+1)√d·u·‖M‖_F. Both are at most (5d+3d²)u, with enough to spare for the rounding of the norms. For a
// decomposition by jacobi the proof is given there.
func spectrumError(d float64) float64 { return (100 + 15*d + 3*d*d) * ulp }

// certify checks that the decomposition of M meets spectrumError, and repairs it if it does not. However an eigensolver
// fails, no run fails and no error is charged too low. It costs d³ + d³/2 multiplications, a tenth of what the
// decomposition costs (BenchmarkCertify). Tests: TestCertifyRepairsABadDecomposition,
// TestScoreErrorHoldsAfterARepair.
func (s *spectrum) certify(m *symeigen.Matrix) {
	if !s.holds(m) {
		s.repair(m)
	}
}

// holds compares so that NaN fails. For each row v_k of Vᵀ it computes Mv_k − λ_kv_k and the products of v_k with the
// others.
func (s *spectrum) holds(m *symeigen.Matrix) bool {
	d := m.Order
	if len(s.residual) != d {
		s.residual = make([]float64, d)
	}
	upper := m.Data
	residual, defect := 0.0, 0.0 // ‖MV − VΛ‖_F², ‖VᵀV − I‖_F²
	for k := range d {
		own := s.vectors[k*d : (k+1)*d]
		for i, x := range own {
			s.residual[i] = -s.values[k] * x
		}
		for i, x := range own {
			sum := upper[i*d+i] * x
			for j := i + 1; j < d; j++ {
				w := upper[i*d+j]
				sum += w * own[j]
				s.residual[j] += w * x
			}
			s.residual[i] += sum
		}
		residual += kernel.Dot(s.residual, s.residual)
		for j := range k {
			product := kernel.Dot(own, s.vectors[j*d:(j+1)*d])
			defect += 2 * product * product
		}
		square := kernel.Dot(own, own) - 1
		defect += square * square
	}
	scale := math.Max(frobenius(upper, d), leastNorm)
	return math.Sqrt(residual) <= tolerance(d)*scale && math.Sqrt(defect) <= tolerance(d)
}

// frobenius returns ‖M‖_F of a symmetric d×d row-major matrix, from its upper triangle.
func frobenius(upper []float64, d int) float64 {
	sum := 0.0
	for i := range d {
		row := upper[i*d+i : (i+1)*d]
		sum += row[0] * row[0]
		for _, v := range row[1:] {
			sum += 2 * v * v
		}
	}
	return math.Sqrt(sum)
}
