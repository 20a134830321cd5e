package discrepancy

import "math/big"

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
