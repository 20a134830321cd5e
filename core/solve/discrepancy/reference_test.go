package discrepancy

import (
	"math"
	"math/big"
	"testing"
)

// The gradient in 256 bits: the reference for the gradient in float64.

func plus(x, y *big.Float) *big.Float  { return precise(0).Add(x, y) }
func minus(x, y *big.Float) *big.Float { return precise(0).Sub(x, y) }
func times(x, y *big.Float) *big.Float { return precise(0).Mul(x, y) }
func over(x, y *big.Float) *big.Float  { return precise(0).Quo(x, y) }

func near(x *big.Float) float64 {
	v, _ := x.Float64()
	return v
}

// bigExp returns e^x for x ≤ 1 to about 200 bits of e; below e^−700 it returns 0.
func bigExp(x *big.Float) *big.Float {
	v := near(x)
	if v < -700 {
		return precise(0)
	}
	const halvings = 18 // |x| < 2⁻⁸ after them, so the 30th term is below 2⁻³⁴⁰, and squaring loses 18 bits
	small := precise(0).SetMantExp(x, -halvings)
	sum, term := precise(1), precise(1)
	for k := 1; k <= 30; k++ {
		term = over(times(term, small), precise(float64(k)))
		sum = plus(sum, term)
	}
	for range halvings {
		sum = times(sum, sum)
	}
	return sum
}

// bigLog returns log x for x in (0, 2⁵⁰⁰], by Halley's iteration for e^y = x, which triples the digits.
func bigLog(x *big.Float) *big.Float {
	exponent := x.MantExp(nil)
	mantissa := precise(0).SetMantExp(x, -exponent) // in [½,1)
	log := func(x *big.Float) *big.Float {
		y := precise(math.Log(near(x)))
		for range 3 {
			e := bigExp(y)
			y = plus(y, over(times(precise(2), minus(x, e)), plus(x, e)))
		}
		return y
	}
	return plus(log(mantissa), times(precise(-float64(exponent)), log(precise(0.5))))
}

// bigSlopes are Smoothing.Evaluate's, by its definition.
func bigSlopes(s Smoothing, eigenvalues []*big.Float) []*big.Float {
	slopes := make([]*big.Float, len(eigenvalues))
	top := precise(0)
	for _, v := range eigenvalues {
		if v := precise(0).Abs(v); v.Cmp(top) > 0 {
			top = v
		}
	}
	total := precise(0)
	switch s := s.(type) {
	case Softmax:
		for i, v := range eigenvalues {
			up := bigExp(times(precise(s.Mu), minus(v, top)))
			down := bigExp(times(precise(-s.Mu), plus(v, top)))
			slopes[i] = minus(up, down)
			total = plus(total, plus(up, down))
		}
		total = over(precise(1), total)
	case PNorm:
		power := minus(times(precise(2), precise(s.P)), precise(1))
		for i, v := range eigenvalues {
			slopes[i] = precise(0)
			if v.Sign() != 0 {
				a := over(precise(0).Abs(v), top)
				slopes[i] = bigExp(times(power, bigLog(a)))
				total = plus(total, times(slopes[i], a))
			}
			if v.Sign() < 0 {
				slopes[i].Neg(slopes[i])
			}
		}
		if top.Sign() == 0 {
			return slopes
		}
		exponent := minus(over(precise(1), precise(s.P)), precise(1))
		total = times(times(precise(2), top), bigExp(times(exponent, bigLog(total))))
	}
	for i := range slopes {
		slopes[i] = times(slopes[i], total)
	}
	return slopes
}

// bigDecomposition is jacobi's, with the check that ‖MV−VΛ‖ and ‖VᵀV−I‖ are below 2⁻⁹⁰, in units of ‖M‖ and 1.
func bigDecomposition(t *testing.T, m [][]*big.Float) (values []*big.Float, vectors [][]*big.Float) {
	t.Helper()
	d := len(m)
	work := make([][]*big.Float, d)
	for i := range work {
		for j := range d {
			work[i] = append(work[i], precise(0).Set(m[i][j]))
		}
	}
	values, vectors = jacobi(work)
	_, size := squares(m)
	residual, defect := precise(0), precise(0)
	for i := range d {
		for k := range d {
			r, n := precise(0).Neg(times(vectors[i][k], values[k])), precise(0)
			if i == k {
				n = precise(-1)
			}
			for j := range d {
				r = plus(r, times(m[i][j], vectors[j][k]))
				n = plus(n, times(vectors[j][i], vectors[j][k]))
			}
			residual = plus(residual, times(r, r))
			defect = plus(defect, times(n, n))
		}
	}
	if residual.Cmp(times(size, precise(0x1p-180))) > 0 || defect.Cmp(precise(0x1p-180)) > 0 {
		t.Fatalf("the reference is off: residual² %g of %g, defect² %g", residual, size, defect)
	}
	return values, vectors
}

// bigGradient returns −x_jᵀGx_j + λq_j at M.
func bigGradient(t *testing.T, o *Objective, m [][]*big.Float) []*big.Float {
	t.Helper()
	d := len(m)
	values, vectors := bigDecomposition(t, m)
	slopes := bigSlopes(o.Smoothing, values)
	gradient := make([]*big.Float, len(o.q))
	for j, weight := range o.q {
		gradient[j] = times(precise(o.Lambda), precise(weight))
		for k, slope := range slopes {
			inner := precise(0)
			for i, x := range o.Rows[j*d : (j+1)*d] {
				inner = plus(inner, times(precise(x), vectors[i][k]))
			}
			gradient[j] = minus(gradient[j], times(slope, times(inner, inner)))
		}
	}
	return gradient
}
