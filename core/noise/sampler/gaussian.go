package sampler

import "math/big"

// DiscreteGaussian sets dst to an integer x drawn with probability proportional to exp(−x²/(2·variance)), for an
// integer variance ≥ 1 of any size (algorithm 3 of the paper). The variance of the draw is at most the parameter; for a
// parameter ≥ 10 it differs from it by less than 10⁻²⁰.
//
// Under zero-concentrated differential privacy it costs as much as the continuous Gaussian: shifting the mean by the
// integer Δ gives ρ = Δ²/(2·variance) (theorem 4 of the paper).
func (s *Sampler) DiscreteGaussian(dst, variance *big.Int) {
	if variance.Sign() <= 0 {
		panic("sampler: DiscreteGaussian needs a variance ≥ 1")
	}
	// t = ⌊σ⌋ + 1 makes the acceptance probability at least about one half.
	t := s.scratch.t.Sqrt(variance)
	t.Add(t, one)
	for !s.gaussianRound(dst, variance, t) {
	}
}

// gaussianRound sets dst to each x with probability (1−1/e)/(2t)·exp(−variance/(2t²))·exp(−x²/(2·variance)), and
// returns false otherwise.
func (s *Sampler) gaussianRound(dst, variance, t *big.Int) bool {
	if !s.bigLaplaceRound(dst, t) {
		return false
	}
	// Keep x with probability exp(−(|x| − σ²/t)²/(2σ²)) = exp(−(|x|·t − σ²)²/(2σ²t²)).
	w := &s.scratch
	w.product.Mul(dst, t)
	w.product.Abs(&w.product).Sub(&w.product, variance)
	w.numerator.Mul(&w.product, &w.product)
	w.product.Mul(t, t)
	w.denominator.Mul(&w.product, variance).Lsh(&w.denominator, 1)
	return s.bigBernoulliExp(&w.numerator, &w.denominator)
}

// bigLaplaceRound is laplaceRound for a scale of any size; nothing can overflow.
func (s *Sampler) bigLaplaceRound(dst, t *big.Int) bool {
	s.dice.bigBelow(dst, t)
	if !s.dice.bigExpCoin(dst, t) {
		return false
	}
	for s.dice.expCoin(1, 1) {
		dst.Add(dst, t)
	}
	if s.dice.coin(1, 2) {
		dst.Neg(dst)
		return dst.Sign() != 0 // zero must not be counted twice
	}
	return true
}

// bigBernoulliExp is BernoulliExp for integers of any size.
func (s *Sampler) bigBernoulliExp(a, b *big.Int) bool {
	w := &s.scratch
	for w.whole.QuoRem(a, b, &w.part); w.whole.Sign() > 0; w.whole.Sub(&w.whole, one) {
		if !s.dice.expCoin(1, 1) {
			return false
		}
	}
	return s.dice.bigExpCoin(&w.part, b)
}

// scratch holds the intermediate integers of a draw, so that they can be erased.
type scratch struct {
	t, product, numerator, denominator, whole, part big.Int
}

func (w *scratch) wipe() {
	for _, x := range []*big.Int{&w.t, &w.product, &w.numerator, &w.denominator, &w.whole, &w.part} {
		erase(x)
	}
}

// erase overwrites the words of x, including those beyond its present length, and sets x to 0.
func erase(x *big.Int) {
	words := x.Bits()
	clear(words[:cap(words)])
	x.SetInt64(0)
}

var one = big.NewInt(1)
