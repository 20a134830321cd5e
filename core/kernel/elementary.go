// The exponential function and the logarithm have the same bits on every machine here. Package math has them written in
// assembly on some processors and in Go on others, and differ there in the last bit; a model that is computed natively
// and in a browser has to be the same. Every product is rounded before it is added to something, so that no compiler
// joins the two operations.

package kernel

import (
	"math"
)

// ln 2 in two parts, by which Exp reduces its argument.
const (
	Ln2High = 6.93147180369123816490e-01 // ln 2 to 32 bits: its product with an exponent is exact
	Ln2Low  = 1.90821492927058770002e-10 // the rest
)

// taylor has 1/n!, from n = 12 down, of the series of eʳ in Horner's form: |r| ≤ 0.347, the term of r¹⁴ is below 10⁻¹⁷.
var taylor = [...]float64{1.0 / 479001600, 1.0 / 39916800, 1.0 / 3628800, 1.0 / 362880, 1.0 / 40320, 1.0 / 5040, 1.0 / 720,
	1.0 / 120, 1.0 / 24, 1.0 / 6, 1.0 / 2, 1, 1}

// Exp returns eˣ to within 2 units in the last place; 0 below −708, +Inf above 709.78.
func Exp(x float64) float64 {
	switch {
	case x != x:
		return x
	case x > 709.78:
		return math.Inf(1)
	case x < -708:
		return 0
	}
	k := math.Floor(float64(x*(1/math.Ln2)) + 0.5)
	r := x - float64(k*Ln2High)
	r -= float64(k * Ln2Low)
	p := 1.0 / 6227020800
	for _, c := range taylor {
		p = float64(r*p) + c
	}
	if k > 1023 { // the power of two alone would overflow
		return p * 2 * math.Float64frombits(uint64(k-1+1023)<<52)
	}
	return p * math.Float64frombits(uint64(k+1023)<<52)
}

// ExpEach writes e^(factor·x_i), which may overwrite the x_i. No factor·x_i may be above 0. Each has the bits that Exp
// gives it. Test: TestEachIsExp.
func ExpEach(dst []float64, factor float64, x []float64) {
	for i := Exponentials(dst, factor, x); i < len(dst); i++ {
		dst[i] = Exp(x[i] * factor)
	}
}

// Log returns the natural logarithm of a normal positive number to within 2 units in the last place, −Inf for 0 and NaN
// for a negative number.
func Log(x float64) float64 {
	switch {
	case x != x || x < 0:
		return math.NaN()
	case x == 0:
		return math.Inf(-1)
	case x > math.MaxFloat64:
		return x
	}
	fraction, exponent := math.Frexp(x)
	if fraction < math.Sqrt2/2 {
		fraction *= 2
		exponent--
	}
	// ln f = 2·artanh(s), s = (f−1)/(f+1), |s| ≤ 0.172: the term of s²⁵ is below 10⁻¹⁹.
	s := (fraction - 1) / (fraction + 1)
	square := s * s
	sum := float64(square * (1.0 / 23))
	for odd := 21.0; odd >= 3; odd -= 2 {
		sum = float64(square * (sum + 1/odd))
	}
	k := float64(exponent)
	return float64(k*Ln2High) + (float64(2*s) + (float64(2*s*sum) + float64(k*Ln2Low)))
}

// Sigmoid returns 1/(1+e⁻ˣ) without overflow.
func Sigmoid(x float64) float64 {
	if x >= 0 {
		return 1 / (1 + Exp(-x))
	}
	e := Exp(x)
	return e / (1 + e)
}
