package discrepancy

import (
	"math"
	"math/big"

	"privadapt/core/kernel"
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

// jacobiPrecision is the number of bits of the slow decomposition.
const jacobiPrecision = 256

// jacobi returns eigenvalues and, as columns, orthonormal eigenvectors of a symmetric matrix, which it overwrites, to
// about 100 bits: the decomposition that cannot fail.
//
// A sweep visits the off-diagonal entries and sets to zero, by one plane rotation each, those that are at least the
// root mean square of the off-diagonal entries at its start. There is always one: the largest, unless another came
// first. A rotation that annihilates a_pq keeps the Frobenius norm and lowers the sum of squared off-diagonal entries
// by 2a_pq² (Jacobi 1846), so a sweep lowers it at least by the factor 1 − 2/(d(d−1)). After at most 100·d² sweeps (ten
// are usual) it is 2⁻²⁰⁰ of ‖M‖_F², far above the rounding of rotations in 256 bits. Rounded to float64, entry by
// entry, the decomposition then meets spectrumError: ‖MV − VΛ‖_F and ‖VᵀV − I‖_F are at most 3√d·u, in units of ‖M‖_F
// and of 1. Test: TestJacobi.
func jacobi(a [][]*big.Float) (values []*big.Float, vectors [][]*big.Float) {
	d := len(a)
	vectors = preciseMatrix(d, func(i, j int) float64 {
		if i == j {
			return 1
		}
		return 0
	})
	for {
		off, all := squares(a)
		if off.Cmp(all.SetMantExp(all, -200)) <= 0 {
			break
		}
		threshold := off.Quo(off, precise(float64(d*(d-1))))
		for p := range d {
			for q := p + 1; q < d; q++ {
				if precise(0).Mul(a[p][q], a[p][q]).Cmp(threshold) >= 0 {
					annihilate(a, vectors, p, q)
				}
			}
		}
	}
	for k := range d {
		values = append(values, a[k][k])
	}
	return values, vectors
}

func precise(v float64) *big.Float { return new(big.Float).SetPrec(jacobiPrecision).SetFloat64(v) }

func preciseMatrix(d int, at func(i, j int) float64) [][]*big.Float {
	a := make([][]*big.Float, d)
	for i := range a {
		for j := range d {
			a[i] = append(a[i], precise(at(i, j)))
		}
	}
	return a
}

// squares returns the sums of the squared off-diagonal entries and of all.
func squares(a [][]*big.Float) (off, all *big.Float) {
	off, all = precise(0), precise(0)
	square := precise(0)
	for i, row := range a {
		for j, v := range row {
			all.Add(all, square.Mul(v, v))
			if i != j {
				off.Add(off, square)
			}
		}
	}
	return off, all
}

// annihilate makes a_pq zero by the rotation of an angle of at most π/4, and applies it to the vectors.
func annihilate(a, vectors [][]*big.Float, p, q int) {
	// cot 2φ = (a_qq − a_pp)/(2a_pq), t = tan φ the smaller root of t² + 2t·cot 2φ = 1.
	cot := precise(0).Sub(a[q][q], a[p][p])
	cot.Quo(cot, precise(0).Mul(precise(2), a[p][q]))
	one := precise(1)
	t := precise(0).Mul(cot, cot)
	t.Sqrt(t.Add(t, one))
	t.Quo(one, t.Add(t, precise(0).Abs(cot)))
	if cot.Sign() < 0 {
		t.Neg(t)
	}
	c := precise(0).Mul(t, t)
	c.Quo(one, c.Sqrt(c.Add(c, one)))
	s := precise(0).Mul(t, c)
	left, right := precise(0), precise(0)
	// turn replaces (x,y) by (cx − sy, sx + cy).
	turn := func(x, y *big.Float) {
		left.Sub(left.Mul(c, x), right.Mul(s, y))
		right.Mul(s, x)
		y.Add(right, y.Mul(c, y))
		x.Set(left)
	}
	for k := range a {
		turn(a[k][p], a[k][q])
		turn(vectors[k][p], vectors[k][q])
	}
	for k := range a {
		turn(a[p][k], a[q][k])
	}
	a[p][q].SetInt64(0)
	a[q][p].SetInt64(0)
}
