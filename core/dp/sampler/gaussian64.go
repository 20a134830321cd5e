package sampler

import "math/bits"

// MaxSigma is the largest scale of DiscreteGaussian64.
const MaxSigma = 1 << 26

// DiscreteGaussian64 returns an integer x drawn with probability proportional to exp(−x²/(2σ²)), for 1 ≤ σ ≤ MaxSigma:
// DiscreteGaussian with the variance σ² in machine words, for mechanisms that draw millions. |x| is cut off at about
// 2¹⁰σ, which it would exceed with probability below exp(−1000).
func (s *Sampler) DiscreteGaussian64(sigma uint64) int64 {
	if sigma == 0 || sigma > MaxSigma {
		panic("sampler: DiscreteGaussian64 needs 1 ≤ σ ≤ 2²⁶")
	}
	t := sigma + 1
	// 2σ²t² < 2¹⁰⁶.
	var denominator uint128
	denominator.high, denominator.low = bits.Mul64(2*sigma*sigma, t*t)
	for {
		x, ok := s.laplaceMagnitude(t, 1<<10)
		if !ok {
			continue
		}
		// Accept with probability exp(−(|x|t − σ²)²/(2σ²t²)); |x| < 2³⁷, so |x|t < 2⁶⁴ and the square fits 128 bits.
		deviation := x*t - sigma*sigma
		if x*t < sigma*sigma {
			deviation = -deviation
		}
		var numerator uint128
		numerator.high, numerator.low = bits.Mul64(deviation, deviation)
		if !s.bernoulliExp128(numerator, denominator) {
			continue
		}
		negative := s.bit()
		if negative && x == 0 {
			continue // zero must not be counted twice
		}
		if negative {
			return -int64(x)
		}
		return int64(x)
	}
}

type uint128 struct{ high, low uint64 }

func (a uint128) less(b uint128) bool {
	return a.high < b.high || a.high == b.high && a.low < b.low
}

func (a uint128) minus(b uint128) uint128 {
	low, borrow := bits.Sub64(a.low, b.low, 0)
	high, _ := bits.Sub64(a.high, b.high, borrow)
	return uint128{high, low}
}

func (a uint128) twice() uint128 { return uint128{a.high<<1 | a.low>>63, a.low << 1} }

// bernoulliExp128 is BernoulliExp for b < 2¹²⁷.
func (s *Sampler) bernoulliExp128(a, b uint128) bool {
	for ; !a.less(b); a = a.minus(b) {
		if !s.bernoulliExpUnit(1, 1) {
			return false
		}
	}
	k := uint64(1)
	for s.bernoulli128(a, b) && s.Bernoulli(1, k) {
		k++
	}
	return k%2 == 1
}

// bernoulli128 returns true with probability a/b, a < b < 2¹²⁷: a uniform number is compared with a/b binary digit by
// digit until they differ, after two digits on average.
func (s *Sampler) bernoulli128(a, b uint128) bool {
	for {
		a = a.twice()
		digit := !a.less(b)
		if digit {
			a = a.minus(b)
		}
		if u := s.bit(); u != digit {
			return digit
		}
	}
}
